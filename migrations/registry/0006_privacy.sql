-- Who was erased, as SHA-256 of the identifier: kept longer than a database can be restored to, so that what a
-- restore brings back is erased again. It lives here and not beside the athletes, for theirs is what is restored.
CREATE TABLE erasure_ledger (
  id_hash TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  -- How far the shard has been searched for whom this hash names; null while it need not be.
  searched_to TEXT
) STRICT;

CREATE INDEX erasure_ledger_by_shard ON erasure_ledger (environment, shard, erased_at DESC, id_hash DESC);
CREATE INDEX erasure_ledger_by_time ON erasure_ledger (erased_at);

ALTER TABLE partners ADD COLUMN purged_at INTEGER;

CREATE INDEX partners_to_purge ON partners (purge_after) WHERE status = 'terminated';
CREATE INDEX partners_purged ON partners (purged_at) WHERE purged_at IS NOT NULL;
