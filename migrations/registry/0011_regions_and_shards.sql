-- A partner's data stays in regions: the home region, for ever the first, and others that were added. Each region's
-- athletes are in shards; an athlete's identifier names its own.
ALTER TABLE partners ADD COLUMN home_region TEXT NOT NULL DEFAULT 'weur';
-- JSON lists of texts. The shards of an environment are in the order of their first use: the first is the partner's
-- home shard for ever, the last of a region takes new athletes there.
ALTER TABLE partners ADD COLUMN regions TEXT NOT NULL DEFAULT '["weur"]';
ALTER TABLE partners ADD COLUMN test_shards TEXT NOT NULL DEFAULT '["c000"]';
ALTER TABLE partners ADD COLUMN live_shards TEXT NOT NULL DEFAULT '["c000"]';
ALTER TABLE partners DROP COLUMN test_shard;
ALTER TABLE partners DROP COLUMN live_shard;

-- Measured once a night. A shard without a row is open and was not measured yet.
CREATE TABLE shards (
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  athletes INTEGER NOT NULL,
  -- A closed shard keeps its athletes and takes no new ones.
  is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
  measured_at INTEGER NOT NULL,
  PRIMARY KEY (environment, shard)
) STRICT, WITHOUT ROWID;
