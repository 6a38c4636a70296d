-- Data of the service itself: its callers and their permissions. Times are UTC milliseconds.

-- The migrations applied to this database. Each adds its own name and describes its changes.
CREATE TABLE schema_migrations (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO schema_migrations VALUES ('0001_registry.sql');

CREATE TABLE partners (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  use_case TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  default_tier TEXT NOT NULL CHECK (default_tier IN ('teaser', 'full')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'terminated', 'purged')),
  live_access_at INTEGER,
  terminated_at INTEGER,
  purge_after INTEGER,
  created_at INTEGER NOT NULL,
  purged_at INTEGER,
  -- When every key of a terminated partner had been notified, and when every connection had ended too. Null
  -- until then; a cron continues.
  keys_ended_at INTEGER,
  access_ended_at INTEGER,
  -- A partner's data stays in its regions: the home region, always first, and regions added later. Each
  -- region's athletes are in shards. An athlete's identifier names its shard.
  home_region TEXT NOT NULL,
  -- JSON lists of texts. The shards of an environment are in order of first use. The first is permanently the
  -- partner's home shard; the last one of a region gets new athletes there.
  regions TEXT NOT NULL,
  test_shards TEXT NOT NULL,
  live_shards TEXT NOT NULL,
  products_seen INTEGER,
  products_counted_at INTEGER,
  -- Its own budgets as a JSON object. Missing ones come from the vars.
  budgets TEXT NOT NULL DEFAULT '{}',
  -- JSON array: completed items of the console's checklist. They stay completed.
  checklist_done TEXT NOT NULL DEFAULT '[]',
  -- JSON lists: the origins whose pages may frame its athletes' pages, of each environment.
  test_origins TEXT NOT NULL DEFAULT '[]',
  live_origins TEXT NOT NULL DEFAULT '[]',
  -- When an admin requested in the console to end the account.
  termination_requested_at INTEGER,
  -- Null unless the partner is suspended.
  suspended_at INTEGER,
  -- Counts how often the partner was suspended or resumed. Keys' guards and athlete databases know it up to
  -- `suspension_fanned_out`; a cron continues.
  suspension_version INTEGER NOT NULL DEFAULT 0,
  suspension_fanned_out INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX partners_to_purge ON partners (purge_after) WHERE status = 'terminated';
CREATE INDEX partners_suspended ON partners (id) WHERE status = 'suspended';
CREATE INDEX partners_to_fan_out ON partners (id) WHERE suspension_fanned_out < suspension_version;
CREATE INDEX partners_purged ON partners (purged_at) WHERE purged_at IS NOT NULL;
CREATE INDEX partners_to_tell ON partners (purge_after) WHERE status = 'terminated' AND access_ended_at IS NULL;

-- Whether partners are suspended, as in every athlete database. Pauses webhooks of the registry's events.
CREATE TABLE suspensions (
  partner_id TEXT PRIMARY KEY,
  suspended_at INTEGER,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  name TEXT NOT NULL,
  -- SHA-256 of the secret, lowercase hexadecimal. The secret itself is never stored.
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'rotated', 'revoked')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  rotated_to TEXT,
  last_used_at INTEGER,
  -- The region near which the key's guard lives, or inside which if it is a jurisdiction. Never changes,
  -- because a guard elsewhere would be a different one.
  region TEXT NOT NULL,
  -- The member or key that created it, or 'operator'. Null if it was created before this was recorded.
  created_by TEXT
) STRICT;

CREATE INDEX api_keys_by_partner ON api_keys (partner_id, environment, id);
-- Ended keys are kept for 90 days. They must not slow counts and lists of the rest.
CREATE INDEX api_keys_by_status ON api_keys (partner_id, environment, status, expires_at);
CREATE INDEX api_keys_by_end ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_by_revocation ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- Platforms' requests for access, and the one-time link of an approved one.
CREATE TABLE access_requests (
  id TEXT PRIMARY KEY,
  platform TEXT NOT NULL,
  use_case TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'declined')),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- 90 days after the decision, or after the request while it is undecided.
  purge_after INTEGER NOT NULL,
  -- HMAC of the caller's network address: countable without revealing it. Blanked within two hours.
  address_hash TEXT,
  partner_id TEXT,
  -- SHA-256 of the link's secret. A newer link replaces it.
  link_hash TEXT UNIQUE,
  link_expires_at INTEGER,
  link_used_at INTEGER
) STRICT;

