import ical, { ICalAlarmRelatesTo, ICalAlarmType } from 'ical-generator';
import type { Texts } from '#core/languages/texts.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { type DeviceRow, deviceRows } from './device-rows.ts';
import { planText } from './plan-text.ts';
import { titleOf } from './plan-words.ts';

/** Actions within this time of the first share one alarm, min. Engineering choice. */
const ONE_ALARM_MIN = 10;
const MINUTE_MS = 60_000;

/**
 * Writes a plan as a calendar with one event: the session, with the plan as its description and an alarm for each action.
 *
 * @param times.startMs when the session starts
 * @param times.nowMs when the calendar is written
 */
export function planCalendar(
  plan: FuelPlan,
  texts: Texts,
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): string {
  const language = texts.language.toUpperCase();
  const calendar = ical({ prodId: { company: 'Musette', product: 'Fuel plan', language } });
  const event = calendar.createEvent({
    id: `${plan.activity.id}@musette`,
    stamp: new Date(nowMs),
    start: new Date(startMs),
    end: new Date(startMs + plan.durationMin * MINUTE_MS),
    summary: titleOf(plan, texts),
    description: planText(plan, texts, undefined),
  });
  for (const rows of alarmGroups(deviceRows(plan, texts))) {
    const alarm = event.createAlarm({
      type: ICalAlarmType.display,
      triggerAfter: (rows[0]?.atMin ?? 0) * 60,
      description: rows
        .map(({ atMin, notes }) => `${texts.plan.hours.moment({ min: atMin })} ${notes}`)
        .join('; '),
    });
    // Without this, it counts from the end of the session. The constructor does not accept it.
    alarm.relatesTo(ICalAlarmRelatesTo.start);
  }
  // RFC 5545 §3.1: every line ends with a line break, the last one too.
  return `${calendar.toString()}\r\n`;
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
