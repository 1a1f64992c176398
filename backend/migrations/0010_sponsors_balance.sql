-- A balance is a whole number: a sum that does not fit is refused, and never kept as a float.

CREATE TABLE checked_sponsors (
    currency TEXT NOT NULL PRIMARY KEY,
    balance  BIGINT NOT NULL
             CHECK (balance BETWEEN -1000000000000000 AND 9223372036854775807)
);

INSERT INTO checked_sponsors SELECT currency, balance FROM sponsors;
DROP TABLE sponsors;
ALTER TABLE checked_sponsors RENAME TO sponsors;
