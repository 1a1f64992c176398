-- Quizzes whose files lie in a folder that is watched: what was last read of each.

CREATE TABLE quiz_files (
    quiz    TEXT NOT NULL PRIMARY KEY,
    digest  TEXT NOT NULL,              -- SHA-256 of the file and of what its pictures are named by
    version BIGINT NOT NULL,            -- the quiz's, as the file made it; another one was saved in the studio
    there   BIGINT NOT NULL             -- 1: the file is there
);
