-- Consents by a keyed hash (LOOKUP_KEY) of the address that gave them, so that whoever owns the address finds them with
-- one look-up, whatever becomes of the athlete's e-mail address. A consent belongs to one activation of its connection
-- and goes when that ends.
CREATE TABLE consents (
  connection_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  -- Where the connection is.
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  shard TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- JSON array.
  scopes TEXT NOT NULL,
  activation INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  -- The time of its last write until a job has compared it with the connection: an erasure may have come before it.
  unconfirmed_at INTEGER,
  PRIMARY KEY (connection_id, address_hash)
) STRICT;

CREATE INDEX consents_by_address ON consents (address_hash, client_id);
CREATE INDEX consents_by_client ON consents (client_id);
CREATE INDEX consents_unconfirmed ON consents (unconfirmed_at) WHERE unconfirmed_at IS NOT NULL;
