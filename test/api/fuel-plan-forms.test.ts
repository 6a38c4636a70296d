import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import { escaped } from '#nutrition/fuel-plans/forms/svg-text.ts';
import { FIT_FIELD, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { type FitMessage, readFit } from '#platform/files/fit-reader.ts';
import { finish } from '#platform/http/work.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { asTyped } from '../support/page-fields.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = {
  type: 'bike',
  name: 'Over the pass',
  scheduled_at: '2026-06-20T07:00:00Z',
  duration_min: 240,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
  course: {
    distance_km: 100,
    points: [
      { km: 0, elevation_m: 400, lat: 46.5, lon: 8.5 },
      { km: 40, elevation_m: 400, lat: 46.6, lon: 8.9 },
      { km: 60, elevation_m: 1900, lat: 46.7, lon: 9.0 },
      { km: 100, elevation_m: 400, lat: 46.9, lon: 9.4 },
    ],
    aid_stations: [
      { km: 40, name: 'Valley', offers: ['water'] },
      { km: 60, name: 'Pass', offers: ['water', 'drop_bag'] },
    ],
  },
  vessels: [{ kind: 'bottle', volume_ml: 750, count: 2 }],
};

const DISCLAIMER = 'Guidance, not instructions. Drink only when thirsty, and never exceed the limit.';

async function setUp(activity: object = RIDE, athleteFields: object = {}) {
  const { testKey: key } = await makePartner();
  const profile = {
    body_mass_kg: 70,
    sex: 'male',
    birth_year: 1990,
    carb_tolerance_g_per_hr: 90,
    ...athleteFields,
  };
  const { json: athlete } = await call('POST', '/v1/athletes', { key, body: profile });
  const { json: created } = await call('POST', `/v1/athletes/${athlete.id}/activities`, {
    key,
    body: activity,
  });
  const path = `/v1/athletes/${athlete.id}/activities/${created.id}`;
  await call('POST', `${path}/prescription`, { key });
  const planAs = (accept: string, language = 'en', query = '?suggest=true') =>
    call('GET', `${path}/fuel-plan${query}`, {
      key,
      headers: { accept, 'accept-language': language },
    });
  /** Names the activity and its first station past the checks of requests, as an older row may be named. */
  const nameIt = (name: string) =>
    TEST_HOME.prepare(
      "UPDATE activities SET name = ?, course = json_set(course, '$.aidStations[0].name', ?) WHERE id = ?",
    )
      .bind(name, name, created.id)
      .run();
  const toTeaser = () =>
    TEST_HOME.prepare("UPDATE athletes SET tier = 'teaser' WHERE id = ?").bind(athlete.id).run();
  const accesses = async (): Promise<number> =>
    (await call('GET', `/v1/partner/access-log?athlete_id=${athlete.id}`, { key })).json.data.length;
  const replan = (body: object) => call('POST', `${path}/fuel-plan/replan`, { key, body });
  const attachOwn = async (...bodies: readonly object[]) => {
    const products: object[] = [];
    for (const body of bodies) {
      const { json, text } = await call('POST', `/v1/athletes/${athlete.id}/products`, { key, body });
      expect(json.id, text).toBeDefined();
      products.push({ product_id: json.id, servings: 4 });
    }
    expect((await call('POST', `${path}/products`, { key, body: { products } })).status).toBe(201);
  };
  return { planAs, attachOwn, replan, nameIt, toTeaser, accesses };
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><link rel=stylesheet href=//evil.example>',
  'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:b',
  'a\nb\u2028c\u2029d\u0085e\u0000f\u001b[31mg',
  'a;b,c\\nd:e',
  '&amp;&lt;',
  '🥤'.repeat(60),
  // Noncharacters, which no XML may hold.
  'a\ufffeb\uffffc',
] as const;

/** Matches controls other than the line feed between lines. */
const CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029]/u;

