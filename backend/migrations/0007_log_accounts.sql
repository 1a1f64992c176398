-- Whom a row of a game's log is about. Of a list in the order of accounts, a part has those from one account on
-- that are below another: whoever asks for one player reads one part of it. Other rows are about everybody.
ALTER TABLE game_log ADD COLUMN from_account TEXT NOT NULL DEFAULT '';
ALTER TABLE game_log ADD COLUMN below_account TEXT NOT NULL DEFAULT 'g';
