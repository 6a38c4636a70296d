-- Unused codes are counted by the network address that asked for them too: a keyed hash, kept as long as the code's row.
ALTER TABLE login_codes ADD COLUMN caller_hash TEXT NOT NULL DEFAULT '';

CREATE INDEX login_codes_unused_of_caller ON login_codes (caller_hash, created_at) WHERE used_at IS NULL;

-- Wrong codes entered in each minute since 1970, of all addresses together.
CREATE TABLE wrong_codes (
  minute INTEGER PRIMARY KEY,
  tries INTEGER NOT NULL
) STRICT;
