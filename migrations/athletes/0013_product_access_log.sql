-- Every access writes a row and its index entries while an athlete's platform waits, and each is billed. So the table is
-- its own primary key, and no index repeats the order of time: identifiers sort by it.
CREATE TABLE product_accesses (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  at INTEGER NOT NULL,
  result_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO product_accesses SELECT id, partner_id, athlete_id, query, at, result_count FROM product_access_log;
DROP TABLE product_access_log;
ALTER TABLE product_accesses RENAME TO product_access_log;

CREATE INDEX product_access_by_partner ON product_access_log (partner_id, at DESC, id DESC);
CREATE INDEX product_access_by_athlete ON product_access_log (athlete_id, at DESC, id DESC);
