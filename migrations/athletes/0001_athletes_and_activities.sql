-- Data of partners' athletes: the same schema in every athlete database. Times are UTC milliseconds.

CREATE TABLE athletes (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  -- 'erasing' rows are blanked to their id and invisible to every read; erasure removes them last.
  status TEXT NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'erasing')),
  revision INTEGER NOT NULL DEFAULT 1,
  tier TEXT NOT NULL CHECK (tier IN ('teaser', 'full')),
  external_id TEXT,
  name TEXT,
  email TEXT,
  sex TEXT,
  birth_year INTEGER,
  body_mass_kg REAL,
  height_cm REAL,
  fitness_level INTEGER,
  vo2max_ml_per_kg_min REAL,
  ftp_w REAL,
  sweat_level INTEGER,
  saltiness_level INTEGER,
  sweat_rate_ml_per_hr REAL,
  sweat_sodium_mg_per_l REAL,
  carb_tolerance_g_per_hr REAL,
  usual_carb_g_per_hr REAL,
  heat_acclimatized INTEGER,
  gi_history INTEGER,
  diet TEXT,
  health TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athletes_by_partner ON athletes (partner_id, id) WHERE status = 'live';
CREATE UNIQUE INDEX athletes_by_external_id ON athletes (partner_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE activities (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1,
  external_id TEXT,
  type TEXT NOT NULL,
  name TEXT,
  duration_min INTEGER NOT NULL,
  intensity_level INTEGER,
  thermal_stress_level INTEGER,
  is_race_event INTEGER,
  scheduled_at INTEGER,
  -- scheduled_at, or created_at if that is null: the time that lists sort and filter by.
  effective_at INTEGER NOT NULL,
  weather TEXT,
  average_power_w REAL,
  altitude_m REAL,
  segments TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX activities_by_time ON activities (athlete_id, effective_at DESC, id DESC);
CREATE INDEX activities_by_type ON activities (athlete_id, type, effective_at DESC, id DESC);

-- One row per activity: recalculation overwrites it. The explanation is read only on request.
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
  warnings TEXT NOT NULL,
  missing_fields TEXT NOT NULL,
  explanation TEXT NOT NULL
) STRICT;

CREATE INDEX prescriptions_by_athlete ON prescriptions (athlete_id);
