-- New calculations of a partner's stored prescriptions. The row is the truth: the workflow that works on it holds only
-- its identifier. Times are UTC milliseconds.
CREATE TABLE recalculations (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('test', 'live')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  only_stale INTEGER NOT NULL,
  -- The activities: effective_at from the one time until before the other.
  from_at INTEGER NOT NULL,
  before_at INTEGER NOT NULL,
  -- JSON: the athletes to which it is limited, in order; null if it is not, and once it has ended.
  athlete_ids TEXT,
  -- JSON: the athlete databases that are left, the first one under way.
  shards TEXT NOT NULL,
  -- The place in that database: the last athlete and the last activity worked on; empty before the first and at the end.
  after_athlete TEXT NOT NULL DEFAULT '',
  after_activity TEXT NOT NULL DEFAULT '',
  -- Counts the moves of the place, so that of two workers at one place one moves on.
  moves INTEGER NOT NULL DEFAULT 0,
  calculated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  -- The instance of the workflow that may work on it, and how many were lost since the place last moved.
  instance INTEGER NOT NULL DEFAULT 1,
  lost_instances INTEGER NOT NULL DEFAULT 0,
  -- When an instance last showed that it lives.
  active_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;

-- One at a time for each partner and environment.
CREATE UNIQUE INDEX recalculations_unfinished ON recalculations (partner_id, environment) WHERE finished_at IS NULL;
CREATE INDEX recalculations_by_activity ON recalculations (active_at) WHERE finished_at IS NULL;
CREATE INDEX recalculations_by_partner ON recalculations (partner_id, id);
