-- From what the amounts of a rain are drawn: a link of its game's chain, and what the players' phones
-- contributed when they joined.

ALTER TABLE games ADD COLUMN secret TEXT; -- the last link, as hex; never shown, it would tell all the others
-- The combined contributions. Zeros: sealed before players had a part in it.
ALTER TABLE rains ADD COLUMN entropy TEXT NOT NULL
    DEFAULT '0000000000000000000000000000000000000000000000000000000000000000';

CREATE TABLE contributions (
    rain TEXT NOT NULL PRIMARY KEY REFERENCES rains (rain),
    list TEXT NOT NULL                  -- what was combined, as anybody may read it
);
