import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '#partner/webhooks/dispatcher.ts';
import { Directory } from '#platform/guards/directory.ts';
import { KeyGuard } from '#platform/guards/key-guard.ts';
import { ProductLimiter } from '#platform/guards/product-limiter.ts';
import { call } from '../support/client.ts';
import { newIsolate } from '../support/isolates.ts';
import { makePartner } from '../support/partners.ts';

/**
 * While a version is deployed, its Workers meet objects of the version before, and the other way round. So each message of
 * the version before keeps its name, its parameters and the members of its answer for one more version; what is new is
 * optional, and what is not known is ignored.
 *
 * The table is that of the last deployed version. Add to it what a version adds. Remove a message only in the version after
 * the one whose Workers stopped sending it.
 */

const NOW = Date.now();
const HASH = 'a'.repeat(64);
const OWNER = { partnerId: 'prt_neighbour', environment: 'test' } as const;
const COUNT = { hourMs: 0, operationId: 'getAthlete', statusClass: '2xx', requests: 1 };
const USAGE = { owner: OWNER, counts: [COUNT], sizes: [], answers: [] };
const FLUSH = { id: 'flush', ...USAGE };
const FAILED = { atMs: NOW, requestId: 'req_1', route: null, status: 404, code: null, pointer: null };
const COUNTED = [
  ...['outcome', 'budget', 'remaining', 'resetSeconds', 'retryAfterSeconds', 'lentTokens'],
  ...['expiresAtMs', 'partnerTerminatedAtMs', 'partnerSuspendedAtMs', 'locations', 'budgets'],
];
const ALIVE = [
  ...['outcome', 'expiresAtMs', 'partnerTerminatedAtMs', 'partnerSuspendedAtMs', 'locations', 'budgets'],
  'pagesWaitSeconds',
];
const BUDGET = { requestsPerMin: 30, recordsPerDay: 150 };
const CHARGE = { day: 0, productIds: ['prd_1'] };
const ATHLETE = `ath_tc000${'0'.repeat(26)}`;
const WANTED = {
  ...{ externalHash: HASH, athleteId: ATHLETE, region: 'weur', isNew: true },
  ...{ keyHash: null, mayShare: true, staleVersion: null },
};
const SUBSCRIBER = {
  ...{ ...OWNER, webhookId: 'whk_neighbour', store: 'registry', region: 'weur', resumeAt: null },
};
const EVENT = {
  ...{ sequence: 1, type: 'athlete.updated', athleteId: ATHLETE, data: {}, createdAt: NOW, id: 'evt_1' },
  ...OWNER,
};
const PART = { epoch: 'none', from: { startedBy: 'job', stage: 'entries', afterVersion: 0 } };

/** A message of the version before: what it is given, and the members of its answer, or a type where it has none. */
type Message = readonly [given: readonly unknown[], answer: readonly string[] | string];

const MESSAGES = {
  KEY_GUARD: {
    admit: [[60, 5, USAGE, 1], COUNTED],
    lend: [[60, 5, USAGE], COUNTED],
    charge: [[60, 2], COUNTED],
    chargeDone: [[60, 2], COUNTED],
    giveBack: [[60, { units: 2, lentTokens: 1, isForPages: true }], 'undefined'],
    collect: [[FLUSH], 'undefined'],
    storeFailures: [[[FAILED]], 'undefined'],
    activity: [[], ['failures', 'days']],
    status: [[60], ALIVE],
    ping: [[], 'boolean'],
    expireAt: [['key_neighbour', NOW + 86_400_000], 'boolean'],
    project: [['key_neighbour'], 'undefined'],
    followPartner: [['key_neighbour'], 'undefined'],
    removeRecord: [[HASH], 'undefined'],
    endPartner: [['key_neighbour', NOW], 'undefined'],
    revoke: [['key_neighbour'], ['revokedAtMs', 'isReconciled']],
    forget: [[], 'undefined'],
  },
  PRODUCT_LIMITER: {
    take: [
      [BUDGET, ['prd_1']],
      ['outcome', 'charge', 'newIds', 'left'],
    ],
    ask: [[BUDGET], ['outcome']],
    giveBack: [[BUDGET, CHARGE], 'undefined'],
    takeExport: [[10], ['outcome']],
    giveBackExport: [[], 'undefined'],
    forget: [[], 'undefined'],
  },
  DIRECTORY: {
    claim: [[[WANTED]], ['isBuilt', 'claimed']],
    confirm: [[{ externalHash: HASH, athleteId: ATHLETE, version: 1 }], 'undefined'],
    versionOf: [[{ externalHash: HASH, athleteId: ATHLETE }], 'number'],
    holdersOf: [[[HASH]], 'object'],
    drop: [[[99]], 'undefined'],
    nextPart: [
      ['job', 10],
      ['epoch', 'position', 'entries'],
    ],
    finishPart: [[{ ...PART, staleVersions: [], found: [], to: null }], 'object'],
    release: [[[ATHLETE]], 'undefined'],
    forget: [[], 'undefined'],
  },
  DISPATCHER: {
    wake: [[SUBSCRIBER], 'number'],
    list: [
      [{ limit: 10, afterId: null }, undefined],
      ['rows', 'successes'],
    ],
    redeliver: [
      [SUBSCRIBER, EVENT],
      ['id', 'eventId', 'type', 'status', 'attempts', 'nextAttemptAt'],
    ],
    forgetAthletes: [[[ATHLETE]], 'undefined'],
  },
} as const satisfies Record<string, Readonly<Record<string, Message>>>;

