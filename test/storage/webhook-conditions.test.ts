import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { promoteMember } from '#partner/console/shared-repository.ts';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { type EventFilter, selectEvents, selectReach } from '#partner/events/repository.ts';
import {
  deleteOwnWebhook,
  disableActive,
  ENABLING,
  giveUpCreation,
  insertWebhook,
  mayTakeWebhook,
  recordFanOut,
  replaceEvents,
  reportToWebhook,
  requestFanOut,
  resumeActive,
  resumingAt,
  selectAwaitingFanOut,
  selectOwnWebhooks,
  selectVersions,
  selectWebhookOfPartner,
  TESTS_PER_MIN,
  takeOverCreation,
  takeTest,
  updateOwnWebhook,
} from '#partner/webhooks/repository.ts';
import {
  acknowledge,
  deleteEnded,
  selectAcceptedAt,
  selectEventsAfter,
  selectEventsAt,
  selectEventsOfLanes,
  selectLate,
  selectSubscriber,
  selectSubscribersAfter,
  selectSubscribersOf,
  selectSuspension,
} from '#partner/webhooks/subscriber-repository.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import { announcedEngine, type ReportedHealth, webhooks } from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { resultWith, rowsOf, statementsIn } from './situations.ts';
import {
  CLAIM,
  EVENT,
  event,
  kept,
  LIVE,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  partner,
  SUBSCRIBER,
  subscriber,
  suspension,
  TARGET,
  TERMINATED,
  target,
  WEBHOOK,
  webhook,
} from './stored-rows.ts';

/** The conditions of statements about webhooks and the events that they receive. */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);

const REPORT: ReportedHealth = {
  state: 'healthy',
  asOf: NOW,
  ...{ since: null, statusCode: null, waiting: 0, refusedTypes: [], nextAttemptAt: null },
};

