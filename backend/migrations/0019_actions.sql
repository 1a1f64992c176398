-- What hosts, programs and the operator did, and who was refused: written once and never changed, gone with its time.

CREATE TABLE actions (
    action  TEXT NOT NULL PRIMARY KEY, -- random: an action that is written twice is one
    at_ms   BIGINT NOT NULL,
    kind    TEXT NOT NULL,             -- host, operator, program, desk, nobody
    host    TEXT,                      -- whose account; kept when it is deleted
    mark    TEXT,                      -- of a program the beginning of its key, of a desk that of its right's hash
    what    TEXT NOT NULL,             -- method and route, or the frame of a socket
    object  TEXT NOT NULL,             -- ids that it names
    status  BIGINT NOT NULL,           -- what came of it, as HTTP has it
    address TEXT NOT NULL              -- a keyed hash of where it came from
);

CREATE INDEX actions_by_time ON actions (at_ms, action);

-- What addresses are hashed with: one row, made by whichever server comes first.
CREATE TABLE action_keys (
    one    BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    secret TEXT NOT NULL
);
