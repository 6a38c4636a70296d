-- Products that an athlete plans to take to an activity. Facts are not copied: the catalogue keeps withdrawn products.
CREATE TABLE activity_products (
  activity_id TEXT NOT NULL REFERENCES activities (id) ON DELETE CASCADE,
  product_id TEXT NOT NULL,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  servings REAL NOT NULL,
  attached_at INTEGER NOT NULL,
  -- Position in the request that attached it.
  position INTEGER NOT NULL,
  PRIMARY KEY (activity_id, product_id)
) STRICT;

CREATE INDEX activity_products_by_athlete ON activity_products (athlete_id);

-- Every answered access to the catalogue, written before the answer is sent.
CREATE TABLE product_access_log (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  at INTEGER NOT NULL,
  result_count INTEGER NOT NULL
) STRICT;

CREATE INDEX product_access_by_partner ON product_access_log (partner_id, at DESC, id DESC);
CREATE INDEX product_access_by_athlete ON product_access_log (athlete_id, at DESC, id DESC);
CREATE INDEX product_access_by_time ON product_access_log (at);

-- Used subscribe links: a link acts once. A link is an athlete and the second at which it expires.
CREATE TABLE used_subscribe_links (
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at_s INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (athlete_id, expires_at_s)
) STRICT;
