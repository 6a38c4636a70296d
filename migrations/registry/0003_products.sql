-- The product catalogue. Its source is src/catalogue/products.json; `npm run catalogue` loads it.

CREATE TABLE products (
  id TEXT PRIMARY KEY,
  brand TEXT NOT NULL,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  serving_label TEXT NOT NULL,
  -- Per labelled serving. NULL is "not known", never 0.
  mass_g REAL,
  volume_ml REAL,
  mix_water_ml REAL,
  energy_kcal REAL,
  carb_g REAL,
  sugar_g REAL,
  sodium_mg REAL,
  caffeine_mg REAL,
  protein_g REAL,
  glucose_fructose_ratio TEXT,
  vegan INTEGER,
  gluten_free INTEGER,
  basis TEXT NOT NULL,
  confidence TEXT NOT NULL,
  source TEXT,
  recalled_fields TEXT NOT NULL DEFAULT '[]',
  note TEXT,
  -- A withdrawn product stays: athletes' plans refer to it.
  hidden_at INTEGER
) STRICT;

-- One row: the version of the source that the table holds. Isolates compare it with their copy's.
CREATE TABLE catalogue_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version TEXT NOT NULL,
  loaded_at INTEGER NOT NULL,
  product_count INTEGER NOT NULL
) STRICT;
