import { beforeAll, expect, test } from 'vitest';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { type FeedEvent, readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';
import { databaseOf } from '../support/shards.ts';

const RUNS = 8;
const STEPS_MAX = 20;

beforeAll(() => loadTestCatalogue());

/** An operation, by its place in the model's list, and three numbers that choose its subjects and values. */
const step = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());

test('the feed equals the changes that random sequences of every operation make', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: STEPS_MAX }), async (steps) => {
      const { testKey: key } = await makePartner();
      const model = new EventModel(key);
      let cursor: string | undefined;
      for (const [at, [operation, ...choices]] of steps.entries()) {
        await model.apply(operation, choices);
        // Now and then, so that pages of all lengths and places are read.
        if (at % 5 === 0)
          ({ cursor } = await readFeed(key, cursor === undefined ? {} : { cursor, limit: '3' }));
      }
      expect(model.bySubject((await readFeed(key, { limit: '7' })).events)).toEqual(model.expected());
    }),
    // Shrinking would outlast the test.
    { numRuns: RUNS, verbose: 1, endOnFailure: true },
  );
}, 240_000);

type Choices = readonly number[];

interface ModelActivity {
  readonly id: string;
  duration: number;
  isPrescribed: boolean;
  feel: string | null;
  isAttached: boolean;
}

interface ModelAthlete {
  readonly id: string;
  readonly activities: Map<string, ModelActivity>;
  readonly announced: Set<string>;
  mass: number;
  name: string | null;
  tier: string;
}

/** Makes changes through the API and knows which events they have to be, by subject and in order. */
class EventModel {
  readonly #key: string;
  readonly #events = new Map<string, string[]>();
  readonly #athletes: ModelAthlete[] = [];
  readonly #keys: string[] = [];

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the events of each athlete or key, in order. */
  expected(): Record<string, string[]> {
    return Object.fromEntries([...this.#events].sort());
  }

  /** Groups events of a feed in the form of `expected`. */
  bySubject(events: readonly FeedEvent[]): Record<string, string[]> {
    const grouped = new Map<string, string[]>();
    for (const { type, data } of events) {
      const subject = String(data.athlete_id ?? data.key_id);
      const detail = [data.activity_id, data.reason, data.changed].filter((part) => part !== undefined);
      grouped.set(subject, [...(grouped.get(subject) ?? []), [type, ...detail].join(' ')]);
    }
    return Object.fromEntries([...grouped].sort());
  }

  /** Makes one change: the operation that the number chooses, on what the choices name. */
  async apply(operation: number, choices: Choices): Promise<void> {
    const athlete = this.#athletes[(choices[0] ?? 0) % Math.max(1, this.#athletes.length)];
    if (!athlete || operation % 12 === 0) return this.#create(choices);
    const activity = [...athlete.activities.values()][
      (choices[1] ?? 0) % Math.max(1, athlete.activities.size)
    ];
    const value = choices[2] ?? 0;
    const ofAthlete = [
      () => this.#patchMass(athlete, 60 + (value % 2)),
      () => this.#patchName(athlete, value % 2 === 0 ? 'One' : 'Two'),
      () => this.#setTier(athlete, value % 2 === 0 ? 'full' : 'teaser'),
      () => this.#addActivity(athlete, value),
      () => this.#addActivity(athlete, value),
      () => this.#testSweat(athlete),
      () => (value % 3 === 0 ? this.#erase(athlete) : this.#patchMass(athlete, 60 + (value % 2))),
      () => this.#changeKeys(value),
    ];
    const ofActivity = activity
      ? [
          () => this.#calculate(athlete, activity),
          () => this.#calculate(athlete, activity),
          () => this.#patchActivity(athlete, activity, 100 + 20 * (value % 2)),
          () => this.#giveFeedback(athlete, activity, value % 2 === 0 ? 'dehydrated' : 'well_hydrated'),
          () => this.#deleteFeedback(athlete, activity),
          () => this.#attach(athlete, activity),
          () => this.#detach(athlete, activity),
          () => this.#deleteActivity(athlete, activity),
        ]
      : [];
    const all = [...ofAthlete, ...ofActivity];
    await all[operation % all.length]?.();
  }

  async #send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const reply = await call(method, path, {
      key: this.#key,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  }

  #report(subject: string, ...events: readonly string[]): void {
    this.#events.set(subject, [...(this.#events.get(subject) ?? []), ...events]);
  }

  /** Reports a stale prescription where one waits that was not reported for this reason since the last calculation. */
  #reportStale(athlete: ModelAthlete, reason: string): void {
    const isWaiting = [...athlete.activities.values()].some(({ isPrescribed }) => isPrescribed);
    if (!isWaiting || athlete.announced.has(reason)) return;
    athlete.announced.add(reason);
    this.#report(athlete.id, `prescription.stale ${reason}`);
  }

  async #learnedOf({ id }: ModelAthlete): Promise<unknown> {
    return databaseOf(id)
      .prepare('SELECT state FROM learned_states WHERE athlete_id = ?')
      .bind(id)
      .first('state');
  }

