import { env } from 'cloudflare:workers';
import { getTableName, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { type Act, CONSOLE } from '#partner/console/console-rules.ts';
import {
  deleteOld,
  insertAuditWhere,
  insertBegunAct,
  noteItem,
  replaceRequest,
  selectAudit,
  selectSandboxUse,
  updateOutcome,
  updateTerminationRequest,
} from '#partner/console/repository.ts';
import {
  approveRequest,
  deleteConsoleOf,
  insertAct,
  isApprovedAt,
  leaveAlone,
  selectLatestLiveAccess,
  selectPendingRequests,
} from '#partner/console/shared-repository.ts';
import { openProduction } from '#partner/partners/repository.ts';
import { DAY_MS } from '#platform/clock.ts';
import { newId } from '#platform/storage/ids.ts';
import { type Row, type Rows, resultWith, statementAt, statementsIn } from './situations.ts';
import {
  ADMIN,
  AUDIT,
  admin,
  audit,
  counted,
  invitation,
  key,
  LIVE,
  LIVE_REQUEST,
  liveRequest,
  NOW,
  OTHER_PARTNER,
  otherPartner,
  partner,
  session,
  TERMINATED,
  TRUE,
  target,
  webhook,
} from './stored-rows.ts';

/** The conditions of statements about the console: going live and leaving, its audit and what it keeps. */

const registry = drizzle(env.REGISTRY);
const OWN_ONLY = [{}, OTHER_PARTNER];

describe('the console: going live and leaving', () => {
  const replace = (condition: SQL) =>
    replaceRequest(registry, { ...LIVE_REQUEST, id: 'lar_new', checklist: [] }, condition);
  const leave = (condition: SQL, place: number) =>
    statementAt(leaveAlone(registry, 'prt_a', ADMIN.email, condition, NOW), place);
  const alone = statementsIn(registry);
  const { firstOnly, firstOf, onlyIf } = statementsIn(registry, [partner()]);
  firstOnly('approveRequest', () => approveRequest(registry, LIVE_REQUEST, 'full', NOW), liveRequest, {
    pending: {},
    'decided before': { status: 'approved' },
    another: { id: 'lar_b' },
    'of a terminated partner': [partner(TERMINATED), liveRequest()],
  });
  firstOf(
    'isApprovedAt',
    (changes) => liveRequest({ status: 'approved', decidedAt: NOW, ...changes }),
    [{}, { id: 'lar_b' }, { status: 'replaced' }, { decidedAt: NOW - 1 }],
    () => openProduction(registry, 'prt_a', 'full', isApprovedAt('lar_a', NOW), NOW),
  );
  firstOf('replaceRequest', liveRequest, [{}, { status: 'approved' }, OTHER_PARTNER], () => replace(TRUE)[0]);
  firstOf('selectPendingRequests', liveRequest, [{}, { status: 'approved' }, { id: 'lar_c' }], () =>
    selectPendingRequests(registry, { afterId: 'lar_b', limit: 9 }),
  );
  firstOf('selectLatestLiveAccess', liveRequest, OWN_ONLY, () => selectLatestLiveAccess(registry, 'prt_a'));
  alone.firstOf(
    'noteItem',
    partner,
    [{ checklistDone: ['key'] }, { checklistDone: ['webhook'] }, { id: 'prt_b' }],
    () => noteItem(registry, 'prt_a', 'webhook'),
  );
  alone.firstOf(
    'updateTerminationRequest that asks',
    partner,
    [{}, { terminationRequestedAt: 1 }, { id: 'prt_b' }],
    () => updateTerminationRequest(registry, 'prt_a', NOW, TRUE),
  );
  firstOf('updateTerminationRequest that withdraws', partner, [{ terminationRequestedAt: 1 }, {}], () =>
    updateTerminationRequest(registry, 'prt_a', null, TRUE),
  );
  const left: readonly (readonly [string, (changes: object) => Row | Rows, readonly object[]])[] = [
    ['sessions', (changes) => [session(), target(changes)], OWN_ONLY],
    ['members', target, [...OWN_ONLY, { email: ADMIN.email }, { removedAt: 1 }]],
    ['invitations', invitation, [...OWN_ONLY, { endedAt: 1 }]],
    [
      'requests for live access',
      liveRequest,
      [...OWN_ONLY, { acceptedBy: ADMIN.email }, { status: 'approved' }],
    ],
    ['the request for termination', partner, [{}, { id: 'prt_b' }]],
  ];
  for (const [place, [name, make, changes]] of left.entries()) {
    alone.firstOf(`leaveAlone: ${name}`, make, changes, () => leave(TRUE, place));
    alone.onlyIf(`leaveAlone: ${name}`, make({}), (condition) => leave(condition, place));
  }

  onlyIf('replaceRequest, the earlier one', liveRequest(), (condition) => replace(condition)[0]);
  onlyIf(
    'replaceRequest, the new one',
    liveRequest({ status: 'approved' }),
    (condition) => replace(condition)[1],
  );
  onlyIf('updateTerminationRequest', partner(), (condition) =>
    updateTerminationRequest(registry, 'prt_a', NOW, condition),
  );
});

describe('the console: what a partner reads and keeps', () => {
  const NEW_AUDIT = { ...AUDIT, id: 'aud_new', memberId: null, environment: null, subjectId: null };
  const begin = (act: Pick<Act, 'role' | 'afterTermination'>) =>
    insertBegunAct(registry, NEW_AUDIT, ADMIN, act);
  const created = (changes: object) => counted({ operationId: 'createAthlete', ...changes });
  const remove = (place: number) => () => statementAt(deleteConsoleOf(registry, 'prt_a'), place);

  const { firstOnly, firstOf, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOf('selectAudit', audit, [{}, { id: 'aud_o' }, OTHER_PARTNER], () =>
    selectAudit(registry, 'prt_a', { afterId: 'aud_n', limit: 9 }),
  );
  firstOnly('insertBegunAct', () => begin({}), admin, {
    'by an admin': [admin(), audit()],
    'by a viewer': { role: 'viewer' },
    'by a removed admin': { removedAt: 1 },
    'of a terminated partner': [partner(TERMINATED), admin()],
  });
  firstOnly('insertBegunAct that every member may do', () => begin({ role: 'viewer' }), {
    'by a viewer': [admin({ role: 'viewer' }), audit()],
    'of a terminated partner': [partner(TERMINATED), admin({ role: 'viewer' })],
  });
  firstOnly('insertBegunAct after a termination', () => begin({ afterTermination: true }), {
    'by an admin': [partner(TERMINATED), admin(), audit()],
    'by a viewer': [partner(TERMINATED), admin({ role: 'viewer' })],
  });
  firstOf('updateOutcome', audit, [{}, { id: 'aud_n' }], () =>
    updateOutcome(registry, 'aud_m', { outcome: 'refused', subjectId: null }),
  );
  firstOf(
    'selectSandboxUse: operations',
    created,
    [{}, { statusClass: '4xx' }, { hour: NOW - 1 }, LIVE, OTHER_PARTNER],
    () => selectSandboxUse(registry, 'prt_a', NOW)[2],
  );
  firstOf(
    'deleteOld: members',
    target,
    [{ removedAt: 1 }, { removedAt: NOW - CONSOLE.removedRetainedMs }, {}],
    () => deleteOld(registry, NOW)[0],
  );
  firstOf('deleteOld: invitations', invitation, [{ expiresAt: 1 }, {}], () => deleteOld(registry, NOW)[1]);
  firstOf('deleteOld: sessions', session, [{ createdAt: 1 }, {}], () => deleteOld(registry, NOW)[2]);
  firstOf(
    'deleteOld: audit',
    audit,
    [{ id: newId('aud', NOW - 401 * DAY_MS) }, { id: newId('aud', NOW) }],
    () => deleteOld(registry, NOW)[3],
  );
  firstOnly('deleteConsoleOf: sessions', remove(0), {
    own: [session(), target()],
    'of another partner': [session(), target(OTHER_PARTNER)],
    'of another partner, beside a member': [session(), target(OTHER_PARTNER), admin()],
  });
  for (const [at, make] of [target, invitation, liveRequest, audit].entries()) {
    firstOf(`deleteConsoleOf: ${getTableName(make()[0])}`, make, OWN_ONLY, remove(at + 1));
  }

  test.each([
    ['its own', {}, 1],
    ["another partner's", OTHER_PARTNER, 0],
    ['those of production', LIVE, 0],
  ])('the checklist counts keys and webhooks of the sandbox: %s', async (_, changes, count) => {
    const rotated = key({ lastUsedAt: 1, rotatedTo: 'key_b', ...changes });
    const rows = [partner(), otherPartner, rotated, webhook(changes)];
    const [keys, hooks] = selectSandboxUse(registry, 'prt_a', NOW);
    expect(await resultWith(registry, keys, rows)).toEqual([{ used: count, rotated: count }]);
    expect(await resultWith(registry, hooks, rows)).toEqual([{ seen: count }]);
  });

  onlyIf('insertAuditWhere', audit(), (condition) => insertAuditWhere(registry, NEW_AUDIT, condition));
  onlyIf('insertAct', audit(), (condition) =>
    insertAct(
      registry,
      { nowMs: NOW },
      { partnerId: 'prt_a', memberId: null, action: 'key.revoke' },
      condition,
    ),
  );
});
