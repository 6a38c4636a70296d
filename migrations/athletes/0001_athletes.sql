-- Data of partners' athletes: the same schema in every athlete database. Times are UTC milliseconds.

-- The migrations applied to this database. Each adds its own name and describes its changes.
CREATE TABLE schema_migrations (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO schema_migrations VALUES ('0001_athletes.sql');

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
  -- The body mass before its last change. Tells a typing error from a change of weight.
  former_mass_kg REAL,
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
  -- IANA name. Activities without a time zone of their own take it when they are written.
  time_zone TEXT,
  -- Units of texts for this athlete. Null follows the locale.
  units TEXT CHECK (units IN ('metric', 'us')),
  vessels TEXT,
  -- JSON: what is carried on the run of a triathlon.
  run_vessels TEXT,
  refills TEXT CHECK (refills IN ('assumed', 'none')),
  -- JSON: the athlete's statements about caffeine.
  caffeine TEXT,
  -- JSON: preferences for suggested plans. Products to avoid or already owned, and favourite formats.
  fuel_preferences TEXT
) STRICT;

CREATE INDEX athletes_by_partner ON athletes (partner_id, id) WHERE status = 'live';
CREATE UNIQUE INDEX athletes_by_external_id ON athletes (partner_id, external_id) WHERE external_id IS NOT NULL;
-- Lists in order of change (`updated_since`) read only their page.
CREATE INDEX athletes_by_change ON athletes (partner_id, updated_at, id) WHERE status = 'live';
-- Sign-in finds athletes by the entered address: trimmed and case-folded (validation makes addresses ASCII).
CREATE INDEX athletes_by_email ON athletes (lower(trim(email)), partner_id);
CREATE INDEX athletes_being_erased ON athletes (id) WHERE status = 'erasing';

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
  -- The instant. Null if it is not scheduled, or only by a local time.
  scheduled_at INTEGER,
  -- The local clock, read as if it were UTC. Null if no time zone is known.
  scheduled_local INTEGER,
  -- What was sent, which stays the truth if the time zone changes: an instant, or a local time.
  scheduled_sent TEXT,
  -- Its own time zone or, if it was sent none, the athlete's when it was written.
  time_zone TEXT,
  time_zone_source TEXT CHECK (time_zone_source IN ('activity', 'athlete')),
  -- scheduled_local, else scheduled_at, else created_at. Lists, days, recalculations and learning go by it.
  effective_at INTEGER NOT NULL,
  -- JSON array: temperature, humidity, and 1 in the shade. An hourly forecast is a list of such arrays, each
  -- after its minute.
  weather TEXT,
  average_power_w REAL,
  altitude_m REAL,
  segments TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  distance_km REAL,
  elevation_gain_m REAL,
  pack_kg REAL,
  race_format TEXT,
  steps TEXT,
  -- JSON of at most 2,000 points, about 150 KB. Reads that do not show it skip it.
  course TEXT,
  vessels TEXT,
  run_vessels TEXT,
  refills TEXT CHECK (refills IN ('assumed', 'none')),
  -- JSON: statements for this activity alone.
  caffeine TEXT
) STRICT;

-- Few of an athlete's activities begin or change in the same millisecond, so these indexes omit the
-- identifier. A page sorts activities with equal times.
CREATE INDEX activities_by_time ON activities (athlete_id, effective_at);
CREATE INDEX activities_by_type ON activities (athlete_id, type, effective_at);
CREATE INDEX activities_by_change ON activities (athlete_id, updated_at);
CREATE UNIQUE INDEX activities_by_external_id ON activities (athlete_id, external_id) WHERE external_id IS NOT NULL;

-- One row per activity. Recalculation overwrites it.
CREATE TABLE prescriptions (
  activity_id TEXT PRIMARY KEY REFERENCES activities (id) ON DELETE CASCADE,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  calculated_at INTEGER NOT NULL,
  -- JSON array of the shown numbers in a fixed order: rates, totals, ceilings, confidence, review, ranges,
  -- projection, and finally the caffeine plan, if requested.
  numbers TEXT NOT NULL,
  -- JSON array of warnings, each an array: its code, its severity, its parameters by name unless false or null.
  -- Rendered when read.
  warnings TEXT NOT NULL,
  -- JSON array of field numbers.
  missing_fields TEXT NOT NULL,
  -- JSON array: sport, time and rates of each leg. Null for a single sport.
  legs TEXT,
  -- The engine's inputs, compressed. Explanation, drivers and intake are recalculated from them when read.
  -- Null after 90 days, or when another version of the engine runs.
  inputs BLOB
) STRICT;

