-- Rains are written here, packet by packet, before they open; claims are settled here.

CREATE TABLE rains (
    rain         TEXT NOT NULL PRIMARY KEY,
    game         TEXT NOT NULL REFERENCES games (game),
    ordinal      BIGINT NOT NULL,       -- first, second … rain of the game
    incarnation  TEXT NOT NULL,
    currency     TEXT NOT NULL,
    pot          BIGINT NOT NULL CHECK (pot > 0),
    packets      BIGINT NOT NULL CHECK (packets > 0),
    plan         TEXT NOT NULL,         -- the host's plan as JSON
    picture_seed TEXT NOT NULL,         -- where drops fall; tells nothing about amounts
    nonce        TEXT NOT NULL,         -- secret until the rain has closed
    commitment   TEXT NOT NULL,         -- SHA-256 over nonce, rules and ordered amounts
    created_ms   BIGINT NOT NULL,
    opens_ms     BIGINT,                -- the window in Redis time, once open
    closes_ms    BIGINT,
    closed_ms    BIGINT,                -- NULL until no claim can be granted any more
    settled_ms   BIGINT,                -- NULL until every claim is in the ledger
    UNIQUE (game, ordinal)
);

CREATE TABLE packets (
    rain   TEXT NOT NULL REFERENCES rains (rain),
    packet BIGINT NOT NULL,             -- position in the sealed list, from 0
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (rain, packet)
);

CREATE TABLE settlements (
    rain        TEXT NOT NULL,
    packet      BIGINT NOT NULL,
    account     TEXT NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    currency    TEXT NOT NULL,
    caught_ms   BIGINT NOT NULL,        -- Redis time of the grant
    credited_ms BIGINT NOT NULL,
    PRIMARY KEY (rain, packet),
    UNIQUE (rain, account),
    FOREIGN KEY (rain, packet) REFERENCES packets (rain, packet)
);

CREATE INDEX settlements_of_account ON settlements (account, credited_ms);

-- Double entry, append only: each row moves an amount from one ledger account to another.
-- Ledger accounts are 'sponsor', 'pot:<rain>' and 'player:<account>'.
CREATE TABLE entries (
    entry    TEXT NOT NULL PRIMARY KEY, -- derived from what it records, so a replay finds itself
    rain     TEXT NOT NULL REFERENCES rains (rain),
    debit    TEXT NOT NULL,             -- where the money comes from
    credit   TEXT NOT NULL,             -- where it goes
    amount   BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    at_ms    BIGINT NOT NULL
);

CREATE INDEX entries_of_rain ON entries (rain);
