-- Keys of programs.

CREATE TABLE api_keys (
    id         TEXT NOT NULL PRIMARY KEY, -- the key's first characters, which give no right
    hash       TEXT NOT NULL,             -- SHA-256 of the rest
    name       TEXT NOT NULL,
    scopes     TEXT NOT NULL,             -- their words, with spaces between them
    created_ms BIGINT NOT NULL,
    until_ms   BIGINT,                    -- NULL: for ever
    used_ms    BIGINT                     -- to a minute; NULL: never
);