CREATE INDEX access_requests_by_address ON access_requests (address_hash, created_at);
CREATE INDEX access_requests_counted ON access_requests (created_at) WHERE address_hash IS NOT NULL;
CREATE INDEX access_requests_by_partner ON access_requests (partner_id) WHERE link_hash IS NOT NULL;
CREATE INDEX access_requests_to_purge ON access_requests (purge_after);

-- First answers of requests with an Idempotency-Key, kept for 24 hours: here for requests that create keys
-- and clients. Same shape as in every athlete database.
CREATE TABLE idempotency_keys (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the key as sent, which may be any text, such as an email address.
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  -- Always null here, because the registry has no athletes' data.
  athlete_id TEXT,
  -- Null if the answer contained a secret. Secrets are never stored.
  answer TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- Requests by partner, environment, hour, operation and status class. No row names a person.
CREATE TABLE usage (
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  hour INTEGER NOT NULL,
  operation_id TEXT NOT NULL,
  status_class TEXT NOT NULL CHECK (status_class IN ('2xx', '3xx', '4xx', '5xx')),
  requests INTEGER NOT NULL,
  PRIMARY KEY (partner_id, environment, hour, operation_id, status_class)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_by_hour ON usage (hour);

-- The last flush of each guard, so that a repeated one adds nothing. `guard` is the platform's name for it.
CREATE TABLE usage_flushes (
  guard TEXT PRIMARY KEY,
  flush TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_flushes_by_time ON usage_flushes (at);

-- The product catalogue. Its source is src/nutrition/catalogue/products.json; `npm run catalogue` loads it.
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
  purpose TEXT NOT NULL CHECK (purpose IN ('fuel', 'salt', 'caffeine', 'other')),
  fixed_strength INTEGER NOT NULL CHECK (fixed_strength IN (0, 1)),
  vegan INTEGER,
  gluten_free INTEGER,
  basis TEXT NOT NULL,
  confidence TEXT NOT NULL,
  source TEXT,
  recalled_fields TEXT NOT NULL DEFAULT '[]',
  note TEXT,
  -- A withdrawn product stays, because athletes' plans refer to it.
  hidden_at INTEGER
) STRICT;

-- One row: the version of the source in the table. Isolates compare it with their copy's.
CREATE TABLE catalogue_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version TEXT NOT NULL,
  loaded_at INTEGER NOT NULL,
  product_count INTEGER NOT NULL
) STRICT;

-- Applications that athletes can connect to. Each belongs to one partner and one environment.
CREATE TABLE oauth_clients (
  client_id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  name TEXT NOT NULL,
  -- JSON arrays of texts.
  redirect_uris TEXT NOT NULL,
  allowed_scopes TEXT NOT NULL,
  -- SHA-256 of the secret, lowercase hexadecimal. The secret itself is never stored.
  secret_hash TEXT NOT NULL,
  -- A deleted client keeps its row, without a secret, until its partner is purged. Its identifier is never
  -- reused.
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deleted')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  secret_rotated_at INTEGER,
  -- A public client runs on an athlete's own machine (an assistant, for example). It cannot keep a secret, so
  -- it has none: only PKCE proves that it requested the code.
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1)),
  -- As in `api_keys`.
  created_by TEXT
) STRICT;

-- Deleted clients stay. They must not slow counts and lists of the rest.
CREATE INDEX oauth_clients_by_partner ON oauth_clients (partner_id, environment, status, client_id);

-- One-time codes sent to an address, for all environments and shards. Codes per address are counted only
-- here.
CREATE TABLE login_codes (
  -- SHA-256 of the cookie's secret.
  id TEXT PRIMARY KEY,
  -- HMAC of the email address: countable without revealing it. Of the session, if the code confirms an act in the console.
  address_hash TEXT NOT NULL,
  -- True if the browser had proved the address before. Those codes are counted separately.
  is_known_browser INTEGER NOT NULL CHECK (is_known_browser IN (0, 1)),
  -- HMAC of identifier and code, so that the table alone does not reveal a six-digit code.
  code_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- The address and the destination, encrypted with the cookie's secret.
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  -- Keyed hash of the network address that requested the code. Unused codes are also counted by it.
  caller_hash TEXT NOT NULL,
  -- The same for its IPv6 /48. Null for other addresses.
  network_hash TEXT
) STRICT;

