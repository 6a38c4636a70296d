-- Erased athletes, as SHA-256 of the identifier: kept longer than a database can be restored, so that a restored athlete
-- is erased once more. Stored here and not with the athletes, whose databases are restored.
CREATE TABLE erasure_ledger (
  id_hash TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  -- Progress of the search of the shard for this athlete; null while no search is needed.
  searched_to TEXT
) STRICT;

CREATE INDEX erasure_ledger_by_shard ON erasure_ledger (environment, shard, erased_at DESC, id_hash DESC);
CREATE INDEX erasure_ledger_by_time ON erasure_ledger (erased_at);

ALTER TABLE partners ADD COLUMN purged_at INTEGER;

CREATE INDEX partners_to_purge ON partners (purge_after) WHERE status = 'terminated';
CREATE INDEX partners_purged ON partners (purged_at) WHERE purged_at IS NOT NULL;
