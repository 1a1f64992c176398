-- A deposit is known by a key, so that repeating it after a timeout pays in once.

CREATE TABLE deposits (
    key  TEXT NOT NULL PRIMARY KEY,   -- whoever paid in chose it, or was told it
    item BIGINT NOT NULL UNIQUE       -- the deposit's number in the sponsor's book
);