CREATE INDEX login_codes_unused ON login_codes (address_hash, is_known_browser, created_at) WHERE used_at IS NULL;
CREATE INDEX login_codes_unused_of_caller ON login_codes (caller_hash, created_at) WHERE used_at IS NULL;
CREATE INDEX login_codes_unused_of_network ON login_codes (network_hash, created_at) WHERE used_at IS NULL;
CREATE INDEX login_codes_by_creation ON login_codes (created_at);

-- Wrong codes entered in each minute since 1970, for all addresses together.
CREATE TABLE wrong_codes (
  minute INTEGER PRIMARY KEY,
  tries INTEGER NOT NULL
) STRICT;

-- Consents by a keyed hash (LOOKUP_KEY) of the consenting address, so that its owner finds them with one
-- look-up even if the athlete's email address changes. A consent belongs to one activation of its connection
-- and ends with it.
CREATE TABLE consents (
  connection_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  -- Location of the connection.
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- JSON array.
  scopes TEXT NOT NULL,
  activation INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  -- The time of its last write until a job has compared it with the connection, because an erasure may have
  -- come first.
  unconfirmed_at INTEGER,
  PRIMARY KEY (connection_id, address_hash)
) STRICT;

CREATE INDEX consents_by_address ON consents (address_hash, client_id);
CREATE INDEX consents_by_client ON consents (client_id);
CREATE INDEX consents_unconfirmed ON consents (environment, shard, unconfirmed_at) WHERE unconfirmed_at IS NOT NULL;

-- Erased athletes, as SHA-256 of the identifier. Kept longer than a database can be restored, so that a
-- restored athlete is erased again. Stored here and not with the athletes, whose databases are restored.
CREATE TABLE erasure_ledger (
  id_hash TEXT PRIMARY KEY,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  -- Progress of the search for this athlete in the shard. Null if no search is needed.
  searched_to TEXT
) STRICT;

CREATE INDEX erasure_ledger_by_shard ON erasure_ledger (environment, shard, erased_at DESC, id_hash DESC);
CREATE INDEX erasure_ledger_by_time ON erasure_ledger (erased_at);
-- Erasures being searched for. A step reads only these, not the whole ledger.
CREATE INDEX erasure_ledger_searched ON erasure_ledger (environment, shard, searched_to) WHERE searched_to IS NOT NULL;

-- A shard without a row, or of unknown size, accepts no new athletes until it is measured.
CREATE TABLE shards (
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  -- As last reported by D1, and when. Null before.
  size_bytes INTEGER,
  athletes INTEGER,
  -- A closed shard keeps its athletes and accepts no new ones.
  is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
  measured_at INTEGER,
  -- When it last rejected a row because it was full. Null once the nightly measurement finds space.
  full_at INTEGER,
  -- The latest migration that the database reports. Null until read.
  schema TEXT,
  -- The platform's storage location or jurisdiction of the database. Null until checked by a deploy.
  verified_region TEXT,
  -- When a deployment last found that schema and location are right. Null before.
  verified_at INTEGER,
  -- Runs that compare this database with the registry (`end-restored`). The database counts them, too: at least those that
  -- are counted here, and at most those that have begun. If it has less, it was restored; if it has more, the registry was.
  runs_begun INTEGER NOT NULL DEFAULT 0,
  runs_counted INTEGER NOT NULL DEFAULT 0,
  -- When the database was last found to have been restored to an earlier day.
  restored_at INTEGER,
  PRIMARY KEY (environment, shard)
) STRICT, WITHOUT ROWID;

-- Events of the registry's own data, such as keys. The columns are explained in the athlete databases'
-- schema.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  type TEXT NOT NULL,
  -- Always null here, because events of an athlete are recorded in the athlete's database.
  athlete_id TEXT CHECK (athlete_id IS NULL),
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX events_by_partner ON events (partner_id, environment);

