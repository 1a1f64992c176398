-- What the host's own balance system is to be told: the outbox of the webhook.

CREATE TABLE payouts (
    key        TEXT NOT NULL PRIMARY KEY, -- 'qr1-<rain>-<packet>', for ever
    rain       TEXT NOT NULL,
    packet     BIGINT NOT NULL,
    account    TEXT NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    currency   TEXT NOT NULL,
    state      TEXT NOT NULL,           -- pending, sent, confirmed, refused, unknown, needs_human
    attempts   BIGINT NOT NULL,
    due_ms     BIGINT NOT NULL,         -- not before
    sent_ms    BIGINT,                  -- when it was first sent
    changed_ms BIGINT NOT NULL,
    detail     TEXT NOT NULL,           -- what the receiver said last
    UNIQUE (rain, packet)
);

CREATE INDEX payouts_due ON payouts (due_ms) WHERE state IN ('pending', 'sent', 'unknown');

-- How many have no final answer is counted all the time, and most of them have one.
CREATE INDEX payouts_unfinished ON payouts (state)
    WHERE state IN ('pending', 'sent', 'unknown', 'needs_human');
