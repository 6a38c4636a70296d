-- Requests by partner, environment, hour, operation and status class. No row names a person.
CREATE TABLE usage (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  hour INTEGER NOT NULL,
  operation_id TEXT NOT NULL,
  status_class TEXT NOT NULL CHECK (status_class IN ('2xx', '3xx', '4xx', '5xx')),
  requests INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, hour, operation_id, status_class)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_by_hour ON usage (hour);

-- The last flush of each guard, so that a repeated one adds nothing. `guard` is the name that the platform gives it.
CREATE TABLE usage_flushes (
  guard TEXT PRIMARY KEY,
  flush TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_flushes_by_time ON usage_flushes (at);

-- The last run of each job, and the last that left nothing to do.
CREATE INDEX job_runs_by_job ON job_runs (job, started_at, outcome);
CREATE INDEX job_runs_done ON job_runs (job, started_at) WHERE outcome = 'done';
