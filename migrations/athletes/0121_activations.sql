-- A connection becomes active anew with each reconnection; consents of the registry name the activation they are for.
ALTER TABLE connections ADD COLUMN activation INTEGER NOT NULL DEFAULT 1;
-- The last activation that has ended and whose consents are gone from the registry.
ALTER TABLE connections ADD COLUMN settled_activation INTEGER NOT NULL DEFAULT 0;

CREATE INDEX connections_to_settle ON connections (id) WHERE status = 'revoked' AND settled_activation < activation;
