-- A filtered list reads only its page, however many connections the partner has.
CREATE INDEX connections_of_athlete ON connections (partner_id, athlete_id, id);
CREATE INDEX connections_of_client ON connections (partner_id, client_id, id);
CREATE INDEX connections_by_status ON connections (partner_id, status, id);
