-- The library as hosts keep it: versions, tags, archive and bin. What lists and searches need stands in columns of its
-- own before the long ones, so that SQLite need not read bodies to find a row. What they hold is made of the body; a
-- row whose `indexed` is not that of the program is made anew when it starts.

ALTER TABLE quizzes RENAME TO old_quizzes;

CREATE TABLE quizzes (
    quiz        TEXT NOT NULL PRIMARY KEY,
    source      TEXT NOT NULL UNIQUE,   -- the file's name; importing it again replaces the quiz
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

INSERT INTO quizzes (quiz, source, title, sort_title, language, description, questions, problems, rains, tags,
        tag_keys, version, created_ms, changed_ms, archived, indexed, search, body)
    SELECT quiz, source, title, '', language, description, questions, 0, '[]', '[]', '', 1, created_ms, created_ms,
        0, 0, '', body
    FROM old_quizzes;

DROP TABLE old_quizzes;

-- Older versions, a few of each quiz.
CREATE TABLE quiz_copies (
    quiz       TEXT NOT NULL,
    version    BIGINT NOT NULL,
    title      TEXT NOT NULL,
    questions  BIGINT NOT NULL,
    problems   BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,         -- when it was saved
    kept_ms    BIGINT NOT NULL,         -- when it was replaced
    body       TEXT NOT NULL,
    PRIMARY KEY (quiz, version)
);

-- Pictures have a small form too.
ALTER TABLE media RENAME TO old_media;

CREATE TABLE media (
    media        TEXT NOT NULL PRIMARY KEY, -- the first half of the SHA-256 of its bytes
    content_type TEXT NOT NULL,
    small_type   TEXT,
    created_ms   BIGINT NOT NULL,           -- when it last came
    small_body   TEXT,                      -- the small form, as hex
    body         TEXT NOT NULL              -- the file, as hex
);

INSERT INTO media (media, content_type, created_ms, body) SELECT media, content_type, created_ms, body FROM old_media;

DROP TABLE old_media;

-- Who shows a picture: `quiz` and its id, `copy` and its quiz and version, `game` and its id. One that nobody shows is
-- deleted after a while.
CREATE TABLE media_uses (
    used_by TEXT NOT NULL,
    media   TEXT NOT NULL REFERENCES media (media),
    PRIMARY KEY (used_by, media)
);

CREATE INDEX media_users ON media_uses (media);

INSERT INTO media_uses (used_by, media)
    SELECT 'quiz ' || quiz, media FROM quizzes JOIN media ON quizzes.body LIKE '%"' || media || '"%';
INSERT INTO media_uses (used_by, media)
    SELECT 'game ' || game, media FROM games JOIN media ON games.body LIKE '%"' || media || '"%';
