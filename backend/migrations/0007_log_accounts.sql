-- The log says whom a row is about. Of a list in the order of accounts, a part has those from one account on that
-- are below another: whoever asks for one player reads one part of it. Other rows, and those from before, are about
-- everybody. The accounts stand before the body, so that SQLite need not read bodies to find a row.

ALTER TABLE game_log RENAME TO old_game_log;

CREATE TABLE game_log (
    game          TEXT NOT NULL REFERENCES games (game),
    number        BIGINT NOT NULL,
    what          TEXT NOT NULL,
    at_ms         BIGINT NOT NULL,
    source        TEXT NOT NULL,
    from_account  TEXT NOT NULL DEFAULT '',
    below_account TEXT NOT NULL DEFAULT 'g',
    body          TEXT NOT NULL,
    PRIMARY KEY (game, number),
    UNIQUE (game, source)
);

INSERT INTO game_log (game, number, what, at_ms, source, body)
    SELECT game, number, what, at_ms, source, body FROM old_game_log;

DROP TABLE old_game_log;

CREATE UNIQUE INDEX finished_logs ON game_log (game) WHERE what = 'finished';