CREATE TABLE event_store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL
) STRICT;

INSERT INTO event_store VALUES (1, lower(hex(randomblob(8))));

-- The engine version that partners were last notified about. No row before the first night.
CREATE TABLE announced_engine (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version TEXT NOT NULL
) STRICT;

-- URLs that receive events. Each belongs to one partner and one environment.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  url TEXT NOT NULL,
  -- JSON array of types and patterns: '*', 'athlete.*', 'activity.created'.
  events TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  disabled_reason TEXT CHECK (disabled_reason IN ('gone', 'failing', 'requested')),
  -- Both encrypted with WEBHOOK_KEY and bound to the identifier. The previous one also signs until its time.
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until INTEGER,
  -- Counts its changes. A store with a change stores its number (`subscribers`); `fanned_out` is the last one in
  -- all stores.
  version INTEGER NOT NULL,
  fanned_out INTEGER NOT NULL,
  -- When a request began to create it. Null once that failed, so that the next such request continues
  -- immediately.
  begun_at INTEGER,
  -- The version that enabled it. Events are sent from then on.
  activation INTEGER NOT NULL,
  -- When the partner last changed its URL, enabled it, tested it with success or sent a delivery again. At most
  -- every five seconds, so it may lie in the future by as much.
  resume_at INTEGER,
  -- JSON: by store, what its dispatcher last reported about the receiver (src/partner/webhooks/health.ts).
  health TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  tested_at TEXT NOT NULL DEFAULT '[]',
  -- As in `api_keys`.
  created_by TEXT
) STRICT;

CREATE INDEX webhooks_by_partner ON webhooks (partner_id, environment, id);
-- Those that the operator's list shows.
CREATE INDEX webhooks_failing ON webhooks (id) WHERE instr(health, '"degraded"') OR instr(health, '"stopped"');
-- Changes that some store lacks. The cron completes them.
CREATE INDEX webhooks_to_fan_out ON webhooks (id) WHERE fanned_out < version;

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

-- Recalculations of a partner's stored prescriptions. The row is authoritative: the workflow that works on it
-- knows only its identifier.
CREATE TABLE recalculations (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  only_stale INTEGER NOT NULL,
  -- The activities: effective_at from the first time (inclusive) to the second (exclusive).
  from_at INTEGER NOT NULL,
  before_at INTEGER NOT NULL,
  -- JSON: the selected athletes, in order. Null without a selection, and after the end.
  athlete_ids TEXT,
  -- JSON: the remaining athlete databases. The first is in progress.
  shards TEXT NOT NULL,
  -- The position in that database: the last processed athlete and activity. Empty before the first and at the
  -- end.
  after_athlete TEXT NOT NULL DEFAULT '',
  after_activity TEXT NOT NULL DEFAULT '',
  -- The time of that activity. An athlete's activities are processed in time order.
  after_at INTEGER NOT NULL DEFAULT 0,
  -- Counts moves of the position, so that only one of two workers at the same position moves on.
  moves INTEGER NOT NULL DEFAULT 0,
  calculated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  -- When a worker may claim it: at once, or when the lease of the present worker ends.
  due_at INTEGER NOT NULL,
  -- Claims since the position last moved.
  claims INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;

-- One at a time per partner and environment.
CREATE UNIQUE INDEX recalculations_unfinished ON recalculations (partner_id, environment) WHERE finished_at IS NULL;
CREATE INDEX recalculations_due ON recalculations (due_at) WHERE finished_at IS NULL;
CREATE INDEX recalculations_by_partner ON recalculations (partner_id, id);

-- The last run of each cron job for each database: 'registry', or environment and shard ('live.c000').
CREATE TABLE job_states (
  job TEXT NOT NULL,
  database TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'more', 'failed')),
  -- JSON object of numbers.
  counts TEXT NOT NULL,
  -- When a run last finished all work, and the number of runs since.
  last_done_at INTEGER,
  unfinished_runs INTEGER NOT NULL,
  PRIMARY KEY (job, database)
) STRICT, WITHOUT ROWID;

