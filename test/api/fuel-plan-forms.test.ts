import { finish } from '@musette/basics/work';
import { FIT_FIELD, FIT_MESSAGE } from '@musette/files/fit-profile';
import { type FitMessage, readFit } from '@musette/files/fit-reader';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { attachProducts, makeOwnProduct } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { PASS_RIDE, planFor } from '../support/planned-ride.ts';

beforeAll(() => loadTestCatalogue());

const UNMAPPED = { course: { distance_km: 100, points: [0, 100].map((km) => ({ km, elevation_m: 400 })) } };
const DISCLAIMER = 'Guidance, not instructions. Drink only when thirsty, and never exceed the limit.';

describe('the plain text', () => {
  test('begins with one line to paste, then says what to do, what to pack, and the ceilings', async () => {
    const { planAs, accesses } = await planFor();
    const { json } = await planAs('application/json');
    const { status, headers, text } = await planAs('text/plain');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [first, blank, title] = text.split('\n');
    expect(first).toMatch(
      /^Fuel: \d+ g carbohydrate, .* Never exceed \d+ ml of fluid per hour\. Total: .*\.$/,
    );
    expect(first).toContain(`Never exceed ${json.safety.max_safe_fluid_ml_per_hr} ml`);
    expect(first).toContain(DISCLAIMER);
    expect([blank, title]).toEqual(['', 'Fuel plan: Over the pass, 4 h']);
    const minutes = new Set(json.rows.map(({ at_min }: { at_min: number }) => at_min));
    expect(text.match(/^\d:\d\d {2,}km \d+ +\S/gm)).toHaveLength(minutes.size);
    expect(text).toMatch(/^\d:\d\d {2,}km 60 +Pass · /m);
    expect(text).toMatch(/^Mix\n.*Bottle/m);
    expect(text).toMatch(/^Carry\n\S/m);
    const shopping = text.split('Shopping list\n')[1]?.split('\n\n')[0]?.split('\n') ?? [];
    expect(shopping).toHaveLength(json.shopping_list.length);
    expect(text.trimEnd().endsWith(`${DISCLAIMER} ${json.allergens}`)).toBe(true);
    expect(await accesses()).toBe(2);
  });
});

/** Reads a calendar with a parser of other makers. */
function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  const event = new ICAL.Event(events[0]);
  const alarms = (events[0]?.getAllSubcomponents('valarm') ?? []).map((alarm) => ({
    trigger: String(alarm.getFirstPropertyValue('trigger')),
    // RFC 5545 §3.8.6.3: a trigger counts from the start unless it says otherwise.
    related: alarm.getFirstProperty('trigger')?.getFirstParameter('related') ?? 'START',
    description: String(alarm.getFirstPropertyValue('description')),
  }));
  return { events, event, alarms };
}

