-- Accounts of hosts: who may make and run games with a name and a password of their own, beside the host key.

CREATE TABLE hosts (
    host         TEXT NOT NULL PRIMARY KEY,
    login        TEXT NOT NULL UNIQUE,      -- in small letters
    name         TEXT NOT NULL,
    role         TEXT NOT NULL,             -- owner, host, co-host, viewer
    password     TEXT,                      -- Argon2id with its salt and parameters (PHC); NULL: none was chosen
    created_ms   BIGINT NOT NULL,
    signed_in_ms BIGINT,                    -- last; NULL: never
    disabled_ms  BIGINT                     -- NULL: it is not
);

-- Browsers that are signed in.
CREATE TABLE host_sessions (
    session    TEXT NOT NULL PRIMARY KEY,   -- names it to its host; says nothing of what is hashed
    hash       TEXT NOT NULL UNIQUE,        -- SHA-256 of the cookie
    host       TEXT NOT NULL REFERENCES hosts (host),
    browser    TEXT NOT NULL,               -- such as "Firefox, Linux"; may be empty
    created_ms BIGINT NOT NULL,
    used_ms    BIGINT NOT NULL,             -- to a minute
    until_ms   BIGINT NOT NULL              -- when it ends, however much it is used
);

CREATE INDEX sessions_of_hosts ON host_sessions (host);

-- What chooses a password once: the code of a new account, or recovery codes.
CREATE TABLE host_codes (
    host     TEXT NOT NULL REFERENCES hosts (host),
    hash     TEXT NOT NULL,                 -- SHA-256 of the code, which is random
    until_ms BIGINT,                        -- of a new account; NULL: a recovery code
    PRIMARY KEY (host, hash)
);

-- Who made a game or took it over, and who has used a link to its desk, where they were signed in. Their
-- rights end with the account.
ALTER TABLE games ADD COLUMN host TEXT;
ALTER TABLE crew ADD COLUMN host TEXT;

CREATE INDEX games_of_hosts ON games (host) WHERE host IS NOT NULL AND ended_ms IS NULL;
CREATE INDEX crew_of_hosts ON crew (host) WHERE host IS NOT NULL;
