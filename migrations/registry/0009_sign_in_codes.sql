-- One-time codes on their way to an address, of all environments and shards: they are counted per address here,
-- and nowhere else.
CREATE TABLE login_codes (
  -- SHA-256 of what the browser's cookie holds.
  id TEXT PRIMARY KEY,
  -- HMAC of the e-mail address: counts, and names nobody.
  address_hash TEXT NOT NULL,
  -- Whether the browser had proved the address before. Those codes are counted apart from everybody else's.
  is_known_browser INTEGER NOT NULL CHECK (is_known_browser IN (0, 1)),
  -- HMAC of identifier and code, so that the table alone does not tell a six-digit code.
  code_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- The address and where the athlete was going, encrypted with what only the cookie holds.
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE INDEX login_codes_unused ON login_codes (address_hash, is_known_browser, created_at) WHERE used_at IS NULL;
CREATE INDEX login_codes_by_creation ON login_codes (created_at);
