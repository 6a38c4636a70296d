import { snakeName } from '#platform/http/wire-case.ts';
import type { ActivityRow, AthleteRow } from '#platform/storage/athlete-schema.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import { changedColumns } from '#platform/storage/statements.ts';

type ActivityNames = Pick<ActivityRow, 'id' | 'athleteId' | 'externalId'>;

/** Returns the data that identifies an activity in an event. */
export function ofActivity({ id, athleteId, externalId }: ActivityNames) {
  return { athleteId, activityId: id, activityExternalId: externalId };
}

/** Returns the events of a change to an athlete's fields. None if every field keeps its value. */
export function reportAthleteChange(
  athlete: AthleteRow,
  columns: Partial<AthleteRow>,
  { isReadByEngine }: { readonly isReadByEngine: boolean },
): ReportedEvent[] {
  const data = { athleteId: athlete.id };
  const names = changedNames(athlete, columns);
  const changed = names.filter((name) => name !== 'tier');
  return [
    ...(changed.length > 0 ? [{ type: 'athlete.updated', data: { ...data, changed } } as const] : []),
    ...(isReadByEngine
      ? [{ type: 'prescription.stale', data: { ...data, reason: 'profile' } } as const]
      : []),
    ...(names.includes('tier') ? reportTierChange(athlete.id) : []),
  ];
}

/** Returns the events of a tier change, which affects how stored prescriptions are shown. */
export function reportTierChange(athleteId: string): ReportedEvent[] {
  return [
    { type: 'athlete.tier_changed', data: { athleteId } },
    { type: 'prescription.stale', data: { athleteId, reason: 'tier' } },
  ];
}

/** Returns the event of a change to an activity's products. */
export function reportProductChange(activity: ActivityRow): ReportedEvent[] {
  return [{ type: 'activity.updated', data: { ...ofActivity(activity), changed: ['products'] } }];
}

/** Returns the event of a change to an activity's fields. None if every field keeps its value. */
export function reportActivityChange(activity: ActivityRow, columns: Partial<ActivityRow>): ReportedEvent[] {
  const changed = changedNames(activity, columns);
  return changed.length === 0
    ? []
    : [{ type: 'activity.updated', data: { ...ofActivity(activity), changed } }];
}

/** Columns derived from others or from the clock. No caller sets them. */
const DERIVED: ReadonlySet<string> = new Set([
  'effectiveAt',
  'scheduledLocal',
  'formerMassKg',
  'updatedAt',
  'revision',
]);

/** Columns that store another side of a field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  scheduledSent: 'scheduledAt',
  timeZoneSource: 'timeZone',
};

/** Lists the fields that these columns change in a row, by name on the wire. */
function changedNames<Row extends object>(row: Row, columns: Partial<Row>): string[] {
  const fields = Object.keys(changedColumns(row, columns))
    .filter((name) => !DERIVED.has(name))
    .map((name) => FIELD_OF[name] ?? name);
  return [...new Set(fields)].map(snakeName);
}