describe('the calendar', () => {
  test('has the session as its event, the plan as its description, and an alarm for everything to do', async () => {
    const { planAs, accesses } = await planFor();
    const { json } = await planAs('application/json');
    const { status, headers, text } = await planAs('text/calendar');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="fuel-plan.ics"');
    const { events, event, alarms } = readCalendar(text);
    expect(events).toHaveLength(1);
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-06-20T07:00:00.000Z');
    expect(event.endDate.toJSDate().toISOString()).toBe('2026-06-20T11:00:00.000Z');
    expect(event.summary).toBe('Fuel plan: Over the pass, 4 h');
    expect(event.description).toContain(`Never exceed ${json.safety.max_safe_fluid_ml_per_hr} ml of fluid`);
    expect(event.description).toContain(DISCLAIMER);
    const minutes: number[] = json.rows.map(({ at_min }: { at_min: number }) => at_min);
    const seconds = alarms.map(({ trigger }) => ICAL.Duration.fromString(trigger).toSeconds());
    expect(seconds[0]).toBe(60 * Math.min(...minutes));
    expect(new Set(alarms.map(({ related }) => related))).toEqual(new Set(['START']));
    expect(seconds.every((each) => minutes.includes(each / 60))).toBe(true);
    const said = alarms.map(({ description }) => description).join('; ');
    for (const min of minutes) {
      expect(said).toContain(`${Math.floor(min / 60)}:${String(min % 60).padStart(2, '0')} `);
    }
    expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(await accesses()).toBe(2);
  });

  const LOS_ANGELES = { time_zone: 'America/Los_Angeles' };

  test.each([
    ['a local time without a time zone', { scheduled_at: '2026-06-20T07:00:00' }, {}],
    ['an offset', { scheduled_at: '2026-06-20T07:00:00-07:00' }, {}],
    ['the time zone of the activity', { scheduled_at: '2026-06-20T14:00:00Z', ...LOS_ANGELES }, {}],
    ['the time zone of the athlete', { scheduled_at: '2026-06-20T14:00:00Z' }, LOS_ANGELES],
  ])('floats at the local time of %s, and no form says UTC', async (_name, schedule, athleteFields) => {
    const { planAs } = await planFor({ ...PASS_RIDE, ...schedule }, athleteFields);
    const { text } = await planAs('text/calendar');
    expect(text).toMatch(/^DTSTART:20260620T070000\r$/m);
    expect(text).toMatch(/^DTEND:20260620T110000\r$/m);
    expect(text).not.toContain('TZID');
    const page = (await planAs('text/html')).text;
    expect(page).toContain('June 20, 2026 at 07:00');
    expect(page).not.toContain('UTC');
  });

  test.each([
    ['clocks go back during the night', '2026-10-24T23:00:00', '20261025T020000'],
    ['clocks go forward during the night', '2026-03-28T22:00:00', '20260329T030000'],
    ['clocks go back before the start', '2026-10-25T02:00:00Z', '20261025T070000'],
  ])('a floating session is as long as planned where %s', async (_name, scheduled_at, end) => {
    const { planAs } = await planFor({ ...PASS_RIDE, scheduled_at }, { time_zone: 'europe/berlin' });
    expect((await planAs('text/calendar')).text).toContain(`\r\nDTEND:${end}\r\n`);
  });

  test('is in UTC, and the page says so, where nothing else is known', async () => {
    const { planAs } = await planFor();
    expect((await planAs('text/calendar')).text).toMatch(/^DTSTART:20260620T070000Z\r$/m);
    expect((await planAs('text/html')).text).toContain('June 20, 2026 at 07:00 UTC');
  });
});

describe('the calendar of a day without a time', () => {
  test.each([
    ['no time zone is known', {}],
    ['the time zone is behind UTC', { time_zone: 'Pacific/Honolulu' }],
    ['the time zone is ahead of UTC', { time_zone: 'Pacific/Kiritimati' }],
  ])(
    'lasts all day, has no alarm, and no form shows a clock time, where %s',
    async (_name, athleteFields) => {
      const { planAs } = await planFor({ ...PASS_RIDE, scheduled_at: '2026-06-20' }, athleteFields);
      const { text } = await planAs('text/calendar');
      const { event, alarms } = readCalendar(text);
      expect([event.startDate.isDate, `${event.startDate}`, `${event.endDate}`]).toEqual([
        true,
        '2026-06-20',
        '2026-06-21',
      ]);
      expect(alarms).toEqual([]);
      const page = (await planAs('text/html')).text;
      expect(page).toContain('June 20, 2026');
      expect(page).not.toMatch(/June 20, 2026 at|UTC/);
    },
  );

  test('at midnight sharp has no alarm before 4:00, but for a race', async () => {
    const night = { ...PASS_RIDE, duration_min: 600, scheduled_at: '2026-06-20T00:00:00' };
    const firstOf = async (fields: object) => {
      const { alarms } = readCalendar((await (await planFor(fields)).planAs('text/calendar')).text);
      return Math.min(...alarms.map(({ trigger }) => ICAL.Duration.fromString(trigger).toSeconds() / 60));
    };
    expect(await firstOf({ ...night, is_race_event: false })).toBeGreaterThanOrEqual(240);
    expect(await firstOf({ ...night, is_race_event: true })).toBeLessThan(240);
    expect(await firstOf({ ...night, scheduled_at: '2026-06-20T00:30:00' })).toBeLessThan(210);
  });
});

