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
    game        TEXT NOT NULL PRIMARY KEY,
    pin         BIGINT NOT NULL,
    title       TEXT NOT NULL,
    body        TEXT NOT NULL,          -- the quiz as it was when the game was made
    incarnation TEXT NOT NULL,
    epoch       BIGINT NOT NULL,
    host_hash   TEXT NOT NULL,          -- SHA-256 of the host token
    created_ms  BIGINT NOT NULL,
    ended_ms    BIGINT                  -- NULL while the game lives
);

CREATE UNIQUE INDEX live_pins ON games (pin) WHERE ended_ms IS NULL;
