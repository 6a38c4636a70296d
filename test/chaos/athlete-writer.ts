import { randomUUID } from 'node:crypto';
import type { RandomSource } from '@musette/basics/random-source';
import { type Doubt, type KnownActivity, type KnownAthlete, verifyAthlete } from './athlete-model.ts';
import {
  drawOne,
  expectStatus,
  type Problem,
  type Reply,
  type Request,
  type Send,
  type Step,
  type Writer,
} from './writer.ts';

/** So many activities fit into one page of their list, which counts them. */
const ACTIVITIES_MAX = 60;
const SWEAT_TESTS_MAX = 20;

type Change = (athlete: KnownAthlete, activity: KnownActivity, random: RandomSource) => Step;

interface Habits {
  /** The regions in which it creates athletes. Default: the partner's home region. */
  readonly regions?: readonly string[];
  /** The weight of erasures, compared with 82 for all other changes. */
  readonly erasures?: number;
}

/** Writes athletes and what hangs on them, as a platform does. */
export class AthleteWriter implements Writer {
  readonly #key: string;
  readonly #regions: readonly string[];
  readonly #erasures: number;
  readonly #athletes: KnownAthlete[] = [];
  readonly #recent = new Set<KnownAthlete>();

  constructor(key: string, { regions = [], erasures = 4 }: Habits = {}) {
    this.#key = key;
    this.#regions = regions;
    this.#erasures = erasures;
  }

