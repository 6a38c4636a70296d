-- Each index entry of an access is a row to write and to pay for. A partner's rows are together in the table itself, in the
-- order of their identifiers, which is that of time: no index is needed to list them.
CREATE TABLE product_accesses (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  at INTEGER NOT NULL,
  result_count INTEGER NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO product_accesses SELECT id, partner_id, athlete_id, query, at, result_count FROM product_access_log;
DROP TABLE product_access_log;
ALTER TABLE product_accesses RENAME TO product_access_log;

CREATE INDEX product_access_by_athlete ON product_access_log (athlete_id, id DESC);
