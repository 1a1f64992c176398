-- What a program of the operator's is to be told of games: the outbox of the webhooks.

ALTER TABLE games ADD COLUMN events BIGINT; -- how many were queued; NULL: nobody is told of this game

CREATE TABLE webhooks (
    id         TEXT NOT NULL PRIMARY KEY, -- 'qr1-<game>-started' and so on, for ever
    game       TEXT NOT NULL REFERENCES games (game),
    number     BIGINT NOT NULL,           -- its place in the game, from 1; one is sent after the other
    body       TEXT NOT NULL,             -- what is sent, as JSON
    state      TEXT NOT NULL,             -- pending, sent, confirmed, unknown, needs_human
    attempts   BIGINT NOT NULL,
    due_ms     BIGINT NOT NULL,           -- not before
    sent_ms    BIGINT,                    -- when it was first sent
    changed_ms BIGINT NOT NULL,
    detail     TEXT NOT NULL,             -- why it did not arrive the last time
    UNIQUE (game, number)
);

CREATE INDEX webhooks_due ON webhooks (due_ms) WHERE state IN ('pending', 'sent', 'unknown');

CREATE INDEX webhooks_unfinished ON webhooks (state)
    WHERE state IN ('pending', 'sent', 'unknown', 'needs_human');
