import type { FuzzWorld } from './request-arbitrary.ts';

/** Sends one request; the fuzz command uses fetch, the test suite the Worker itself. */
export type Send = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }>;

export interface Populated {
  readonly athleteId: string;
  readonly activityIds: readonly string[];
  readonly sweatTestIds: readonly string[];
}

const RUN = {
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
};

const WEIGHED = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 60,
  body_mass_after_kg: 59.2,
  fluid_ml: 300,
};

/** Enough that the requests which delete one leave something for the others. */
const ACTIVITIES = 25;
const SWEAT_TESTS = 8;

/** An athlete with calculated activities, some with feedback, and sweat tests, made with this key as any partner would. */
export async function populate(send: Send, key: string): Promise<Populated> {
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const reply = await send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    const id: unknown = JSON.parse(reply.text).id;
    return String(id);
  };
  const athleteId = await post('/v1/athletes', { body_mass_kg: 60, sex: 'female', name: 'Fuzzed' });
  const activityIds: string[] = [];
  for (let index = 0; index < ACTIVITIES; index++) {
    const activityId = await post(`/v1/athletes/${athleteId}/activities`, RUN);
    await post(`/v1/athletes/${athleteId}/activities/${activityId}/prescription`, {});
    if (index % 3 === 0) {
      await post(`/v1/athletes/${athleteId}/activities/${activityId}/feedback`, {
        hydration_feel: 'dehydrated',
      });
    }
    activityIds.push(activityId);
  }
  const sweatTestIds: string[] = [];
  for (let index = 0; index < SWEAT_TESTS; index++) {
    sweatTestIds.push(await post(`/v1/athletes/${athleteId}/sweat-tests`, WEIGHED));
  }
  return { athleteId, activityIds, sweatTestIds };
}

/** The world of a client with `own` things, in which `foreign` things must stay out of sight. */
export function worldOf(
  keys: readonly string[],
  operatorToken: string | null,
  own: Populated,
  foreign: readonly Populated[],
): FuzzWorld {
  return {
    keys,
    operatorToken,
    ownIds: {
      athlete_id: [own.athleteId],
      activity_id: own.activityIds,
      sweat_test_id: own.sweatTestIds,
    },
    foreignIds: {
      athlete_id: foreign.map((thing) => thing.athleteId),
      activity_id: foreign.flatMap((thing) => thing.activityIds),
      sweat_test_id: foreign.flatMap((thing) => thing.sweatTestIds),
    },
  };
}
