-- What a game leaves in Redis is deleted some time after it ended; the janitor notes that here.

ALTER TABLE games ADD COLUMN keys_deleted_ms BIGINT; -- NULL while Redis may hold keys of the game

CREATE INDEX games_with_keys ON games (ended_ms)
    WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL;
