-- A quiz may have a look of its own, with which its games begin. The column stands before the long ones, as lists read it;
-- no quiz that was there before has one.

ALTER TABLE quizzes RENAME TO old_quizzes;

CREATE TABLE quizzes (
    quiz        TEXT NOT NULL PRIMARY KEY,
    source      TEXT NOT NULL UNIQUE,   -- the file's name; importing it again replaces the quiz
    host        TEXT,                   -- whose account made it; NULL: nobody's, it is the team's
    shared      BIGINT NOT NULL,        -- 1: all hosts see and edit it
    title       TEXT NOT NULL,
    sort_title  TEXT NOT NULL,          -- folded
    language    TEXT NOT NULL,
    description TEXT NOT NULL,
    questions   BIGINT NOT NULL,
    problems    BIGINT NOT NULL,        -- how many rules it breaks
    rains       TEXT NOT NULL,          -- those that it plans, as JSON
    theme       TEXT,                   -- its look, as JSON; NULL: it has none of its own
    tags        TEXT NOT NULL,          -- as JSON
    tag_keys    TEXT NOT NULL,          -- each folded, on a line of its own, and an empty line at each end
    version     BIGINT NOT NULL,
    created_ms  BIGINT NOT NULL,
    changed_ms  BIGINT NOT NULL,
    played_ms   BIGINT,                 -- when a game was last made of it
    archived    BIGINT NOT NULL,
    deleted_ms  BIGINT,                 -- when it was put into the bin
    indexed     BIGINT NOT NULL,
    search      TEXT NOT NULL,          -- title and texts, folded
    body        TEXT NOT NULL           -- the whole quiz as JSON
);

INSERT INTO quizzes (quiz, source, host, shared, title, sort_title, language, description, questions, problems, rains,
        tags, tag_keys, version, created_ms, changed_ms, played_ms, archived, deleted_ms, indexed, search, body)
    SELECT quiz, source, host, shared, title, sort_title, language, description, questions, problems, rains,
        tags, tag_keys, version, created_ms, changed_ms, played_ms, archived, deleted_ms, indexed, search, body
    FROM old_quizzes;

DROP TABLE old_quizzes;
