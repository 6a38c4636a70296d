import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { dyingBindings, type FaultyBindings, hiccupingBindings, type When } from './bindings.ts';
import { CATALOGUE, loadTestCatalogue } from './catalogue.ts';
import { call, type Reply } from './client.ts';
import { runSchedule } from './crons.ts';
import {
  type Change,
  changeBetween,
  databaseState,
  isPartOf,
  NO_CHANGE,
  sumOf,
  wipeDatabases,
} from './database-state.ts';
import { callOf } from './route-calls.ts';
import { stopClock } from './stopped-clock.ts';
import { emptyDispatchers } from './stores.ts';
import { runAlarms } from './webhooks.ts';
import {
  LOGGED_READS,
  type Setting,
  WRITING_OPERATIONS,
  type WritingOperation,
} from './writing-operations.ts';

type FaultyStorage = (call: number, when: When) => FaultyBindings;

/** The calls, answers and changes of an operation without faults: of the first request and of its retry. */
interface Healthy {
  readonly calls: number;
  readonly answers: readonly [string, string];
  readonly once: Change;
  readonly twice: Change;
}

const NEVER = 0;
const CUT_OFF = 'cut off';
const FREQUENT_CRON = '*/10 * * * *';
const ALL_JOBS = () => true;
const LATER = { ...env, CLOCK_OFFSET_S: '120' };

/**
 * Makes each storage call of an operation fail in turn: alone and, if the operation continues after the failure, with
 * all later ones. Each time the answer must be a success or "try again", the databases must hold all of the change or
 * nothing of it, and a retry must end like one without faults.
 *
 * @param every lets only each n-th call fail, for an operation of many calls
 * @param skipped calls at the beginning that do not fail, because another operation begins with the same ones
 * @returns the number of storage calls of the operation
 */
export async function walkFaults(
  operation: WritingOperation,
  when: When,
  every = 1,
  skipped = 0,
): Promise<number> {
  // The runtime runs no alarm of its own accord, in the middle of another call.
  if (operation.hasDispatchers) stopClock();
  const healthy = await runHealthy(operation);
  // Another place to begin for each walk, so that two that skip calls do not skip the same ones.
  const first = skipped + (when === 'before' ? 1 : 1 + Math.floor(every / 2));
  for (let failing = first; failing <= healthy.calls; failing += every) {
    const calls = await tryFault(operation, healthy, hiccupingBindings, failing, when);
    if (calls > failing) await tryFault(operation, healthy, dyingBindings, failing, when);
  }
  return healthy.calls;
}

async function runHealthy(operation: WritingOperation): Promise<Healthy> {
  const { send, changeSoFar } = await begin(operation, ALL_JOBS);
  const { bindings, calls } = hiccupingBindings(NEVER, 'before');
  const first = await send(bindings);
  const once = await changeSoFar();
  const second = await send();
  const answers = [outcomeOf(first), outcomeOf(second)] as const;
  return { calls: calls(), answers, once, twice: await changeSoFar() };
}

/** Tries one fault. Returns the number of storage calls made, also those after the answer. */
async function tryFault(
  operation: WritingOperation,
  healthy: Healthy,
  faulty: FaultyStorage,
  failing: number,
  when: When,
): Promise<number> {
  const { send, changeSoFar } = await begin(operation);
  const { bindings, calls } = faulty(failing, when);
  const reply = await send(bindings);
  const made = calls();
  const place = `${faulty.name}, call ${failing} of ${made}, ${when}`;
  expectAnswer(reply, operation, healthy, place);
  expectUntorn(await changeSoFar(), reply, operation, healthy, place);

  const repeated = await send();
  expect(healthy.answers, `${place}, repeated`).toContain(outcomeOf(repeated));
  expectConverged(await changeSoFar(), operation, healthy, `${place}, repeated`);
  return made;
}

/**
 * Makes a setting for one attempt, with nothing else in any database.
 *
 * @param isWanted tells which jobs of the cron run in the background
 */
async function begin(operation: WritingOperation, isWanted = finishes(operation)) {
  await wipeDatabases();
  if (operation.hasDispatchers) await emptyDispatchers();
  const setting = await operation.prepare();
  const before = await databaseState();
  return {
    send: (bindings: Partial<Cloudflare.Env> = {}) => sendTo(operation, setting, bindings),
    changeSoFar: async () => {
      if (operation.finishedBy) await runSchedule(FREQUENT_CRON, LATER, isWanted);
      if (operation.hasDispatchers) await runAlarms();
      return changeBetween(before, await databaseState());
    },
  };
}

function finishes({ finishedBy = [] }: WritingOperation): (job: string) => boolean {
  return (job) => finishedBy.includes(job);
}

