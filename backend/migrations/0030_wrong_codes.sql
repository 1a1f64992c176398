-- How many codes of an authenticator app were shown in a row that were wrong, by whoever knows the password, at
-- whichever server; and when the last one was, since each makes the next one wait.

ALTER TABLE hosts ADD COLUMN wrong_codes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN code_tried_ms BIGINT NOT NULL DEFAULT 0;
