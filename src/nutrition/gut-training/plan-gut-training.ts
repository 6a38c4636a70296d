import {
  type GutTrainingPlan,
  gutBeforeAnyRace,
  gutBeforeRace,
  planGutTraining,
} from '@musette/engine/gut-training';
import { DAY_MS } from '#platform/clock.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { noonOfDay } from '#platform/local-time.ts';
import type { ActivityRow, AthleteRow, LearnedStateRow } from '#platform/storage/athlete-schema.ts';
import { toEngineActivity, toEngineAthlete } from '../records/engine-input.ts';
import { readActivity } from '../records/read-activity.ts';
import { getAthlete, learnedStateOf } from '../records/read-athlete.ts';

interface GutTrainingGoal {
  readonly wantedCarbGPerHr: number | null;
  readonly activityId: string | null;
  readonly raceAtMs: number | null;
}

/** A schedule with its athlete. */
export interface PlannedGutTraining {
  readonly athlete: AthleteRow;
  readonly plan: GutTrainingPlan;
}

/** Plans how an athlete builds up to the carbohydrate of a race until it starts. Stores nothing. */
export async function planGutTrainingOf(
  ctx: PartnerContext,
  athleteId: string,
  goal: GutTrainingGoal,
): Promise<PlannedGutTraining | Failure> {
  const refusal = refuseGoal(goal);
  if (refusal) return refusal;
  const found = await readGut(ctx, athleteId, goal.activityId);
  if (isFailure(found)) return found;
  const raceAtMs = goal.raceAtMs ?? (found.activity && startOf(found.activity));
  if (raceAtMs === null) {
    return invalid({
      pointer: '/race_at',
      code: 'required',
      message: 'is required, because the activity is not scheduled',
    });
  }
  if (raceAtMs < ctx.nowMs) {
    return invalid({ pointer: '/race_at', code: 'too_small', message: 'must be in the future' });
  }
  return { athlete: found.athlete, plan: planFor(found, goal, { raceAtMs, nowMs: ctx.nowMs }) };
}

/** Returns the instant at which an activity starts, or its local time or noon if nothing else is known. Null if it has no date. */
function startOf({ scheduledAt, scheduledLocal, scheduledSent }: ActivityRow): number | null {
  return scheduledAt ?? scheduledLocal ?? noonOfDay(scheduledSent);
}

/** Rejects a goal that names neither a rate nor a race, or both, and one without a date. */
function refuseGoal({ wantedCarbGPerHr, activityId, raceAtMs }: GutTrainingGoal): Failure | null {
  const pointer = '/wanted_carb_g_per_hr';
  if (wantedCarbGPerHr === null && activityId === null) {
    return invalid({ pointer, code: 'required', message: 'or activity_id is required' });
  }
  if (wantedCarbGPerHr !== null && activityId !== null) {
    return invalid({
      pointer: '/activity_id',
      code: 'not_allowed',
      message: 'names the goal twice; send one of the two',
    });
  }
  if (activityId === null && raceAtMs === null) {
    return invalid({ pointer: '/race_at', code: 'required', message: 'is required' });
  }
  return null;
}

interface Gut {
  readonly athlete: AthleteRow;
  readonly activity: ActivityRow | null;
  readonly learned: LearnedStateRow | null;
}

async function readGut(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string | null,
): Promise<Gut | Failure> {
  if (activityId !== null) return readActivity(ctx, athleteId, activityId);
  const found = await getAthlete(ctx, athleteId);
  return isFailure(found) ? found : { ...found, activity: null };
}

function planFor(
  { athlete: row, activity, learned: learnedRow }: Gut,
  { wantedCarbGPerHr }: GutTrainingGoal,
  { raceAtMs, nowMs }: { readonly raceAtMs: number; readonly nowMs: number },
): GutTrainingPlan {
  const athlete = toEngineAthlete(row, nowMs);
  const gut = { athlete, learned: learnedStateOf(learnedRow) };
  const before =
    activity === null
      ? { ...gutBeforeAnyRace(gut), wantedGPerHr: wantedCarbGPerHr ?? 0 }
      : gutBeforeRace(toEngineActivity(activity), gut);
  // Whole days: an early-morning race is not a week closer because the plan is requested at noon.
  const daysToRace = Math.round((raceAtMs - nowMs) / DAY_MS);
  return planGutTraining({ athlete, daysToRace, ...before });
}
