/** A measured operation, as a partner would send it. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

const PROFILE = { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 4 };
/** The name of the keys that a measurement creates. No other key has it. */
export const KEY_NAME = 'Measured';

export const RUN = {
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
};

export function operationsFor(athleteId: string, activityId: string): readonly Operation[] {
  const scenario = { profile: PROFILE, activity: RUN };
  const list = `/v1/athletes/${athleteId}/activities`;
  return [
    { name: 'calculate, stateless', method: 'POST', path: '/v1/nutrition/calculate', body: scenario },
    {
      name: 'calculate, batch of 50',
      method: 'POST',
      path: '/v1/nutrition/calculate/batch',
      body: { scenarios: Array.from({ length: 50 }, () => scenario) },
    },
    { name: 'POST prescription', method: 'POST', path: `${list}/${activityId}/prescription` },
    { name: 'GET activity', method: 'GET', path: `${list}/${activityId}` },
    { name: 'list of 20 activities', method: 'GET', path: list },
    { name: 'key creation', method: 'POST', path: '/v1/partner/api-keys', body: { name: KEY_NAME } },
    { name: 'products page', method: 'GET', path: `/v1/products?athlete_id=${athleteId}&q=gel` },
    {
      name: 'inference',
      method: 'POST',
      path: '/v1/inference/activity-type',
      body: { title: "Koppel 3h Rad → 45' Lauf @RT", tags: ['training'] },
    },
  ];
}
