-- Evidence about an athlete and the state learned from it: a fold over feedback and sweat tests in the order of the
-- sessions. The state after each event is kept with it, so that replacing or removing one refolds from there only.

CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  activity_id TEXT NOT NULL UNIQUE REFERENCES activities (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1,
  -- effective_at of the activity: the time of the session.
  session_at INTEGER NOT NULL,
  gi_comfort TEXT,
  energy_level TEXT,
  hydration_feel TEXT,
  notes TEXT,
  carbs_grams REAL,
  fluid_ml REAL,
  sodium_mg REAL,
  body_mass_before_kg REAL,
  body_mass_after_kg REAL,
  urine_ml REAL,
  -- The rates that were prescribed when feedback was first given: a later calculation must not change its lesson.
  prescribed TEXT,
  changes TEXT NOT NULL,
  remarks TEXT NOT NULL,
  state_after TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX feedback_by_time ON feedback (athlete_id, session_at, id);

CREATE TABLE sweat_tests (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  tested_at INTEGER NOT NULL,
  type TEXT NOT NULL,
  duration_min INTEGER NOT NULL,
  intensity_level INTEGER,
  thermal_stress_level INTEGER,
  weather TEXT,
  body_mass_before_kg REAL NOT NULL,
  body_mass_after_kg REAL NOT NULL,
  fluid_ml REAL NOT NULL,
  food_g REAL,
  urine_ml REAL,
  sweat_sodium_mg_per_l REAL,
  changes TEXT NOT NULL,
  remarks TEXT NOT NULL,
  state_after TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sweat_tests_by_time ON sweat_tests (athlete_id, tested_at, id);

-- The state that prescriptions read. `revision` changes with every write to the history, which compares it first:
-- of two simultaneous writes, the second conflicts and retries from the state of the first.
CREATE TABLE learned_states (
  athlete_id TEXT PRIMARY KEY REFERENCES athletes (id) ON DELETE CASCADE,
  revision TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  -- Null if nothing was learned yet.
  state TEXT,
  updated_at INTEGER NOT NULL
) STRICT;
