import { createHash } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RandomSource } from '@musette/basics/random-source';
import { CALIBRATED, ENGINE_VERSION, planEvent, prescribe } from '@musette/engine/calibration';
import { PROFILE_FIELDS, SESSION_FIELDS } from '@musette/engine/fields';
import { drawPerson, drawSession, simulatePeople } from '@musette/engine/laboratory';
import { beforeAll, describe, expect, test } from 'vitest';
import { fullPrescription, numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { snakeName, toWire } from '#platform/http/wire-case.ts';
import { classFileOf, countExports, linesOfCount } from '#tools/cli/calibrate.ts';
import { calibrationMarkdown } from '#tools/cli/calibration-document.ts';
import { readExport } from '#tools/cli/judge-export.ts';
import { runTool } from '../support/tools.ts';

const START = '2026-11-20T08:00:00.000Z';
const BEFORE = '2026-11-19T20:00:00.000Z';

/** Returns the members of these fields as an export has them. */
const wireOf = (fields: object, of: object) =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [snakeName(name), toWire(Reflect.get(of, name) ?? null)]),
  );

type Changes = Readonly<Record<string, unknown>>;

/** Makes a complete export of one athlete with one weighed session, as the service would. */
function makeExport(
  index: number,
  { activity = {}, feedback = {}, ...changes }: Record<string, Changes | unknown> = {},
) {
  const random = new RandomSource(1000 + index);
  const person = drawPerson(random);
  const session = drawSession(random);
  const athlete = {
    ...person.stated,
    bodyMassKg: 50 + random.uniform() * 40,
    ageYears: null,
    health: person.stated.health,
  };
  const stated = { ...session.stated, type: 'run' as const, durationMin: 90, segments: null, steps: null };
  const input = { activity: stated, athlete, learned: null };
  const plan = planEvent(input);
  const sweatL = plan.balance.sweatLPerHr * Math.exp(0.3 * random.normal()) * plan.hours;
  const lossKg = sweatL + plan.hours * plan.balance.breathLPerHr;
  const beforeKg = Math.round(athlete.bodyMassKg * 1000) / 1000;
  return {
    export_version: 1,
    generated_at: '2026-11-21T09:30:00.000Z',
    calibration_consent: '2026-11-20',
    athlete: {
      ...wireOf(PROFILE_FIELDS, athlete),
      id: `ath_${createHash('sha256').update(String(index)).digest('hex').slice(0, 22)}`,
      name: `Person ${index} Example`,
      email: `person.${index}@example.test`,
      birth_year: null,
      former_mass_kg: null,
    },
    activities: [
      {
        ...wireOf(SESSION_FIELDS, stated),
        id: `act_${index}`,
        name: `A secret title ${index}`,
        type: 'run',
        duration_min: 90,
        weather: toWire(stated.weather),
        segments: null,
        steps: null,
        course: null,
        scheduled_at: START,
        engine_version: ENGINE_VERSION,
        prescription: { ...fullPrescription(numbersOf(prescribe(input), Date.parse(BEFORE))) },
        feedback: {
          source: 'scale',
          body_mass_before_kg: beforeKg,
          body_mass_after_kg: Math.round((beforeKg - lossKg + 0.4) * 1000) / 1000,
          actual_intake: { carbs_grams: null, fluid_ml: 400, sodium_mg: null },
          urine_ml: 0,
          notes: `A secret note ${index}`,
          ...(feedback as Changes),
        },
        ...(activity as Changes),
      },
    ],
    complete: true,
    ...changes,
  };
}

/** A thousand files: of every ten one is cut off, one is without consent, and one is an athlete's second. */
const made = Array.from({ length: 1000 }, (_, index) => {
  const kind = index % 10;
  if (kind === 0) return JSON.stringify(makeExport(index)).slice(0, -3);
  if (kind === 1) return JSON.stringify(makeExport(index, { calibration_consent: undefined }));
  if (kind === 2) return JSON.stringify(makeExport(index + 1, { generated_at: '2026-11-20T09:30:00.000Z' }));
  return JSON.stringify(makeExport(index));
});

const judged = (changes: Parameters<typeof makeExport>[1] = {}) =>
  readExport(JSON.stringify(makeExport(5, changes)))?.judge();

describe('an export', () => {
  test('counts a weighed session by the prediction that was stored before it', () => {
    expect(judged()).toMatchObject({ refused: [], weighings: [{ startMs: Date.parse(START) }] });
  });

  test.each([
    ['not_weighed', { feedback: { source: 'wearable' } }],
    ['question_open', { feedback: { urine_ml: null } }],
    ['question_open', { feedback: { actual_intake: null } }],
    ['too_short', { activity: { duration_min: 59 } }],
    ['mass_unknown', { athlete: { ...makeExport(5).athlete, body_mass_kg: null } }],
    ['mass_doubted', { feedback: { body_mass_before_kg: 160, body_mass_after_kg: 158 } }],
    ['not_before', { activity: { scheduled_at: '2026-11-19T08:00:00.000Z' } }],
    ['not_before', { activity: { scheduled_at: '2026-11-20' } }],
    ['other_engine', { activity: { engine_version: '3.0.0' } }],
    ['not_reproduced', { activity: { intensity_level: 9, average_power_w: null, distance_km: 20 } }],
  ] as const)('does not count a session: %s', (reason, changes) => {
    expect(judged(changes)).toMatchObject({ weighings: [], refused: [reason] });
  });

  test('does not count a session that overlaps another one of the athlete', () => {
    const [activity] = makeExport(5).activities;
    const other = { ...activity, scheduled_at: '2026-11-20T08:30:00.000Z', feedback: null };
    expect(judged({ activities: [activity, other] })).toMatchObject({
      weighings: [],
      refused: ['overlapping'],
    });
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"complete":true}',
    '{"complete":true,"export_version":1,"athlete":{}}',
  ])('that is damaged is refused: %s', (text) => expect(readExport(text)).toBeNull());
});

