import { cutText } from '@musette/files/fit-writer';
import type { Texts } from '@musette/languages/texts';
import ical, { ICalAlarmRelatesTo, ICalAlarmType } from 'ical-generator';
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts';
import { localAt } from '#platform/local-time.ts';
import { dayWithoutTime } from '../../records/schedule.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { planText } from './plan-text.ts';
import { joined, titleOf } from './plan-words.ts';
import { type RowWords, rowGroups, sportName, wordsOf } from './row-words.ts';

/** The text that a device or a calendar shows at one minute. */
interface DeviceRow {
  /** Negative before the start. */
  readonly atMin: number;
  readonly time: string;
  /** Short text for a device: actions before the name of a station. */
  readonly name: string;
  readonly notes: string;
  readonly isStation: boolean;
  /** Whether a leg begins here. */
  readonly isHeading: boolean;
}

/** Lists device texts in order: the start of each leg of several, and what to do. */
export function deviceRows(plan: FuelPlan, texts: Texts): readonly DeviceRow[] {
  const groups = rowGroups(plan, texts).flatMap(({ heading, rows, leg }) => {
    const shown = rows.map((row) => rowOf(row, texts));
    if (heading === null) return shown;
    const atMin = Math.round(leg.startMin);
    const name = sportName(leg.type, texts);
    const time = texts.plan.hours.moment({ min: atMin });
    return [{ atMin, time, name, notes: heading, isStation: false, isHeading: true }, ...shown];
  });
  // A bottle of the ride may be finished after the transition.
  return groups.toSorted((one, other) => one.atMin - other.atMin);
}

function rowOf(row: RowWords, texts: Texts): DeviceRow {
  const { atMin, time, place, actions, isStation } = row;
  const briefs = actions.map(({ brief, words }) => (brief === '' ? words : brief));
  return {
    atMin,
    time,
    name: joined([...briefs, place]),
    notes: wordsOf(row, texts),
    isStation,
    isHeading: false,
  };
}

const PART = ' · ';

/** Shortens a name to what a device keeps: whole parts, and letters only if the first part is too long. */
export function deviceName({ name }: DeviceRow, bytesMax: number): string {
  const parts = name.split(PART);
  const fits = (count: number) =>
    new TextEncoder().encode(parts.slice(0, count).join(PART)).length <= bytesMax;
  let count = parts.length;
  while (count > 1 && !fits(count)) count -= 1;
  return cutText(parts.slice(0, count).join(PART), bytesMax);
}

/** Actions within this time of the first share one alarm, min. Engineering choice. */
const ONE_ALARM_MIN = 10;

/**
 * Writes a plan as a calendar with one event: the session, with the plan as its description and an alarm for each action.
 * Its local time is floating, so that it stays the same on a phone that travels. A day without a time is an event of that day
 * without alarms.
 *
 * @param nowMs when the calendar is written
 */
export function planCalendar(plan: FuelPlan, texts: Texts, nowMs: number): string {
  // The clock read as if it were UTC is what the event shows; floating omits the zone.
  const { effectiveAt: startMs, scheduledLocal } = plan.activity;
  const isDay = dayWithoutTime(plan.activity) !== null;
  const language = texts.language.toUpperCase();
  const calendar = ical({ prodId: { company: 'Musette', product: 'Fuel plan', language } });
  const event = calendar.createEvent({
    id: `${plan.activity.id}@musette`,
    stamp: new Date(nowMs),
    start: new Date(startMs),
    end: new Date(isDay ? startMs + DAY_MS : endOnCalendar(plan)),
    ...(isDay ? { allDay: true } : { floating: scheduledLocal !== null }),
    summary: titleOf(plan, texts),
    description: planText(plan, texts, undefined),
  });
  const firstMin = isDay ? Number.POSITIVE_INFINITY : firstAlarmMin(plan.activity);
  for (const rows of alarmGroups(deviceRows(plan, texts).filter(({ atMin }) => atMin >= firstMin))) {
    const atMin = rows[0]?.atMin ?? 0;
    const trigger = atMin < 0 ? { triggerBefore: -atMin * 60 } : { triggerAfter: atMin * 60 };
    const alarm = event.createAlarm({
      type: ICalAlarmType.display,
      ...trigger,
      description: rows.map(({ time, notes }) => `${time} ${notes}`).join('; '),
    });
    // Without this, it counts from the end of the session. The constructor does not accept it.
    alarm.relatesTo(ICalAlarmRelatesTo.start);
  }
  // RFC 5545 §3.1: every line ends with a line break, the last one too.
  return `${calendar.toString()}\r\n`;
}

/** Returns the end on the clock that the event shows. Where clocks change during the session, they differ by its duration. */
function endOnCalendar({ activity, durationMin }: FuelPlan): number {
  const { effectiveAt, scheduledAt, scheduledLocal, timeZone } = activity;
  const durationMs = durationMin * MINUTE_MS;
  const isFloating = scheduledAt !== null && scheduledLocal !== null && timeZone !== null;
  return isFloating ? localAt(scheduledAt + durationMs, timeZone) : effectiveAt + durationMs;
}

/** Nobody trains at this hour unless they say so: a session at midnight sharp is often a day whose time is missing. */
const NIGHT_ENDS_MIN = 4 * 60;

/** Returns the minute of the session before which no alarm rings: 4:00 if it starts at 0:00 and is no race. */
function firstAlarmMin({ scheduledLocal, isRaceEvent }: FuelPlan['activity']): number {
  const isMidnight = scheduledLocal !== null && scheduledLocal % DAY_MS === 0;
  return isMidnight && isRaceEvent !== true ? NIGHT_ENDS_MIN : Number.NEGATIVE_INFINITY;
}

function alarmGroups(rows: readonly DeviceRow[]): readonly (readonly DeviceRow[])[] {
  const groups: DeviceRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0] && row.atMin - group[0].atMin < ONE_ALARM_MIN) group.push(row);
    else groups.push([row]);
  }
  return groups;
}
