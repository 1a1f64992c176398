-- Guests who are invited: lists, each for one or more games, and an invite for each guest.

CREATE TABLE guest_lists (
    list       TEXT NOT NULL PRIMARY KEY,
    title      TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- A code is kept as it is: a card that was lost is printed again. It makes nobody more than one guest,
-- and only as long as no browser has come with it.
CREATE TABLE invites (
    list       TEXT NOT NULL REFERENCES guest_lists (list),
    number     BIGINT NOT NULL,      -- from 1
    label      TEXT NOT NULL,        -- the list's own name for the guest, or else the number
    name       TEXT NOT NULL,        -- what people call them; may be empty
    search     TEXT NOT NULL,        -- number, label and name in the form in which they are found
    code       TEXT NOT NULL UNIQUE, -- ten letters and digits
    token_hash TEXT,                 -- the browser that came with it, as in devices; NULL: none
    used_ms    BIGINT,               -- when it came
    PRIMARY KEY (list, number),
    UNIQUE (list, label)
);

CREATE INDEX invites_of_devices ON invites (token_hash);
