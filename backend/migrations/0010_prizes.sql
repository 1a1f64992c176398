-- Of a rain of prizes: whose packet is whose, written with the packets before the rain opens.

CREATE TABLE prizes (
    rain    TEXT NOT NULL REFERENCES rains (rain),
    packet  BIGINT NOT NULL,             -- position in the sealed list, from 0
    account TEXT NOT NULL,               -- nobody else can catch it
    PRIMARY KEY (rain, packet),
    UNIQUE (rain, account)
);
