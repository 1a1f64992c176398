-- Which server of Redis a rain is settled from, shard by shard: each replication id that was
-- brought up to date has a generation, and only claims of the newest may be settled.

CREATE TABLE generations (
    rain           TEXT NOT NULL,
    shard          BIGINT NOT NULL,     -- the number of the pot
    generation     BIGINT NOT NULL,     -- 1, 2, …
    replication_id TEXT NOT NULL,       -- of the server; it has another after every start and fail-over
    at_ms          BIGINT NOT NULL,     -- Redis time at which it was raised
    PRIMARY KEY (rain, shard, generation)
);

-- What was superseded never comes back.
CREATE UNIQUE INDEX one_generation_for_a_server ON generations (rain, shard, replication_id);
