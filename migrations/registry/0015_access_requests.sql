-- Applications of platforms for access, and the one-time link of an approved one.
CREATE TABLE access_requests (
  id TEXT PRIMARY KEY,
  platform TEXT NOT NULL,
  use_case TEXT NOT NULL,
  contact_email TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'declined')),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- 90 days after the decision; until there is one, 90 days after the request.
  purge_after INTEGER NOT NULL,
  -- HMAC of the caller's network address: countable without revealing it. Blanked the following night.
  address_hash TEXT,
  partner_id TEXT,
  -- SHA-256 of the link's secret. A newer link replaces it.
  link_hash TEXT UNIQUE,
  link_expires_at INTEGER,
  link_used_at INTEGER
) STRICT;

CREATE INDEX access_requests_by_address ON access_requests (address_hash, created_at);
CREATE INDEX access_requests_counted ON access_requests (created_at) WHERE address_hash IS NOT NULL;
CREATE INDEX access_requests_to_purge ON access_requests (purge_after);
