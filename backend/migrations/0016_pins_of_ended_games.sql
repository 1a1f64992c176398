-- A game that is over is found by its pin for as long as Redis keeps its keys: its players and screens
-- look at how it ended.

CREATE INDEX pins_of_ended_games ON games (pin, ended_ms)
    WHERE ended_ms IS NOT NULL AND keys_deleted_ms IS NULL;
