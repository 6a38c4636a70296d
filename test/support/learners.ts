import { makeActivity, makeAthlete } from './builders.ts';
import { call, type Reply } from './client.ts';
import { makePartner } from './partners.ts';

/** An athlete who trains and gives feedback, over HTTP. */
export interface Learner {
  readonly key: string;
  readonly athleteId: string;
  readonly path: string;
  /** Creates an activity and returns its path. */
  readonly session: (fields?: object) => Promise<string>;
  readonly give: (activityPath: string, feedback: object) => Promise<Reply>;
  /** Creates an activity with feedback on it. */
  readonly report: (feedback: object, fields?: object) => Promise<Reply>;
  /** Returns the learned quantities by their names. */
  readonly learned: () => Promise<Record<string, LearnedQuantity>>;
  /** Calculates the present prescription of this activity, with its safety data. */
  readonly calculate: (activity: object, query?: string) => Promise<Reply['json']>;
}

export interface LearnedQuantity {
  readonly mean: number;
  readonly standard_deviation: number;
  readonly observations: number;
  readonly updated_at: string | null;
}

export const PROFILE = { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 5 };
export const RIDE = {
  type: 'bike',
  duration_min: 180,
  intensity_level: 6,
  thermal_stress_level: 6,
  scheduled_at: '2026-06-01T08:00:00.000Z',
};

export async function makeLearner(
  options: { readonly tier?: 'teaser' | 'full'; readonly profile?: object } = {},
): Promise<Learner> {
  const { testKey: key } = await makePartner();
  const body = { ...(options.profile ?? PROFILE), tier: options.tier ?? 'full' };
  const { id: athleteId, path } = await makeAthlete(key, body);
  const session = async (fields: object = {}) =>
    (await makeActivity(key, athleteId, { ...RIDE, ...fields })).path;
  const give = (activityPath: string, feedback: object) =>
    call('POST', `${activityPath}/feedback`, { key, body: feedback });
  return {
    key,
    athleteId,
    path,
    session,
    give,
    report: async (feedback, fields) => give(await session(fields), feedback),
    learned: async () => {
      const { data } = (await call('GET', `${path}/learned`, { key })).json;
      return Object.fromEntries(data.map((entry: { parameter: string }) => [entry.parameter, entry]));
    },
    calculate: async (activity, query = '') => {
      const body = { athlete_id: athleteId, activity };
      return (await call('POST', `/v1/nutrition/calculate${query}`, { key, body })).json;
    },
  };
}

/** Returns noon of the n-th day of 2026. */
export function dayOf2026(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString();
}
