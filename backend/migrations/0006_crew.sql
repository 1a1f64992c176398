-- Those whom hosts let to their desks: a link that waits, or the right that it gave. A row is made as a
-- link, and becomes the right of whoever uses it first.

CREATE TABLE crew (
    game     TEXT NOT NULL REFERENCES games (game),
    id       TEXT NOT NULL,             -- names it to its host; says nothing of what is hashed
    role     TEXT NOT NULL,             -- host, viewer
    hash     TEXT NOT NULL,             -- SHA-256 of the link's code, then of the token
    until_ms BIGINT,                    -- until when the link can be used; NULL: it was
    ended_ms BIGINT,                    -- when its host ended it; the row goes once all nodes were told
    PRIMARY KEY (game, id),
    UNIQUE (game, hash)
);
