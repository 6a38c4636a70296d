import { effectiveMs, inZone, type KnownMoment, noonOfDay, readMoment } from '#platform/local-time.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';

/** The columns that say when an activity takes place. `effectiveAt` is derived from them. */
export type Schedule = Pick<
  ActivityRow,
  'scheduledAt' | 'scheduledLocal' | 'scheduledSent' | 'timeZone' | 'timeZoneSource'
>;

/** The fields of a request that say when an activity takes place. */
interface ScheduleChanges {
  readonly scheduledAt?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

const UNSCHEDULED: Schedule = {
  scheduledAt: null,
  scheduledLocal: null,
  scheduledSent: null,
  timeZone: null,
  timeZoneSource: null,
};

/** Returns the schedule of a new activity, in its own time zone, else the athlete's. */
export function newSchedule(sent: ScheduleChanges, athleteZone: string | null): Schedule {
  return scheduleOf(sent.scheduledAt ?? null, sent.timeZone ?? null, athleteZone);
}

/**
 * Returns the schedule after a change. What was sent stays the truth: a local time keeps its clock in another time zone, an
 * instant stays. The zone is resolved again only with a time zone or another moment. One moment in another spelling is no
 * change.
 */
export function changedSchedule(
  before: Schedule,
  { scheduledAt, timeZone }: ScheduleChanges,
  athleteZone: string | null,
): Schedule {
  if (scheduledAt === undefined && timeZone === undefined) return before;
  const sent = scheduledAt === undefined ? before.scheduledSent : scheduledAt;
  const isKept = timeZone === undefined && isSameMoment(before, scheduleOf(sent, before.timeZone, null));
  if (isKept) return before;
  const ownZone = timeZone === undefined && before.timeZoneSource === 'activity' ? before.timeZone : timeZone;
  const next = scheduleOf(sent, ownZone ?? null, athleteZone);
  const isSame =
    next.timeZone === before.timeZone &&
    next.timeZoneSource === before.timeZoneSource &&
    isSameMoment(before, next);
  return isSame ? before : next;
}

function scheduleOf(sent: string | null, ownZone: string | null, athleteZone: string | null): Schedule {
  const timeZone = ownZone ?? athleteZone;
  const timeZoneSource = ownZone !== null ? 'activity' : timeZone === null ? null : 'athlete';
  if (sent === null) return { ...UNSCHEDULED, timeZone, timeZoneSource };
  if (noonOfDay(sent) !== null) return { ...UNSCHEDULED, scheduledSent: sent, timeZone, timeZoneSource };
  const { atMs, localMs } = inZone(readMoment(sent), timeZone);
  const scheduledSent = withoutMicroseconds(sent);
  return { scheduledAt: atMs, scheduledLocal: localMs, scheduledSent, timeZone, timeZoneSource };
}

/** Times are compared, sorted and returned in milliseconds. */
function withoutMicroseconds(sent: string): string {
  return sent.replace(/(\.\d{3})\d+/, '$1');
}

/** Compares instants if both are known, else local times, else days. */
function isSameMoment(before: Schedule, next: Schedule): boolean {
  return (
    before.scheduledAt === next.scheduledAt &&
    (next.scheduledAt !== null || before.scheduledLocal === next.scheduledLocal) &&
    dayWithoutTime(before) === dayWithoutTime(next)
  );
}

/** Returns the day of an activity that was sent without a time, such as `2026-11-29`. Null for all others. */
export function dayWithoutTime({ scheduledSent }: Pick<Schedule, 'scheduledSent'>): string | null {
  return noonOfDay(scheduledSent) === null ? null : scheduledSent;
}

/** Returns the position of an activity in lists and histories: by its schedule (a day at noon), else by its creation. */
export function effectiveAtOf(schedule: Schedule, createdAt: number): number {
  const moment = momentOf(schedule);
  return moment === null ? (noonOfDay(schedule.scheduledSent) ?? createdAt) : effectiveMs(moment);
}

/** Returns when an activity takes place. Null if it is not scheduled, or on a day without a time. */
export function momentOf({
  scheduledAt,
  scheduledLocal,
}: Pick<Schedule, 'scheduledAt' | 'scheduledLocal'>): KnownMoment | null {
  return scheduledAt === null && scheduledLocal === null
    ? null
    : { atMs: scheduledAt, localMs: scheduledLocal };
}
