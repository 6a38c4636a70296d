-- Time at which every key and connection of a terminated partner had ended. Null until then, and a cron continues.
ALTER TABLE partners ADD COLUMN access_ended_at INTEGER;

CREATE INDEX partners_to_tell ON partners (purge_after) WHERE status = 'terminated' AND access_ended_at IS NULL;
