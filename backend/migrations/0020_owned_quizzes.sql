-- Quizzes belong to the hosts who made them, or to the team. The two columns stand before the long ones, as lists read
-- them; what was there before is the team's.

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

INSERT INTO quizzes (quiz, source, shared, title, sort_title, language, description, questions, problems, rains, tags,
        tag_keys, version, created_ms, changed_ms, played_ms, archived, deleted_ms, indexed, search, body)
    SELECT quiz, source, 1, title, sort_title, language, description, questions, problems, rains, tags,
        tag_keys, version, created_ms, changed_ms, played_ms, archived, deleted_ms, indexed, search, body
    FROM old_quizzes;

DROP TABLE old_quizzes;

-- Whose account made a key; NULL: the host key did. Kept when the account is deleted.
ALTER TABLE api_keys ADD COLUMN host TEXT;
