-- Erasures whose search is under way: a step reads only these, not the whole ledger.
CREATE INDEX erasure_ledger_searched ON erasure_ledger (environment, shard, searched_to) WHERE searched_to IS NOT NULL;
