-- Athletes connect their own accounts. All of this is stored with the athletes that it concerns.

-- Sign-in finds athletes by the address entered: trimmed, case-folded (addresses are ASCII by validation).
CREATE INDEX athletes_by_email ON athletes (lower(trim(email)), partner_id);

-- One athlete's consent to one client. Decides whether a token is valid: see verify-access-token.ts.
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  partner_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- JSON array of the scopes that the athlete allowed. A token never exceeds them, whatever it was issued with.
  scopes TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  -- The only valid grant; null while there is none. A reconnection replaces it.
  grant_id TEXT,
  created_at INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE UNIQUE INDEX connections_by_athlete ON connections (athlete_id, client_id);
CREATE INDEX connections_by_partner ON connections (partner_id, id);
CREATE INDEX connections_by_client ON connections (client_id, status, id);

-- Grants, access tokens and consent pages of the authorization server, by its own keys. `version` makes
-- every overwrite a compare-and-swap.
CREATE TABLE oauth_records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  metadata TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  -- Null for a consent page: no consent was given yet.
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at INTEGER
) STRICT;

CREATE INDEX oauth_records_by_athlete ON oauth_records (athlete_id);
CREATE INDEX oauth_records_by_end ON oauth_records (expires_at) WHERE expires_at IS NOT NULL;

-- One-time codes sent to an address. The identifier is the hash of the browser's cookie.
CREATE TABLE login_codes (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  -- HMAC of identifier and code, so that the table alone does not reveal a six-digit code.
  code_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- Destination after sign-in: the query of an authorization request, or null for the account page.
  authorization_query TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE INDEX login_codes_by_email ON login_codes (email, created_at);
CREATE INDEX login_codes_by_creation ON login_codes (created_at);

CREATE TABLE athlete_sessions (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athlete_sessions_by_email ON athlete_sessions (email);
CREATE INDEX athlete_sessions_by_end ON athlete_sessions (expires_at);