  /** Makes a change of the history, and reports after its own events what is learned otherwise than before. */
  async #relearn(athlete: ModelAthlete, change: () => Promise<void>): Promise<void> {
    const before = await this.#learnedOf(athlete);
    await change();
    if ((await this.#learnedOf(athlete)) === before) return;
    this.#report(athlete.id, 'athlete.learned');
    this.#reportStale(athlete, 'learned');
  }

  /** Creates an athlete, every second time with an Idempotency-Key and twice. */
  async #create([region = 0, repeat = 0]: Choices): Promise<void> {
    const body = { region: region % 2 === 0 ? 'weur' : 'enam', body_mass_kg: 60 };
    const headers = repeat % 2 === 0 ? { 'idempotency-key': crypto.randomUUID() } : {};
    const { id } = await this.#send('POST', '/v1/athletes', body, headers);
    if (repeat % 2 === 0) await this.#send('POST', '/v1/athletes', body, headers);
    this.#athletes.push({
      id,
      activities: new Map(),
      announced: new Set(),
      mass: 60,
      name: null,
      tier: 'full',
    });
    this.#report(id, 'athlete.created');
  }

  async #patchMass(athlete: ModelAthlete, mass: number): Promise<void> {
    await this.#send('PATCH', `/v1/athletes/${athlete.id}`, { body_mass_kg: mass });
    if (athlete.mass === mass) return;
    athlete.mass = mass;
    this.#report(athlete.id, 'athlete.updated body_mass_kg');
    this.#reportStale(athlete, 'profile');
  }

  async #patchName(athlete: ModelAthlete, name: string): Promise<void> {
    await this.#send('PATCH', `/v1/athletes/${athlete.id}`, { name });
    if (athlete.name !== name) this.#report(athlete.id, 'athlete.updated name');
    athlete.name = name;
  }

  async #setTier(athlete: ModelAthlete, tier: string): Promise<void> {
    await this.#send('PATCH', `/v1/athletes/${athlete.id}`, { tier });
    if (athlete.tier === tier) return;
    athlete.tier = tier;
    this.#report(athlete.id, 'athlete.tier_changed');
    this.#reportStale(athlete, 'tier');
  }

  async #addActivity(athlete: ModelAthlete, hours: number): Promise<void> {
    const scheduled_at = new Date(Date.now() + (hours % 24) * 3_600_000).toISOString();
    const body = { type: 'run', duration_min: 100, intensity_level: 6, scheduled_at };
    const { id } = await this.#send('POST', `/v1/athletes/${athlete.id}/activities`, body);
    const activity = { id, duration: 100, isPrescribed: false, feel: null, isAttached: false };
    athlete.activities.set(id, activity);
    this.#report(athlete.id, `activity.created ${id}`);
  }

  async #calculate(athlete: ModelAthlete, activity: ModelActivity): Promise<void> {
    await this.#send('POST', `${pathOf(athlete, activity)}/prescription`);
    activity.isPrescribed = true;
    athlete.announced.clear();
    this.#report(athlete.id, `prescription.calculated ${activity.id}`);
  }

  async #patchActivity(athlete: ModelAthlete, activity: ModelActivity, duration: number): Promise<void> {
    await this.#relearn(athlete, async () => {
      await this.#send('PATCH', pathOf(athlete, activity), { duration_min: duration });
      if (activity.duration !== duration)
        this.#report(athlete.id, `activity.updated ${activity.id} duration_min`);
      activity.duration = duration;
    });
  }

  async #giveFeedback(athlete: ModelAthlete, activity: ModelActivity, feel: string): Promise<void> {
    await this.#relearn(athlete, async () => {
      await this.#send('POST', `${pathOf(athlete, activity)}/feedback`, {
        hydration_feel: feel,
        actual_intake: { carbs_grams: 80, fluid_ml: 600 },
      });
      if (activity.feel !== feel) this.#report(athlete.id, `feedback.received ${activity.id}`);
      activity.feel = feel;
    });
  }

  async #deleteFeedback(athlete: ModelAthlete, activity: ModelActivity): Promise<void> {
    if (activity.feel === null) return;
    await this.#relearn(athlete, async () => {
      await this.#send('DELETE', `${pathOf(athlete, activity)}/feedback`);
      activity.feel = null;
      this.#report(athlete.id, `feedback.deleted ${activity.id}`);
    });
  }

  async #testSweat(athlete: ModelAthlete): Promise<void> {
    const weighed = { body_mass_before_kg: 60, body_mass_after_kg: 59, fluid_ml: 0 };
    await this.#relearn(athlete, async () => {
      await this.#send('POST', `/v1/athletes/${athlete.id}/sweat-tests`, {
        type: 'run',
        duration_min: 60,
        ...weighed,
      });
    });
  }

  async #attach(athlete: ModelAthlete, activity: ModelActivity): Promise<void> {
    const product_id = productNamed('Maurten', 'Gel 100').id;
    await this.#send('POST', `${pathOf(athlete, activity)}/products`, {
      products: [{ product_id, servings: 1 }],
    });
    if (!activity.isAttached) this.#report(athlete.id, `activity.updated ${activity.id} products`);
    activity.isAttached = true;
  }

  async #detach(athlete: ModelAthlete, activity: ModelActivity): Promise<void> {
    if (!activity.isAttached) return;
    await this.#send(
      'DELETE',
      `${pathOf(athlete, activity)}/products/${productNamed('Maurten', 'Gel 100').id}`,
    );
    activity.isAttached = false;
    this.#report(athlete.id, `activity.updated ${activity.id} products`);
  }

  async #deleteActivity(athlete: ModelAthlete, activity: ModelActivity): Promise<void> {
    await this.#relearn(athlete, async () => {
      await this.#send('DELETE', pathOf(athlete, activity));
      athlete.activities.delete(activity.id);
      this.#report(athlete.id, `activity.deleted ${activity.id}`);
    });
  }

  async #erase(athlete: ModelAthlete): Promise<void> {
    await this.#send('DELETE', `/v1/athletes/${athlete.id}`);
    this.#athletes.splice(this.#athletes.indexOf(athlete), 1);
    this.#events.set(athlete.id, ['athlete.erased']);
  }

  /** Creates a key, or rotates or revokes one that was created here. */
  async #changeKeys(choice: number): Promise<void> {
    const id = this.#keys.pop();
    if (id === undefined || choice % 3 === 0) {
      if (id !== undefined) this.#keys.push(id);
      const made = await this.#send('POST', '/v1/partner/api-keys', { name: 'made' });
      this.#keys.push(made.id);
      return this.#report(made.id, 'key.created');
    }
    if (choice % 3 === 1) {
      await this.#send('POST', `/v1/partner/api-keys/${id}/rotate`);
      return this.#report(id, 'key.rotated');
    }
    await this.#send('DELETE', `/v1/partner/api-keys/${id}`);
    this.#report(id, 'key.revoked');
  }
}

function pathOf(athlete: ModelAthlete, activity: ModelActivity): string {
  return `/v1/athletes/${athlete.id}/activities/${activity.id}`;
}
