import { beforeAll, describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';

const TYPE = '/v1/inference/activity-type';
const BRICK = '/v1/inference/activity-type/brick';

let key: string;
beforeAll(async () => {
  key = (await makePartner()).testKey;
});

function infer(body: unknown) {
  return call('POST', TYPE, { key, body });
}

function inferBrick(body: unknown) {
  return call('POST', BRICK, { key, body });
}

describe('inferring the type', () => {
  test('returns 200 with type, confidence, effort, duration and the decisive words', async () => {
    const { status, json } = await infer({ title: 'Langer Lauf 28 km im Taunus', locale: 'de' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      inferred_type: 'run',
      intensity_hint: 'endurance',
      intensity_level: 4,
      is_race_event: false,
      is_multi_sport: false,
    });
    expect(json.confidence).toBeGreaterThan(0.8);
    expect(json.duration_min).toBeGreaterThan(120);
    expect(json.evidence.join()).toContain('langer lauf');
  });

  test('the locale decides the meaning of a word in two languages', async () => {
    const polish = await infer({ title: 'Rower 2h', locale: 'pl-PL' });
    const english = await infer({ title: 'Rower 2h', locale: 'en-GB' });
    expect([polish.json.inferred_type, english.json.inferred_type]).toEqual(['bike', 'row']);
  });

  test('tags alone are enough, in the spelling of other platforms', async () => {
    const { json } = await infer({ tags: ['VirtualRide'] });
    expect(json.inferred_type).toBe('indoor_bike');
  });

  test("a recording alone is enough, and its sport keeps the platform's spelling", async () => {
    const sport = await infer({ recording: { sport: 'running/trail' } });
    expect(sport.json).toMatchObject({ inferred_type: 'trail_run', duration_min: null });
    const figures = await infer({ recording: { distance_km: 62, moving_time_min: 140 } });
    expect(figures.json).toMatchObject({ inferred_type: 'bike', evidence: ['recording: speed 26.6 km/h'] });
    const legs = await inferBrick({ recording: { sport: 'Ride', moving_time_min: 60.4 } });
    expect(legs.json).toMatchObject({ inferred_type: 'bike', segments: [], total_duration_min: 60 });
  });

  test('the sport of a recording overrides the title, and a tag with its name overrides several words', async () => {
    const recorded = await infer({ title: 'Morning run', recording: { sport: 'Ride' } });
    expect(recorded.json.inferred_type).toBe('bike');
    const tagged = await infer({ title: 'Morning run, easy jog', tags: ['Ride'] });
    expect(tagged.json.inferred_type).toBe('bike');
  });

  test.each([
    ['a title without any cue', { title: 'Tuesday' }],
    ['blanks', { title: '   ' }],
    ['a NUL character', { title: '\u0000' }],
    ['half of a surrogate pair', { title: '\ud83c' }],
  ])('%s is other, with a confidence of at most 0.2', async (_, body) => {
    const { status, json } = await infer(body);
    expect(status).toBe(200);
    expect(json.inferred_type).toBe('other');
    expect(json.confidence).toBeLessThanOrEqual(0.2);
  });

  test.each([
    ['an empty object', {}, ''],
    ['empty strings only', { title: '', description: '', tags: ['', ''] }, ''],
    ['nulls only', { title: null, description: null }, ''],
    ['a locale only', { locale: 'de' }, ''],
    ['a title of 2,001 characters', { title: 'x'.repeat(2001) }, '/title'],
    ['a description of 10,001 characters', { description: 'x'.repeat(10_001) }, '/description'],
    ['51 tags', { tags: Array.from({ length: 51 }, () => 'run') }, '/tags'],
    ['a tag of 101 characters', { tags: ['x'.repeat(101)] }, '/tags/0'],
    ['an empty recording', { recording: {} }, ''],
    ['a recording of nulls', { recording: { sport: '', distance_km: null } }, ''],
    ['an unknown field of a recording', { recording: { sport: 'Run', pace: 5 } }, '/recording/pace'],
    ['a negative distance', { recording: { distance_km: -1 } }, '/recording/distance_km'],
    [
      'a moving time of over two days',
      { recording: { moving_time_min: 2881 } },
      '/recording/moving_time_min',
    ],
    [
      'a heart rate of 251',
      { recording: { average_heart_rate_bpm: 251 } },
      '/recording/average_heart_rate_bpm',
    ],
    ['a word for indoors', { recording: { is_indoor: 'yes' } }, '/recording/is_indoor'],
    ['an unknown field', { title: 'Run', titel: 'Lauf' }, '/titel'],
    ['a number for a title', { title: 5 }, '/title'],
  ])('%s is refused with 422', async (_, body, pointer) => {
    for (const reply of [await infer(body), await inferBrick(body)]) {
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    }
  });

  test('everything at its limit is answered', async () => {
    const { status } = await infer({
      title: 'r'.repeat(2000),
      description: 'n'.repeat(10_000),
      tags: Array.from({ length: 50 }, () => 't'.repeat(100)),
    });
    expect(status).toBe(200);
  });

  test('any string gives 200 with a well-formed answer', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ maxLength: 60 }),
      // Halves of surrogate pairs and control characters.
      fc.array(fc.nat(0xffff), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, async (title, other) => {
        fc.pre(title !== '');
        const tags = [other.slice(0, 100)];
        const type = await infer({ title, description: other, tags, locale: other.slice(0, 20) });
        const brick = await inferBrick({ title, tags });
        expect([type.status, brick.status]).toEqual([200, 200]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('inferring legs', () => {
  test.each([
    ["Koppel 3h Rad → 45' Lauf @RT", 'brick', ['bike', 180, 'run', 45]],
    ["3x(20'bike+5'run)", 'brick', ['bike', 60, 'run', 15]],
    ['2h ride / 30min run off the bike', 'brick', ['bike', 120, 'run', 30]],
    ['Schwimmen 30min, Rad 1h, Laufen 20min', 'triathlon', ['swim', 30, 'bike', 60, 'run', 20]],
    ["20' run + 60' bike + 20' run", 'duathlon', ['run', 20, 'bike', 60, 'run', 20]],
    ['70.3: 1.9km swim / 90km bike / 21.1km run', 'triathlon', null],
    ['S/B/R 1.5/40/10', 'triathlon', null],
  ])(
    '"%s" becomes segments that an activity takes, and that are prescribed for',
    async (title, type, legs) => {
      const { json } = await inferBrick({ title });
      expect(json).toMatchObject({ is_multi_sport: true, inferred_type: type });
      if (legs !== null) {
        expect(
          json.segments.flatMap((leg: { type: string; duration_min: number }) => [
            leg.type,
            leg.duration_min,
          ]),
        ).toEqual(legs);
      }
      const athlete = await makeAthlete(key, { body_mass_kg: 62 });
      const { inferred_type, total_duration_min: duration_min, segments } = json;
      const activity = await makeActivity(key, athlete.id, { type: inferred_type, duration_min, segments });
      expect(activity.segments).toHaveLength(segments.length);
      const prescription = await makePrescription(key, activity.path);
      expect(prescription.carb_g_per_hr).toBeGreaterThanOrEqual(0);
    },
  );

  test('a stated duration scales the legs and lowers confidence if the title disagrees', async () => {
    const title = "Brick: 90' bike + 30' run";
    const told = await inferBrick({ title });
    const scaled = await inferBrick({ title, duration_min: 180 });
    expect(scaled.json.segments.map((leg: { duration_min: number }) => leg.duration_min)).toEqual([135, 45]);
    expect(scaled.json.total_duration_min).toBe(180);
    expect(scaled.json.confidence).toBeCloseTo(told.json.confidence - 0.15, 2);
  });

  test('one leg without a number takes the remainder', async () => {
    const { json } = await inferBrick({ title: 'Brick: bike + 20 min run', duration_min: 110 });
    expect(json.segments.map((leg: { duration_min: number }) => leg.duration_min)).toEqual([90, 20]);
  });

  test('a single sport has no segments', async () => {
    const { json } = await inferBrick({ title: "T-run 15'" });
    expect(json).toMatchObject({
      is_multi_sport: false,
      inferred_type: 'run',
      segments: [],
      total_duration_min: 15,
    });
  });

  test.each([0, 2881, 1.5, '60'])('a duration of %s is refused', async (duration_min) => {
    expect(refusal(await inferBrick({ title: 'Brick', duration_min }))).toMatchObject({
      status: 422,
      pointers: ['/duration_min'],
    });
  });

  test('complete segments for any words and duration can be posted: 2–10 legs of whole minutes that sum to the total', async () => {
    const sports = fc.constantFrom('bike', 'run', 'swim', 'Rad', 'Lauf', 'vélo', 'ラン', '骑行', 'row');
    const amounts = fc.constantFrom(
      "20'",
      '1h30',
      '5k',
      '40 km',
      '1500m',
      '0:45',
      '60',
      '',
      '3x10min',
      '1 min',
      '48h',
      '0.1 km',
    );
    const joints = fc.constantFrom(' + ', ' / ', ' → ', ', ', ' then ', ' & ', ' ');
    const leg = fc.tuple(amounts, sports, joints).map((parts) => parts.join(' '));
    const title = fc.tuple(
      fc.constantFrom('', 'Brick: ', '3x('),
      fc.array(leg, { minLength: 1, maxLength: 14 }),
    );
    await fc.assert(
      fc.asyncProperty(
        title,
        fc.option(fc.integer({ min: 1, max: 2880 })),
        async ([start, legs], duration) => {
          const { json } = await inferBrick({ title: start + legs.join(''), duration_min: duration });
          const minutes: (number | null)[] = json.segments.map(
            (one: { duration_min: number | null }) => one.duration_min,
          );
          if (minutes.length === 0 || minutes.includes(null)) return;
          const sum = minutes.reduce<number>((total, value) => total + (value ?? 0), 0);
          expect(minutes.length).toBeGreaterThanOrEqual(2);
          expect(minutes.length).toBeLessThanOrEqual(10);
          expect(sum).toBeLessThanOrEqual(2880);
          expect(json.total_duration_min).toBe(sum);
          if (duration !== null && duration >= minutes.length)
            expect(Math.abs(sum - duration)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 150 },
    );
  });
});
