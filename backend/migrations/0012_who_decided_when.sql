-- On which stage a rain was decided: the same wish, said twice on one stage, is one rain. Which game
-- the booth shows, the same on every server: the live one with the newest time.

ALTER TABLE rains ADD COLUMN seen BIGINT;
ALTER TABLE games ADD COLUMN booth_ms BIGINT;
