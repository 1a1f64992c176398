-- Browsers that gave what they caught as nobody's to whoever signed in with them: each to one person, for ever.

CREATE TABLE heirs (
    browser TEXT NOT NULL PRIMARY KEY, -- the account of a token that was nobody's, as entries name it
    person  TEXT NOT NULL,             -- whose its packets are, also those that are settled later
    at_ms   BIGINT NOT NULL            -- Redis time
);

CREATE INDEX heirs_of_persons ON heirs (person);

CREATE INDEX inherited ON entries (account) WHERE kind = 'inherit';
