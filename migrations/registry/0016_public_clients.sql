-- A public client runs on an athlete's own machine (an assistant, for one), cannot keep a secret and has none: PKCE alone
-- proves that it asked for the code.

ALTER TABLE oauth_clients ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1));