type Namespace = keyof typeof MESSAGES;
const CLASSES = {
  KEY_GUARD: KeyGuard,
  PRODUCT_LIMITER: ProductLimiter,
  DIRECTORY: Directory,
  DISPATCHER: Dispatcher,
};
/** What is no message: the platform calls it, or tests do. */
const OWN = ['constructor', 'alarm', 'storeCount'];

const messages = (Object.keys(MESSAGES) as Namespace[]).flatMap((namespace) =>
  Object.entries<Message>(MESSAGES[namespace]).map(([name, message]): [Namespace, string, Message] => [
    namespace,
    name,
    message,
  ]),
);

/** Sends a message to an object that has taken those before it in the table. */
async function send(
  namespace: Namespace,
  name: string,
  given: readonly unknown[],
  to: string,
): Promise<unknown> {
  const objects = env[namespace] as DurableObjectNamespace;
  return runInDurableObject(objects.get(objects.idFromName(to)), (object) => {
    if ('wait' in object) Object.assign(object, { wait: async () => undefined });
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== 'function') throw new Error(`an object of ${namespace} has no ${name}`);
    return Reflect.apply(method, object, given);
  });
}

function expectAnswer(answered: unknown, expected: Message[1]): void {
  if (typeof expected === 'string') expect(typeof answered).toBe(expected);
  else expect(Object.keys(Object(answered))).toEqual(expect.arrayContaining([...expected]));
}

/** The same value of a version that adds a member to each object. */
function ofNewerVersion(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofNewerVersion);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, ofNewerVersion(member)]);
  return { ...Object.fromEntries(members), addedLater: 1 };
}

describe('an object understands the messages of the version before', () => {
  test.each(messages)('%s.%s', async (namespace, name, [given, answer]) => {
    expectAnswer(await send(namespace, name, given, 'neighbour'), answer);
  });

  test.each(Object.entries(CLASSES))(
    'and has no message that the table lacks: %s',
    (namespace, { prototype }) => {
      const public_ = Object.getOwnPropertyNames(prototype).filter((name) => !OWN.includes(name));
      const accessors = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
        ([, { get }]) => get,
      );
      const names = public_.filter((name) => !accessors.some(([accessor]) => accessor === name));
      expect(names.sort()).toEqual(Object.keys(MESSAGES[namespace as Namespace]).sort());
    },
  );
});

describe('an object ignores what a newer Worker adds to its messages', () => {
  test.each(messages)('%s.%s', async (namespace, name, [given, answer]) => {
    const newer = [...given.map(ofNewerVersion), 'a parameter that came later'];
    expectAnswer(
      await send(namespace, name, namespace === 'DISPATCHER' || given.length > 0 ? newer : [], 'newer'),
      answer,
    );
  });
});

test('a Worker ignores what a newer object adds to its answers', async () => {
  const { testKey: key } = await makePartner();
  const newer = <Objects extends object>(objects: Objects): Objects =>
    new Proxy(objects, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function' || name === 'constructor') return member;
        return (...given: unknown[]) => {
          const made: unknown = Reflect.apply(member, target, given);
          if (name !== 'get' || typeof made !== 'object' || made === null) return made;
          return new Proxy(made, {
            get: (stub, message) => {
              const send: unknown = Reflect.get(stub, message, stub);
              if (typeof send !== 'function') return send;
              return async (...sent: unknown[]) => ofNewerVersion(await Reflect.apply(send, stub, sent));
            },
          });
        };
      },
    });
  const bindings = () => ({
    ...newIsolate(),
    KEY_GUARD: newer(env.KEY_GUARD),
    PRODUCT_LIMITER: newer(env.PRODUCT_LIMITER),
    DIRECTORY: newer(env.DIRECTORY),
    DISPATCHER: newer(env.DISPATCHER),
  });
  const statusOf = async (method: string, path: string, body?: object) => {
    const reply = await call(method, path, { key, bindings: bindings(), ...(body ? { body } : {}) });
    return [reply.status, reply.text.includes('addedLater')];
  };
  const hook = { url: 'https://platform.example/hook', events: ['athlete.*'] };
  expect(await statusOf('POST', '/v1/webhooks', hook)).toEqual([201, false]);
  expect(await statusOf('POST', '/v1/athletes', { external_id: 'one' })).toEqual([201, false]);
  expect(await statusOf('GET', '/v1/athletes?external_id=one')).toEqual([200, false]);
  const { json: webhooks } = await call('GET', '/v1/webhooks', { key });
  expect(await statusOf('GET', `/v1/webhooks/${webhooks.data[0].id}/deliveries`)).toEqual([200, false]);
});
