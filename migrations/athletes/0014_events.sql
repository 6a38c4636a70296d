-- One row for each change, written in the same batch as the change. The sequence is the order of commits and is never
-- reused, so it is the position of a reader in this database: the clock is not, because two writers' clocks differ.
-- No reference to athletes: athlete.erased outlives its athlete, and a purge never has to follow a cascade.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  type TEXT NOT NULL,
  athlete_id TEXT,
  -- JSON: identifiers and names of fields, never their values.
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX events_by_partner ON events (partner_id, environment, sequence);
-- Identifiers sort by time, so this also finds the first event of a day.
CREATE UNIQUE INDEX events_by_id ON events (partner_id, environment, id);
CREATE INDEX events_of_athlete ON events (athlete_id, sequence) WHERE athlete_id IS NOT NULL;

-- Names this store of events. A database that is rebuilt has another epoch, and one that is restored gets another:
-- positions from before would point at other events.
CREATE TABLE event_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL
) STRICT;

INSERT INTO event_store VALUES (1, lower(hex(randomblob(8))));
