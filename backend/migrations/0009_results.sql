-- Past games are listed by when they ended.
CREATE INDEX ended_games ON games (ended_ms, game) WHERE ended_ms IS NOT NULL;

-- Links that show a game's results to whoever has them.
CREATE TABLE result_links (
    game    TEXT NOT NULL PRIMARY KEY REFERENCES games (game),
    hash    TEXT NOT NULL,              -- SHA-256 of the link's code
    names   BIGINT NOT NULL,            -- 1: it shows names
    made_ms BIGINT NOT NULL
);
