-- What happened in each game, in order, written after the fact and never changed: every score, rank
-- and right to catch can be made again from it.

CREATE TABLE game_log (
    game   TEXT NOT NULL REFERENCES games (game),
    number BIGINT NOT NULL,             -- 1, 2, … without gaps
    what   TEXT NOT NULL,               -- moved, joined, removed, renamed, answers, outcomes,
                                        -- rain, listed, claims, unreadable, finished
    at_ms  BIGINT NOT NULL,             -- Redis time
    source TEXT NOT NULL,               -- what it was made of, so that writing it again finds it
    body   TEXT NOT NULL,               -- JSON
    PRIMARY KEY (game, number),
    UNIQUE (game, source)
);

-- A game's keys stay in Redis until its log is finished.
CREATE UNIQUE INDEX finished_logs ON game_log (game) WHERE what = 'finished';
