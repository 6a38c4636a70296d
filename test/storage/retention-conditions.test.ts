import { env } from 'cloudflare:workers';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { getTableName, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import {
  blankCountedAddresses,
  deleteEndsOf,
  deleteExpiredAnswers,
  deleteOldAccesses,
  deleteOldApplied,
  deleteOldEnds,
  deleteOldErasures,
  deleteOldFlushes,
  deleteOldRecalculations,
  deleteOldRequests,
  deleteOldUsage,
  deleteRowsOfPartner,
  deleteRowsOfPartners,
  deleteShardsOfPartners,
  dropOldInputs,
  RESTORABLE_MS,
  selectDueIn,
  selectPurgedPartners,
  selectSomeKeys,
  selectVersionsWithInputs,
  writeStates,
} from '#partner/retention/repository.ts';
import {
  beginRun,
  confirmAnew,
  endAccessAnew,
  endInRegistry,
  markCopied,
  recordReconciled,
  selectActiveAfter,
  selectAppliedAfter,
  selectConsentsTo,
  selectEnds,
  selectRunsOf,
  selectSuspended,
  selectUncopied,
  suspendAgain,
} from '#partner/retention/restores-repository.ts';
import { CHECK_SCHEMA } from '#platform/storage/athlete-databases.ts';
import { partnerShards, prescriptions, productsSeen } from '#platform/storage/athlete-schema.ts';
import { invitations, members } from '#platform/storage/console-schema.ts';
import { idsFrom } from '#platform/storage/ids.ts';
import {
  accessRequests,
  apiKeys,
  jobStates,
  oauthClients,
  partners,
  shards,
  usageFlushes,
} from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { rowsOf, statementAt, statementsIn } from './situations.ts';
import {
  ATHLETE,
  access,
  activity,
  athlete,
  client,
  connection,
  consent,
  counted,
  end,
  endedPart,
  erased,
  event,
  invitation,
  kept,
  key,
  LIVE,
  ledger,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  partner,
  recalculation,
  suspension,
  TARGET,
  TERMINATED,
  target,
  webhook,
} from './stored-rows.ts';

/** The conditions of statements about retention and restores. A lost one would delete what must be kept. */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);
const job = rowsOf(jobStates, {
  ...{ job: CHECK_SCHEMA, database: 'test.c000', startedAt: 1, finishedAt: 1 },
  ...{ outcome: 'done', counts: {}, lastDoneAt: 1, unfinishedRuns: 0 },
});
const BLANK = sql`'[]'`;

