-- The region near which a key's guard lives, or in which if it is a jurisdiction. Never changes: a guard elsewhere would
-- be another one.
ALTER TABLE api_keys ADD COLUMN region TEXT NOT NULL DEFAULT 'weur';
