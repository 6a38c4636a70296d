import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { activityFields } from '#nutrition/records/activity-fields.ts';
import { athleteFields } from '#nutrition/records/athlete-fields.ts';
import { arbitraryOf } from '../fuzz/zod-arbitrary.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { fc, SEED } from '../support/random-seed.ts';

type Schema = z.core.$ZodType;

/** Values of fields whose schema rejects almost any random value, or that must agree with another field. */
const AGREED: Readonly<Record<string, unknown>> = {
  type: 'triathlon',
  duration_min: 90,
  locale: 'pt-BR',
  time_zone: 'Europe/Berlin',
  scheduled_at: '2026-06-07T08:30:00+02:00',
  birth_year: 1991,
  segments: [
    { type: 'bike', duration_min: 60, intensity_level: 5 },
    { type: 'run', duration_min: 30, intensity_level: 7 },
  ],
  steps: [{ repeat: 3, steps: [{ duration_min: 30, intensity: { power_w: 210 }, name: 'Over' }] }],
  fuel_preferences: { avoids: [], formats: ['drink', 'gel'], owns: [] },
  course: { distance_km: 42, elevation_gain_m: 310, aid_stations: [{ km: 20, name: null, offers: ['gel'] }] },
};

/** Returns a non-null value accepted by the field's schema. */
function someValueOf(name: string, schema: Schema): unknown {
  if (name in AGREED) return AGREED[name];
  const fits = (value: unknown) => value !== null && z.safeParse(schema, value).success;
  const [value] = fc.sample(arbitraryOf(schema).filter(fits), { numRuns: 1, seed: SEED });
  return value;
}

/** Returns an instant as shown in answers, and any other value unchanged. */
function asShown(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;
}

/**
 * Compares an answer with the value sent. For an object only its members count, because answers show the rest
 * as null.
 */
function expectShown(shown: unknown, sent: unknown): void {
  expect({ shown }).toMatchObject({ shown: asShown(sent) });
}

/** Expects a field to be shown as it was sent, cleared by null and set again. */
async function expectKept(path: string, key: string, name: string, sent: unknown): Promise<void> {
  expectShown((await call('GET', path, { key })).json[name], sent);
  await call('PATCH', path, { key, body: { [name]: null } });
  expect((await call('GET', path, { key })).json[name]).toBeNull();
  await call('PATCH', path, { key, body: { [name]: sent } });
  expectShown((await call('GET', path, { key })).json[name], sent);
}

/** The fields come from the request schemas, so new ones are covered automatically. */
describe('every field that a request sets is stored and shown', () => {
  test.each(Object.entries(athleteFields))('athlete: %s', async (name, schema) => {
    const { testKey: key } = await makePartner();
    const sent = someValueOf(name, schema);
    const { path } = await makeAthlete(key, { [name]: sent });
    await expectKept(path, key, name, sent);
  });

  test.each(Object.entries(activityFields))('activity: %s', async (name, schema) => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const needed = { type: AGREED.type, duration_min: AGREED.duration_min };
    const sent = someValueOf(name, schema);
    const { path } = await makeActivity(key, id, { ...needed, [name]: sent });
    if (name in needed) expectShown((await call('GET', path, { key })).json[name], sent);
    else await expectKept(path, key, name, sent);
  });
});
