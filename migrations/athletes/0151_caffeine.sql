-- What athletes say about caffeine, as JSON, and what they say for one activity.
ALTER TABLE athletes ADD COLUMN caffeine TEXT;
ALTER TABLE activities ADD COLUMN caffeine TEXT;
