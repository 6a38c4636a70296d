import { randomUUID } from 'node:crypto';
import type { RandomSource } from '@musette/basics/random-source';
import {
  compareEvents,
  readSynced,
  type SyncedActivity,
  type SyncedAthlete,
  verifySynced,
} from './batch-model.ts';
import { EventFollower, type FeedEvent } from './event-follower.ts';
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

const ATHLETES_MAX = 40;
const BATCH_MAX = 12;
/** So many activities fit into one page of their list. */
const ACTIVITIES_MAX = 60;
const DAY_MS = 86_400_000;
/** Longer than the job needs for what one writer has, with a page of it repeated. */
const RECALCULATED_WITHIN_MS = 90_000;
const POLL_MS = 500;
const DONE = ['done', 'failed', 'cancelled'];

/** One item of a batch: the answer if it is done now, and the state known afterwards. */
interface Item {
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: string;
  /** Returns whether the stored state is the one the item asks for. */
  readonly isDone: (found: Awaited<ReturnType<typeof readSynced>>) => boolean;
  readonly athlete: string;
  readonly take: () => void;
}

interface KnownRecalculation {
  readonly id: string;
  /** The activities that existed when it began. */
  readonly activities: readonly SyncedActivity[];
  isOver: boolean;
}

/** Syncs athletes and activities in batches, as a platform does at night, and recalculates; follows the feed. */
export class BatchWriter implements Writer {
  readonly #key: string;
  readonly #regions: readonly [string, ...string[]];
  readonly #athletes = new Map<string, SyncedAthlete>();
  readonly #recent = new Set<SyncedAthlete>();
  readonly #recalculations: KnownRecalculation[] = [];
  #follower: EventFollower | null = null;

  constructor(key: string, regions: readonly [string, ...string[]]) {
    this.#key = key;
    this.#regions = regions;
  }

  /** Returns how many recalculations have begun. */
  get recalculations(): number {
    return this.#recalculations.length;
  }

