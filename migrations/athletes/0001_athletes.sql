-- Data of partners' athletes: the same schema in every athlete database. Times are UTC milliseconds.

-- The migrations that this database has: each adds its own name, with what it changes.
CREATE TABLE schema_migrations (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO schema_migrations VALUES ('0001_athletes.sql');

CREATE TABLE athletes (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  -- 'erasing' rows are blanked to their id and invisible to every read; erasure removes them last. 'rehoming' rows are
  -- invisible, too: of an athlete who gets a record in another region, the copy until it is complete, the old one after that.
  status TEXT NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'erasing', 'rehoming')),
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
  updated_at INTEGER NOT NULL,
  locale TEXT,
  vessels TEXT,
  -- JSON, of what the athlete says about caffeine.
  caffeine TEXT,
  -- JSON, of what the athlete wants of suggested plans: products that are avoided or owned, and formats that are liked.
  fuel_preferences TEXT
) STRICT;

CREATE INDEX athletes_by_partner ON athletes (partner_id, id) WHERE status = 'live';
CREATE UNIQUE INDEX athletes_by_external_id ON athletes (partner_id, external_id) WHERE external_id IS NOT NULL;
-- Lists in the order of change (`updated_since`) read only their page.
CREATE INDEX athletes_by_change ON athletes (partner_id, updated_at, id) WHERE status = 'live';
-- Sign-in finds athletes by the address entered: trimmed, case-folded (addresses are ASCII by validation).
CREATE INDEX athletes_by_email ON athletes (lower(trim(email)), partner_id);
CREATE INDEX athletes_being_erased ON athletes (id) WHERE status = 'erasing';
CREATE INDEX athletes_being_rehomed ON athletes (partner_id, id) WHERE status = 'rehoming';

-- Athletes of this database who are being copied to another region, until the erasure of the record here.
CREATE TABLE rehomes (
  athlete_id TEXT PRIMARY KEY REFERENCES athletes (id) ON DELETE CASCADE,
  new_athlete_id TEXT NOT NULL,
  -- A change of the athlete begins another copy: rows of an earlier one are refused.
  attempt INTEGER NOT NULL,
  -- What the athlete's revision and events were when the copy began.
  mark TEXT NOT NULL
) STRICT;

CREATE TABLE activities (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1,
  -- Unique per athlete.
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
  -- JSON array: temperature, humidity, and 1 in the shade. An hourly forecast is a list of these in a list, each after its minute.
  weather TEXT,
  average_power_w REAL,
  altitude_m REAL,
  segments TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  distance_km REAL,
  elevation_gain_m REAL,
  steps TEXT,
  -- JSON of at most 2,000 points, some 150 KB; reads that do not show it leave it out.
  course TEXT,
  vessels TEXT,
  -- JSON, of what is said for this activity alone.
  caffeine TEXT
) STRICT;

-- Few of an athlete's activities begin or change in one millisecond, so these do without the identifier: a page sorts those of
-- a moment.
CREATE INDEX activities_by_time ON activities (athlete_id, effective_at);
CREATE INDEX activities_by_type ON activities (athlete_id, type, effective_at);
CREATE INDEX activities_by_change ON activities (athlete_id, updated_at);
CREATE UNIQUE INDEX activities_by_external_id ON activities (athlete_id, external_id) WHERE external_id IS NOT NULL;

-- One row per activity: recalculation overwrites it.
CREATE TABLE prescriptions (
  activity_id TEXT PRIMARY KEY REFERENCES activities (id) ON DELETE CASCADE,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  calculated_at INTEGER NOT NULL,
  -- JSON array of the shown numbers in a fixed order: rates, totals, ceilings, confidence, review, ranges, projection; at
  -- its end the plan of caffeine, if one was asked for.
  numbers TEXT NOT NULL,
  -- JSON array of warnings, each an array: the number of its code, its severity, its parameters. Rendered when read.
  warnings TEXT NOT NULL,
  -- JSON array of the numbers of fields.
  missing_fields TEXT NOT NULL,
  -- JSON array: sport, time and rates of each leg. Null for a single sport.
  legs TEXT,
  -- What the engine calculated from, compressed: explanation, drivers and intake are calculated again when they are read.
  -- Null after 90 days, or when another version of the engine runs.
  inputs BLOB
) STRICT;

CREATE INDEX prescriptions_by_athlete ON prescriptions (athlete_id);
-- Finds the inputs that are no longer needed; in the order in which they are written, so that the index stays dense.
CREATE INDEX prescriptions_with_inputs ON prescriptions (engine_version, calculated_at) WHERE inputs IS NOT NULL;

