-- Events of what the registry stores, such as keys; as in the athlete databases, where each column is explained.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  type TEXT NOT NULL,
  -- Always null here: what happens to an athlete is recorded in the athlete's database.
  athlete_id TEXT CHECK (athlete_id IS NULL),
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX events_by_partner ON events (partner_id, environment, sequence);
CREATE UNIQUE INDEX events_by_id ON events (partner_id, environment, id);

CREATE TABLE event_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL
) STRICT;

INSERT INTO event_store VALUES (1, lower(hex(randomblob(8))));

-- The engine of which partners were told last; no row before the first night.
CREATE TABLE announced_engine (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version TEXT NOT NULL
) STRICT;
