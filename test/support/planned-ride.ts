import { makeAthlete, makeCalculatedActivity } from './builders.ts';
import { call } from './client.ts';
import { makePartner } from './partners.ts';

/** A race over a pass with positions, two stations and two bottles, so that every form of its plan has something to show. */
export const PASS_RIDE = {
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

const RIDER = { body_mass_kg: 70, sex: 'male', birth_year: 1990, carb_tolerance_g_per_hr: 90 };

/** Creates an athlete and an activity with its prescription, and returns readers of its fuel plan. Needs the catalogue. */
export async function planFor(activity: object = PASS_RIDE, athleteFields: object = {}) {
  const { testKey: key } = await makePartner();
  const athlete = await makeAthlete(key, { ...RIDER, ...athleteFields });
  const { id: activityId, path } = await makeCalculatedActivity(key, athlete.id, { ...activity });
  const plan = (query = '', headers: Readonly<Record<string, string>> = {}) =>
    call('GET', `${path}/fuel-plan${query}`, { key, headers });
  /** Returns the suggested plan in one of its forms. */
  const planAs = (accept: string, language = 'en') =>
    plan('?suggest=true', { accept, 'accept-language': language });
  /** Counts the logged accesses to products. */
  const accesses = async (): Promise<number> =>
    (await call('GET', `/v1/partner/access-log?athlete_id=${athlete.id}`, { key })).json.data.length;
  return { key, athlete, activityId, path, plan, planAs, accesses };
}
