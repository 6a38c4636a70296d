import type { SendRequest } from '../../support/connect-over-http.ts';
import type { Identifiers } from '../../support/route-calls.ts';

/** Sessions as large as the fields allow. They are stored here, and cases send some of them in their bodies. */

const TWO_DAYS_MIN = 2880;
/** So few letters that a batch of a hundred fits into its limit. */
const LONG_NAME = 'x'.repeat(100);

/** A session's weather by the hour, for two days. */
const HOURLY = Array.from({ length: 48 }, (_, hour) => ({
  at_min: hour * 60,
  temperature_c: 15 + (hour % 24),
  humidity_percent: 60,
}));

/** Two hundred steps, written as few. */
function stepsOf(durationMin: number) {
  const each = { duration_min: durationMin / 200, intensity: { level: 5 } };
  return [{ repeat: 50, steps: [each, each, each, each] }];
}

export const TWO_DAYS = {
  type: 'hike',
  duration_min: TWO_DAYS_MIN,
  intensity_level: 4,
  is_race_event: true,
  weather: HOURLY,
  steps: stepsOf(TWO_DAYS_MIN),
};

/** Ten legs over two days. */
export const TEN_LEGS = {
  type: 'brick',
  duration_min: TWO_DAYS_MIN,
  is_race_event: true,
  weather: HOURLY,
  segments: Array.from({ length: 10 }, (_, leg) => ({
    type: leg % 2 ? 'run' : 'bike',
    duration_min: TWO_DAYS_MIN / 10,
    intensity_level: 5,
  })),
};

const OFFERS = ['banana', 'cola', 'broth', 'water', 'drop_bag'];

function courseOf(distanceKm: number, stations: number, points: number) {
  return {
    distance_km: distanceKm,
    aid_stations: Array.from({ length: stations }, (_, index) => ({
      km: ((index + 1) * distanceKm) / (stations + 1),
      name: LONG_NAME,
      offers: OFFERS,
    })),
    points: Array.from({ length: points }, (_, index) => ({
      km: (index * distanceKm) / points,
      elevation_m: 1000 + (index % 97) * 9,
      lat: 46 + index / 10_000,
      lon: 8 + index / 10_000,
    })),
  };
}

const VESSELS = [600, 650, 700, 750, 800, 900, 950, 1000].map((volume_ml) => ({
  kind: 'bottle',
  volume_ml,
  count: 10,
}));

/** Two days with sixty stations, two thousand points and eighty bottles. */
export const LOADED = { ...TWO_DAYS, course: courseOf(160, 60, 2000), vessels: VESSELS };

/** The athletes and sessions of a partner that cases name in their paths. */
export interface World {
  readonly key: string;
  /** By name. `usual` is a two-hour run. */
  readonly subjects: Readonly<Record<SubjectName, Identifiers>>;
  /** The external identifiers of fifty athletes with activities of one week. */
  readonly squad: readonly string[];
  readonly productIds: readonly string[];
  readonly historyActivities: number;
  /** Tokens of page sessions: of the plan that costs most, and of one that has ended. */
  readonly pageTokens: { readonly loaded: string; readonly ended: string };
}

export type SubjectName = 'usual' | 'twoDays' | 'loaded' | 'tenLegs' | 'attached' | 'history';

/** The rows of a world: many for measurements, few for tests of sizes and counts. */
export interface WorldSize {
  readonly historyActivities: number;
  readonly squadAthletes: number;
}

/** Enough for tests of sizes and counts, and for whoever sends usual requests. */
export const SMALL: WorldSize = { historyActivities: 2, squadAthletes: 2 };

const PROFILE = { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 4 };
const BATCH = 100;

/** The day on which the week of the squad begins. */
export const WEEK = { from: '2026-11-02', to: '2026-11-15' };