describe('the page to print', () => {
  test.each([
    ['en', '<title>Fuel plan: Over the pass, 4 h · bike · June 20, 2026</title>'],
    ['de', '<title>Verpflegungsplan: Over the pass, 4 h · Rad · 20. Juni 2026</title>'],
    ['ja', '2026年6月20日</title>'],
  ])('its title names the sport and the day, in %s', async (language, title) => {
    const { planAs } = await planFor();
    expect((await planAs('text/html', language)).text).toContain(title);
  });

  test('without a name, the sport stands in the title of every form', async () => {
    const { planAs } = await planFor({ ...PASS_RIDE, name: null });
    expect((await planAs('text/html')).text).toMatch(
      /<title>Fuel plan: bike, 4 h · June 20, 2026<\/title>[\s\S]*<h1>Fuel plan: bike, 4 h<\/h1>/,
    );
    expect((await planAs('text/plain')).text).toContain('\nFuel plan: bike, 4 h\n');
    expect((await planAs('text/calendar')).text).toContain('\r\nSUMMARY:Fuel plan: bike\\, 4 h\r\n');
  });

  test('is inert and has cards, labels, tags, ceilings and the disclaimer', async () => {
    const { planAs, accesses } = await planFor();
    const { json } = await planAs('application/json');
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers, text } = await planAs(browser);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('Content-Security-Policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(text).not.toMatch(/<script|<link|<img|<iframe|<form|\bsrc=|url\(|@import|https?:/i);
    expect(text.match(/class="card"/g)?.length).toBeGreaterThanOrEqual(1);
    expect(text.match(/class="label"/g)?.length).toBeGreaterThanOrEqual(1);
    expect(text).toContain('<h2>Pack it</h2>');
    const ceiling = `MAX ${json.safety.max_safe_fluid_ml_per_hr} ml/h`;
    for (const [box] of text.matchAll(/<section class="(?:label|card).*?<\/section>/gs)) {
      expect(box).toContain(ceiling);
    }
    expect(text).toContain(`Never exceed ${json.safety.max_safe_fluid_ml_per_hr} ml of fluid`);
    expect(text).toContain(json.allergens);
    expect(text).toContain('<h1>Over the pass</h1>');
    expect(text).not.toContain('…');
    expect(text).toContain(DISCLAIMER);
    expect(await accesses()).toBe(2);
  });
});

describe('the FIT file', () => {
  test('is a course to download, and an access to products', async () => {
    const { planAs, accesses } = await planFor();
    const { status, headers, text } = await planAs('application/vnd.ant.fit');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/vnd.ant.fit']);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="fuel-plan.fit"');
    expect(text.slice(8, 12)).toBe('.FIT');
    expect(await accesses()).toBe(1);
  });

  test.each(['Gel '.repeat(15).trim(), '能量胶'.repeat(20), '🥤'.repeat(30), 'שקית '.repeat(12).trim()])(
    'is well-formed with own products named %j',
    async (name) => {
      const { key, athlete, path, plan } = await planFor();
      // Two of a format, which a device can only tell apart by name.
      for (const each of [name, [...name].reverse().join('').trim()]) {
        const gel = { name: each, format: 'gel', serving_g: 45, carb_g: 25 };
        const { id } = await makeOwnProduct(key, athlete.id, gel);
        await attachProducts(key, path, { [id]: 4 });
      }
      const { status, bytes } = await plan('', { accept: 'application/vnd.ant.fit' });
      expect(status).toBe(200);
      const names: string[] = [];
      const { coursePoint } = FIT_FIELD;
      const take = ({ textOf }: FitMessage) => names.push(textOf(coursePoint.name) ?? '');
      finish(readFit(bytes, new Set([FIT_MESSAGE.coursePoint]), take));
      expect(names.join('|')).toContain(name.slice(0, 2));
      for (const shown of names) {
        expect(new TextEncoder().encode(shown).length, shown).toBeLessThanOrEqual(32);
        // A name cut within a character is read back with a replacement.
        expect(shown).not.toMatch(/^$|\ufffd/);
      }
    },
  );
});

