-- The ledger: double entry, append only, one hash chain per book. A book is a rain, or 'sponsor'
-- for what the sponsor paid in.

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

-- What the sponsor has left, so that funding need not add up everything. The entries say the same. A
-- sum that does not fit is refused, and never kept as a float.
CREATE TABLE sponsors (
    currency TEXT NOT NULL PRIMARY KEY,
    balance  BIGINT NOT NULL
             CHECK (balance BETWEEN -1000000000000000 AND 9223372036854775807)
);

-- A deposit is known by a key, so that repeating it after a timeout pays in once.
CREATE TABLE deposits (
    key  TEXT NOT NULL PRIMARY KEY,     -- whoever paid in chose it, or was told it
    item BIGINT NOT NULL UNIQUE         -- the deposit's number in the sponsor's book
);

-- Who got which packet.
CREATE VIEW settlements AS
SELECT book AS rain, item AS packet, account, amount, currency, caught_ms, at_ms AS credited_ms
FROM entries WHERE kind = 'settle';