describe('retention of old rows', () => {
  const request = rowsOf(accessRequests, {
    ...{ id: 'req_a', platform: '', useCase: '', contactEmail: '', createdAt: 1, purgeAfter: 1 },
    addressHash: 'a',
  });
  const flush = rowsOf(usageFlushes, { guard: 'a', flush: 'b', at: 1 });
  const { firstOnly, firstOf } = statementsIn(registry);
  firstOf('deleteOldErasures, which a restore would undo', ledger, [{ erasedAt: 1 }, {}], () =>
    deleteOldErasures(registry, NOW),
  );
  firstOf('deleteOldRequests', request, [{}, { purgeAfter: NOW }], () => deleteOldRequests(registry, NOW));
  firstOnly(
    'blankCountedAddresses, by which requests are limited',
    () => blankCountedAddresses(registry, NOW),
    request,
    { 'of an hour ago': {}, 'that still count': { createdAt: NOW }, 'blanked before': { addressHash: null } },
  );
  firstOf('deleteOldUsage, which invoices count', counted, [{ hour: 1 }, {}], () =>
    deleteOldUsage(registry, NOW),
  );
  firstOf('deleteOldFlushes', flush, [{}, { at: NOW }], () => deleteOldFlushes(registry, NOW));
  firstOnly('deleteOldRecalculations', () => deleteOldRecalculations(registry, NOW), recalculation, {
    'that ended': { id: idsFrom('rcl', 1), finishedAt: 1 },
    'that still runs': { id: idsFrom('rcl', 1) },
    'that the partner can read': { id: idsFrom('rcl', NOW), finishedAt: 1 },
  });
  firstOf('deleteOldEnds', end, [{ endedAt: 1 }, {}], () => deleteOldEnds(registry, NOW));

  const prescribed = rowsOf(prescriptions, {
    ...{ activityId: 'act_a', athleteId: ATHLETE.id, fingerprint: '', engineVersion: '0', calculatedAt: 1 },
    ...{ numbers: BLANK, warnings: BLANK, missingFields: BLANK, inputs: sql`x'00'` },
  });
  const RUNNING = { engineVersion: ENGINE_VERSION };
  const inHome = statementsIn(home, [athlete(), activity()]);
  inHome.firstOf('selectVersionsWithInputs', prescribed, [{}, { inputs: null }], () =>
    selectVersionsWithInputs(home),
  );
  inHome.firstOf(
    'dropOldInputs of the running engine, from which explanations are calculated',
    prescribed,
    [RUNNING, { ...RUNNING, calculatedAt: NOW }, {}],
    () => dropOldInputs(home, [ENGINE_VERSION], NOW),
  );
  inHome.firstOf(
    'dropOldInputs of an older engine',
    prescribed,
    [{ calculatedAt: NOW }, { inputs: null }, RUNNING],
    () => dropOldInputs(home, ['0'], NOW),
  );
  inHome.firstOf(
    'deleteOldApplied, without which an erasure looks undone',
    erased,
    [{}, { appliedAt: NOW - RESTORABLE_MS }],
    () => deleteOldApplied(home, NOW),
  );
  inHome.firstOf('deleteExpiredAnswers to retries', kept, [{}, { expiresAt: NOW + 1 }], () =>
    deleteExpiredAnswers(home, NOW),
  );
  inHome.firstOnly('deleteOldAccesses', () => deleteOldAccesses(home, NOW), {
    'of the second partner': [
      access({ id: idsFrom('acc', NOW) }),
      access({ id: idsFrom('acc', 1), ...OTHER_PARTNER }),
    ],
    'that a platform can be shown': access({ id: idsFrom('acc', NOW) }),
  });
});

const removed = (changes: object = {}) => endedPart({ part: 'athletes', ...changes });