describe('the drawing', () => {
  test('shows climbs, stations and where they are passed', async () => {
    const { planAs } = await planFor();
    const { text } = await planAs('image/svg+xml');
    expect(text.match(/class="climb"/g)?.length).toBeGreaterThan(10);
    expect(text.match(/class="post"/g)).toHaveLength(2);
    for (const name of ['Over the pass', '>Valley<', '>Pass<']) expect(text).toContain(name);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('is returned for Accept: image/svg+xml, describes everything as text too, and escapes names', async () => {
    const { key, path, plan } = await planFor();
    const bar = productNamed("Em's", 'Power Cookie Bar');
    const gel = productNamed('Precision Fuel & Hydration', 'PF 30 Gel');
    await attachProducts(key, path, { [bar.id]: 2, [gel.id]: 8 });
    const { status, headers, text } = await plan('', { accept: 'image/svg+xml' });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('image/svg+xml');
    expect(headers.get('Vary')).toBe('Accept, Accept-Language');
    expect(text).toMatch(/^<svg [^>]*role="img"/);
    expect(text).toContain('Precision Fuel &amp; Hydration PF 30 Gel');
    expect(text).toMatch(/<desc id="description">Fuel: \d+ g .*Fuel plan: Over the pass, 4 h\n.*^0:\d\d +/ms);
    expect(text).not.toMatch(/NaN|undefined|Infinity|&(?!amp;|lt;|gt;|quot;)/);
  });

  test('says how much powder to weigh, and what of the attached does not fit', async () => {
    const { key, path, plan } = await planFor();
    const { id } = productNamed('Maurten', 'Drink Mix 320');
    await attachProducts(key, path, { [id]: 10.5 });
    const { json } = await plan();
    const { text } = await plan('', { accept: 'image/svg+xml' });
    expect(text).toMatch(/\d+ g Maurten Drink Mix 320/);
    expect(text).toMatch(/class="bar"/);
    const note = json.notes.find(({ quantity }: { quantity: string }) => quantity === 'product');
    expect(note.parameters.product_id).toBe(id);
    expect(note.message).toMatch(/^Not in the plan: \d+ g Maurten Drink Mix 320\. /);
    expect(json.totals.fluid_ml).toBeLessThanOrEqual(4 * json.safety.max_safe_fluid_ml_per_hr);
  });

  test('shows the ceilings, the safety data and the disclaimer', async () => {
    const { planAs } = await planFor(PASS_RIDE, { health: { hypertension: true, nsaid_on_race_day: true } });
    const { safety } = (await planAs('application/json')).json;
    const { text } = await planAs('image/svg+xml');
    expect(text).toContain(`>MAX ${safety.max_safe_fluid_ml_per_hr} ml/h<`);
    expect(text).toContain(
      `Never exceed ${safety.max_safe_fluid_ml_per_hr} ml of fluid or ${safety.max_safe_sodium_mg_per_hr} mg of sodium per hour.`,
    );
    expect(safety.warnings.length).toBeGreaterThan(0);
    for (const { message } of safety.warnings) expect(text).toContain(message.replaceAll('&', '&amp;'));
    expect(safety.requires_human_review).toBe(true);
    expect(text).toContain('A professional should review these numbers.');
    expect(text).toContain('Guidance, not instructions.');
  });

  test('names the legs and says that nothing is taken in the swim', async () => {
    const { planAs } = await planFor({ type: 'triathlon', duration_min: 330, intensity_level: 5 });
    const { text } = await planAs('image/svg+xml');
    for (const name of ['Bike', 'Run']) expect(text).toContain(`>${name}</text>`);
    expect(text).toMatch(/<desc[^<]*Swim 0:00–0:36: Nothing to take/);
    expect(text).toContain('>Swim 0:00–0:36: Nothing to take<');
  });
});

describe('a plan that begins with a swim', () => {
  const TRIATHLON = {
    type: 'triathlon',
    scheduled_at: '2026-06-20T07:00:00Z',
    duration_min: 660,
    intensity_level: 5,
    segments: [
      { type: 'open_water_swim', duration_min: 70 },
      { type: 'bike', duration_min: 350 },
      { type: 'run', duration_min: 240 },
    ],
    vessels: [{ kind: 'bottle', volume_ml: 750, count: 3 }],
  };

  test.each([
    ['without a course', null, null],
    [
      'with a course',
      {
        distance_km: 226,
        aid_stations: [
          { km: 1, offers: [] },
          { km: 90, offers: ['water'] },
        ],
      },
      3.8,
    ],
  ])('%s has everything to take at T1, where the swim ends, in every form', async (_, course, km) => {
    const { planAs } = await planFor({ ...TRIATHLON, course });
    const { json } = await planAs('application/json');
    const [start, first, ...others] = json.stations;
    expect(start).toMatchObject({ km: 0, at_min: 0, kind: 'start', leave_with: [], take: [] });
    expect(first).toMatchObject({ km, at_min: 70, kind: 'transition', name: 'T1' });
    expect(first.leave_with.length).toBeGreaterThan(0);
    expect(others.filter(({ kind }: { kind: string }) => kind === 'transition')).toMatchObject([
      { at_min: 420, name: 'T2' },
    ]);
    expect(others.every(({ at_min }: { at_min: number }) => at_min > 70)).toBe(true);
    expect(json.bottles.every(({ from_min }: { from_min: number }) => from_min >= 70)).toBe(true);
    for (const type of ['text/plain', 'text/calendar', 'text/html', 'image/svg+xml']) {
      const unfolded = (await planAs(type)).text.replaceAll(/\r\n[ \t]|\\/g, '');
      expect(unfolded, type).not.toMatch(/\bStart\b|Carry/);
      if (/plain|calendar/.test(type)) expect(unfolded).toMatch(/1:10 +(?:km 4 +)?T1 · /);
    }
  });

  test('is replanned during the swim for what comes after it, and later from where the athlete is', async () => {
    const { key, path } = await planFor(TRIATHLON);
    const taken = { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
    const replan = (body: object) => call('POST', `${path}/fuel-plan/replan`, { key, body });
    expect((await replan({ at_min: 30, taken })).json.stations.slice(0, 2)).toMatchObject([
      { kind: 'start', at_min: 30, leave_with: [] },
      { kind: 'transition', at_min: 70 },
    ]);
    expect((await replan({ at_min: 90, taken })).json.stations[0]).toMatchObject({
      kind: 'start',
      at_min: 90,
    });
  });

  test('the drawing of a triathlon has no 60th minute in the times of its legs', async () => {
    for (let duration_min = 597; duration_min <= 607; duration_min += 2) {
      const { planAs } = await planFor({ type: 'triathlon', duration_min, intensity_level: 5 });
      expect((await planAs('image/svg+xml')).text).not.toMatch(/\d:60/);
    }
  });
});

test.each([
  ['text/calendar', 'without scheduled_at', { scheduled_at: undefined }, 'full', 409, 'not_scheduled'],
  ['application/vnd.ant.fit', 'without a course', { course: undefined }, 'full', 409, 'course_required'],
  ['application/vnd.ant.fit', 'without positions', UNMAPPED, 'full', 409, 'course_required'],
  ['text/calendar', 'in teaser tier', {}, 'teaser', 403, 'full_tier_required'],
  ['application/vnd.ant.fit', 'in teaser tier', {}, 'teaser', 403, 'full_tier_required'],
])('%s %s is refused, without an access to products', async (type, _when, fields, tier, status, code) => {
  const { planAs, accesses } = await planFor({ ...PASS_RIDE, ...fields }, { tier });
  const reply = await planAs(type);
  expect(refusal(reply)).toMatchObject({ status, code });
  if (tier === 'teaser') expect(reply.json.error.subscribe_url).toContain('/subscribe');
  expect(await accesses()).toBe(0);
});

test.each([
  ['text/plain', /×|Bottle \d|km \d/],
  ['text/html', /×|Bottle \d|km \d/],
  ['image/svg+xml', /×| of \d|at a time/],
])(
  '%s in teaser tier shows ranges, ceilings and the subscribe link, and no amount of the plan',
  async (type, amounts) => {
    const { planAs } = await planFor(PASS_RIDE, { tier: 'teaser' });
    const { json } = await planAs('application/json');
    expect(json.disclaimer).toBe(DISCLAIMER);
    const { status, text } = await planAs(type);
    expect(status).toBe(200);
    expect(text).toMatch(/Per hour: \d+–\d+ g carbohydrate, \d+–\d+ mg sodium, \d+–\d+ ml\s+fluid/);
    const { max_safe_fluid_ml_per_hr: fluid, max_safe_sodium_mg_per_hr: sodium } = json.safety;
    expect(text).toContain(`${fluid} ml of fluid or ${sodium} mg of sodium per hour`);
    for (const part of ['Guidance, not instructions.', 'Powered by Musette', '/subscribe']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(amounts);
  },
);

test('Accept chooses the form, and JSON if no form is preferred', async () => {
  const { plan } = await planFor();
  for (const [accept, type] of [
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json, image/svg+xml;q=0.5', 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
    ['text/csv', 'application/json; charset=utf-8'],
    ['TEXT/PLAIN', 'text/plain; charset=utf-8'],
    ['image/svg+xml, */*;q=0.1', 'image/svg+xml'],
    ['image/avif,image/svg+xml,image/*,*/*;q=0.8', 'image/svg+xml'],
    ['image/svg+xml;q=0', 'application/json; charset=utf-8'],
  ]) {
    const { headers } = await plan('?suggest=true', accept === undefined ? {} : { accept });
    expect(headers.get('Content-Type'), `Accept: ${accept}`).toBe(type);
  }
});
