-- Columns that the second engine reads of an activity on foot: effort follows from pace and climb if both are known.
ALTER TABLE activities ADD COLUMN distance_km REAL;
ALTER TABLE activities ADD COLUMN elevation_gain_m REAL;

-- Calculations of the first engine lack ranges, projection, intake and drivers, and their warnings and explanations are
-- sentences, not codes. They are removed: each counts as not calculated yet.
DROP TABLE prescriptions;
CREATE TABLE prescriptions (
  activity_id TEXT PRIMARY KEY REFERENCES activities (id) ON DELETE CASCADE,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  calculated_at INTEGER NOT NULL,
  carb_g_per_hr REAL NOT NULL,
  sodium_mg_per_hr REAL NOT NULL,
  fluid_ml_per_hr REAL NOT NULL,
  total_carb_g REAL NOT NULL,
  total_sodium_mg REAL NOT NULL,
  total_fluid_ml REAL NOT NULL,
  max_safe_fluid_ml_per_hr REAL NOT NULL,
  max_safe_sodium_mg_per_hr REAL NOT NULL,
  confidence_score REAL NOT NULL,
  requires_human_review INTEGER NOT NULL,
  -- JSON array of codes with their severities and parameters; rendered when read.
  warnings TEXT NOT NULL,
  missing_fields TEXT NOT NULL,
  -- JSON object: ranges, projection, intake, drivers.
  outlook TEXT NOT NULL,
  -- JSON array: sport, time and rates of each leg. Null for a single sport.
  legs TEXT,
  -- Compressed JSON, several times as large as the rest of the row: last, and read only on request.
  explanation BLOB NOT NULL
) STRICT;

CREATE INDEX prescriptions_by_athlete ON prescriptions (athlete_id);

-- Finds the learned states that another engine made; a job folds their histories anew.
CREATE INDEX learned_states_by_engine ON learned_states (engine_version, athlete_id);