describe('webhooks', () => {
  const OWN = { partnerId: 'prt_a', environment: 'test', webhookId: 'whk_a' } as const;
  const OF_OTHERS = [{ id: 'whk_b' }, OTHER_PARTNER, LIVE];
  /** Disabled, enabled anew or moved since. */
  const CHANGED = [{ status: 'disabled' }, { activation: 2 }, { url: 'u' }];
  const NEW = { ...OWN, url: 'u', events: [], description: null };
  const begun = (changes: object = {}) => webhook({ fannedOut: 0, url: 'u', begunAt: 1, ...changes });
  const claimed = (changes: object = {}) => kept({ resourceId: 'whk_a', ...changes });
  const tests = (count: number, atMs: number) => ({ testedAt: Array.from({ length: count }, () => atMs) });
  const mayTake = (partnerId: string) => () =>
    promoteMember(registry, partnerId, TARGET.email, mayTakeWebhook(partnerId, 'test'));
  const ten = (changes: object = {}) => [
    target(),
    ...Array.from({ length: 10 }, (_, at) => webhook({ id: `whk_${at}`, ...changes })),
  ];
  const retake = () => takeTest(registry, OWN, NOW);
  const awaiting = () => selectAwaitingFanOut(registry, 'whk_', NOW, 9);

  const { firstOnly, firstOf, eachOf, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOnly('mayTakeWebhook', mayTake('prt_a'), {
    'below ten': [target(), webhook()],
    'after ten': ten(),
    'of a terminated partner': [partner(TERMINATED), target()],
  });
  eachOf('mayTakeWebhook beside ten that do not count', ten, [OTHER_PARTNER, LIVE], mayTake('prt_a'));

  firstOf('selectWebhookOfPartner', webhook, [{}, { id: 'whk_b' }, OTHER_PARTNER], () =>
    selectWebhookOfPartner(registry, OWN),
  );
  firstOf('selectOwnWebhooks', webhook, [{}, ...OF_OTHERS], () =>
    selectOwnWebhooks(registry, 'prt_a', 'test', { afterId: 'whk_b', limit: 9 }),
  );
  firstOf('updateOwnWebhook', webhook, [{}, ...OF_OTHERS], () => updateOwnWebhook(registry, OWN, {}));
  firstOf('deleteOwnWebhook', webhook, [{}, ...OF_OTHERS], () => deleteOwnWebhook(registry, OWN));
  firstOf(
    'takeTest',
    webhook,
    [tests(TESTS_PER_MIN - 1, NOW), ...OF_OTHERS, { status: 'disabled' }, tests(TESTS_PER_MIN, NOW)],
    retake,
  );
  eachOf(
    'takeTest after ten of an earlier minute, or by a clock that was ahead',
    webhook,
    [tests(TESTS_PER_MIN, NOW - MINUTE_MS), tests(TESTS_PER_MIN, NOW + MINUTE_MS + 1)],
    retake,
  );
  firstOf('reportToWebhook', webhook, [{}, ...OF_OTHERS, { activation: 2 }], () =>
    reportToWebhook(registry, { ...OWN, store: 'tc000', region: 'weur', resumeAt: null }, 1, REPORT),
  );
  firstOf(
    'replaceEvents',
    (changes) => webhook({ events: ['*'], ...changes }),
    [{}, ...OF_OTHERS, ...CHANGED, { events: ['athlete.*'] }],
    () => replaceEvents(registry, OWN, { activation: 1, url: '', types: ['*'] }, ['key.*']),
  );
  firstOf('resumeActive', webhook, [{}, ...OF_OTHERS, { status: 'disabled' }, { resumeAt: NOW + 5000 }], () =>
    resumeActive(registry, OWN, NOW),
  );
  eachOf(
    'resumeActive of one resumed a moment ago, or by a clock that was ahead',
    webhook,
    [{ resumeAt: NOW }, { resumeAt: NOW + 5001 }],
    () => resumeActive(registry, OWN, NOW),
  );
  firstOf('disableActive', webhook, [{}, ...OF_OTHERS, ...CHANGED], () =>
    disableActive(registry, OWN, { activation: 1, url: '' }, 'gone'),
  );
  firstOf('recordFanOut', webhook, [{}, { id: 'whk_b' }, { fannedOut: 2 }], () =>
    recordFanOut(registry, { id: 'whk_a', version: 2 }),
  );
  firstOnly('takeOverCreation of the same fields', () => takeOverCreation(registry, NEW, null, NOW), begun, {
    interrupted: {},
    'of another partner': OTHER_PARTNER,
    'of the other environment': LIVE,
    'that has been fanned out': { fannedOut: 1 },
    'that may be under way': { begunAt: NOW },
    'of another address': { url: 'b' },
    'of other events': { events: ['a'] },
    'with a description': { description: 'a' },
  });
  firstOf('takeOverCreation that was given up', begun, [{ begunAt: null }, { begunAt: NOW }], () =>
    takeOverCreation(registry, NEW, null, NOW),
  );
  firstOnly('takeOverCreation of the same key', () => takeOverCreation(registry, NEW, CLAIM, NOW), {
    interrupted: [begun(), claimed()],
    'without the key': begun(),
    'of another request': [begun(), claimed({ requestHash: 'b' })],
    'of another key': [begun(), claimed({ keyHash: 'b' })],
    'of another webhook': [begun(), claimed({ resourceId: 'whk_b' })],
  });
  firstOf('giveUpCreation', begun, [{}, { id: 'whk_b' }], () => giveUpCreation(registry, 'whk_a'));
  firstOnly('selectAwaitingFanOut', awaiting, webhook, {
    changed: { version: 2 },
    'in all stores': {},
    'of an earlier page': { id: 'whk', version: 2 },
    'whose creation may be under way': { fannedOut: 0, createdAt: NOW },
  });
  eachOf(
    'selectAwaitingFanOut of a creation that was interrupted, or of a new one that has changed',
    webhook,
    [{ fannedOut: 0 }, { version: 2, createdAt: NOW }],
    awaiting,
  );
  firstOf('selectVersions', webhook, [{}, { id: 'whk_b' }], () => selectVersions(registry, ['whk_a']));
  firstOf('requestFanOut', webhook, [{}, { id: 'whk_b' }], () => requestFanOut(registry, ['whk_a']));

  onlyIf('insertWebhook', webhook(), (condition) => {
    const unset = {
      description: null,
      disabledReason: null,
      previousSecret: null,
      previousSecretUntil: null,
    };
    const own = { id: 'whk_new', events: [], health: {}, testedAt: [], begunAt: null, resumeAt: null };
    return insertWebhook(registry, { ...WEBHOOK, ...unset, ...own }, condition);
  });
});

describe('events and the webhooks that receive them', () => {
  const OWN = { ...SUBSCRIBER, acknowledged: 4 };
  const OF_OTHERS = [{ webhookId: 'whk_b' }, OTHER_PARTNER, LIVE];
  const recorded = (changes: object = {}) => event({ sequence: 5, createdAt: NOW, ...changes });
  const NOT_NEXT = [OTHER_PARTNER, LIVE, { sequence: 4 }];
  const FILTER: EventFilter = {
    ...{ partnerId: 'prt_a', environment: 'test', limit: 9 },
    ...{ types: null, athleteId: undefined, fromMs: null },
  };
  const OF_ATHLETE = { ...FILTER, athleteId: EVENT.athleteId };
  const DELETED = { status: 'deleted' };
  const RESUMED = { suspendedAt: null };

  const { firstOnly, firstOf } = statementsIn(home);
  firstOf('selectSubscriber', subscriber, [{}, ...OF_OTHERS], () => selectSubscriber(home, OWN));
  firstOf('selectSuspension', suspension, [{}, OTHER_PARTNER, RESUMED], () => selectSuspension(home, OWN));
  firstOf('selectAcceptedAt', subscriber, [{}, ...OF_OTHERS], () => selectAcceptedAt(home, OWN));
  firstOf(
    'selectEventsOfLanes',
    recorded,
    [{}, ...NOT_NEXT, { sequence: 6 }, { type: 'activity.deleted' }],
    () => selectEventsOfLanes(home, OWN, [{ type: EVENT.type, after: 4, upTo: 5 }], 9),
  );
  firstOf('acknowledge', subscriber, [{}, ...OF_OTHERS], () => acknowledge(home, OWN, OWN));
  firstOf('deleteEnded', subscriber, [DELETED, {}, { ...DELETED, webhookId: 'whk_b' }], () =>
    deleteEnded(home, OWN),
  );
  firstOf('selectSubscribersOf', subscriber, [{}, OTHER_PARTNER], () => selectSubscribersOf(home, ['prt_a']));
  firstOf('selectSubscribersAfter', subscriber, [{}, { webhookId: 'whk_' }], () =>
    selectSubscribersAfter(home, { ...OWN, webhookId: 'whk_' }, 9),
  );
  firstOf('selectEventsAfter', recorded, [{}, ...NOT_NEXT], () => selectEventsAfter(home, OWN, 4, 9));
  firstOf('selectEventsAt', recorded, [{}, { sequence: 6 }, ...NOT_NEXT], () =>
    selectEventsAt(home, OWN, [5]),
  );
  firstOf('selectEvents', recorded, [{}, ...NOT_NEXT], () => selectEvents(home, FILTER, 4));
  firstOf('selectEvents of an athlete', recorded, [{}, ...NOT_NEXT, { athleteId: 'ath_tc000b' }], () =>
    selectEvents(home, OF_ATHLETE, 4),
  );
  firstOnly(
    'selectEvents from a time, within the minute by which clocks differ',
    () => selectEvents(home, { ...FILTER, fromMs: NOW }, 0),
    recorded,
    { 'of that time': {}, 'of before': { createdAt: NOW - 1 } },
  );
  firstOf('selectEvents of a type', recorded, [{}, { type: 'athlete.erased' }], () =>
    selectEvents(home, { ...FILTER, types: ['activity.created'] }, 0),
  );

  test.each([
    ['its own event, not yet received: behind', recorded(), { isBehind: 1 }, { late: 1 }],
    ['its own, received', recorded({ sequence: 4 }), { isBehind: 0 }, { late: 0 }],
    ["another partner's", recorded(OTHER_PARTNER), { isBehind: 0 }, { late: 0 }],
    ['one of the other environment', recorded(LIVE), { isBehind: 0 }, { late: 0 }],
    ['one that is not old', recorded({ createdAt: NOW + 1 }), { isBehind: 1 }, { late: 0 }],
    ['its own, while suspended: not behind', recorded(), { isBehind: 0 }, { late: 1 }, suspension()],
    ['its own, once resumed', recorded(), { isBehind: 1 }, { late: 1 }, suspension(RESUMED)],
    ['its own, beside a suspended one', recorded(), { isBehind: 1 }, { late: 1 }, suspension(OTHER_PARTNER)],
  ])('a webhook beside %s', async (_, row, behind, late, beside = suspension(RESUMED)) => {
    const rows = [subscriber(OWN), row, beside];
    const after = { ...OWN, webhookId: '' };
    const next = await resultWith(home, selectSubscribersAfter(home, after, 9), rows);
    expect(next).toMatchObject([behind]);
    const places = [{ ...OWN, position: 0 }];
    expect(await resultWith(home, selectLate(home, places, NOW + 1), rows)).toEqual([late]);
  });

  const announced = rowsOf(announcedEngine, { id: 1, version: '1' });
  const ofPartner = event({ athleteId: null });
  const inRegistry = statementsIn(registry);
  inRegistry.firstOnly(
    'announceEngine',
    () => async () => (await announceEngine(registry, '2', NOW)).counts.events,
    {
      'of an engine that has changed': [announced(), partner(), ofPartner],
      'announced before': [announced({ version: '2' }), partner()],
      'in the first night': partner(),
      'to a terminated partner': [announced(), partner(TERMINATED)],
    },
  );

  test.each([
    ['before it has live access: in its sandbox', null, 1],
    ['with live access: in both environments', NOW, 2],
    ['that is suspended', null, 1, 'suspended'],
  ])('announceEngine notifies a partner %s', async (_, liveAccessAt, count, status = 'active') => {
    const rows = [announced(), partner({ liveAccessAt, status }), ofPartner];
    const step = await resultWith(registry, () => announceEngine(registry, '2', NOW), rows);
    expect(step).toEqual({ counts: { events: count }, isDone: true });
  });

  test('selectReach tells how far the rows of a page reach, of this partner and environment alone', async () => {
    const others = [recorded({ ...OTHER_PARTNER, sequence: 6 }), recorded({ ...LIVE, sequence: 7 })];
    const reach = selectReach(home, 'c', FILTER, 4);
    const rows = [recorded({ sequence: 4 }), recorded(), ...others];
    expect(await resultWith(home, reach, rows)).toMatchObject([{ store: 'c', reached: 5, examined: 1 }]);
  });

  test.each([
    ['that never was resumed: now', null, NOW],
    ['resumed a moment ago: five seconds later', NOW, NOW + 5000],
    ['resumed six seconds ago: now', NOW - 6000, NOW],
    ['that is about to resume: unchanged', NOW + 5000, NOW + 5000],
    ['resumed by a clock that was ahead: now', NOW + 5001, NOW],
  ])('resumingAt of a webhook %s', async (_, resumeAt, after) => {
    const resumed = updateOwnWebhook(registry, OWN, resumingAt(NOW));
    const rows = [partner(), webhook({ resumeAt })];
    expect(await resultWith(registry, resumed, rows)).toMatchObject([{ resumeAt: after }]);
  });

  test.each([
    ['active: keeps its place and health', 'active', 1, { c000: REPORT }],
    ['disabled: begins anew', 'disabled', 2, {}],
  ])('enabling a webhook that is %s', async (_, status, activation, health) => {
    const rows = [partner(), webhook({ status, health: { c000: REPORT } })];
    const enabled = await resultWith(registry, updateOwnWebhook(registry, OWN, ENABLING), rows);
    expect(enabled).toEqual([expect.objectContaining({ status: 'active', activation, health })]);
  });

  test.each([
    ['one', [NOW - MINUTE_MS], [NOW - MINUTE_MS, NOW]],
    ['ten', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 3, 4, 5, 6, 7, 8, 9, 10, NOW]],
  ])('takeTest remembers the last ten tests, after %s', async (_, testedAt, after) => {
    const taken = [takeTest(registry, OWN, NOW), registry.select().from(webhooks)] as const;
    const stored = await resultWith(registry, taken, [partner(), webhook({ testedAt })]);
    expect(stored).toMatchObject([{ testedAt: after }]);
  });
});
