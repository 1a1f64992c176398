-- The ledger: double entry, append only, one hash chain per book. A book is a rain, or 'sponsor'
-- for what the sponsor paid in. Settlements are entries; what was there before becomes link 1 of
-- each rain's chain, hashed when the database is opened.

ALTER TABLE entries RENAME TO old_entries;

CREATE TABLE entries (
    book      TEXT NOT NULL,            -- the rain, or 'sponsor'
    kind      TEXT NOT NULL,            -- why; says debit and credit as well
    item      BIGINT NOT NULL,          -- the packet; -1: the whole rain; in 'sponsor': the deposit
    link      BIGINT NOT NULL,          -- the batch that it was committed with
    debit     TEXT NOT NULL,            -- where the money comes from
    credit    TEXT NOT NULL,            -- where it goes
    account   TEXT,                     -- whose, where one side is a player
    amount    BIGINT NOT NULL CHECK (amount > 0),
    currency  TEXT NOT NULL,
    caught_ms BIGINT,                   -- Redis time of the grant, where it settles a claim
    at_ms     BIGINT NOT NULL,
    PRIMARY KEY (book, kind, item)      -- made of what it records, so a replay finds itself
);

CREATE UNIQUE INDEX one_packet_for_an_account ON entries (account, book) WHERE kind = 'settle';

CREATE TABLE links (
    book    TEXT NOT NULL,
    link    BIGINT NOT NULL,            -- 1, 2, …
    hash    TEXT NOT NULL,              -- over the link before and the entries of this one
    entries BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    PRIMARY KEY (book, link)
);

CREATE TABLE books (
    book TEXT NOT NULL PRIMARY KEY,
    link BIGINT NOT NULL,               -- the newest link; 0: none yet
    hash TEXT NOT NULL                  -- its hash
);

-- What the sponsor has left, so that funding need not add up everything. The entries say the same.
CREATE TABLE sponsors (
    currency TEXT NOT NULL PRIMARY KEY,
    balance  BIGINT NOT NULL
);

-- Claims that could not be settled. The host sees them and can have them tried again.
CREATE TABLE dead_letters (
    rain       TEXT NOT NULL,
    account    TEXT NOT NULL,           -- as it stood in the stream
    claim      TEXT NOT NULL,           -- likewise
    state      TEXT NOT NULL,           -- suspect (being tried alone), dead, redrive (to be tried again),
                                        -- refuted (contradicts the ledger: nobody's packet)
    reason     TEXT NOT NULL,
    deliveries BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0, -- attempts to settle it alone that had no outcome
    PRIMARY KEY (rain, account, claim)
);

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

-- 1: what is caught in this rain is paid out by webhook. Decided when the rain is sealed.
ALTER TABLE rains ADD COLUMN payout BIGINT NOT NULL DEFAULT 0;

-- Settlers, statements and balances look for them.
CREATE INDEX rains_to_settle ON rains (rain) WHERE settled_ms IS NULL;

INSERT INTO entries
SELECT rain, 'fund', -1, 1, 'sponsor', 'pot', NULL, amount, currency, NULL, at_ms
FROM old_entries WHERE debit = 'sponsor';

INSERT INTO entries
SELECT rain, 'settle', packet, 1, 'pot', 'player', account, amount, currency, caught_ms, credited_ms
FROM settlements;

INSERT INTO books SELECT rain, 0, '' FROM rains;

INSERT INTO sponsors
SELECT currency, CAST(-SUM(amount) AS BIGINT) FROM old_entries
WHERE debit = 'sponsor' GROUP BY currency;

-- From now on a rain is settled when what nobody caught went back to the sponsor.
UPDATE rains SET settled_ms = NULL
WHERE pot > (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM settlements
             WHERE settlements.rain = rains.rain);

DROP TABLE old_entries;
DROP TABLE settlements;

-- Who got which packet.
CREATE VIEW settlements AS
SELECT book AS rain, item AS packet, account, amount, currency, caught_ms, at_ms AS credited_ms
FROM entries WHERE kind = 'settle';
