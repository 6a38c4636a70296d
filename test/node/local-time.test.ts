import { describe, expect, test } from 'vitest';
import { changedSchedule, newSchedule, type Schedule } from '#nutrition/records/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { instantOf, isoLocal, isTimeZone, localAt, readMoment } from '#platform/local-time.ts';
import { spelledZone, timeZoneNames } from '#platform/time-zone-names.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'US/Pacific', 'Etc/GMT+12'];
const YEARS = [2026, 2027] as const;

describe('spellings of time zones', () => {
  test('the table has every name of the runtime, and the runtime takes every name of the table', () => {
    const names = timeZoneNames();
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test('any case gives the spelling of the table, and a name that the table lacks stays as sent', () => {
    for (const name of timeZoneNames()) {
      for (const sent of [name, name.toLowerCase(), name.toUpperCase()]) expect(spelledZone(sent)).toBe(name);
    }
    expect(spelledZone('Mars/Olympus_mons')).toBe('Mars/Olympus_mons');
  });
});

/** The clock in a time zone, formatted by another path than the code's. */
function clockIn(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (atMs: number) => format.format(atMs).replace(' ', 'T');
}

/** Finds the offsets of a year by looking at the clock every quarter of an hour around each change of the day's offset. */
function changesOf(zone: string, year: number): readonly number[] {
  const offsetAt = (atMs: number) => localAt(atMs, zone) - atMs;
  const changes: number[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    if (offsetAt(day) === offsetAt(day + DAY_MS)) continue;
    for (let at = day; at < day + DAY_MS; at += 15 * MINUTE_MS) {
      if (offsetAt(at) !== offsetAt(at + 15 * MINUTE_MS)) changes.push(at + 15 * MINUTE_MS);
    }
  }
  return changes;
}

describe('time zones', () => {
  test('every IANA zone on every day of a year: the clock is that of the platform, and its instant comes back', () => {
    const wrong: string[] = [];
    for (const zone of ZONES) {
      const clock = clockIn(zone);
      for (let day = 0; day < 365; day++) {
        const atMs =
          Date.UTC(YEARS[0], 0, 1) + day * DAY_MS + ((day * 7) % 24) * HOUR_MS + (day % 60) * MINUTE_MS;
        const localMs = localAt(atMs, zone);
        // When clocks go back, two instants have one local time, of which the first counts.
        const back = instantOf(localMs, zone);
        const isRight =
          isoLocal(localMs) === clock(atMs) &&
          back <= atMs &&
          (back === atMs || localAt(back, zone) === localMs);
        if (!isRight) wrong.push(`${zone} ${clock(atMs)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('at every change of clocks, a repeated time is the first and a skipped one moves forward, like compatible in Temporal', () => {
    let changes = 0;
    for (const zone of ZONES) {
      for (const changeMs of YEARS.flatMap((year) => changesOf(zone, year))) {
        changes += 1;
        const before = localAt(changeMs - 1, zone) - changeMs + 1;
        const after = localAt(changeMs, zone) - changeMs;
        const middle = changeMs + (before + after) / 2;
        const instant = instantOf(middle, zone);
        // Before the change, both for the first of two and for a skipped time, whose clock is the one before.
        expect(instant, `${zone} ${isoLocal(middle)}`).toBe(middle - before);
        expect(localAt(instant, zone)).toBe(after < before ? middle : middle + after - before);
      }
    }
    // Some 60 zones change twice a year in either direction.
    expect(changes).toBeGreaterThan(300);
  });

  test('a day that a zone skipped moves to the next', () => {
    const noon = Date.UTC(2011, 11, 30, 12);
    expect(isoLocal(localAt(instantOf(noon, 'Pacific/Apia'), 'Pacific/Apia'))).toBe('2011-12-31T12:00:00');
  });

  test('names that Intl accepts are zones, offsets and nonsense are not', () => {
    for (const zone of ZONES) expect(isTimeZone(zone), zone).toBe(true);
    for (const name of ['+02:00', '-0500', '', ' ', 'Europe/Nowhere', 'UTC+3', 'x'.repeat(1000), '\u0000']) {
      expect(isTimeZone(name), name).toBe(false);
    }
  });

  test('the formats of zones are bounded', () => {
    for (const zone of [...ZONES, ...ZONES]) localAt(0, zone);
    expect(isoLocal(localAt(Date.UTC(2026, 6, 1), 'Asia/Tokyo'))).toBe('2026-07-01T09:00:00');
  });
});

describe('a written moment', () => {
  test.each([
    ['2026-07-01T08:00:00Z', '2026-07-01T08:00:00.000Z', null],
    ['2026-07-01T08:00Z', '2026-07-01T08:00:00.000Z', null],
    ['2026-07-01T08:00:00-00:00', '2026-07-01T08:00:00.000Z', null],
    ['2026-07-01T08:00:00+00:00', '2026-07-01T08:00:00.000Z', '2026-07-01T08:00:00'],
    ['2026-07-01T08:00:00.25+02:00', '2026-07-01T06:00:00.250Z', '2026-07-01T08:00:00.250'],
    ['2026-07-01T08:00', null, '2026-07-01T08:00:00'],
    ['2026-07-01T08:00:00.1234567', null, '2026-07-01T08:00:00.123'],
  ])('%s', (text, instant, local) => {
    const { atMs, localMs } = readMoment(text);
    expect(atMs === null ? null : new Date(atMs).toISOString()).toBe(instant);
    expect(localMs === null ? null : isoLocal(localMs)).toBe(local);
  });
});

describe('a schedule', () => {
  const shown = ({ scheduledAt, scheduledLocal, timeZone, timeZoneSource }: Schedule) => [
    scheduledAt === null ? null : new Date(scheduledAt).toISOString().slice(0, 16),
    scheduledLocal === null ? null : isoLocal(scheduledLocal).slice(0, 16),
    timeZone,
    timeZoneSource,
  ];
  const EVENING = { scheduledAt: '2026-07-01T18:30:00' };

  test('a local time is read in its own zone, else in that of the athlete, else in none', () => {
    expect(shown(newSchedule({ ...EVENING, timeZone: 'Asia/Tokyo' }, 'Europe/Berlin'))).toEqual([
      '2026-07-01T09:30',
      '2026-07-01T18:30',
      'Asia/Tokyo',
      'activity',
    ]);
    expect(shown(newSchedule(EVENING, 'Europe/Berlin'))).toEqual([
      '2026-07-01T16:30',
      '2026-07-01T18:30',
      'Europe/Berlin',
      'athlete',
    ]);
    expect(shown(newSchedule(EVENING, null))).toEqual([null, '2026-07-01T18:30', null, null]);
  });

  test('an instant has a local time if its zone or its offset tells it, the zone first', () => {
    const sent = { scheduledAt: '2026-07-01T08:00:00+02:00' };
    expect(shown(newSchedule(sent, null)).slice(0, 2)).toEqual(['2026-07-01T06:00', '2026-07-01T08:00']);
    expect(shown(newSchedule(sent, 'Asia/Tokyo')).slice(0, 2)).toEqual([
      '2026-07-01T06:00',
      '2026-07-01T15:00',
    ]);
    const utc = { scheduledAt: '2026-07-01T06:00:00Z' };
    expect(shown(newSchedule(utc, null)).slice(0, 2)).toEqual(['2026-07-01T06:00', null]);
  });

  test('another zone keeps the clock of a local time and the instant of an instant', () => {
    const local = newSchedule({ ...EVENING, timeZone: 'Asia/Tokyo' }, null);
    const moved = changedSchedule(local, { timeZone: 'Europe/Berlin' }, null);
    expect(shown(moved).slice(0, 2)).toEqual(['2026-07-01T16:30', '2026-07-01T18:30']);
    const instant = newSchedule({ scheduledAt: '2026-07-01T09:30:00Z', timeZone: 'Asia/Tokyo' }, null);
    expect(shown(changedSchedule(instant, { timeZone: 'Europe/Berlin' }, null)).slice(0, 2)).toEqual([
      '2026-07-01T09:30',
      '2026-07-01T11:30',
    ]);
  });

  test('a local time that clocks skip is moved, and comes back in another zone as it was sent', () => {
    const skipped = { scheduledAt: '2026-03-29T02:30:00', timeZone: 'Europe/Berlin' };
    const moved = newSchedule(skipped, null);
    expect(shown(moved).slice(0, 2)).toEqual(['2026-03-29T01:30', '2026-03-29T03:30']);
    expect(changedSchedule(moved, skipped, null)).toBe(moved);
    const tokyo = changedSchedule(moved, { timeZone: 'Asia/Tokyo' }, null);
    expect(shown(tokyo)[1]).toBe('2026-03-29T02:30');
  });

  test('the zone is resolved again only with a time zone or another moment', () => {
    const before = newSchedule(EVENING, 'Europe/Berlin');
    expect(changedSchedule(before, EVENING, 'Asia/Tokyo')).toBe(before);
    expect(changedSchedule(before, {}, 'Asia/Tokyo')).toBe(before);
    expect(shown(changedSchedule(before, { timeZone: null }, 'Asia/Tokyo'))).toEqual([
      '2026-07-01T09:30',
      '2026-07-01T18:30',
      'Asia/Tokyo',
      'athlete',
    ]);
    const later = { scheduledAt: '2026-07-02T18:30:00' };
    expect(shown(changedSchedule(before, later, 'Asia/Tokyo'))[2]).toBe('Asia/Tokyo');
    const own = newSchedule({ ...EVENING, timeZone: 'Europe/Berlin' }, null);
    expect(shown(changedSchedule(own, later, 'Asia/Tokyo'))[2]).toBe('Europe/Berlin');
  });

  test('one moment in another spelling is no change', () => {
    const before = newSchedule(EVENING, 'Europe/Berlin');
    for (const scheduledAt of [
      '2026-07-01T18:30',
      '2026-07-01T18:30:00.000',
      '2026-07-01T16:30:00Z',
      '2026-07-01T16:30:00.0000Z',
      '2026-07-01T18:30:00+02:00',
      '2026-07-02T01:30+09:00',
    ]) {
      expect(changedSchedule(before, { scheduledAt }, 'Asia/Tokyo'), scheduledAt).toBe(before);
    }
    const floating = newSchedule(EVENING, null);
    expect(changedSchedule(floating, { scheduledAt: '2026-07-01T18:30' }, null)).toBe(floating);
    expect(changedSchedule(floating, { scheduledAt: '2026-07-01T18:30Z' }, null)).not.toBe(floating);
  });
});