CREATE INDEX prescriptions_by_athlete ON prescriptions (athlete_id);
-- Finds inputs that are no longer needed, in insertion order, so that the index stays dense.
CREATE INDEX prescriptions_with_inputs ON prescriptions (engine_version, calculated_at) WHERE inputs IS NOT NULL;

-- Evidence about an athlete and the state learned from it: a fold over feedback and sweat tests in session
-- order. Every sixteenth event stores the state after it, so that replacing or removing an event refolds few
-- earlier ones. What an event taught is JSON: the quantities that it changed and remarks, each an array.
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  activity_id TEXT NOT NULL UNIQUE REFERENCES activities (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1,
  -- The time of the session on its local clock: its reported start, else effective_at of the activity.
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
  -- 'scale' or 'wearable': what measured the two masses.
  source TEXT NOT NULL,
  urine_ml REAL,
  -- The two questions of every weighing: 'no', 'once' or 'more'; 'dry' or 'wet'.
  urinated TEXT,
  clothing_after TEXT,
  -- JSON: what was really done, where it was reported. Null: as planned.
  actual TEXT,
  -- JSON: the rates of the prescription at the first report, so that a later recalculation does not change the lesson.
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
  external_id TEXT,
  -- As of an activity. The time zone is the athlete's when the test was written.
  tested_at INTEGER,
  tested_local INTEGER,
  time_zone TEXT,
  effective_at INTEGER NOT NULL,
  type TEXT NOT NULL,
  duration_min INTEGER NOT NULL,
  intensity_level INTEGER,
  thermal_stress_level INTEGER,
  weather TEXT,
  body_mass_before_kg REAL NOT NULL,
  body_mass_after_kg REAL NOT NULL,
  source TEXT NOT NULL,
  fluid_ml REAL NOT NULL,
  food_g REAL,
  urine_ml REAL,
  -- As of feedback.
  urinated TEXT,
  clothing_after TEXT,
  sweat_sodium_mg_per_l REAL,
  changes TEXT NOT NULL,
  remarks TEXT NOT NULL,
  state_after TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX sweat_tests_by_external_id ON sweat_tests (athlete_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX sweat_tests_by_time ON sweat_tests (athlete_id, effective_at, id);
CREATE INDEX sweat_tests_with_state ON sweat_tests (athlete_id, effective_at, id) WHERE state_after IS NOT NULL;

-- The state that prescriptions read. `revision` changes with every write to the history, and each write
-- compares it first. Of two simultaneous writes, the second conflicts and retries from the state of the
-- first.
CREATE TABLE learned_states (
  athlete_id TEXT PRIMARY KEY REFERENCES athletes (id) ON DELETE CASCADE,
  revision TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  -- JSON: the state after the last event. Null without events.
  state TEXT,
  -- The time of the last event. A later event continues from the state. Null without events.
  last_at INTEGER,
  -- Events since the last event with a stored state.
  events_since_state INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Finds learned states made by another engine version. A job refolds their histories.
CREATE INDEX learned_states_by_engine ON learned_states (engine_version, athlete_id);

-- Products that the catalogue lacks and mixes from the kitchen, as an athlete defined them.
CREATE TABLE own_products (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1,
  -- Unique per athlete.
  external_id TEXT,
  -- JSON: name, brand, format, barcode, diet, and either the figures of a serving or the recipe that gives them.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX own_products_by_athlete ON own_products (athlete_id, id);
CREATE UNIQUE INDEX own_products_by_external_id ON own_products (athlete_id, external_id) WHERE external_id IS NOT NULL;

-- Products that an athlete plans to take to an activity. Facts are not copied, because the catalogue keeps
-- withdrawn products. A deleted product of the athlete's own leaves its row, which counts as detached: the plans
-- of the activity say that a product was removed, until its products change.
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

-- Every answered access to the catalogue, written before the answer is sent, while an athlete's platform
-- waits. Every index entry is another row to write and pay for. The table itself groups a partner's rows and
-- sorts them by identifier, which is time order, so listing them needs no index.
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

-- The last UTC day on which a partner's athletes in this database were shown a product: at most the catalogue
-- per partner.
CREATE TABLE products_seen (
  partner_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (partner_id, product_id)
) STRICT, WITHOUT ROWID;

-- Used subscribe links. Each link works once, and is identified by its athlete and the second at which it
-- expires.
-- Sessions of athletes' pages. A session is found by the credential that contains its secret, of which only the
-- hash is here. `grant_text` is what its credentials repeat, without the secret, `origins` a JSON list of the
-- origins that may frame its pages. `views` counts the page views since `viewed_since`.
CREATE TABLE page_sessions (
  id TEXT PRIMARY KEY,
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  key_id TEXT NOT NULL,
  grant_text TEXT NOT NULL,
  pages TEXT NOT NULL,
  activity_id TEXT,
  origins TEXT NOT NULL,
  return_url TEXT,
  partner_name TEXT NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  viewed_since INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX page_sessions_by_athlete ON page_sessions (athlete_id, id);
CREATE INDEX page_sessions_by_expiry ON page_sessions (expires_at);

CREATE TABLE used_subscribe_links (
  athlete_id TEXT NOT NULL REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at_s INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (athlete_id, expires_at_s)
) STRICT;

-- First answers of requests with an Idempotency-Key, kept for 24 hours. They contain an athlete's data, so
-- erasure deletes them by athlete_id, and no row outlives its athlete. The reference is checked at the end of
-- the transaction, because the claim is written before the athlete that it creates.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the key as sent, which may be any text, such as an email address.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- Null if the answer contained a secret. Secrets are never stored.
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
  -- JSON array of the scopes that the athlete allowed. Limits every token, whatever it was issued with.
  scopes TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  -- The only valid grant, or null. A reconnection replaces it.
  grant_id TEXT,
  created_at INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- Counts the reconnections. Consents in the registry name the activation that they are for.
  activation INTEGER NOT NULL DEFAULT 1,
  -- The last ended activation whose consents have been deleted from the registry.
  reconciled_activation INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX connections_by_athlete ON connections (athlete_id, client_id);
CREATE INDEX connections_by_partner ON connections (partner_id, id);
CREATE INDEX connections_by_client ON connections (client_id, status, id);
-- A filtered list reads only its page, no matter how many connections the partner has.
CREATE INDEX connections_of_athlete ON connections (partner_id, athlete_id, id);
CREATE INDEX connections_of_client ON connections (partner_id, client_id, id);
CREATE INDEX connections_by_status ON connections (partner_id, status, id);
CREATE INDEX connections_to_reconcile ON connections (id) WHERE status = 'revoked' AND reconciled_activation < activation;

-- Grants, access tokens and consent pages of the authorization server, by its own keys. `version` makes every
-- overwrite a compare-and-swap.
CREATE TABLE oauth_records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  metadata TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  -- Null for a consent page, because no consent was given yet.
  athlete_id TEXT REFERENCES athletes (id) ON DELETE CASCADE,
  expires_at INTEGER
) STRICT;

CREATE INDEX oauth_records_by_athlete ON oauth_records (athlete_id);
CREATE INDEX oauth_records_by_end ON oauth_records (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE athlete_sessions (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  -- The email address, encrypted with the cookie's secret.
  sealed_email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX athlete_sessions_by_end ON athlete_sessions (expires_at);

-- Erasures applied to this database. If one in the registry's ledger is missing here, a restore undid it or
-- it was interrupted before it began.
CREATE TABLE applied_erasures (
  id_hash TEXT PRIMARY KEY,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE INDEX applied_erasures_by_time ON applied_erasures (applied_at);

-- Whether the partners with athletes here are suspended, copied from the registry. Verifies tokens and pauses webhooks
-- without asking it. A partner without a row was never suspended.
CREATE TABLE suspensions (
  partner_id TEXT PRIMARY KEY,
  -- Null after it was resumed.
  suspended_at INTEGER,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Shards that partners with this home shard have started to use, written before the registry names them. A
-- caller with a minute-old record of the partner finds the new shard here and misses no athlete. A shard
-- without a row may contain any athletes of the partner, and any changes.
CREATE TABLE partner_shards (
  partner_id TEXT NOT NULL,
  shard TEXT NOT NULL,
  -- 'open' accepts new athletes. 'left' accepts none, except from callers that do not know it yet. 'measured'
  -- has all its athletes between `first_ulid` and `last_ulid`, so lists in creation order ask it only for its
  -- range.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'left', 'measured')),
  -- No athlete of the partner in the shard is older.
  first_ulid TEXT NOT NULL DEFAULT '',
  last_ulid TEXT NOT NULL DEFAULT '',
  -- Athletes created after the partner had left.
  late INTEGER NOT NULL DEFAULT 0,
  -- Events may have been recorded until then. Null if none were noted.
  change_hint_until INTEGER,
  -- The epoch of the shard's events, as last read by the feed.
  epoch TEXT,
  PRIMARY KEY (partner_id, shard)
) STRICT, WITHOUT ROWID;

-- One row per change, written in the same batch as the change. The sequence is the commit order and is never
-- reused, so a reader's position in this database is a sequence. A time would not do, because two writers'
-- clocks differ. No reference to athletes: athlete.erased outlives its athlete, and a purge never has to
-- follow a cascade.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  type TEXT NOT NULL,
  athlete_id TEXT,
  -- JSON: further identifiers and names of fields, never their values. a: activity, x: its external_id, e:
  -- the athlete's, c: changed fields, r: reason.
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Every index entry ends with the row's sequence, so pages are read from it in order. An event's public
-- identifier is made of its time, its store and its sequence.
CREATE INDEX events_by_partner ON events (partner_id, environment);
CREATE INDEX events_of_athlete ON events (athlete_id) WHERE athlete_id IS NOT NULL;
-- Finds the last event that reported stale prescriptions for a reason. Few events are of this type.
CREATE INDEX events_of_staleness ON events (athlete_id, data ->> '$.r') WHERE type = 'prescription.stale';

-- Names this store of events. A rebuilt or restored database gets a new epoch, because earlier positions
-- would point at other events.
CREATE TABLE event_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL
) STRICT;

INSERT INTO event_store VALUES (1, lower(hex(randomblob(8))));

-- Webhooks subscribed to events of this store, copied from their rows in the registry. They are here before
-- the partner can record such an event, so the batch of a change finds them without asking anyone else.
CREATE TABLE subscribers (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  webhook_id TEXT NOT NULL,
  -- This store and the region of its dispatcher: the dispatcher's address.
  store TEXT NOT NULL,
  region TEXT NOT NULL,
  -- The version of the webhook that this row copies. Only later versions replace it.
  version INTEGER NOT NULL,
  -- 'deleted' until the dispatcher has deleted its data.
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
  url TEXT NOT NULL,
  -- JSON array of types and patterns: '*', 'athlete.*', 'activity.created'.
  types TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until INTEGER,
  -- The version that enabled the webhook, and the position in this store after which its events begin.
  activation INTEGER NOT NULL,
  starts_after INTEGER NOT NULL,
  -- Nothing up to this position waits to be sent. Written every few minutes, so it may lag slightly.
  acknowledged INTEGER NOT NULL,
  -- JSON: when the receiver last accepted each type of event. Written with the position above.
  accepted_at TEXT NOT NULL DEFAULT '{}',
  -- When the receiver may be back, because its partner changed or tested the webhook. Dispatchers then probe it.
  resume_at INTEGER,
  PRIMARY KEY (partner_id, environment, webhook_id)
) STRICT, WITHOUT ROWID;

-- Runs of the comparison with the registry, which counts them, too (`shards`).
CREATE TABLE counted_runs (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  runs INTEGER NOT NULL,
  -- After a restore: 1 while connections and ends are compared, 2 while erasures are applied again, else 0.
  reconciling INTEGER NOT NULL DEFAULT 0 CHECK (reconciling IN (0, 1, 2)),
  -- The newest name in `schema_migrations`, '' for none. It is here because every request reads this row anyway.
  newest_migration TEXT NOT NULL DEFAULT ''
) STRICT;

INSERT INTO counted_runs VALUES (1, 0, 0, '0001_athletes.sql');

CREATE TRIGGER migrations_applied AFTER INSERT ON schema_migrations
BEGIN
  UPDATE counted_runs SET newest_migration = (SELECT coalesce(max(name), '') FROM schema_migrations);
END;

CREATE TRIGGER migrations_renamed AFTER UPDATE ON schema_migrations
BEGIN
  UPDATE counted_runs SET newest_migration = (SELECT coalesce(max(name), '') FROM schema_migrations);
END;

CREATE TRIGGER migrations_removed AFTER DELETE ON schema_migrations
BEGIN
  UPDATE counted_runs SET newest_migration = (SELECT coalesce(max(name), '') FROM schema_migrations);
END;

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