-- Evidence about an athlete and the state learned from it: a fold over feedback and sweat tests in the order of the
-- sessions. The state after each sixteenth event is kept with it, so that replacing or removing one refolds few events before
-- it. What an event taught is JSON: the quantities that it moved and remarks, each an array.
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
  -- JSON array: the rates that were prescribed when feedback was first given. A later calculation must not change its lesson.
  prescribed TEXT,
  changes TEXT NOT NULL,
  remarks TEXT NOT NULL,
  state_after TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX feedback_by_time ON feedback (athlete_id, session_at, id);
CREATE INDEX feedback_with_state ON feedback (athlete_id, session_at, id) WHERE state_after IS NOT NULL;

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
  state_after TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sweat_tests_by_time ON sweat_tests (athlete_id, tested_at, id);
CREATE INDEX sweat_tests_with_state ON sweat_tests (athlete_id, tested_at, id) WHERE state_after IS NOT NULL;

-- The state that prescriptions read. `revision` changes with every write to the history, which compares it first:
-- of two simultaneous writes, the second conflicts and retries from the state of the first.
CREATE TABLE learned_states (
  athlete_id TEXT PRIMARY KEY REFERENCES athletes (id) ON DELETE CASCADE,
  revision TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  -- JSON array: the state after the last event. Null without events.
  state TEXT,
  -- The time of the last event, which a later one continues from the state. Null without events.
  last_at INTEGER,
  -- Events since the last state that is kept with one.
  since_kept INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Finds the learned states that another engine made; a job folds their histories anew.
CREATE INDEX learned_states_by_engine ON learned_states (engine_version, athlete_id);

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

-- Every answered access to the catalogue, written before the answer is sent, while an athlete's platform waits. Each index
-- entry is a row to write and to pay for: a partner's rows are together in the table itself, in the order of their
-- identifiers, which is that of time, so no index is needed to list them.
CREATE TABLE product_access_log (
  id TEXT NOT NULL,
  partner_id TEXT NOT NULL,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  at INTEGER NOT NULL,
  result_count INTEGER NOT NULL,
  PRIMARY KEY (partner_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX product_access_by_athlete ON product_access_log (athlete_id, id DESC);

-- The last UTC day on which a partner's athletes of this database were shown a product: at most the catalogue a partner.
CREATE TABLE products_seen (
  partner_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (partner_id, product_id)
) STRICT, WITHOUT ROWID;

-- Used subscribe links: a link acts once. A link is an athlete and the second at which it expires.
CREATE TABLE used_subscribe_links (
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at_s INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (athlete_id, expires_at_s)
) STRICT;

-- First answers of requests with an Idempotency-Key, kept 24 hours. They hold an athlete's data, so they go
-- with the athlete: erasure deletes them by athlete_id, and no row outlives its athlete. The reference is
-- checked at the end of the transaction, because the claim is written before the athlete that it creates.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the key as sent, which may be any text, such as an e-mail address.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- Null if the answer held a secret: secrets are never stored.
  answer TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_athlete ON idempotency_keys (athlete_id) WHERE athlete_id IS NOT NULL;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- One athlete's consent to one client. Decides whether a token is valid: see verify-access-token.ts.
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  partner_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- JSON array of the scopes that the athlete allowed. A token never exceeds them, whatever it was issued with.
  scopes TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  -- The only valid grant; null while there is none. A reconnection replaces it.
  grant_id TEXT,
  created_at INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- A connection becomes active anew with each reconnection; consents of the registry name the activation they are for.
  activation INTEGER NOT NULL DEFAULT 1,
  -- The last activation that has ended and whose consents are gone from the registry.
  settled_activation INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX connections_by_athlete ON connections (athlete_id, client_id);
CREATE INDEX connections_by_partner ON connections (partner_id, id);
CREATE INDEX connections_by_client ON connections (client_id, status, id);
-- A filtered list reads only its page, however many connections the partner has.
CREATE INDEX connections_of_athlete ON connections (partner_id, athlete_id, id);
CREATE INDEX connections_of_client ON connections (partner_id, client_id, id);
CREATE INDEX connections_by_status ON connections (partner_id, status, id);
CREATE INDEX connections_to_settle ON connections (id) WHERE status = 'revoked' AND settled_activation < activation;

-- Grants, access tokens and consent pages of the authorization server, by its own keys. `version` makes
-- every overwrite a compare-and-swap.
CREATE TABLE oauth_records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  metadata TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  -- Null for a consent page: no consent was given yet.
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at INTEGER
) STRICT;

CREATE INDEX oauth_records_by_athlete ON oauth_records (athlete_id);
CREATE INDEX oauth_records_by_end ON oauth_records (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE athlete_sessions (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  -- The e-mail address, encrypted with the cookie's secret.
  sealed_email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athlete_sessions_by_end ON athlete_sessions (expires_at);

-- Erasures applied to this database. One in the registry's ledger that is missing here was undone by a restore, or
-- interrupted before it began.
CREATE TABLE applied_erasures (
  id_hash TEXT PRIMARY KEY,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE INDEX applied_erasures_by_time ON applied_erasures (applied_at);

-- Shards that partners whose home shard this is have begun to use, written before the registry names them: a caller whose
-- record of the partner is a minute old finds the new shard here and leaves no athlete out.
-- A shard without a row may hold any athletes of the partner, and news.
CREATE TABLE partner_shards (
  partner_id TEXT NOT NULL,
  shard TEXT NOT NULL,
  -- 'open' takes new athletes. 'left' takes none, save those of callers that do not know it yet. 'settled' has all of its
  -- athletes between `first_ulid` and `last_ulid`, so that lists in the order of creation ask it for its part only.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'left', 'settled')),
  -- No athlete of the partner in the shard is older.
  first_ulid TEXT NOT NULL DEFAULT '',
  last_ulid TEXT NOT NULL DEFAULT '',
  -- Athletes that were created after the partner had left.
  late INTEGER NOT NULL DEFAULT 0,
  -- Events may have been recorded until then; null if none were noted.
  news_until INTEGER,
  -- The epoch of the shard's events, as the feed last read it.
  epoch TEXT,
  PRIMARY KEY (partner_id, shard)
) STRICT, WITHOUT ROWID;

-- One row for each change, written in the same batch as the change. The sequence is the order of commits and is never
-- reused, so it is the position of a reader in this database: the clock is not, because two writers' clocks differ.
-- No reference to athletes: athlete.erased outlives its athlete, and a purge never has to follow a cascade.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  type TEXT NOT NULL,
  athlete_id TEXT,
  -- JSON: further identifiers, and names of fields, never their values. a: activity, x: its external_id, e: the athlete's,
  -- c: fields that changed, r: reason.
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Each entry of an index ends with the row's sequence, so pages are read from it in order. The identifier that an event
-- shows is made of its time, its store and its sequence.
CREATE INDEX events_by_partner ON events (partner_id, environment);
CREATE INDEX events_of_athlete ON events (athlete_id) WHERE athlete_id IS NOT NULL;

-- Names this store of events. A database that is rebuilt has another epoch, and one that is restored gets another:
-- positions from before would point at other events.
CREATE TABLE event_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL
) STRICT;

INSERT INTO event_store VALUES (1, lower(hex(randomblob(8))));

-- Webhooks that want events of this store, as copies of their rows in the registry. They are here before the partner can
-- record an event that they want, so that the batch of a change finds them, and nobody else is asked.
CREATE TABLE subscribers (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  webhook_id TEXT NOT NULL,
  -- This store and the region of its dispatcher: the dispatcher's address.
  store TEXT NOT NULL,
  region TEXT NOT NULL,
  -- The webhook's version that this row is a copy of. Later ones replace it, earlier ones do not.
  version INTEGER NOT NULL,
  -- 'deleted' until the dispatcher has deleted what it stores.
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
  url TEXT NOT NULL,
  -- JSON array of types and patterns: '*', 'athlete.*', 'activity.created'.
  types TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until INTEGER,
  -- The version that enabled the webhook, and the place in this store after which its events begin.
  activation INTEGER NOT NULL,
  starts_after INTEGER NOT NULL,
  -- Nothing up to this place waits to be sent. Written every few minutes, so it may be a little behind.
  acknowledged INTEGER NOT NULL,
  succeeded_at INTEGER,
  PRIMARY KEY (partner_id, environment, webhook_id)
) STRICT, WITHOUT ROWID;

-- Runs of the comparison with the registry, which counts them, too (`shards`).
CREATE TABLE counted_runs (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  runs INTEGER NOT NULL
) STRICT;

INSERT INTO counted_runs VALUES (1, 0);

-- A copy of the registry's, in the first athlete database only: `is_copied` says nothing here.
CREATE TABLE ends (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('client', 'webhook', 'member', 'invitation', 'key', 'partner')),
  partner_id TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  is_copied INTEGER NOT NULL CHECK (is_copied IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX ends_by_partner ON ends (partner_id);
CREATE INDEX ends_by_time ON ends (ended_at);
