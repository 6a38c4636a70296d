-- First answers of requests with an Idempotency-Key, kept 24 hours. They hold an athlete's data, so they go
-- with the athlete: erasure deletes them by athlete_id, and no row outlives its athlete. The reference is
-- checked at the end of the transaction, because the claim is written before the athlete that it creates.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the key as sent, which may be any text, such as an e-mail address.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- Null if the answer held a secret: secrets are never stored.
  answer TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_athlete ON idempotency_keys (athlete_id) WHERE athlete_id IS NOT NULL;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
