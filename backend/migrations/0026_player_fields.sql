-- What an open game asks of everybody who takes a seat ("staff number"), as each account has filled it in. A payout has a
-- copy from when its packet is credited, so that it says the same for ever.

CREATE TABLE player_fields (
    game    TEXT NOT NULL,
    account TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (game, account)
);

CREATE INDEX player_fields_by_account ON player_fields (account);

ALTER TABLE payouts ADD COLUMN field TEXT; -- NULL: the game asked for nothing, or its player was erased
