-- An activity's external_id becomes unique per athlete. Of activities that share one, the newest keeps it; the others
-- keep everything else. Their revision rises, because an ETag that a partner holds shows the old value.
UPDATE activities SET
  external_id = NULL,
  revision = revision + 1,
  updated_at = unixepoch() * 1000
WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY athlete_id, external_id ORDER BY created_at DESC, id DESC) AS place
    FROM activities WHERE external_id IS NOT NULL
  ) WHERE place > 1
);

CREATE UNIQUE INDEX activities_by_external_id ON activities (athlete_id, external_id) WHERE external_id IS NOT NULL;

-- Lists in the order of change (`updated_since`) read only their page.
CREATE INDEX activities_by_change ON activities (athlete_id, updated_at, id);
CREATE INDEX athletes_by_change ON athletes (partner_id, updated_at, id) WHERE status = 'live';
