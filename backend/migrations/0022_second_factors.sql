-- What the authenticator app of a host shares with us, where they have one (RFC 6238): 20 bytes in Base32, as they
-- are, since codes are made of them; and the newest step of 30 s whose code was used, since each counts once.

ALTER TABLE hosts ADD COLUMN totp TEXT;
ALTER TABLE hosts ADD COLUMN totp_step BIGINT;
