-- Hosts who sign in at the OpenID provider as well: a hash of who they are there.

ALTER TABLE hosts ADD COLUMN provider TEXT; -- NULL: with the password alone

CREATE UNIQUE INDEX hosts_at_provider ON hosts (provider);