describe('npm run calibrate', () => {
  let folder: string;
  let out: string;
  let json: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'musette-exports-'));
    for (const [index, text] of made.entries()) await writeFile(join(folder, `person-${index}.json`), text);
    const run = async (...args: readonly string[]) => {
      const result = await runTool('calibrate.ts', [folder, ...args]);
      expect([result.exitCode, result.err]).toEqual([0, '']);
      return result.out;
    };
    [out, json] = await Promise.all([run(), run('--json')]);
  }, 120_000);

  test('counts a thousand exports, and names how many are damaged, without consent or there twice', () => {
    expect(out.split('\n')[0]).toBe(
      `Engine ${ENGINE_VERSION}. 1000 files: 100 damaged or cut off, 100 without consent, 100 of an athlete who is there twice, 700 athletes counted.`,
    );
    expect(out).toMatch(/^foot_2h_cool: \d+ weighings of \d+ athletes, \d+ % inside the range$/m);
    expect(out).toMatch(/^Mean of the classes with 80 weighings and more: \d+ %$/m);
    const file = JSON.parse(json);
    expect(file.classes.length).toBeGreaterThan(0);
    for (const { n } of file.classes) expect(n).toBeGreaterThanOrEqual(20);
    expect([file.protocolSha256, file.engine]).toEqual([CALIBRATED.protocolSha256, ENGINE_VERSION]);
  });

  test('prints nothing of a person: no text and no measured number of any export, and no name of a file', () => {
    const printed = `${out}\n${json}`;
    expect(printed).not.toContain('person');
    for (const text of made) {
      for (const value of valuesIn(text)) expect(printed.includes(value), value).toBe(false);
    }
  });

  test('without a folder it says how to call it, and an empty one has no data yet', async () => {
    expect((await runTool('calibrate.ts', [])).exitCode).toBe(2);
    const empty = await mkdtemp(join(tmpdir(), 'musette-exports-'));
    expect((await runTool('calibrate.ts', [empty])).out).toContain('no data yet');
  });

  test('counts the first five weighings of an athlete in a class, and shows no class below 20', () => {
    const [activity] = makeExport(5).activities;
    const days = Array.from({ length: 8 }, (_, day) => ({
      ...activity,
      scheduled_at: `2026-11-${20 + day}T08:00:00Z`,
    }));
    const counted = countExports([JSON.stringify(makeExport(5, { activities: days }))]);
    expect([counted.beyondFive, [...counted.weighings.values()].flat().length]).toEqual([3, 5]);
    expect(linesOfCount(counted).at(-1)).toMatch(/5 weighings of 1 athletes, too few to show$/);
    expect(classFileOf(counted).classes).toEqual([]);
  });
});

/** Returns the texts and the measured numbers of an export, as they would be printed. */
function valuesIn(text: string): readonly string[] {
  const strings = text.match(/"(?:ath_|act_|Person|person\.|A secret)[^"]*"/g) ?? [];
  const numbers = text.match(/\b\d+\.\d{2,}\b/g) ?? [];
  return [...strings.map((one) => one.slice(1, -1)), ...numbers];
}

describe('/docs/science/calibration', () => {
  test('names the hash of the protocol that is published, and says that there are no data yet', async () => {
    const protocol = await readFile('src/delivery/site/guides/calibration-protocol.md');
    const hash = createHash('sha256').update(protocol).digest('hex');
    expect(CALIBRATED.protocolSha256).toBe(hash);
    expect(calibrationMarkdown()).toContain(hash);
    expect(calibrationMarkdown()).toContain('No data yet');
  });

  test.each([0, 20, 40, 80, 160])(
    'shows what the simulation of 200 worlds gives with %i weighings',
    (weighings) => {
      const { mean, worst, kept } = simulatePeople(weighings, 200, 20261128);
      const row = [mean, worst, kept].map((share) => `${Math.round(100 * share)} %`).join(' | ');
      expect(calibrationMarkdown()).toContain(`| ${weighings} | ${row} |`);
    },
  );

  test('shows the classes of a file, with a claim from 80 weighings', () => {
    const z = { z10: -1.5, z50: 0, z90: 1.1 };
    const file = {
      ...CALIBRATED,
      engine: '4.0.0',
      from: '2026-12-01',
      to: '2026-12-31',
      classes: [
        { key: 'foot_2h_cool', n: 79, athletes: 40, ...z },
        { key: 'ride_2h_warm_dry', n: 80, athletes: 40, ...z },
      ],
    };
    const page = calibrationMarkdown(file);
    expect(page).toContain('So far 159 weighings from 2026-12-01 to 2026-12-31');
    expect(page).toContain('| foot, 2h, cool | 79 | 40 | -1.5 to 1.1 | not yet |');
    expect(page).toContain('| 80 | 40 | -1.5 to 1.1 | yes |');
  });
});
