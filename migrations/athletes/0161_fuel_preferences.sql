-- What athletes want of suggested plans, as JSON: products they avoid or own, and formats they like.
ALTER TABLE athletes ADD COLUMN fuel_preferences TEXT;
