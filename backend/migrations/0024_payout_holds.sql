-- Whose payouts of a rain wait until a host has looked at them: those that are credited are in the state 'held', which
-- is never sent, and those that will be credited begin in it.

CREATE TABLE payout_holds (
    rain    TEXT NOT NULL,
    account TEXT NOT NULL,              -- who caught, or will
    reasons TEXT NOT NULL,              -- JSON: what the player was flagged for; none where a host chose the account
    at_ms   BIGINT NOT NULL,            -- Redis time
    PRIMARY KEY (rain, account)
);
