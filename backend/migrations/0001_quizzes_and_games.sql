-- The library, and the registry of games: restart finds its work here.
-- Types are BIGINT and TEXT alone (ids and hashes as hex), so that SQLite and PostgreSQL agree.

CREATE TABLE quizzes (
    quiz        TEXT NOT NULL PRIMARY KEY,
    source      TEXT NOT NULL UNIQUE,   -- the file's name; importing it again replaces the quiz
    title       TEXT NOT NULL,
    language    TEXT NOT NULL,
    description TEXT NOT NULL,
    questions   BIGINT NOT NULL,
    body        TEXT NOT NULL,          -- the whole quiz as JSON
    created_ms  BIGINT NOT NULL
);

CREATE TABLE games (
    game            TEXT NOT NULL PRIMARY KEY,
    pin             BIGINT NOT NULL,
    title           TEXT NOT NULL,
    body            TEXT NOT NULL,      -- the quiz as it was when the game was made
    options         TEXT NOT NULL,      -- what it is played for, and how players come to their names, as JSON
    incarnation     TEXT NOT NULL,
    epoch           BIGINT NOT NULL,    -- of whoever drives it
    host_hash       TEXT NOT NULL,      -- SHA-256 of the host token
    secret          TEXT NOT NULL,      -- the last link of its chain; never shown, it would tell all the others
    booth_ms        BIGINT,             -- when the booth was told to show it; the newest live one is shown
    created_ms      BIGINT NOT NULL,
    ended_ms        BIGINT,             -- NULL while the game lives
    keys_deleted_ms BIGINT              -- NULL while Redis may hold keys of the game
);

CREATE UNIQUE INDEX live_pins ON games (pin) WHERE ended_ms IS NULL;

-- What a game leaves in Redis is deleted some time after it ended. Until then its players and screens
-- look at how it ended, and find it by its pin.
CREATE INDEX games_with_keys ON games (ended_ms)
    WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL;
CREATE INDEX pins_of_ended_games ON games (pin, ended_ms)
    WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL;

-- Pictures of questions, named by what is in them. A game may show one whose quiz is gone.
CREATE TABLE media (
    media        TEXT NOT NULL PRIMARY KEY, -- the first half of the SHA-256 of its bytes
    content_type TEXT NOT NULL,
    body         TEXT NOT NULL,             -- the file, as hex
    created_ms   BIGINT NOT NULL
);
