import { expect, test } from 'vitest';
import { readExport } from '#tools/cli/judge-export.ts';
import { makeActivity, makeAthlete, makeFeedback, makePrescription } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const WEIGHED = {
  source: 'scale',
  body_mass_before_kg: 70.4,
  body_mass_after_kg: 69.5,
  urine_ml: 0,
  actual_intake: { carbs_grams: 60, fluid_ml: 500, sodium_mg: null },
};

/** A session that begins after its prediction is stored, and may be reported on: at most a day ahead. */
const inHalfADay = () => new Date(Date.now() + 12 * 3_600_000).toISOString();

test.each([
  [
    'a run',
    {
      type: 'run',
      duration_min: 90,
      intensity_level: 6,
      weather: { temperature_c: 19, humidity_percent: 60 },
    },
  ],
  [
    'a ride in changing weather, with steps',
    {
      type: 'bike',
      duration_min: 100,
      weather: [
        { at_min: 0, temperature_c: 18, humidity_percent: 70 },
        { at_min: 60, temperature_c: 27, humidity_percent: 50, shade: true },
      ],
      steps: [
        {
          repeat: 5,
          steps: [
            { duration_min: 15, intensity: { level: 7 } },
            { duration_min: 5, intensity: { level: 2 } },
          ],
        },
      ],
    },
  ],
  [
    'a triathlon with its own legs',
    {
      type: 'triathlon',
      duration_min: 150,
      segments: [
        { type: 'swim', duration_min: 30 },
        { type: 'bike', duration_min: 75, distance_km: 40 },
        { type: 'run', duration_min: 45, intensity_level: 7 },
      ],
    },
  ],
])('the export of an athlete counts with the prediction that was stored before %s', async (_, session) => {
  const { testKey: key } = await makePartner();
  const profile = {
    sex: 'female',
    birth_year: 1990,
    body_mass_kg: 70,
    fitness_level: 6,
    health: { pregnant: false },
  };
  const athlete = await makeAthlete(key, profile);
  const activity = await makeActivity(key, athlete.id, { ...session, scheduled_at: inHalfADay() });
  await makePrescription(key, activity.path);
  await makeFeedback(key, activity.path, WEIGHED);
  const { text } = await call('POST', `${athlete.path}/export`, { key });
  const agreed = JSON.stringify({ ...JSON.parse(text), calibration_consent: '2026-11-20' });
  expect(readExport(text)?.consent).toBe(false);
  const read = readExport(agreed);
  expect(read?.consent).toBe(true);
  expect(read?.judge()).toMatchObject({
    athleteId: athlete.id,
    refused: [],
    weighings: [{ z: expect.any(Number) }],
  });
});
