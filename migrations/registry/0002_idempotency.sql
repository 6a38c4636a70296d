-- First answers of requests with an Idempotency-Key, kept 24 hours: here of those that create keys and clients.
-- The same shape as in every athlete database.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the key as sent, which may be any text, such as an e-mail address.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Always null here: the registry holds no data of athletes.
  athlete_id TEXT,
  -- Null if the answer held a secret: secrets are never stored.
  answer TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
