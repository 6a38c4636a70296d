-- The erasures that are being searched for: a step reads these and not the whole ledger again.
CREATE INDEX erasure_ledger_searched ON erasure_ledger (environment, shard, searched_to) WHERE searched_to IS NOT NULL;
