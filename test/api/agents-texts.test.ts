import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { connectAssistant } from '../support/assistant.ts';
import { use } from '../support/assistant-calls.ts';
import { makeActivity, makeAthlete, makeCalculatedActivity, makeOwnProduct } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { makePartner } from '../support/partners.ts';

/** The texts of tools' answers: times, amounts and advice as an assistant repeats them to an athlete. */

const RUN = { type: 'run', duration_min: 180, intensity_level: 6, is_race_event: true };

let key: string;
let client: Client;

beforeAll(async () => {
  await loadTestCatalogue();
  ({ testKey: key } = await makePartner());
  client = await connectAssistant(key);
});

test.each([
  ['Europe/Berlin', '2026-07-01T16:30:00.000Z'],
  ['America/Los_Angeles', '2026-07-02T01:30:00.000Z'],
  ['Asia/Tokyo', '2026-07-01T09:30:00.000Z'],
])('the local time of a session and of what it taught in %s', async (time_zone, instant) => {
  const body = { body_mass_kg: 70, tier: 'full', time_zone };
  const athlete = { athlete_id: (await makeAthlete(key, body)).id };
  const session = { ...RUN, scheduled_at: '2026-07-01T18:30:00' };
  const made = await use(client, 'create_activity', { ...athlete, ...session });
  expect(made.data).toMatchObject({ scheduled_at: instant, scheduled_local: session.scheduled_at });
  await use(client, 'give_feedback', { ...athlete, activity_id: made.data.id, gi_comfort: 'good' });
  const listed = await use(client, 'list_activities', athlete);
  const learned = await use(client, 'get_learned', athlete);
  for (const { text } of [made, listed]) expect(text).toContain('2026-07-01 18:30');
  for (const { text } of [made, listed, learned]) expect(text).not.toMatch(/UTC|\dZ/);
  const { data } = learned.data as { data: readonly { updated_at: string | null }[] };
  expect(new Set(data.flatMap(({ updated_at }) => updated_at ?? []))).toEqual(new Set([instant]));
});

test('says the doses of caffeine with their limit, and loosens nothing that is stored of a minor', async () => {
  const race = { activity: { ...RUN, duration_min: 210, is_race_event: true }, caffeine: { wanted: true } };
  const adult = { birth_year: 1991, body_mass_kg: 70 };
  const planned = await use(client, 'calculate_nutrition', { ...race, profile: adult });
  expect(planned.data).toMatchObject({ caffeine: { total_mg: 210, max_safe_mg: 400 } });
  expect(planned.text).toContain('Caffeine: 105 mg (55 min), 105 mg (170 min). At most 400 mg of caffeine');
  expect(planned.text).toContain('Caffeine is optional.');
  const minor = await makeAthlete(key, { birth_year: new Date().getUTCFullYear() - 16 });
  const held = await use(client, 'calculate_nutrition', { ...race, profile: adult, athlete_id: minor.id });
  expect(held.data).toMatchObject({ caffeine: { total_mg: 0, max_safe_mg: 0, reason: 'under_18' } });
  expect(held.text).toContain('No caffeine under 18.');
  expect(held.text).not.toMatch(/Caffeine: \d/);
});

test('says how long before the start a dose of caffeine comes, not a negative minute', async () => {
  const { text } = await use(client, 'calculate_nutrition', {
    profile: { body_mass_kg: 70, birth_year: 1990, caffeine: { wanted: true } },
    activity: { type: 'run', duration_min: 90, intensity_level: 7, is_race_event: true },
  });
  expect(text).toContain('200 mg (45 min before the start)');
  expect(text).not.toContain('-45');
});

test('the text of an empty plan asks for products only where some are missing, not where enough was taken', async () => {
  const { id: athlete_id } = await makeAthlete(key, { body_mass_kg: 70 });
  const stored = async (activity: Readonly<Record<string, unknown>>) => {
    const { id } = await makeCalculatedActivity(key, athlete_id, activity);
    return { athlete_id, activity_id: id };
  };
  const long = await stored({ duration_min: 120, intensity_level: 6 });
  const tooMuch = { at_min: 60, taken: { carb_g: 300, fluid_ml: 3000, sodium_mg: 5000 } };
  const rest = await use(client, 'replan', { ...long, ...tooMuch });
  const short = await stored({ duration_min: 20, intensity_level: 3 });
  const enough = await use(client, 'get_fuel_plan', { ...short, suggest: true });
  for (const { data, text } of [rest, enough]) {
    expect(data).toHaveProperty('timeline', []);
    expect(text).toContain('The plan has nothing to take.');
    expect(text).not.toContain('Attach products');
  }
  expect((await use(client, 'get_fuel_plan', long)).text).toContain('Attach products');
  const warned = 'You have drunk 3000 ml. No more is safe for you in this session.';
  expect(rest.text.startsWith(warned)).toBe(true);
});

test('the text of a list of activities claims no order: with updated_since it is that of change', async () => {
  const { id: athlete_id } = await makeAthlete(key);
  await makeActivity(key, athlete_id);
  for (const filter of [{}, { updated_since: '2026-01-01T00:00:00Z' }]) {
    const { text } = await use(client, 'list_activities', { athlete_id, ...filter });
    expect(text).toMatch(/^Activities: 1\. Activity: act_/);
  }
});

test('the figures of own products are in the units of the athlete', async () => {
  for (const [units, volume] of [
    ['metric', '750 ml'],
    ['us', '25 fl oz'],
  ]) {
    const { id: athlete_id } = await makeAthlete(key, { units });
    const mix = {
      name: 'Mix',
      format: 'drink',
      serving_g: 60,
      carb_g: 54.5,
      sodium_mg: 470,
      fluid_ml: 750,
    };
    await makeOwnProduct(key, athlete_id, mix);
    const { text } = await use(client, 'list_own_products', { athlete_id });
    expect(text).toMatch(
      new RegExp(`own product 1 \\(drink\\): \\w+ 54\\.5 g, \\w+ 470 mg.* \\w+ ${volume}\\.`),
    );
  }
});
