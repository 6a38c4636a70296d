-- Shards that partners whose home shard this is have begun to use, written before the registry names them: a caller whose
-- record of the partner is a minute old finds the new shard here and leaves no athlete out.
CREATE TABLE partner_shards (
  partner_id TEXT NOT NULL,
  shard TEXT NOT NULL,
  PRIMARY KEY (partner_id, shard)
) STRICT, WITHOUT ROWID;
