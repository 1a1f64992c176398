-- Which server of Redis a rain is settled from, shard by shard: whenever a server
-- with another replication id takes over it has a new generation, and only claims of the newest may
-- be settled.

CREATE TABLE generations (
    rain           TEXT NOT NULL,
    shard          BIGINT NOT NULL,     -- the number of the pot
    generation     BIGINT NOT NULL,     -- 1, 2, …
    replication_id TEXT NOT NULL,       -- of the server; it has another after every start and fail-over
    at_ms          BIGINT NOT NULL,     -- Redis time at which it was raised
    PRIMARY KEY (rain, shard, generation)
);
