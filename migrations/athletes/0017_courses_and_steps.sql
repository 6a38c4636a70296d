-- Columns of plans that travel: structured sessions, courses, vessels, and the language of an athlete's texts.
-- JSON. A course holds at most 2,000 points, some 150 KB; reads that do not show them leave them out.
ALTER TABLE activities ADD COLUMN steps TEXT;
ALTER TABLE activities ADD COLUMN course TEXT;
ALTER TABLE activities ADD COLUMN vessels TEXT;

ALTER TABLE athletes ADD COLUMN locale TEXT;
ALTER TABLE athletes ADD COLUMN vessels TEXT;
