-- How many payouts have no final answer is counted all the time, and most of them have one.

CREATE INDEX payouts_unfinished ON payouts (state)
    WHERE state IN ('pending', 'sent', 'unknown', 'needs_human');