  nextStep(random: RandomSource): Step {
    const wish = random.uniform();
    const activities = this.#living();
    if (this.#athletes.size === 0 || wish < 0.25) return this.#upsertAthletes(random);
    if (activities.length === 0 || wish < 0.7) return this.#upsertActivities(random);
    return wish < 0.85 ? this.#deleteActivities(random, activities) : this.#recalculate();
  }

  async verify(send: Send, onlyRecent: boolean): Promise<readonly Problem[]> {
    const problems = await this.#awaitRecalculations(send);
    for (const athlete of onlyRecent ? this.#recent : this.#athletes.values())
      problems.push(...(await verifySynced(send, this.#key, athlete)));
    this.#recent.clear();
    this.#follower ??= new EventFollower(send, this.#key);
    await this.#follower.follow();
    const { events } = this.#follower;
    problems.push(...compareEvents(events, [...this.#athletes.values()]), ...this.#compareFinished(events));
    if (new Set(events.map(({ id }) => id)).size < events.length)
      problems.push({ kind: 'invented', what: 'the feed repeats an event' });
    return problems;
  }

  #upsertAthletes(random: RandomSource): Step {
    const known = this.#draw(random, [...this.#athletes.values()], BATCH_MAX / 2);
    const items = known.map((athlete) => {
      const bodyMassKg = random.uniform() < 0.5 ? athlete.bodyMassKg : random.integer(70, 10, 45, 110);
      return this.#athleteItem(
        athlete,
        bodyMassKg,
        athlete.bodyMassKg === bodyMassKg ? 'unchanged' : 'updated',
      );
    });
    const count = this.#athletes.size < ATHLETES_MAX ? 1 + Math.floor(random.uniform() * 4) : 0;
    for (let index = 0; index < count || items.length === 0; index++) {
      const bodyMassKg = random.integer(70, 10, 45, 110);
      const region = drawOne(random, this.#regions) ?? this.#regions[0];
      const athlete = { externalId: randomUUID(), region, bodyMassKg, activities: new Map(), events: [] };
      items.push(this.#athleteItem(athlete, bodyMassKg, 'created'));
    }
    return this.#step('/v1/athletes/batch', 'athletes', items);
  }

  #athleteItem(athlete: SyncedAthlete, bodyMassKg: number, status: string): Item {
    return {
      body: { external_id: athlete.externalId, region: athlete.region, body_mass_kg: bodyMassKg },
      status,
      athlete: athlete.externalId,
      isDone: (found) => found?.athlete.body_mass_kg === bodyMassKg,
      take: () => {
        this.#athletes.set(athlete.externalId, athlete);
        this.#recent.add(athlete);
        athlete.bodyMassKg = bodyMassKg;
        if (status !== 'unchanged') athlete.events.push(`athlete.${status}`);
      },
    };
  }

  #upsertActivities(random: RandomSource): Step {
    const calculate = random.uniform() < 0.5;
    const known = this.#draw(random, this.#living(), BATCH_MAX / 2);
    const items = known.map((activity) => {
      const durationMin = random.uniform() < 0.5 ? activity.durationMin : random.integer(120, 60, 20, 400);
      const status = durationMin === activity.durationMin ? 'unchanged' : 'updated';
      return this.#activityItem(activity, durationMin ?? 60, status, calculate);
    });
    const athletes = [...this.#athletes.values()].filter(
      ({ activities }) => activities.size < ACTIVITIES_MAX,
    );
    for (const { externalId: athlete } of this.#draw(random, athletes, BATCH_MAX / 2)) {
      const events: string[] = [];
      const activity = { athlete, externalId: randomUUID(), durationMin: null, isPrescribed: false, events };
      items.push(this.#activityItem(activity, random.integer(120, 60, 20, 400), 'created', calculate));
    }
    if (items.length === 0) return this.#upsertAthletes(random);
    return this.#step('/v1/activities/batch', 'activities', items, { calculate });
  }

  #activityItem(activity: SyncedActivity, durationMin: number, status: string, calculate: boolean): Item {
    const { athlete, externalId } = activity;
    const planned = { type: 'run', intensity_level: 6, scheduled_at: inTwoDays() };
    return {
      body: {
        athlete_external_id: athlete,
        external_id: externalId,
        duration_min: durationMin,
        ...(status === 'created' ? planned : {}),
      },
      status,
      athlete,
      isDone: (found) => findActivity(found, externalId)?.duration_min === durationMin,
      take: () => {
        const owner = this.#ownerOf(activity);
        owner.activities.set(externalId, activity);
        activity.durationMin = durationMin;
        activity.isPrescribed ||= calculate;
        if (status !== 'unchanged') activity.events.push(`activity.${status}`);
      },
    };
  }

  #deleteActivities(random: RandomSource, living: readonly SyncedActivity[]): Step {
    const items = this.#draw(random, living, BATCH_MAX / 4).map((activity): Item => {
      const { athlete, externalId } = activity;
      return {
        body: { athlete_external_id: athlete, external_id: externalId },
        status: 'deleted',
        athlete,
        isDone: (found) => findActivity(found, externalId) === undefined,
        take: () => {
          this.#ownerOf(activity);
          activity.durationMin = null;
          activity.events.push('activity.deleted');
        },
      };
    });
    return this.#step('/v1/activities/batch-delete', 'activities', items);
  }

  /** A batch may be repeated as is. Items done before its answer was lost are then `unchanged` or `absent`. */
  #step(path: string, name: string, items: readonly Item[], more: object = {}): Step {
    const body = { [name]: items.map((item) => item.body), ...more };
    const request: Request = { method: 'POST', path, key: this.#key, body };
    return {
      request,
      accept: (reply, isRepeated) => {
        expectStatus(reply, request, [200]);
        for (const [index, item] of items.entries()) {
          const { status, error } = reply.json.results[index];
          const isAsMeant =
            status === item.status || (isRepeated && ['unchanged', 'absent'].includes(status));
          if (!isAsMeant)
            throw new Error(`${path}: ${JSON.stringify(error ?? status)} in place of ${item.status}`);
          item.take();
        }
      },
      inspect: (send) => this.#inspect(send, items),
    };
  }

  /** Each item of a batch without an answer is done or not: its state is the one before, or the one it asks for. */
  async #inspect(send: Send, items: readonly Item[]): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const item of items) {
      const found = await readSynced(send, this.#key, item.athlete);
      const isUndone = this.#isAsKnown(item, found);
      if (!isUndone && !item.isDone(found))
        problems.push({ kind: 'torn', what: `an item of a batch: ${JSON.stringify(item.body)}` });
    }
    return problems;
  }

  #isAsKnown({ athlete, body, status }: Item, found: Awaited<ReturnType<typeof readSynced>>): boolean {
    const known = this.#athletes.get(athlete);
    if (!('athlete_external_id' in body))
      return (found?.athlete.body_mass_kg ?? null) === (known?.bodyMassKg ?? null);
    const before = known?.activities.get(String(body.external_id));
    const now = findActivity(found, String(body.external_id));
    return status === 'created' ? now === undefined : now?.duration_min === before?.durationMin;
  }

  #recalculate(): Step {
    const path = '/v1/recalculations';
    const request: Request = { method: 'POST', path, key: this.#key, body: {}, idempotencyKey: randomUUID() };
    const activities = this.#living();
    return {
      request,
      accept: (reply) => {
        // Another one is under way, unless each was seen to have ended.
        const isFree = this.#recalculations.every(({ isOver }) => isOver);
        expectStatus(reply, request, isFree ? [202] : [202, 409]);
        const id = String(reply.json.id);
        // An equal one that began at the same time is the same, and may have passed what was written in between.
        const isNew = reply.status === 202 && this.#recalculations.every((known) => known.id !== id);
        if (isNew) this.#recalculations.push({ id, activities, isOver: false });
      },
      inspect: async () => [],
    };
  }

  /** Waits until none is under way: one whose worker was killed is continued by the cron, where it was. */
  async #awaitRecalculations(send: Send): Promise<Problem[]> {
    const problems: Problem[] = [];
    for (const recalculation of this.#recalculations.filter(({ isOver }) => !isOver)) {
      const { id } = recalculation;
      const ended = await readEnded(send, this.#key, id);
      if (ended === null) {
        problems.push({ kind: 'lost', what: `recalculation ${id} does not end` });
      } else if (ended.status !== 'done' || ended.failed > 0) {
        problems.push({ kind: 'torn', what: `recalculation ${id}: ${JSON.stringify(ended)}` });
      } else {
        for (const activity of recalculation.activities) activity.isPrescribed = true;
      }
      recalculation.isOver = true;
    }
    return problems;
  }

  #compareFinished(feed: readonly FeedEvent[]): Problem[] {
    const finished = feed.filter(({ type }) => type === 'recalculation.finished');
    const ended = finished.map(({ data }) => String(data.recalculation_id)).sort();
    const known = this.#recalculations.map(({ id }) => id).sort();
    if (ended.join() === known.join()) return [];
    const kind = ended.length > known.length ? 'invented' : 'lost';
    return [{ kind, what: `${ended.length} ends of ${known.length} recalculations are reported` }];
  }

