import { env } from 'cloudflare:workers';
import { DAY_MS } from '#platform/clock.ts';
import type { JobMessage } from '#platform/storage/job.ts';
import { makeActivity, makeAthlete, makeCalculatedActivity, succeed } from '../support/builders.ts';
import { runToTheEnd } from '../support/crons.ts';
import { type FeedEvent, readFeed } from '../support/event-feed.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { databaseOf } from '../support/shards.ts';

export const RECALCULATIONS = '/v1/recalculations';

/** Returns bindings whose clock is ahead. */

/** Sends a request that must succeed, and returns its body. */
export const send = (key: string, method: string, path: string, body?: unknown, bindings: object = {}) =>
  succeed(method, path, { key, bindings, ...(body === undefined ? {} : { body }) });

/** Wraps a database so that something happens before each batch. */
export const beforeBatch = (database: D1Database, act: () => Promise<void>): D1Database =>
  withBatches(database, async (sendBatch) => {
    await act();
    return sendBatch();
  });

/** Returns an instant of a UTC day, counted from today. */
export function instantOf(day: number, time = '12:00:00.000'): string {
  return `${new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;
}

/** Starts a recalculation without doing its job. */
export async function start(key: string, body: object = {}): Promise<string> {
  return (await succeed('POST', RECALCULATIONS, { key, body })).id;
}

/** Reads a recalculation. */
export const read = (key: string, id: string) => succeed('GET', `${RECALCULATIONS}/${id}`, { key });

/** Does the job of recalculations until none waits. */
export async function finish(bindings: object = {}): Promise<void> {
  await runToTheEnd({ database: 'registry', jobs: ['recalculate'] }, { ...env, ...bindings });
}

/** Makes a queue that keeps what is sent to it, or refuses it. */
export function watchedQueue(refusal: Error | null = null) {
  const sent: JobMessage[] = [];
  const queue = {
    send: async (message: JobMessage) => {
      if (refusal) throw refusal;
      sent.push(message);
    },
  };
  return { sent, bindings: { JOB_QUEUE: queue } };
}

/** Lists the activities whose calculation the feed reports after a cursor. */
export async function calculatedSince(key: string, cursor: string): Promise<unknown[]> {
  const { events } = await readFeed(key, { cursor });
  return events
    .filter(({ type }: FeedEvent) => type === 'prescription.calculated')
    .map(({ data }) => data.activity_id)
    .sort();
}

/** Lists the reported ends. */
export async function finished(key: string): Promise<unknown[]> {
  const { events } = await readFeed(key, { types: 'recalculation.finished' });
  return events.map(({ data }) => data);
}

/** Returns whether the prescription of an activity is missing or stale. */
export async function isStale(key: string, athleteId: string, activityId: string): Promise<boolean> {
  const shown = await succeed('GET', `/v1/athletes/${athleteId}/activities/${activityId}`, { key });
  return shown.prescription === null || shown.prescription_stale;
}

/** Makes an activity of an athlete so many days from now. */
export async function scheduled(
  key: string,
  athleteId: string,
  day = 1,
  isCalculated = false,
): Promise<string> {
  const fields = { duration_min: 120, intensity_level: 6, scheduled_at: instantOf(day) };
  const make = isCalculated ? makeCalculatedActivity : makeActivity;
  return (await make(key, athleteId, fields)).id;
}

/**
 * Makes two athletes in two shards with a current, a stale and a missing prescription. One activity is out of the default
 * days.
 */
export async function makeMixed(key: string) {
  const { id: first } = await makeAthlete(key, { body_mass_kg: 70, region: 'weur' });
  const { id: second, path } = await makeAthlete(key, { body_mass_kg: 70, region: 'enam' });
  const stale = await scheduled(key, second, 3, true);
  const past = await scheduled(key, second, -2, true);
  await succeed('PATCH', path, { key, body: { body_mass_kg: 81 } });
  const current = await scheduled(key, first, 2, true);
  const missing = await scheduled(key, first, 14);
  const { cursor } = await readFeed(key);
  return { first, second, stale, past, current, missing, cursor };
}

/** Copies an activity, for tests that need more than requests could make in time. */
export async function copyActivities(athleteId: string, activityId: string, copies: number): Promise<void> {
  const { results } = await databaseOf(athleteId)
    .prepare('PRAGMA table_info(activities)')
    .all<{ name: string }>();
  const columns = results.map(({ name }) => name);
  const values = columns.map((name) =>
    name === 'id' ? "substr(activities.id, 1, 24) || printf('%06d', number.value)" : name,
  );
  await databaseOf(athleteId)
    .prepare(
      `WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
      INSERT INTO activities SELECT ${values.join(', ')} FROM number CROSS JOIN activities WHERE id = ?`,
    )
    .bind(copies, activityId)
    .run();
}