-- Jobs that no run of a database has finished yet, and since when one should have. Alerting counts from
-- there.
CREATE TABLE awaited_jobs (
  job TEXT NOT NULL,
  database TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (job, database)
) STRICT, WITHOUT ROWID;

-- The size of each database by day, which shows its growth.
CREATE TABLE size_samples (
  -- Days since 1970.
  day INTEGER NOT NULL,
  -- `registry`, or environment and shard of an athlete database: `live.c000`.
  database TEXT NOT NULL,
  at INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (day, database)
) STRICT, WITHOUT ROWID;

-- Answers of all isolates by environment, and how many had a status of 500 or more. Pages and unknown callers count as live.
CREATE TABLE answer_counts (
  -- The start of a ten-minute interval, in milliseconds.
  slot INTEGER NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  answers INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  -- JSON object of numbers: answers by class of route and latency, and the sum of milliseconds of each class.
  times TEXT NOT NULL,
  PRIMARY KEY (slot, environment)
) STRICT, WITHOUT ROWID;

-- Emails that the platform accepted or refused.
CREATE TABLE email_counts (
  -- The start of the hour, in milliseconds.
  hour INTEGER PRIMARY KEY,
  sent INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  -- Sign-in codes to addresses that no record names, and whether the hour sent as many as it may.
  codes_to_strangers INTEGER NOT NULL DEFAULT 0,
  was_flooded INTEGER NOT NULL DEFAULT 0 CHECK (was_flooded IN (0, 1))
) STRICT;

-- One row per condition that alerting has checked, in each environment. What concerns both is live.
CREATE TABLE alerts (
  name TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  checked_at INTEGER NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  -- When it last began.
  began_at INTEGER,
  -- JSON array of sentences, which name databases and jobs.
  findings TEXT NOT NULL,
  -- The last notice, and whether it still has to be emailed or posted.
  notice TEXT CHECK (notice IN ('begun', 'continues', 'ended')),
  noticed_at INTEGER,
  email_owed INTEGER NOT NULL DEFAULT 0 CHECK (email_owed IN (0, 1)),
  post_owed INTEGER NOT NULL DEFAULT 0 CHECK (post_owed IN (0, 1)),
  -- Until when a cron is sending it.
  taken_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name, environment)
) STRICT, WITHOUT ROWID;

-- Athlete databases that have finished ending a partner: they ended its connections or erased its athletes.
-- The registry does the rest once all of them have.
CREATE TABLE partner_ends (
  partner_id TEXT NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('connections', 'athletes')),
  database TEXT NOT NULL,
  PRIMARY KEY (partner_id, part, database)
) STRICT, WITHOUT ROWID;

-- Acts of the operator, kept even if their subject is deleted.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX audit_log_by_subject ON audit_log (subject_id, id);

-- The partner's console: who signs in, their sessions, invitations, what they did, and requests for live access.

-- A partner's members, by lowercase email address. Removed ones are deleted 30 days later.
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'viewer')),
  created_at INTEGER NOT NULL,
  removed_at INTEGER,
  -- The member who invited them, or 'operator'. Null if they joined before this was recorded.
  invited_by TEXT
) STRICT;

CREATE UNIQUE INDEX members_by_address ON members (partner_id, email) WHERE removed_at IS NULL;
CREATE INDEX members_by_partner ON members (partner_id, id);
CREATE INDEX members_by_email ON members (email, id) WHERE removed_at IS NULL;
CREATE INDEX members_by_removal ON members (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'viewer')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When it was accepted, withdrawn or replaced, or its inviter stopped being an admin.
  ended_at INTEGER,
  -- The member who invited. Null if it was sent before this was recorded.
  invited_by TEXT,
  -- SHA-256 of the secret in its email, which admits the address past the limits of sign-in codes once.
  secret_hash TEXT,
  secret_used_at INTEGER
) STRICT;

CREATE INDEX invitations_by_partner ON invitations (partner_id, id);
CREATE INDEX invitations_by_email ON invitations (email, id) WHERE ended_at IS NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

CREATE TABLE console_sessions (
  -- SHA-256 of the cookie's secret, which encrypts the address.
  id TEXT PRIMARY KEY,
  sealed_email TEXT NOT NULL,
  -- Null until the partner is chosen.
  member_id TEXT,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- When a code was last entered, at sign-in or to confirm an act.
  code_entered_at INTEGER NOT NULL,
  -- HMAC of the address, to end all sessions of an address.
  address_hash TEXT NOT NULL
) STRICT;

