-- Accounts that are nobody's, in other browsers than the one whose token each is made of, and the codes by which
-- those come. Nothing here names anybody.

CREATE TABLE second_devices (
    token_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the other browser's own token
    account    TEXT NOT NULL,             -- which account it stands for, in place of its own
    since_ms   BIGINT NOT NULL
);

CREATE INDEX second_devices_of_accounts ON second_devices (account);

CREATE TABLE device_codes (
    account   TEXT NOT NULL PRIMARY KEY, -- a new code replaces the one before
    code_hash TEXT NOT NULL UNIQUE,      -- SHA-256 of the code
    maker     TEXT NOT NULL,             -- the browser that made it, as in second_devices
    used_by   TEXT,                      -- the browser that came with it; NULL: none
    until_ms  BIGINT NOT NULL
);

CREATE INDEX ended_device_codes ON device_codes (until_ms);
