-- The last UTC day on which a partner's athletes of this database were shown a product: at most the catalogue a partner.
CREATE TABLE products_seen (
  partner_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (partner_id, product_id)
) STRICT, WITHOUT ROWID;
