ALTER TABLE partners ADD COLUMN products_seen INTEGER;
ALTER TABLE partners ADD COLUMN products_counted_at INTEGER;
