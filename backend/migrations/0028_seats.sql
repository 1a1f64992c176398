-- Who has or had a seat in which game, by account: what somebody asks of all games is found without reading logs. It
-- says no more than the log does, is written before it, and goes with it.

CREATE TABLE seats (
    account TEXT NOT NULL,
    game    TEXT NOT NULL REFERENCES games (game),
    PRIMARY KEY (account, game)
);

CREATE INDEX seats_of_games ON seats (game);
