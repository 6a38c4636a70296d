-- One-time codes sent to an address, of all environments and shards: only here are they counted per address.
CREATE TABLE login_codes (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  -- HMAC of the e-mail address: countable without revealing it.
  address_hash TEXT NOT NULL,
  -- True if the browser had proved the address before. Those codes are counted separately.
  is_known_browser INTEGER NOT NULL CHECK (is_known_browser IN (0, 1)),
  -- HMAC of identifier and code, so that the table alone does not reveal a six-digit code.
  code_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- The address and the destination, encrypted with the cookie's secret.
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE INDEX login_codes_unused ON login_codes (address_hash, is_known_browser, created_at) WHERE used_at IS NULL;
CREATE INDEX login_codes_by_creation ON login_codes (created_at);
