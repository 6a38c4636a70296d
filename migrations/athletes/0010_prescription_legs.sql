-- The sport, time and rates of each leg of a multi-sport calculation, as a JSON array. Null for a single sport, and for
-- a calculation that is older than this column.
ALTER TABLE prescriptions ADD COLUMN legs TEXT;
