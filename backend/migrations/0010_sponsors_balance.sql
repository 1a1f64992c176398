-- A balance is a whole number: a sum that does not fit is refused, and never kept as a float.

-- Renamed first: that waits for whoever is just changing it, and what they wrote is copied too.
ALTER TABLE sponsors RENAME TO old_sponsors;

CREATE TABLE sponsors (
    currency TEXT NOT NULL PRIMARY KEY,
    balance  BIGINT NOT NULL
             CHECK (balance BETWEEN -1000000000000000 AND 9223372036854775807)
);

INSERT INTO sponsors SELECT currency, balance FROM old_sponsors;
DROP TABLE old_sponsors;
