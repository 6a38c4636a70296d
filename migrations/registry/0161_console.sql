-- The partner's console: who signs in, their sessions, invitations, what they did, and requests for live access.

-- People of a partner, by their address in lower case. One that was removed is deleted 30 days later.
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'viewer')),
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE UNIQUE INDEX members_by_address ON members (partner_id, email) WHERE removed_at IS NULL;
CREATE INDEX members_by_partner ON members (partner_id, id);
CREATE INDEX members_by_email ON members (email) WHERE removed_at IS NULL;
CREATE INDEX members_by_removal ON members (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'viewer')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When it was accepted, withdrawn or replaced.
  ended_at INTEGER
) STRICT;

CREATE INDEX invitations_by_partner ON invitations (partner_id, id);
CREATE INDEX invitations_by_email ON invitations (email) WHERE ended_at IS NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

CREATE TABLE console_sessions (
  -- SHA-256 of the cookie's secret, with which the address is encrypted.
  id TEXT PRIMARY KEY,
  sealed_email TEXT NOT NULL,
  -- Null until the partner is chosen.
  member_id TEXT,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- When a code was last entered, at sign-in or to confirm an act.
  code_entered_at INTEGER NOT NULL
) STRICT;

CREATE INDEX console_sessions_by_member ON console_sessions (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX console_sessions_by_start ON console_sessions (created_at);

-- Who did what in the console, and what the operator decided about the partner. Identifiers sort by time.
CREATE TABLE console_audit (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Null: the operator.
  member_id TEXT,
  action TEXT NOT NULL,
  environment TEXT CHECK (environment IN ('test', 'live')),
  -- The identifier of what it concerns.
  subject_id TEXT,
  -- 'begun' if it was interrupted: it may have taken effect.
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
  -- JSON array: the items of the checklist that were done by then.
  checklist TEXT NOT NULL,
  -- Who accepted the documents at these addresses.
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

-- JSON array: items of the console's checklist that were seen to be done. They stay done.
ALTER TABLE partners ADD COLUMN checklist_done TEXT NOT NULL DEFAULT '[]';
ALTER TABLE partners ADD COLUMN termination_requested_at INTEGER;
