-- People, where somebody vouches for who they are, and the browsers that are theirs. What stands here names
-- persons; nothing else in the database does.

CREATE TABLE persons (
    account    TEXT NOT NULL PRIMARY KEY, -- made of issuer and subject: the same on every server, for ever
    identity   TEXT NOT NULL,             -- signed: the host's own system says so
    issuer     TEXT NOT NULL,             -- who vouches
    subject    TEXT NOT NULL,             -- what the issuer calls the person
    name       TEXT NOT NULL,             -- what people call them; may change; may be empty
    created_ms BIGINT NOT NULL,
    UNIQUE (issuer, subject)
);

-- A browser's token belongs to one person for ever. One that is not here is nobody's whom we know.
CREATE TABLE devices (
    token_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the account's token
    account    TEXT NOT NULL REFERENCES persons (account),
    bound_ms   BIGINT NOT NULL
);

CREATE INDEX devices_of_persons ON devices (account);

-- Sign-ins that name themselves (`jti`) are good for one browser. Kept until they have expired.
CREATE TABLE used_sign_ins (
    sign_in    TEXT NOT NULL PRIMARY KEY, -- SHA-256 of issuer and name
    token_hash TEXT NOT NULL,             -- whose it was
    until_ms   BIGINT NOT NULL
);

CREATE INDEX expired_sign_ins ON used_sign_ins (until_ms);
