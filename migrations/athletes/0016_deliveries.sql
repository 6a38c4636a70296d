-- What is and was sent to webhooks, in the home shard of the webhook's partner. A delivery names its event by store and
-- sequence and holds nothing of it; the answers of receivers are not stored.

CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  -- The event's store: two characters of a shard, or 'registry'.
  store TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  -- SHA-256 of the identifier of the event's athlete, by which an erasure finds the row.
  athlete_hash TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- JSON array of { atMs, statusCode, durationMs }, the last 20.
  attempts TEXT NOT NULL DEFAULT '[]',
  -- Failed attempts since the delivery was made or asked for again.
  failures INTEGER NOT NULL DEFAULT 0,
  -- Null unless pending. While an attempt runs, the time at which it is given up for lost.
  next_attempt_at INTEGER
) STRICT, WITHOUT ROWID;

-- Of any number of sweeps over the same events, one makes the row.
CREATE UNIQUE INDEX deliveries_of_event ON deliveries (webhook_id, event_id);
CREATE INDEX deliveries_by_webhook ON deliveries (partner_id, webhook_id, id);
CREATE INDEX deliveries_by_status ON deliveries (partner_id, webhook_id, status, id);
CREATE INDEX deliveries_due ON deliveries (partner_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX deliveries_of_athlete ON deliveries (athlete_hash) WHERE athlete_hash IS NOT NULL;

-- How far each store's events have become deliveries of a webhook. Written in the same batch as those deliveries.
CREATE TABLE webhook_positions (
  partner_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  store TEXT NOT NULL,
  -- The epoch of the store's sequences.
  epoch TEXT NOT NULL,
  -- The webhook's active_since: a webhook that is enabled again begins anew.
  active_since INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (partner_id, webhook_id, store)
) STRICT, WITHOUT ROWID;