describe('retention of the rows of partners', () => {
  const OWN_ONLY = [{}, OTHER_PARTNER];
  const { firstOnly, firstOf, touches } = statementsIn(registry, [partner(), otherPartner]);
  firstOnly('selectDueIn', () => selectDueIn(registry, { environment: 'test', shard: 'c000' }, NOW, 9), {
    'whose data are here': [partner(TERMINATED), removed({ database: 'test.c001' })],
    'whose data were removed': [partner(TERMINATED), removed()],
    'who can still come back': [partner({ ...TERMINATED, purgeAfter: NOW + 1 }), endedPart()],
  });
  firstOnly('selectPurgedPartners', () => selectPurgedPartners(registry, NOW), partner, {
    'whom a restore could bring back': { status: 'purged', purgedAt: NOW },
    'beyond any restore': { status: 'purged', purgedAt: 1 },
  });
  firstOf('selectSomeKeys', key, OWN_ONLY, () => selectSomeKeys(registry, 'prt_a', 9));
  const ofPartner = (changes: object = {}) => event({ athleteId: null, ...changes });
  for (const [at, make] of [kept, client, ofPartner, counted, recalculation, webhook].entries()) {
    firstOf(`deleteRowsOfPartner: ${getTableName(make()[0])}`, make, OWN_ONLY, () =>
      statementAt(deleteRowsOfPartner(registry, 'prt_a'), at),
    );
  }
  firstOf('deleteRowsOfPartner: suspensions', suspension, OWN_ONLY, () =>
    statementAt(deleteRowsOfPartner(registry, 'prt_a'), -1),
  );
  firstOf('deleteEndsOf', end, OWN_ONLY, () => deleteEndsOf(registry, ['prt_a']));
  firstOf(
    'writeStates counts the runs that a job leaves unfinished',
    job,
    [{ job: 'a', database: 'b', unfinishedRuns: 1 }, { unfinishedRuns: 1 }],
    () => [
      writeStates(registry, [
        { job: 'a', database: 'b', startedAt: 2, finishedAt: 3, outcome: 'more', counts: {} },
      ]),
      registry.select().from(jobStates).where(sql`unfinished_runs = 2 AND last_done_at = 1`),
    ],
  );
  touches(
    'writeStates ends the count with a run that is done',
    job({ job: 'a', database: 'b', unfinishedRuns: 1 }),
    () => [
      writeStates(registry, [
        { job: 'a', database: 'b', startedAt: 2, finishedAt: 3, outcome: 'done', counts: {} },
      ]),
      registry.select().from(jobStates).where(sql`unfinished_runs = 0 AND last_done_at = 3`),
    ],
  );
  touches('writeStates does not show a first run that is unfinished as done', job(), () => [
    writeStates(registry, [
      { job: 'a', database: 'c', startedAt: 2, finishedAt: 3, outcome: 'failed', counts: {} },
    ]),
    registry.select().from(jobStates).where(sql`job = 'a' AND last_done_at IS NULL`),
  ]);

  const inHome = statementsIn(home);
  const seen = rowsOf(productsSeen, { partnerId: 'prt_a', productId: 'prd_a', day: 1 });
  for (const [at, make] of [
    [0, kept],
    [1, seen],
    [-1, suspension],
  ] as const) {
    inHome.firstOf(`deleteRowsOfPartners: ${getTableName(make()[0])}`, make, OWN_ONLY, () =>
      statementAt(deleteRowsOfPartners(home, ['prt_a']), at),
    );
  }
  const shardOfPartner = rowsOf(partnerShards, { partnerId: 'prt_a', shard: 'c001' });
  inHome.firstOf('deleteShardsOfPartners', shardOfPartner, OWN_ONLY, () =>
    deleteShardsOfPartners(home, ['prt_a']),
  );
});