  #living(): readonly SyncedActivity[] {
    const all = [...this.#athletes.values()].flatMap(({ activities }) => [...activities.values()]);
    return all.filter(({ durationMin }) => durationMin !== null);
  }

  #ownerOf({ athlete }: SyncedActivity): SyncedAthlete {
    const owner = this.#athletes.get(athlete);
    if (!owner) throw new Error(`the model lacks athlete ${athlete}`);
    this.#recent.add(owner);
    return owner;
  }

  /** Draws up to this many of them, each once. */
  #draw<One>(random: RandomSource, all: readonly One[], most: number): readonly One[] {
    const count = 1 + Math.floor(random.uniform() * most);
    const drawn = Array.from({ length: count }, () => all[Math.floor(random.uniform() * all.length)]);
    return [...new Set(drawn)].filter((one) => one !== undefined);
  }
}

async function readEnded(send: Send, key: string, id: string): Promise<Reply['json'] | null> {
  for (let waitedMs = 0; waitedMs < RECALCULATED_WITHIN_MS; waitedMs += POLL_MS) {
    const reply = await send({ method: 'GET', path: `/v1/recalculations/${id}`, key });
    if (reply?.status !== 200) throw new Error(`recalculation ${id} answered ${JSON.stringify(reply)}`);
    if (DONE.includes(reply.json.status)) return reply.json;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}

function findActivity(found: Awaited<ReturnType<typeof readSynced>>, externalId: string): Reply['json'] {
  return found?.activities.find((activity: Reply['json']) => activity.external_id === externalId);
}

/** Far enough from midnight's next day that a moved clock leaves it in a recalculation's default days. */
function inTwoDays(): string {
  return new Date(Date.now() + 2 * DAY_MS).toISOString();
}