/** Returns null if the answer was cut off. */
async function sendTo(
  operation: WritingOperation,
  { key, ids, body, vars }: Setting,
  faulty: Partial<Cloudflare.Env>,
): Promise<Reply | null> {
  const route = routeOf(operation.operationId);
  const { path, options } = callOf(route, ids);
  const headers = { 'idempotency-key': 'the-same-again' };
  const bindings = { ...faulty, ...vars };
  const sent = call(route.method, path, { ...options, ...(body ? { body } : {}), key, headers, bindings });
  return operation.isStreamed ? sent.catch(() => null) : sent;
}

export function routeOf(operationId: string): Route {
  const route = ROUTES.find((one) => one.operationId === operationId);
  if (!route) throw new Error(`there is no operation ${operationId}`);
  return route;
}

function outcomeOf(reply: Reply | null): string {
  return reply ? `${reply.status} ${reply.json?.error?.code ?? ''}` : CUT_OFF;
}

function expectAnswer(
  reply: Reply | null,
  operation: WritingOperation,
  healthy: Healthy,
  place: string,
): void {
  if (reply === null) {
    expect(operation.isStreamed, place).toBe(true);
    return;
  }
  const outcome = outcomeOf(reply);
  expect([healthy.answers[0], '503 temporarily_unavailable'], place).toContain(outcome);
  if (reply.status === 503) expect(Number(reply.headers.get('Retry-After')), place).toBeGreaterThan(0);
}

function expectUntorn(
  change: Change,
  reply: Reply | null,
  operation: WritingOperation,
  healthy: Healthy,
  place: string,
): void {
  if (reply && reply.status < 300) {
    expect(change, place).toEqual(healthy.once);
    return;
  }
  if (operation.mayStopHalfWay && isPartOf(change, healthy.once)) return;
  if (operation.reservesItsKey && isReservation(change)) return;
  expect([NO_CHANGE, healthy.once], place).toContainEqual(change);
}

/** Returns true if the only change is a reserved idempotency key in an athlete database, without an answer. */
function isReservation({ added, removed }: Change): boolean {
  const [row] = added;
  const isNote =
    /^ATHLETES_\w+\.idempotency_keys .*"resource_id":"(?:[a-g]\w{29})?","athlete_id":null,"answer":null/.test(
      row ?? '',
    );
  return isNote && added.length === 1 && removed.length === 0;
}

/** Returns true for one effect or, if the operation is not idempotent, at most one more. */
function expectConverged(made: Change, operation: WritingOperation, healthy: Healthy, place: string): void {
  const { once, twice } = healthy;
  const change = operation.mayForbidIdentifier ? withoutForbidden(made) : made;
  const finishesWhatLay = isPartOf(once, change) && isPartOf(change, sumOf(once, twice));
  if (operation.mayStopHalfWay && finishesWhatLay) return;
  expect([once, twice], place).toContainEqual(change);
}

function withoutForbidden({ added, removed }: Change): Change {
  return { added: added.filter((row) => !/^ATHLETES_\w+\.applied_erasures /.test(row)), removed };
}

const walks = [...WRITING_OPERATIONS, ...LOGGED_READS].map(
  (operation) => [operation.operationId, operation] as const,
);

/** The key's record and its guard; the operator needs neither, and what needs no key stores nothing. */
const LEAST_CALLS = { partner: 2, operator: 1, public: 0 } as const;
const leastCalls = (operationId: string) => LEAST_CALLS[routeOf(operationId).access];

/** Every second call fails before it took effect, and the others after: together they take most of a minute. */
const EVERY_SECOND = 2;

/** Operations whose admission fails too: all others of partners begin with the same two calls. */
export const WITH_ADMISSION = [
  'createAthlete',
  'createActivity',
  'createApiKey',
  'exportAthlete',
  'getFuelPlan',
];
function callsOfAdmission(operationId: string): number {
  const isTried = routeOf(operationId).access !== 'partner' || WITH_ADMISSION.includes(operationId);
  return isTried ? 0 : LEAST_CALLS.partner;
}

/** Defines a test of each operation that writes, with storage calls that fail before or after they took effect. */
export function defineFaultTests(when: When): void {
  // A few products: bindings that fail are new ones, so each attempt reads the catalogue and indexes it anew.
  beforeAll(() => loadTestCatalogue(CATALOGUE.filter(({ brand }) => brand === 'Maurten')));

  describe(`a storage call that fails ${when} it took effect`, () => {
    test.each(walks)(
      'leaves %s done or not begun, answered with success or 503, and safe to repeat',
      async (operationId, operation) => {
        const calls = await walkFaults(operation, when, EVERY_SECOND, callsOfAdmission(operationId));
        expect(calls).toBeGreaterThanOrEqual(leastCalls(operationId));
      },
    );
  });
}
