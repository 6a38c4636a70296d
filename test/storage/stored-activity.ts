import { newActivity } from '#nutrition/activities/create-activity.ts';
import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { prescribeActivity, rowOf } from '#nutrition/prescriptions/prescription-row.ts';
import { newSession } from '#nutrition/records/activity-fields.ts';
import { toActivityDetails } from '#nutrition/records/read-activity.ts';
import { prescriptions } from '#platform/storage/athlete-schema.ts';
import { type Row, type Rows, rowsOf } from './situations.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
} from './stored-rows.ts';

/** An athlete with an activity and what was calculated for it, for the situations in which statements are tried. */

const owner = { environment: 'test', shard: 'c000', partnerId: 'prt_a', defaultTier: 'full' } as const;
export const athleteRow = { ...newAthlete(owner, {}, 1), ...ATHLETE };
export const activityRow = {
  ...newActivity(newSession({ type: 'run', durationMin: 60 }, null, 1), ATHLETE.id, 1),
  ...ACTIVITY,
};
export const details = await toActivityDetails(athleteRow, activityRow, { learned: null });
export const { prescription: calculated } = await prescribeActivity(details, NOW);
export const prescribed = rowsOf(prescriptions, { ...rowOf(calculated) });

export const ofOther = { athleteId: OTHER_ATHLETE.id } as const;
/** Another activity of the athlete. */
export const B = { id: 'act_b' } as const;
export const ON_ANOTHER = { activityId: B.id } as const;

/** Returns a maker of rows of an activity, with that activity. */
export function withActivity(make: (changes: object) => Row): (changes?: object) => Rows {
  return (changes = {}) => {
    const { activityId, athleteId } = { activityId: ACTIVITY.id, athleteId: ATHLETE.id, ...changes };
    return [activity({ id: activityId, athleteId }), make(changes)];
  };
}

/** Situations in which nothing of the athlete may be written: `rows` are there too. */
export const closed = (...rows: Rows) => ({
  'after the erasure of the athlete began': [athlete({ status: 'erasing' }), ...rows],
  "of another partner's athlete": [athlete(OTHER_PARTNER), ...rows],
});
/** Situations in which the activity is not the one that was read, or may not be written. */
export const notAsRead = (...rows: Rows) => ({
  'changed since the read': [activity({ revision: 2 }), ...rows],
  'of another athlete': [athlete(), otherAthlete, activity(ofOther), ...rows],
  ...closed(activity(), ...rows),
});
export const notThere = { 'not there, but another is': B };
