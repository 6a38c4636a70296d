-- Erasures applied to this database. One in the registry's ledger that is missing here was undone by a restore, or
-- interrupted before it began.
CREATE TABLE applied_erasures (
  id_hash TEXT PRIMARY KEY,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE INDEX applied_erasures_by_time ON applied_erasures (applied_at);

CREATE INDEX athletes_being_erased ON athletes (id) WHERE status = 'erasing';
-- An export walks by identifier, which no change of an activity moves.
CREATE INDEX activities_by_athlete ON activities (athlete_id, id);