/** Makes the athletes and sessions of one partner through the service's own interface. */
export async function makeWorld(send: SendRequest, key: string, size: WorldSize): Promise<World> {
  const request = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = { method, path, headers, body: body === undefined ? null : JSON.stringify(body) };
    const reply = await send(sent);
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text.slice(0, 500)}`);
    return reply.text === '' ? null : JSON.parse(reply.text);
  };
  const post = (path: string, body?: unknown) => request('POST', path, body);

  const athlete = await post('/v1/athletes', { ...PROFILE, name: 'Worst', external_id: 'worst' });
  const athletePath = `/v1/athletes/${athlete.id}`;
  const products = await request('GET', `/v1/products?athlete_id=${athlete.id}&limit=25`, undefined);
  const productIds: string[] = products.data.map(({ id }: { id: string }) => id);
  const subject = async (activity: object): Promise<Identifiers> => {
    const made = await post(`${athletePath}/activities`, activity);
    await post(`${athletePath}/activities/${made.id}/prescription`);
    return { athlete_id: athlete.id, activity_id: made.id };
  };
  const usual = await subject({ type: 'run', duration_min: 120, intensity_level: 6 });
  const attached = await subject(LOADED);
  await post(`${athletePath}/activities/${attached.activity_id}/products`, {
    products: productIds.slice(0, 25).map((product_id) => ({ product_id, servings: 10 })),
  });
  const loaded = await subject(LOADED);
  const sessions = `${athletePath}/sessions`;
  const newSession = () => post(sessions, { pages: ['plan', 'feedback'], activity_id: loaded.activity_id });
  const ended = await newSession();
  await request('DELETE', `${sessions}/${ended.id}`, undefined);
  return {
    key,
    pageTokens: { loaded: (await newSession()).token, ended: ended.token },
    subjects: {
      usual,
      attached,
      twoDays: await subject(TWO_DAYS),
      loaded,
      tenLegs: await subject({ ...TEN_LEGS, course: courseOf(300, 60, 2000), vessels: VESSELS }),
      history: await makeHistory(post, size.historyActivities),
    },
    squad: await makeSquad(post, size.squadAthletes),
    productIds,
    historyActivities: size.historyActivities,
  };
}

type Post = (
  path: string,
  body?: unknown,
) => Promise<{ id: string; results: { activity: { id: string } }[] }>;

/** An athlete with as much feedback as sessions, who learns again from the first when it changes. */
async function makeHistory(post: Post, activities: number): Promise<Identifiers> {
  const athlete = await post('/v1/athletes', { ...PROFILE, name: 'History', external_id: 'history' });
  const ids: string[] = [];
  for (let from = 0; from < activities; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, activities - from) }, (_, index) => ({
      ...TEN_LEGS,
      athlete_id: athlete.id,
      external_id: `session-${from + index}`,
      name: LONG_NAME,
      scheduled_at: new Date(Date.UTC(2026, 0, 1) + (from + index) * 3_600_000).toISOString(),
    }));
    const { results } = await post('/v1/activities/batch', { activities: items, calculate: true });
    ids.push(...results.map(({ activity }) => activity.id));
  }
  for (const id of ids) {
    await post(`/v1/athletes/${athlete.id}/activities/${id}/feedback`, {
      gi_comfort: 'good',
      energy_level: 'low',
    });
  }
  return { athlete_id: athlete.id, activity_id: ids[0] ?? '' };
}

/** Athletes with a session on each day of two weeks. */
async function makeSquad(post: Post, athletes: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < athletes; index++) {
    ids.push((await post('/v1/athletes', { ...PROFILE, external_id: `squad-${index}` })).id);
  }
  const items = ids.flatMap((athlete_id) =>
    Array.from({ length: 14 }, (_, day) => ({
      ...TEN_LEGS,
      athlete_id,
      external_id: `day-${day}`,
      scheduled_at: new Date(Date.parse(`${WEEK.from}T09:00:00Z`) + day * 86_400_000).toISOString(),
    })),
  );
  for (let from = 0; from < items.length; from += BATCH) {
    await post('/v1/activities/batch', { activities: items.slice(from, from + BATCH), calculate: true });
  }
  return ids;
}
