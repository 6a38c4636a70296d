-- Ended keys are kept for 90 days and deleted clients for good: neither may slow counts and lists of the others.
CREATE INDEX api_keys_by_status ON api_keys (partner_id, environment, status, expires_at);

DROP INDEX oauth_clients_by_partner;
CREATE INDEX oauth_clients_by_partner ON oauth_clients (partner_id, environment, status, client_id);
