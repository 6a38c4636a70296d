-- Data of the service itself: its callers and their keys. Times are UTC milliseconds.

CREATE TABLE partners (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  use_case TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  default_tier TEXT NOT NULL CHECK (default_tier IN ('teaser', 'full')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'terminated', 'purged')),
  -- One shard per environment, fixed at creation: uniqueness and batches of one partner stay in one database.
  test_shard TEXT NOT NULL,
  live_shard TEXT NOT NULL,
  live_access_at INTEGER,
  terminated_at INTEGER,
  purge_after INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  name TEXT NOT NULL,
  -- SHA-256 of the secret, lower-case hexadecimal. The secret itself is never stored.
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'rotated', 'revoked')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  rotated_to TEXT,
  last_used_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_partner ON api_keys (partner_id, environment, id);
CREATE INDEX api_keys_by_end ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_by_revocation ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- Acts of the operator, kept even if their subject is deleted.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX audit_log_by_subject ON audit_log (subject_id, id);

CREATE TABLE job_runs (
  id TEXT PRIMARY KEY,
  job TEXT NOT NULL,
  cron TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('running', 'done', 'more', 'failed')),
  counts TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX job_runs_by_start ON job_runs (started_at);
