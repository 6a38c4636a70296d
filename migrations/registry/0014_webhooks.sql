-- Addresses that events are sent to. Each belongs to one partner and one environment.

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  url TEXT NOT NULL,
  -- JSON array of types and patterns: '*', 'athlete.*', 'activity.created'.
  events TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  disabled_reason TEXT CHECK (disabled_reason IN ('gone', 'failing', 'requested')),
  -- Both encrypted with WEBHOOK_KEY and bound to the identifier. The previous one signs too until its time.
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until INTEGER,
  -- Creation, or the last time that it was enabled: events from then on are sent.
  active_since INTEGER NOT NULL,
  -- The first failed attempt since the last successful one.
  failing_since INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_by_partner ON webhooks (partner_id, environment, id);
-- The cron walks these.
CREATE INDEX webhooks_active ON webhooks (partner_id, environment) WHERE status = 'active';

-- What the active webhooks of an environment want, as JSON arrays: part of each key's record, so that a change knows
-- without a further call whether anybody waits for it.
ALTER TABLE partners ADD COLUMN test_event_types TEXT NOT NULL DEFAULT '[]';
ALTER TABLE partners ADD COLUMN live_event_types TEXT NOT NULL DEFAULT '[]';
