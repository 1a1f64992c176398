-- A rain's packets lie in one pot or in several: packet n and account a belong to pots n % pots and
-- (the last eight bytes of a) % pots.

ALTER TABLE rains ADD COLUMN pots BIGINT NOT NULL DEFAULT 1;
