-- Applications that athletes can connect to. Each belongs to one partner and one environment.

CREATE TABLE oauth_clients (
  client_id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  name TEXT NOT NULL,
  -- JSON arrays of texts.
  redirect_uris TEXT NOT NULL,
  allowed_scopes TEXT NOT NULL,
  -- SHA-256 of the secret, lower-case hexadecimal. The secret itself is never stored.
  secret_hash TEXT NOT NULL,
  -- A deleted client keeps its row, without a secret, until its partner is purged: its identifier is never reused.
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deleted')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  secret_rotated_at INTEGER
) STRICT;

CREATE INDEX oauth_clients_by_partner ON oauth_clients (partner_id, environment, client_id);