CREATE INDEX console_sessions_by_member ON console_sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX console_sessions_by_address ON console_sessions (address_hash);
CREATE INDEX console_sessions_by_start ON console_sessions (created_at);

-- Acts of members in the console and the operator's decisions about the partner. Identifiers sort by time.
CREATE TABLE console_audit (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Null: the operator.
  member_id TEXT,
  action TEXT NOT NULL,
  environment TEXT CHECK (environment IN ('test', 'live')),
  -- The identifier of its subject.
  subject_id TEXT,
  -- 'begun' if it was interrupted. It may have taken effect.
  outcome TEXT NOT NULL CHECK (outcome IN ('begun', 'done', 'refused'))
) STRICT;

CREATE INDEX console_audit_by_partner ON console_audit (partner_id, id);

CREATE TABLE live_access_requests (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'replaced')),
  tier TEXT NOT NULL CHECK (tier IN ('teaser', 'full')),
  data_protection_contact TEXT NOT NULL,
  expected_athletes INTEGER NOT NULL,
  -- JSON array: the checklist items completed by then.
  checklist TEXT NOT NULL,
  -- The member who accepted the documents at these addresses.
  accepted_by TEXT NOT NULL,
  terms_url TEXT NOT NULL,
  dpa_url TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_tier TEXT CHECK (decided_tier IN ('teaser', 'full'))
) STRICT;

CREATE UNIQUE INDEX live_access_requests_pending ON live_access_requests (partner_id) WHERE status = 'pending';
CREATE INDEX live_access_requests_by_partner ON live_access_requests (partner_id, id);
CREATE INDEX live_access_requests_by_status ON live_access_requests (status, id);

-- Rows of the registry that have ended, written by triggers in the transaction that ends them. The first athlete database
-- has a copy: a registry that was restored to an earlier day ends them again. Kept longer than it can be restored.
CREATE TABLE ends (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('client', 'webhook', 'member', 'invitation', 'key', 'partner')),
  partner_id TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  is_copied INTEGER NOT NULL CHECK (is_copied IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX ends_by_partner ON ends (partner_id);
CREATE INDEX ends_by_time ON ends (ended_at);
CREATE INDEX ends_to_copy ON ends (id) WHERE is_copied = 0;

CREATE TRIGGER partner_terminations AFTER UPDATE OF status ON partners
WHEN OLD.status <> NEW.status AND NEW.status = 'terminated'
BEGIN
  INSERT OR IGNORE INTO ends VALUES (NEW.id, 'partner', NEW.id, NEW.terminated_at, 0);
END;

CREATE TRIGGER key_ends AFTER UPDATE OF status ON api_keys
WHEN OLD.status <> 'revoked' AND NEW.status = 'revoked'
BEGIN
  INSERT OR IGNORE INTO ends VALUES (NEW.id, 'key', NEW.partner_id, NEW.revoked_at, 0);
END;

CREATE TRIGGER client_ends AFTER UPDATE OF status ON oauth_clients
WHEN OLD.status = 'active' AND NEW.status = 'deleted'
BEGIN
  INSERT OR IGNORE INTO ends VALUES (NEW.client_id, 'client', NEW.partner_id, CAST(unixepoch('subsec') * 1000 AS INTEGER), 0);
END;

CREATE TRIGGER webhook_ends AFTER DELETE ON webhooks
BEGIN
  INSERT OR IGNORE INTO ends VALUES (OLD.id, 'webhook', OLD.partner_id, CAST(unixepoch('subsec') * 1000 AS INTEGER), 0);
END;

CREATE TRIGGER member_ends AFTER UPDATE OF removed_at ON members
WHEN OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO ends VALUES (NEW.id, 'member', NEW.partner_id, NEW.removed_at, 0);
END;

CREATE TRIGGER invitation_ends AFTER UPDATE OF ended_at ON invitations
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO ends VALUES (NEW.id, 'invitation', NEW.partner_id, NEW.ended_at, 0);
END;
