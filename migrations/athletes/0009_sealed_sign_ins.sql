-- Athlete databases no longer keep the e-mail address of a sign-in. Ends the sign-ins under way.
DROP TABLE login_codes;
DROP TABLE athlete_sessions;

CREATE TABLE athlete_sessions (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  -- The e-mail address, encrypted with the cookie's secret.
  sealed_email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athlete_sessions_by_end ON athlete_sessions (expires_at);
