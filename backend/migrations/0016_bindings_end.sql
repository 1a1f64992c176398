-- A browser that was signed in is its person's until a moment, and signs in again to be that for longer. One
-- that came with an invite is its guest's until it is signed out or the host frees the invite.

ALTER TABLE devices ADD COLUMN until_ms BIGINT; -- NULL: no end

-- Thirty days, which is what --sign-in-days says where nobody has chosen.
UPDATE devices SET until_ms = bound_ms + 2592000000
WHERE account IN (SELECT account FROM persons WHERE identity = 'signed');

CREATE INDEX ended_devices ON devices (until_ms);
