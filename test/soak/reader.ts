import type { RandomSource } from '@musette/basics/random-source';
import type { Request, Send } from '../chaos/writer.ts';

const PROFILE = { sex: 'female', birth_year: 1991, body_mass_kg: 58, fitness_level: 6 };
const RUN = { type: 'run', duration_min: 150, intensity_level: 6, thermal_stress_level: 4 };
const SCENARIO = { profile: PROFILE, activity: RUN };
const ACTIVITIES = 25;

/** Reads and calculates for one athlete, as a platform does while its users look at their calendars. */
export class Reader {
  readonly athleteId: string;
  readonly #requests: readonly (readonly [Request, number])[];
  readonly #fallback: Request;

  private constructor(key: string, athletePath: string, activityPath: string) {
    const get = (path: string): Request => ({ method: 'GET', path, key });
    const post = (path: string, body: unknown): Request => ({ method: 'POST', path, key, body });
    this.athleteId = athletePath.split('/').at(-1) ?? '';
    this.#fallback = get(activityPath);
    this.#requests = [
      [post('/v1/nutrition/calculate', SCENARIO), 25],
      [post('/v1/nutrition/calculate/batch', { scenarios: Array.from({ length: 50 }, () => SCENARIO) }), 3],
      [get(activityPath), 25],
      [get(`${athletePath}/activities`), 12],
      [get(`${activityPath}/prescription?include=explanation`), 8],
      [get(athletePath), 8],
      [get(`${activityPath}/fuel-plan?suggest=true`), 4],
      [get(`/v1/products?athlete_id=${this.athleteId}&q=gel&limit=1`), 4],
      [post('/v1/inference/activity-type', { title: "Koppel 3h Rad → 45' Lauf @RT" }), 6],
      [get('/v1/events'), 3],
      [post(`${activityPath}/prescription`, {}), 2],
    ];
  }

  /** Makes the athlete with a page of activities. */
  static async prepare(send: Send, key: string): Promise<Reader> {
    const create = async (path: string, body: unknown) => {
      const reply = await send({ method: 'POST', path, key, body });
      if (reply?.status !== 201) throw new Error(`${path} was answered with ${JSON.stringify(reply)}`);
      return String(reply.json.id);
    };
    const athletePath = `/v1/athletes/${await create('/v1/athletes', PROFILE)}`;
    let activityId = '';
    for (let index = 0; index < ACTIVITIES; index++) {
      activityId = await create(`${athletePath}/activities?calculate=true`, RUN);
    }
    return new Reader(key, athletePath, `${athletePath}/activities/${activityId}`);
  }

  nextRequest(random: RandomSource): Request {
    return random.pick(this.#requests, this.#fallback);
  }
}