  nextStep(random: RandomSource): Step {
    const athlete = drawOne(
      random,
      this.#athletes.filter(({ isErased }) => !isErased),
    );
    if (!athlete || random.uniform() < 0.06) return this.#createAthlete(random);
    this.#recent.add(athlete);
    const activity = drawOne(random, [...athlete.activities.values()]);
    if (!activity || (athlete.activities.size < ACTIVITIES_MAX && random.uniform() < 0.3)) {
      return this.#createActivity(athlete, random);
    }
    const changes: readonly (readonly [Change, number])[] = [
      [this.#calculate, 30],
      [this.#giveFeedback, 22],
      [this.#changeActivity, 8],
      [this.#changeAthlete, 10],
      [athlete.sweatTestIds.size < SWEAT_TESTS_MAX ? this.#testSweat : this.#changeAthlete, 6],
      [this.#deleteActivity, 6],
      [this.#eraseAthlete, this.#erasures],
    ];
    return random.pick(changes, this.#calculate)(athlete, activity, random);
  }

  async verify(send: Send, onlyRecent: boolean): Promise<readonly Problem[]> {
    const athletes = onlyRecent ? [...this.#recent] : this.#athletes;
    const problems: Problem[] = [];
    for (const athlete of athletes) problems.push(...(await verifyAthlete(send, this.#key, athlete, null)));
    this.#recent.clear();
    return problems;
  }

  #createAthlete(random: RandomSource): Step {
    const externalId = randomUUID();
    const bodyMassKg = random.integer(70, 10, 45, 110);
    const region = drawOne(random, this.#regions);
    const body = { external_id: externalId, body_mass_kg: bodyMassKg, ...(region ? { region } : {}) };
    const request = this.#post('/v1/athletes', body);
    return {
      request,
      accept: (reply) => {
        expectStatus(reply, request, [201]);
        const athlete = {
          id: String(reply.json.id),
          externalId,
          region: region ?? String(reply.json.region),
          bodyMassKg,
          activities: new Map(),
          deletedActivityIds: new Set<string>(),
          sweatTestIds: new Set<string>(),
          isErased: false,
        };
        this.#athletes.push(athlete);
        this.#recent.add(athlete);
      },
      inspect: async () => [],
    };
  }

  #createActivity(athlete: KnownAthlete, random: RandomSource): Step {
    const durationMin = random.integer(120, 60, 20, 400);
    const body = { type: 'run', duration_min: durationMin, intensity_level: 6 };
    const request = this.#post(`${pathOf(athlete)}/activities`, body);
    return this.#step(athlete, request, null, (reply) => {
      expectStatus(reply, request, [201]);
      const id = String(reply.json.id);
      athlete.activities.set(id, { id, durationMin, prescription: null, notes: null });
    });
  }

  readonly #calculate: Change = (athlete, activity) => {
    const path = pathOf(athlete, activity);
    const request = this.#post(`${path}/prescription`);
    const isWhole = (found: Reply | null) =>
      found?.status === 200 && (found.json.prescription === null) === (found.json.safety === null);
    return this.#step(athlete, request, { about: path, fits: isWhole }, (reply) => {
      expectStatus(reply, request, [200]);
      activity.prescription = reply.json;
    });
  };

  readonly #giveFeedback: Change = (athlete, activity) => {
    const path = pathOf(athlete, activity);
    const notes = randomUUID();
    const request = this.#post(`${path}/feedback`, { hydration_feel: 'dehydrated', notes });
    const fits = (found: Reply | null) => found?.json.feedback?.notes === notes;
    return this.#step(athlete, request, { about: path, fits }, (reply) => {
      expectStatus(reply, request, [200, 201]);
      activity.notes = notes;
    });
  };

  readonly #changeActivity: Change = (athlete, activity, random) => {
    const path = pathOf(athlete, activity);
    const durationMin = random.integer(120, 60, 20, 400);
    const request = { method: 'PATCH', path, key: this.#key, body: { duration_min: durationMin } } as const;
    const fits = (found: Reply | null) => found?.json.duration_min === durationMin;
    return this.#step(athlete, request, { about: path, fits }, (reply) => {
      expectStatus(reply, request, [200]);
      activity.durationMin = durationMin;
    });
  };

  readonly #changeAthlete: Change = (athlete, _activity, random) => {
    const path = pathOf(athlete);
    const bodyMassKg = random.integer(70, 10, 45, 110);
    const request = { method: 'PATCH', path, key: this.#key, body: { body_mass_kg: bodyMassKg } } as const;
    const fits = (found: Reply | null) => found?.json.body_mass_kg === bodyMassKg;
    return this.#step(athlete, request, { about: path, fits }, (reply) => {
      expectStatus(reply, request, [200]);
      athlete.bodyMassKg = bodyMassKg;
    });
  };

  readonly #testSweat: Change = (athlete) => {
    const weighed = { body_mass_before_kg: 70, body_mass_after_kg: 69.2, fluid_ml: 400 };
    const body = { type: 'run', duration_min: 60, ...weighed };
    const request = this.#post(`${pathOf(athlete)}/sweat-tests`, body);
    return this.#step(athlete, request, null, (reply) => {
      expectStatus(reply, request, [201]);
      athlete.sweatTestIds.add(String(reply.json.id));
    });
  };

  readonly #deleteActivity: Change = (athlete, activity) => {
    const path = pathOf(athlete, activity);
    const request = { method: 'DELETE', path, key: this.#key } as const;
    return this.#step(athlete, request, { about: path, fits: isGone }, (reply, isRepeated) => {
      expectStatus(reply, request, isRepeated ? [204, 404] : [204]);
      athlete.activities.delete(activity.id);
      athlete.deletedActivityIds.add(activity.id);
    });
  };

  readonly #eraseAthlete: Change = (athlete) => {
    const path = pathOf(athlete);
    const request = { method: 'DELETE', path, key: this.#key } as const;
    return this.#step(athlete, request, { about: path, fits: isGone }, (reply, isRepeated) => {
      expectStatus(reply, request, isRepeated ? [200, 404] : [200]);
      athlete.isErased = true;
    });
  };

  /** A write on an athlete who is there. Without a doubt it adds something that only its identifier will name. */
  #step(athlete: KnownAthlete, request: Request, doubt: Doubt, accept: Step['accept']): Step {
    const added = { about: '', fits: () => false };
    return {
      request,
      accept,
      inspect: (send) => verifyAthlete(send, this.#key, athlete, doubt ?? added),
    };
  }

  #post(path: string, body: unknown = {}): Request {
    return { method: 'POST', path, key: this.#key, body, idempotencyKey: randomUUID() };
  }
}

function isGone(found: Reply | null): boolean {
  return found?.status === 404;
}

function pathOf(athlete: KnownAthlete, activity?: KnownActivity): string {
  const path = `/v1/athletes/${athlete.id}`;
  return activity ? `${path}/activities/${activity.id}` : path;
}
