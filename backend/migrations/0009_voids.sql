-- Claims that players were told of and that are not theirs: a server of Redis lost them, and somebody
-- else has the packet, or the rain was finished before anybody showed them.

CREATE TABLE voids (
    rain    TEXT NOT NULL,
    account TEXT NOT NULL,
    claim   TEXT NOT NULL,              -- '<packet>:<amount>:<caught ms>'
    reason  TEXT NOT NULL,
    at_ms   BIGINT NOT NULL,            -- Redis time at which it was found
    PRIMARY KEY (rain, account, claim)
);
