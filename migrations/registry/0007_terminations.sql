-- When every key and connection of a terminated partner had been told. Null until then, and a cron goes on telling.
ALTER TABLE partners ADD COLUMN access_ended_at INTEGER;

CREATE INDEX partners_to_tell ON partners (purge_after) WHERE status = 'terminated' AND access_ended_at IS NULL;
