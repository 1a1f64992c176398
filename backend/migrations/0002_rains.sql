-- Rains are written here, packet by packet, before they open.

CREATE TABLE rains (
    rain         TEXT NOT NULL PRIMARY KEY,
    game         TEXT NOT NULL REFERENCES games (game),
    ordinal      BIGINT NOT NULL,       -- first, second … rain of the game, from 0
    incarnation  TEXT NOT NULL,
    shards       BIGINT NOT NULL,       -- packet n and account a belong to shards n % shards and
                                        -- (the last eight bytes of a) % shards
    currency     TEXT NOT NULL,
    pot          BIGINT NOT NULL CHECK (pot > 0),
    packets      BIGINT NOT NULL CHECK (packets > 0),
    plan         TEXT NOT NULL,         -- the host's plan as JSON
    seen         BIGINT,                -- the stage on which it was decided: the same wish, said twice
                                        -- on one stage, is one rain
    picture_seed TEXT NOT NULL,         -- where drops fall; tells nothing about amounts
    link         TEXT NOT NULL,         -- of the game's chain, drawn from; secret until the rain is settled
    entropy      TEXT NOT NULL,         -- what players contributed to the draw, combined
    commitment   TEXT NOT NULL,         -- SHA-256 over link, rules and ordered amounts
    receipt_key  TEXT NOT NULL,         -- signs receipts: whoever was told of a packet can show so after
                                        -- every server that told it is gone; secret for ever
    payout       BIGINT NOT NULL,       -- 1: what is caught is paid out by webhook
    created_ms   BIGINT NOT NULL,
    opens_ms     BIGINT,                -- the window in Redis time, once open
    closes_ms    BIGINT,
    closed_ms    BIGINT,                -- NULL until no claim can be granted any more
    settled_ms   BIGINT,                -- NULL until every claim is in the ledger, and the rest went back
    UNIQUE (game, ordinal)
);

-- Settlers, statements and balances look for them.
CREATE INDEX rains_to_settle ON rains (rain) WHERE settled_ms IS NULL;

CREATE TABLE packets (
    rain   TEXT NOT NULL REFERENCES rains (rain),
    packet BIGINT NOT NULL,             -- position in the sealed list, from 0
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (rain, packet)
);

CREATE TABLE contributions (
    rain TEXT NOT NULL PRIMARY KEY REFERENCES rains (rain),
    list TEXT NOT NULL                  -- what was combined, as anybody may read it
);

-- Which server of Redis a rain is settled from, shard by shard: whenever a server with another
-- replication id takes over it has a new generation, and only claims of the newest may be settled.
CREATE TABLE generations (
    rain           TEXT NOT NULL,
    shard          BIGINT NOT NULL,     -- counted from 0
    generation     BIGINT NOT NULL,     -- 1, 2, …
    replication_id TEXT NOT NULL,       -- of the server; it has another after every start and fail-over
    at_ms          BIGINT NOT NULL,     -- Redis time at which it was raised
    PRIMARY KEY (rain, shard, generation)
);

-- Claims that are not their players', who may have been told of them: a server of Redis lost them, and
-- somebody else has the packet, or the rain was finished before anybody showed them.
CREATE TABLE voids (
    rain    TEXT NOT NULL,
    account TEXT NOT NULL,
    claim   TEXT NOT NULL,              -- '<packet>:<amount>:<caught ms>'
    reason  TEXT NOT NULL,
    at_ms   BIGINT NOT NULL,            -- Redis time at which it was found
    PRIMARY KEY (rain, account, claim)
);

-- Claims that could not be settled. The host sees them and can have them tried again.
CREATE TABLE dead_letters (
    rain       TEXT NOT NULL,
    account    TEXT NOT NULL,           -- as it stood in the stream
    claim      TEXT NOT NULL,           -- likewise
    state      TEXT NOT NULL,           -- quarantined (being tried alone), dead, redrive (to be tried again),
                                        -- refuted (contradicts the ledger: nobody's packet)
    reason     TEXT NOT NULL,
    deliveries BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0, -- attempts to settle it alone that had no outcome
    PRIMARY KEY (rain, account, claim)
);
