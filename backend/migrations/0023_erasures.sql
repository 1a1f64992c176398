-- Accounts whose person was erased, so that they are erased again where an old backup brings them back. The same list
-- lies in a file beside the data, which no backup of this database has.

CREATE TABLE erasures (
    account  TEXT NOT NULL PRIMARY KEY, -- as the ledger has it; names nobody
    asked_ms BIGINT NOT NULL,           -- Redis time: what came later is somebody who came back
    done_ms  BIGINT                     -- NULL: something waits, such as a payout that says whom to pay
);

CREATE INDEX open_erasures ON erasures (account) WHERE done_ms IS NULL;

CREATE INDEX payouts_of_accounts ON payouts (account);