describe('what a restore has brought back', () => {
  const HOME = { environment: 'test', shard: 'c000' } as const;
  const shard = rowsOf(shards, { ...HOME, runsBegun: 6, runsCounted: 5 });
  const HERE = [{}, { shard: 'c001' }, LIVE];
  const alone = statementsIn(registry);
  const ended = (id: string, kind: 'key' | 'partner' | 'member' | 'invitation' | 'client' | 'webhook') => [
    { id: `${id}0`, kind, partnerId: 'prt_a', endedAt: 3, isCopied: true },
    { id, kind, partnerId: 'prt_a', endedAt: 7, isCopied: true },
  ];
  const SUSPENDED = [
    { partnerId: 'prt_0', suspendedAt: 3, version: 3 },
    { partnerId: 'prt_a', suspendedAt: 7, version: 5 },
  ];
  const WHOM_TO_SUSPEND = [
    { suspensionVersion: 4 },
    { id: 'prt_b', suspensionVersion: 4 },
    { suspensionVersion: 5 },
    { ...TERMINATED, suspensionVersion: 4 },
  ];
  const { firstOnly, firstOf } = statementsIn(registry, [partner(), client()]);
  firstOf('selectRunsOf', shard, HERE, () => selectRunsOf(registry, HOME));
  firstOf(
    'beginRun, unless the counts show that the database or the registry was restored',
    shard,
    [...HERE, { runsCounted: 6 }, { runsBegun: 4, runsCounted: 4 }],
    () => beginRun(registry, HOME, 5),
  );
  firstOf('recordReconciled', shard, HERE, () => recordReconciled(registry, HOME, 5, NOW));
  firstOf('selectUncopied', end, [{}, { isCopied: true }], () => selectUncopied(registry, 9));
  firstOf('selectEnds', end, [{}, { id: 'key_A' }], () => selectEnds(registry, 'key_A', 9));
  firstOf('markCopied', end, [{}, { id: 'key_b' }], () => markCopied(registry, ended('key_a', 'key')));
  firstOf('selectConsentsTo', consent, [{}, { connectionId: 'con_b' }], () =>
    selectConsentsTo(registry, ['con_a']),
  );
  firstOf('confirmAnew', consent, HERE, () => confirmAnew(registry, HOME, NOW));
  const ENDED = { status: 'revoked' };
  const kinds = [
    ['key', 'key_a', key, { id: 'key_b' }, ENDED, apiKeys, sql`revoked_at = 7`],
    ['partner', 'prt_a', partner, { id: 'prt_b' }, TERMINATED, partners, sql`terminated_at = 7`],
    [
      'client',
      'cli_a',
      client,
      { clientId: 'cli_b' },
      { status: 'deleted' },
      oauthClients,
      sql`status = 'deleted'`,
    ],
    ['webhook', 'whk_a', webhook, { id: 'whk_b' }, null, null, null],
    ['member', TARGET.id, target, { id: 'mbr_b' }, { removedAt: 1 }, members, sql`removed_at = 7`],
    ['invitation', 'inv_a', invitation, { id: 'inv_b' }, { endedAt: 1 }, invitations, sql`ended_at = 7`],
  ] as const;
  for (const [at, [kind, id, make, another, before, table, hasEnded]] of kinds.entries()) {
    const restored = statementsIn(registry, kind === 'partner' ? [] : [partner()]);
    const end = () => statementAt(endInRegistry(registry, ended(id, kind)), at);
    restored.firstOf(`endInRegistry, a ${kind}`, make, [{}, another, ...(before ? [before] : [])], end);
    if (!table) continue;
    restored.firstOf(`endInRegistry, a ${kind}, at its own time`, make, [{}, another], () => [
      end(),
      registry.select().from(table).where(hasEnded),
    ]);
  }
  firstOnly(
    'endAccessAnew of a terminated partner',
    () => statementAt(endAccessAnew(registry, 'test.c000'), 0),
    {
      'in the restored database': [partner(TERMINATED), endedPart()],
      'in another one': [partner(TERMINATED), endedPart({ database: 'test.c001' })],
      'but not the removal of athletes': [partner(TERMINATED), removed()],
      'that is active': endedPart(),
    },
  );
  alone.firstOf('suspendAgain', partner, WHOM_TO_SUSPEND, () => suspendAgain(registry, SUSPENDED));
  alone.firstOf('suspendAgain, since its own time', partner, WHOM_TO_SUSPEND, () => [
    suspendAgain(registry, SUSPENDED),
    registry.select().from(partners).where(sql`status = 'suspended' AND suspended_at = 7`),
  ]);
  firstOf('endAccessAnew fans out suspensions again', partner, [{ status: 'suspended' }, {}], () =>
    statementAt(endAccessAnew(registry, 'test.c000'), 2),
  );
  firstOf('endAccessAnew opens the end of access', partner, [TERMINATED, {}], () =>
    statementAt(endAccessAnew(registry, 'test.c000'), 1),
  );

  const inHome = statementsIn(home, [athlete()]);
  inHome.firstOnly('selectActiveAfter', () => selectActiveAfter(home, 'con_A', NOW, 9), connection, {
    next: {},
    'of an earlier page': { id: 'con_A' },
    revoked: { status: 'revoked' },
    'made just now': { connectedAt: NOW },
  });
  inHome.firstOf('selectAppliedAfter', erased, [{}, { idHash: 'A' }], () => selectAppliedAfter(home, 'A', 9));
  inHome.firstOf('selectSuspended', suspension, [{}, { suspendedAt: null }], () => selectSuspended(home));
});