describe('the plain text', () => {
  test('begins with one line to paste, then says what to do, what to pack, and the ceilings', async () => {
    const { planAs, accesses } = await setUp();
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

  test.each(HOSTILE)('keeps %j on its line', async (name) => {
    const { planAs, nameIt } = await setUp();
    const before = (await planAs('text/plain')).text.split('\n').length;
    await nameIt(name);
    const { text } = await planAs('text/plain');
    expect(text).not.toMatch(CONTROLS);
    expect(text.split('\n')).toHaveLength(before);
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
    const { planAs, accesses } = await setUp();
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
    const { planAs } = await setUp({ ...RIDE, ...schedule }, athleteFields);
    const { text } = await planAs('text/calendar');
    expect(text).toMatch(/^DTSTART:20260620T070000\r$/m);
    expect(text).toMatch(/^DTEND:20260620T110000\r$/m);
    expect(text).not.toContain('TZID');
    const page = (await planAs('text/html')).text;
    expect(page).toContain('June 20, 2026 at 07:00');
    expect(page).not.toContain('UTC');
  });

  test('is in UTC, and the page says so, where nothing else is known', async () => {
    const { planAs } = await setUp();
    expect((await planAs('text/calendar')).text).toMatch(/^DTSTART:20260620T070000Z\r$/m);
    expect((await planAs('text/html')).text).toContain('June 20, 2026 at 07:00 UTC');
  });

  test('is a conflict without scheduled_at, and no access to products', async () => {
    const { planAs, accesses } = await setUp({ ...RIDE, scheduled_at: undefined });
    expect(refusal(await planAs('text/calendar'))).toMatchObject({ status: 409, code: 'not_scheduled' });
    expect(await accesses()).toBe(0);
  });

  test.each(HOSTILE)('holds %j as data', async (name) => {
    const { planAs, nameIt } = await setUp();
    await nameIt(name);
    const { text } = await planAs('text/calendar');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
    const { events, event } = readCalendar(text);
    expect(events).toHaveLength(1);
    const plain = name.replace(/[\p{Cc}\p{Z}\ufffe\uffff]+/gu, ' ').trim();
    expect(event.summary).toBe(`Fuel plan: ${plain}, 4 h`);
  });
});

describe('the page to print', () => {
  test('is inert and has cards, labels, tags, ceilings and the disclaimer', async () => {
    const { planAs, accesses } = await setUp();
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

  test.each(HOSTILE)('and the drawing escape %j', async (name) => {
    const { planAs, nameIt } = await setUp();
    await nameIt(name);
    for (const type of ['text/html', 'image/svg+xml']) {
      const { text } = await planAs(type);
      expect(text).not.toMatch(CONTROLS);
      expect(text).not.toMatch(/[\ufffe\uffff]/);
      expect(text).not.toMatch(/<script|<img|<link|<\/style>[^<]*<link/i);
      expect(text.match(/<\/style>/g)).toHaveLength(1);
      expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
    }
  });
});

describe('the FIT file', () => {
  test('is a course to download, and an access to products', async () => {
    const { planAs, accesses } = await setUp();
    const { status, headers, text } = await planAs('application/vnd.ant.fit');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/vnd.ant.fit']);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="fuel-plan.fit"');
    expect(text.slice(8, 12)).toBe('.FIT');
    expect(await accesses()).toBe(1);
  });

  test.each(['Gel '.repeat(15).trim(), '能量胶'.repeat(20), '🥤'.repeat(30), 'שקית '.repeat(12).trim()])(
    'is well-formed with own products named %j',
    async (name) => {
      const { planAs, attachOwn } = await setUp();
      // Two of a format, which a device can only tell apart by name.
      const gel = { format: 'gel', serving_g: 45, sodium_mg: 50, caffeine_mg: 0 };
      await attachOwn(
        { ...gel, name, carb_g: 25 },
        { ...gel, name: [...name].reverse().join('').trim(), carb_g: 30 },
      );
      const { status, bytes } = await planAs('application/vnd.ant.fit', 'en', '');
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

  test.each([
    ['a course', undefined],
    [
      'positions',
      {
        ...RIDE.course,
        points: [
          { km: 0, elevation_m: 400 },
          { km: 100, elevation_m: 400 },
        ],
      },
    ],
  ])('is a conflict without %s, and no access to products', async (_, course) => {
    const { planAs, accesses } = await setUp({ ...RIDE, course });
    const reply = await planAs('application/vnd.ant.fit');
    expect(refusal(reply)).toMatchObject({ status: 409, code: 'course_required' });
    expect(await accesses()).toBe(0);
  });
});

describe('the drawing', () => {
  test('shows climbs, stations and where they are passed', async () => {
    const { planAs } = await setUp();
    const { text } = await planAs('image/svg+xml');
    expect(text.match(/class="climb"/g)?.length).toBeGreaterThan(10);
    expect(text.match(/class="post"/g)).toHaveLength(2);
    for (const name of ['Over the pass', '>Valley<', '>Pass<']) expect(text).toContain(name);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
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
    const { planAs } = await setUp({ ...TRIATHLON, course });
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
    const { replan } = await setUp(TRIATHLON);
    const taken = { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
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
      const { planAs } = await setUp({ type: 'triathlon', duration_min, intensity_level: 5 });
      expect((await planAs('image/svg+xml')).text).not.toMatch(/\d:60/);
    }
  });
});

describe('with a heart or kidney condition', () => {
  const DOSE = /\d+ g\b|\d+ × |\d+ ml\b/;
  /** Everything but the texts of MEDICAL_FLUID, which name the limits. */
  const before = (text: string, words: string) => text.slice(0, text.indexOf(words));

  test.each([
    ['full', 'kidney_disease', RIDE],
    ['full', 'heart_failure', { ...RIDE, course: undefined, duration_min: 50 }],
    ['teaser', 'kidney_disease', RIDE],
  ])(
    'MEDICAL_FLUID comes before every figure of every form in %s tier with %s',
    async (tier, condition, activity) => {
      const { planAs } = await setUp(activity, { tier, health: { [condition]: true } });
      for (const language of LANGUAGES) {
        const texts = await textsOf(language);
        const { json } = await planAs('application/json', language);
        const [first] = json.safety.warnings;
        expect(first.code).toBe('MEDICAL_FLUID');
        expect(json.safety.requires_human_review).toBe(true);
        for (const type of ['text/plain', 'text/html', 'image/svg+xml', 'text/calendar']) {
          if (tier === 'teaser' && type === 'text/calendar') continue;
          const { text } = await planAs(type, language);
          const words = text
            .replaceAll(/\r\n[ \t]/g, '')
            .replaceAll(/\\([,;])/g, '$1')
            .replaceAll(/<style>[^<]*<\/style>/g, '');
          expect(words, `${type} ${language}`).toContain(asTyped(escaped(first.message)));
          const head = before(words, asTyped(escaped(first.message))).replaceAll(
            /<(svg|rect|meta)[^>]*>/g,
            '',
          );
          expect(head, `${type} ${language}`).not.toMatch(DOSE);
        }
        if (tier === 'teaser') continue;
        const { text: page } = await planAs('text/html', language);
        const boxes = page.match(/<section class="(?:label|card).*?<\/section>/gs) ?? [];
        // A plan without anything to take has no card.
        const least = json.rows.length === 0 ? 0 : 1;
        expect(boxes.length).toBeGreaterThanOrEqual(least);
        const notice = asTyped(escaped(texts.plan.forms.medical()));
        for (const box of boxes.filter((each) => each.includes('</section>'))) {
          expect(box).toContain(notice);
          expect(box.slice(0, box.indexOf(notice))).not.toMatch(DOSE);
        }
        if (!('course' in activity) || activity.course === undefined) continue;
        const { text: fit } = await planAs('application/vnd.ant.fit', language);
        expect(fit).toContain(texts.plan.forms.medical());
        const said = texts.plan.forms.deviceGuidance();
        expect(fit.indexOf(texts.plan.forms.medical())).toBeLessThan(fit.indexOf(said));
      }
    },
  );

  test('no other plan says it', async () => {
    const { planAs } = await setUp(RIDE, { health: { hypertension: true } });
    const { forms } = (await textsOf('en')).plan;
    for (const type of ['text/html', 'application/vnd.ant.fit']) {
      expect((await planAs(type)).text).not.toContain(forms.medical());
    }
  });
});

describe.each(LANGUAGES)('a plan in %s', (language) => {
  /** Words that only English forms have; names of products and the attribution are nobody's language. */
  const ENGLISH_WORDS =
    /fuel plan|\bfuel:|never exceed|\bfluid\b|\bwater\b|shopping|bottle \d|refill|pack it|weigh|\bbags?\b|half mark|guidance|\bpacks?$/im;

  test.each(['text/plain', 'text/html', 'image/svg+xml', 'text/calendar', 'application/vnd.ant.fit'])(
    'has its headings, ceiling and disclaimer in it as %s',
    async (type) => {
      const { planAs } = await setUp();
      const { json } = await planAs('application/json');
      const { forms, drawing, paper, hours } = (await textsOf(language)).plan;
      const own = (await planAs('application/json', language)).json;
      expect(own.disclaimer).toBe(drawing.disclaimer());
      const { headers, text } = await planAs(type, language);
      expect(headers.get('Content-Language')).toBe(language);
      const unfolded = text.replaceAll(/\r\n[ \t]/g, '').replaceAll('\\', '');
      const rate = `${json.safety.max_safe_fluid_ml_per_hr} ml/h`;
      const said = {
        'text/plain': [
          forms.shopping(),
          paper.pack.mix(),
          paper.pack.carry(),
          forms.time(),
          drawing.disclaimer(),
        ],
        'text/html': [forms.shopping(), paper.pack.title(), paper.maximum({ rate }), drawing.disclaimer()],
        'image/svg+xml': [paper.maximum({ rate })],
        'text/calendar': [
          forms.named({ name: 'Over the pass', duration: hours.duration({ min: 240 }) }),
          drawing.disclaimer(),
        ],
        'application/vnd.ant.fit': [forms.deviceLimit({ rate }), forms.deviceGuidance()],
      }[type];
      for (const words of said ?? []) expect(unfolded).toContain(asTyped(escaped(words)));
      if (language !== 'en') {
        const words = unfolded.replaceAll(/PRODID.*|<style>[^<]*<\/style>|Table Salt in W[^<]*/g, '');
        expect(words).not.toMatch(ENGLISH_WORDS);
      }
    },
  );

  test('has names for devices that fit into what devices keep', async () => {
    const { forms } = (await textsOf(language)).plan;
    for (const name of [forms.deviceLimit({ rate: '1200 ml/h' }), forms.deviceGuidance(), forms.medical()]) {
      expect(new TextEncoder().encode(name).length, name).toBeLessThanOrEqual(32);
    }
  });
});

describe('teaser tier', () => {
  test.each(['text/calendar', 'application/vnd.ant.fit'])(
    'refuses %s with a link to subscribe',
    async (type) => {
      const { planAs, toTeaser, accesses } = await setUp();
      await toTeaser();
      const reply = await planAs(type);
      expect(refusal(reply)).toMatchObject({ status: 403, code: 'full_tier_required' });
      expect(reply.json.error.subscribe_url).toContain('/subscribe');
      expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
      expect(await accesses()).toBe(0);
    },
  );

  test.each(['text/plain', 'text/html'])(
    'shows ranges, ceilings and the subscribe link as %s',
    async (type) => {
      const { planAs, toTeaser } = await setUp();
      await toTeaser();
      const { json } = await planAs('application/json');
      expect(json.disclaimer).toBe(DISCLAIMER);
      const { status, text } = await planAs(type);
      expect(status).toBe(200);
      expect(text).toMatch(/Per hour: \d+–\d+ g carbohydrate, \d+–\d+ mg sodium, \d+–\d+ ml fluid/);
      expect(text).toContain(`${json.safety.max_safe_fluid_ml_per_hr} ml of fluid`);
      for (const part of [DISCLAIMER, 'Powered by Musette', '/subscribe']) expect(text).toContain(part);
      expect(text).not.toMatch(/×|Bottle \d|km \d/);
    },
  );
});
