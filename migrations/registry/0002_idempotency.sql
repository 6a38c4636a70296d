-- First answers of requests with an Idempotency-Key, kept 24 hours: here of those that make keys and clients.
-- The same shape as in every athlete database.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of what the caller sent, which may be anything, an e-mail address included.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Always null here: nothing of an athlete is in the registry.
  athlete_id TEXT,
  -- Null where the answer held a secret: those are never stored.
  answer TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
