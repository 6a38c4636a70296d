-- No athlete database keeps an e-mail address of a sign-in any more. Ends the sign-ins under way.
DROP TABLE login_codes;
DROP TABLE athlete_sessions;

CREATE TABLE athlete_sessions (
  -- SHA-256 of what the cookie holds.
  id TEXT PRIMARY KEY,
  -- The e-mail address, encrypted with what only the cookie holds.
  sealed_email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athlete_sessions_by_end ON athlete_sessions (expires_at);
