import { describe, expect, test } from 'vitest';
import { gutTrainingExample } from '#nutrition/gut-training/gut-training-shape.ts';
import { gutTrainingRoutes } from '#nutrition/gut-training/routes.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

const NOW_MS = Date.UTC(2026, 10, 23);
const ADULT = { birth_year: 1991, body_mass_kg: 70, carb_tolerance_g_per_hr: 60 };
const MARATHON = { type: 'run', duration_min: 210, intensity_level: 7, is_race_event: true };

function inDays(days: number): string {
  return new Date(NOW_MS + days * 86_400_000).toISOString();
}

async function setUp(athlete: object = {}) {
  stopClock(NOW_MS);
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { ...ADULT, ...athlete });
  const plan = (body: object, headers: Record<string, string> = {}) =>
    call('POST', `${path}/gut-training`, { key, body, headers });
  return { key, id, path, plan };
}

describe('gut training', () => {
  test('returns the weeks for a wanted rate with its rules, and stores nothing', async () => {
    const { key, path, plan } = await setUp();
    const before = await call('GET', path, { key });
    const { status, json } = await plan({ wanted_carb_g_per_hr: 90, race_at: inDays(21) });
    expect(status).toBe(200);
    expect(json.gut_training).toEqual({
      start_g_per_hr: 60,
      goal_g_per_hr: 90,
      reaches_g_per_hr: 80,
      weeks_needed: 4,
      weeks: [
        { week: 1, target_g_per_hr: 70, sessions: 2, minutes: 60, hold: false },
        { week: 2, target_g_per_hr: 80, sessions: 2, minutes: 90, hold: false },
        { week: 3, target_g_per_hr: 80, sessions: 2, minutes: 60, hold: true },
      ],
      reason: null,
    });
    expect(json).toMatchObject({ tier: 'full', requires_human_review: false, message: null });
    expect(json.rules).toHaveLength(5);
    expect(json.rules.at(-1)).toBe('In the race, take at most 90 g/h.');
    expect((await call('GET', path, { key })).headers.get('ETag')).toBe(before.headers.get('ETag'));
  });

  test('has rules for daily sessions where the race leaves one week', async () => {
    const { plan } = await setUp();
    const { json } = await plan({ wanted_carb_g_per_hr: 90, race_at: inDays(10) });
    expect(json.gut_training.weeks).toMatchObject([{ sessions: 7, minutes: 60 }]);
    expect(json.rules[0]).toContain('each of the last 7 days before the race');
    expect(json.rules.join(' ')).not.toMatch(/two sessions a week|next week|repeat the week/);
    expect(json.rules).toHaveLength(4);
  });

  test('matches the example in the reference', async () => {
    const { plan } = await setUp();
    const body = gutTrainingRoutes[0]?.bodyExample;
    expect((await plan(body ?? {})).json).toEqual(gutTrainingExample);
  });

  test('counts days, not hours: a morning race has as many weeks as its date', async () => {
    const { plan } = await setUp();
    const weeksFor = async (days: number) =>
      (await plan({ wanted_carb_g_per_hr: 90, race_at: inDays(days) })).json.gut_training.weeks.length;
    expect(await weeksFor(21 - 5 / 24)).toBe(3);
    // Two weeks or less are one week of daily sessions.
    expect(await weeksFor(20)).toBe(1);
  });

  test('takes the date from a scheduled race, and as goal the rate it would use with a trained gut', async () => {
    const { key, id, plan } = await setUp();
    const { id: race } = await makeActivity(key, id, { ...MARATHON, scheduled_at: inDays(56) });
    const { json } = await plan({ activity_id: race });
    expect(json.gut_training.start_g_per_hr).toBe(60);
    expect(json.gut_training.goal_g_per_hr).toBeGreaterThan(70);
    expect(json.gut_training.goal_g_per_hr).toBeLessThanOrEqual(120);
    expect(json.gut_training.weeks.at(-1).hold).toBe(true);
    expect((await plan({ activity_id: race, race_at: inDays(6) })).json.gut_training.reason).toBe('too_late');
    const { id: unscheduled } = await makeActivity(key, id, MARATHON);
    expect(refusal(await plan({ activity_id: unscheduled }))).toMatchObject({ pointers: ['/race_at'] });
    expect((await plan({ activity_id: unscheduled, race_at: inDays(56) })).json).toEqual(json);
  });

  test.each([
    ['an eating disorder', { health: { reds_or_eating_disorder: true } }, 'eating_disorder', true],
    ['pregnancy', { health: { pregnant: true } }, 'pregnant', false],
    ['an athlete of 15', { birth_year: 2011 }, 'under_16', false],
    ['nothing to train', { carb_tolerance_g_per_hr: 90 }, 'nothing_to_train', false],
  ] as const)(
    'with %s plans no weeks and says why in the language of the athlete',
    async (_what, fields, reason, review) => {
      const { plan } = await setUp(fields);
      const body = { wanted_carb_g_per_hr: 90, race_at: inDays(56) };
      const { json } = await plan(body);
      expect(json.gut_training).toMatchObject({ weeks: [], reason });
      expect(json).toMatchObject({ requires_human_review: review, rules: [] });
      const german = (await plan(body, { 'Accept-Language': 'de' })).json;
      expect(german.message).not.toBe(json.message);
      if (reason === 'eating_disorder') {
        expect(json.message).toBe('Please plan this with your dietitian or doctor.');
      }
    },
  );

  test('asks for a review with treated diabetes, and takes smaller steps with gut history', async () => {
    const { plan } = await setUp({ health: { diabetes_treated: true }, gi_history: true });
    const { json } = await plan({ wanted_carb_g_per_hr: 90, race_at: inDays(21) });
    expect(json.requires_human_review).toBe(true);
    expect(json.rules).toHaveLength(6);
    expect(json.gut_training.weeks[0].target_g_per_hr).toBe(65);
  });

  test('in teaser tier shows a subscribe link instead of a schedule', async () => {
    const { plan } = await setUp({ tier: 'teaser' });
    const { json } = await plan({ wanted_carb_g_per_hr: 90, race_at: inDays(56) });
    expect(json).toMatchObject({ tier: 'teaser', gut_training: null, rules: [] });
    expect(json.subscribe_url).toContain('/subscribe');
  });

  test.each([
    ['no goal', { race_at: inDays(56) }, '/wanted_carb_g_per_hr'],
    ['no day', { wanted_carb_g_per_hr: 90 }, '/race_at'],
    ['a day that has passed', { wanted_carb_g_per_hr: 90, race_at: inDays(-1) }, '/race_at'],
    [
      'a rate and a race',
      { wanted_carb_g_per_hr: 90, activity_id: 'act_x', race_at: inDays(9) },
      '/activity_id',
    ],
    ['a rate that nobody takes', { wanted_carb_g_per_hr: 151, race_at: inDays(9) }, '/wanted_carb_g_per_hr'],
  ])('refuses %s with 422', async (_what, body, pointer) => {
    const { plan } = await setUp();
    expect(refusal(await plan(body))).toMatchObject({ status: 422, pointers: [pointer] });
  });

  test('is 404 for an unknown activity', async () => {
    const { plan } = await setUp();
    const unknown = await plan({ activity_id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s', race_at: inDays(9) });
    expect(refusal(unknown).code).toBe('activity_not_found');
  });
});
