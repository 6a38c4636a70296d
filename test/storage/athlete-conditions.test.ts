import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { selectNthAthlete } from '#nutrition/athletes/move-on.ts';
import {
  forbidCreation,
  hasNoLearnedState,
  idsOfHolders,
  insertReservedAthletes,
  isFree,
  recordCreations,
  selectAthleteIds,
  selectAthleteOfLink,
  selectAthletes,
  selectByExternalIds,
  selectExternalIdsAfter,
  selectHolders,
  storeAnswer,
  updateAthlete,
  updateAthletes,
  useLinkForFullTier,
} from '#nutrition/athletes/repository.ts';
import { insertAthleteWhere, insertReserved, writeTier } from '#nutrition/athletes/shared-repository.ts';
import {
  countView,
  deleteExpiredSessions,
  deletePageSession,
  endOldestSessions,
  insertPageSession,
  selectActivityId,
  selectPageSession,
  selectPageSessions,
  selectSessionOfSecret,
} from '#partner/page-sessions/repository.ts';
import { countAthletes, selectAnyAthlete } from '#partner/partners/repository.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import { type PageSessionRow, pageSessions, usedSubscribeLinks } from '#platform/storage/athlete-schema.ts';
import { TEST_HOME } from '../support/shards.ts';
import { resultWith, rowsOf, statementAt, statementsIn, whereHolds } from './situations.ts';
import {
  ATHLETE,
  activity,
  athlete,
  CLAIM,
  erased,
  event,
  kept,
  LEARNED,
  learned,
  NOW,
  OTHER_ATHLETE,
  OTHER_PARTNER,
  otherAthlete,
  TRUE,
} from './stored-rows.ts';

/** The conditions of statements about athletes: what a partner reads and writes of them, and sessions of their pages. */

const home = drizzle(TEST_HOME);
const ERASING = { status: 'erasing' };

describe('what a partner reads of its athletes', () => {
  const FILTER = {
    after: { atMs: 0, id: 'ath_tc000b' },
    updatedSinceMs: null,
    limit: 9,
    externalId: 'rider',
  };
  const SINCE = { after: null, updatedSinceMs: 5, limit: 9, externalId: undefined };
  const OF_PAGE = [{}, { id: 'ath_tc000c' }, { externalId: 'b' }, OTHER_PARTNER, ERASING];

  const { firstOnly, firstOf } = statementsIn(home);
  firstOf('selectAthletes', athlete, OF_PAGE, () => selectAthletes(home, 'prt_a', FILTER));
  firstOf('selectAthleteIds', athlete, OF_PAGE, () => selectAthleteIds(home, 'prt_a', FILTER));
  firstOnly('selectNthAthlete of a full shard', () => selectNthAthlete(home, 'prt_a', 2), {
    'with two athletes': [athlete(), otherAthlete],
    "with another partner's": [athlete(), athlete({ ...OTHER_ATHLETE, ...OTHER_PARTNER })],
    'with one under erasure': [athlete(), athlete({ ...OTHER_ATHLETE, ...ERASING })],
  });
  firstOf('selectAthletes that changed', athlete, [{ updatedAt: 5 }, { updatedAt: 4 }], () =>
    selectAthletes(home, 'prt_a', SINCE),
  );
  firstOf('selectHolders', athlete, [ERASING, { externalId: 'b' }, OTHER_PARTNER], () =>
    selectHolders(home, 'prt_a', ['rider']),
  );
  firstOf('idsOfHolders', athlete, [{}, OTHER_PARTNER], () => idsOfHolders(home, 'prt_a', ['rider']));
  firstOf('selectByExternalIds', athlete, [{}, ERASING, { externalId: 'b' }, OTHER_PARTNER], () =>
    selectByExternalIds(home, 'prt_a', ['rider']),
  );
  firstOf('selectExternalIdsAfter', athlete, [{}, { id: 'ath_l' }, ERASING, OTHER_PARTNER], () =>
    selectExternalIdsAfter(home, 'prt_a', 'ath_t', 9),
  );
  firstOnly('forbidCreation', () => forbidCreation(home, ATHLETE.id, 'hash', NOW), {
    'of one that is not there': [athlete({ id: 'ath_tc000b' }), erased({ idHash: 'b' })],
    'of one that is': athlete(),
  });
  firstOf('selectAnyAthlete', athlete, [{}, ERASING, OTHER_PARTNER], () => selectAnyAthlete(home, 'prt_a'));
  firstOf(
    'countAthletes',
    athlete,
    [{}, ERASING, OTHER_PARTNER],
    () => async () => (await countAthletes(home, 'prt_a'))[0]?.athletes,
  );
});

describe('what a partner writes of its athletes', () => {
  const owner = { environment: 'test', shard: 'c000', partnerId: 'prt_a', defaultTier: 'full' } as const;
  const row = { ...newAthlete(owner, {}, 1), ...ATHLETE };
  const reporter = { principal: owner, nowMs: NOW } as const;
  const made = (changes: object = {}) => event({ type: 'athlete.created', data: {}, ...changes });
  const used = rowsOf(usedSubscribeLinks, { athleteId: ATHLETE.id, expiresAtS: 1, usedAt: 1 });
  const TEASER = { tier: 'teaser' };
  const learnedByOther = learned({ athleteId: OTHER_ATHLETE.id });
  const notForbidden = {
    'not forbidden': erased(),
    'erased or forbidden meanwhile': [erased({ idHash: 'hash' }), otherAthlete],
  };
  const ctx = { nowMs: NOW, recorded: [] };
  const keep = (condition = TRUE) =>
    storeAnswer(home, CLAIM, ATHLETE.id, { answer: '{}', expiresAt: NOW }, condition);

  const { firstOnly, firstOf, onlyIf } = statementsIn(home);
  firstOf('updateAthlete', athlete, [{}, { revision: 2 }, ERASING, OTHER_PARTNER, OTHER_ATHLETE], () =>
    updateAthlete(home, row, { name: 'A' }, undefined),
  );
  firstOnly(
    'updateAthletes of a batch',
    () => {
      const change = { after: { ...row, revision: 2 }, report: [] };
      const read = { ...LEARNED, state: null, lastAt: null };
      return statementAt(updateAthletes(home, reporter, [{ ...change, learned: read }]), -1);
    },
    {
      'as it was read': [athlete(), learned()],
      'changed since': [athlete({ revision: 2 }), learned()],
      'taught since': [athlete(), learned({ revision: 'm' })],
      'taught nothing, beside one that was': [otherAthlete, learnedByOther, athlete()],
      'after its erasure began': [athlete(ERASING), learned()],
      'of another partner': [athlete(OTHER_PARTNER), learned()],
    },
  );
  firstOnly('hasNoLearnedState', () => whereHolds(home, hasNoLearnedState(ATHLETE.id)), {
    'taught nothing, beside one that was': [otherAthlete, learnedByOther],
    taught: [athlete(), learned()],
  });
  firstOnly(
    'insertReservedAthletes of a batch',
    () => statementAt(insertReservedAthletes(home, [row], ['hash']), 0),
    notForbidden,
  );
  firstOnly('insertReserved', () => insertReserved(home, row, 'hash'), notForbidden);
  firstOnly(
    'recordCreations: one athlete.created event each',
    () => statementAt(recordCreations(home, reporter, [row]), 0),
    {
      'without an event': [
        ...[athlete(), made({ athleteId: OTHER_ATHLETE.id }), made({ type: 'athlete.updated' })],
      ],
      'with its event': [athlete(), made()],
      'after its erasure began': athlete(ERASING),
      'not there, but another is': otherAthlete,
    },
  );
  firstOnly(
    'isFree: a creation under a reserved identifier',
    () => whereHolds(home, isFree(CLAIM, ATHLETE.id, 'hash', 'reserved')),
    {
      'never made': [...[otherAthlete, erased(), kept(), kept({ keyHash: 'b', resourceId: 'taken' })]],
      'made before': athlete(),
      'erased or forbidden': erased({ idHash: 'hash' }),
      'with the key of another request': kept({ resourceId: 'taken' }),
    },
  );
  firstOf(
    'storeAnswer of a creation',
    (changes) => [athlete(), kept(changes)],
    [{}, { answer: '{}' }, { athleteId: ATHLETE.id }, { requestHash: 's' }],
    () => keep(),
  );
  firstOf(
    'writeTier: the events of a change',
    (changes) => athlete({ ...TEASER, ...changes }),
    [{}, { tier: 'full' }, ERASING, OTHER_ATHLETE],
    () => writeTier(home, row, 'full', ctx)[0],
  );
  firstOf('writeTier', athlete, [{}, ERASING, OTHER_ATHLETE], () => writeTier(home, row, 'full', ctx)[1]);
  firstOf('useLinkForFullTier: the use of a link', athlete, [{}, ERASING], () =>
    statementAt(useLinkForFullTier(home, row, 1, ctx), 0),
  );
  firstOnly('selectAthleteOfLink: its use', () => selectAthleteOfLink(home, ATHLETE.id, 1)[1], {
    used: [athlete(), used()],
    'another of the athlete used': [athlete(), used({ expiresAtS: 2 })],
    'that of another athlete used': [otherAthlete, used({ athleteId: OTHER_ATHLETE.id })],
  });

  onlyIf('updateAthlete', athlete(), (condition) => updateAthlete(home, row, {}, condition));
  onlyIf('insertAthleteWhere', otherAthlete, (condition) => insertAthleteWhere(home, row, condition));
  onlyIf('storeAnswer', [athlete(), kept()], keep);
});

describe('sessions of athletes’ pages', () => {
  const SESSION = { athleteId: ATHLETE.id, sessionId: 'ses_a', hash: 'h' };
  const PAGE_SESSION = {
    ...{
      id: 'ses_a',
      athleteId: ATHLETE.id,
      hash: 'h',
      keyId: 'key_a',
      grantText: 'g',
      pages: ['plan' as const],
    },
    ...{ activityId: null, origins: [], returnUrl: null, partnerName: 'A', createdAt: 1, expiresAt: NOW + 1 },
  };
  const session = rowsOf(pageSessions, PAGE_SESSION);
  const ofOther = { athleteId: OTHER_ATHLETE.id };
  const NAMED = [{}, ofOther, { expiresAt: NOW }, { id: 'ses_b' }];
  const row: PageSessionRow = { ...PAGE_SESSION, id: 'ses_z', views: 0, viewedSince: 0, createdAt: NOW };

  const { firstOnly, firstOf } = statementsIn(home, [athlete(), otherAthlete]);
  firstOf('selectPageSessions', session, NAMED, () =>
    selectPageSessions(home, ATHLETE.id, NOW, { afterId: 'ses_b', limit: 5 }),
  );
  firstOf('selectPageSession', session, NAMED, () => selectPageSession(home, ATHLETE.id, 'ses_a', NOW));
  firstOf('deletePageSession', session, NAMED, () => deletePageSession(home, ATHLETE.id, 'ses_a', NOW));
  firstOf('selectSessionOfSecret', session, [{}, { id: 'ses_b' }, { hash: 'i' }], () =>
    selectSessionOfSecret(home, 'ses_a', 'h'),
  );
  firstOf('countView', session, [{}, { id: 'ses_b' }, { hash: 'i' }, ofOther], () =>
    countView(home, SESSION, NOW),
  );
  test.each([
    ['within its minute', NOW - 1, { views: 3, viewedSince: NOW - 1 }],
    ['a minute later', NOW - MINUTE_MS, { views: 1, viewedSince: NOW }],
    ['by a clock that was ahead', NOW + 1, { views: 1, viewedSince: NOW }],
  ])('countView counts a view %s', async (_, viewedSince, counted) => {
    const rows = [athlete(), session({ views: 2, viewedSince })];
    expect(await resultWith(home, countView(home, SESSION, NOW), rows)).toMatchObject([counted]);
  });
  firstOf('deleteExpiredSessions', session, [{ expiresAt: NOW }, {}], () => deleteExpiredSessions(home, NOW));
  firstOf('selectActivityId', activity, [{}, { id: 'act_b' }, ofOther], () =>
    selectActivityId(home, ATHLETE.id, 'act_a'),
  );
  statementsIn(home).firstOf('insertPageSession', athlete, [{}, ERASING, OTHER_PARTNER, OTHER_ATHLETE], () =>
    insertPageSession(home, 'prt_a', row),
  );
  const later = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, at) => session({ id: `ses_b${at}`, ...changes }));
  firstOnly('endOldestSessions', () => endOldestSessions(home, row), session, {
    expired: { expiresAt: NOW },
    live: {},
    'the new one': { id: row.id },
    'of another athlete': { ...ofOther, expiresAt: NOW },
    'beside nineteen of another athlete': [session(), ...later(19, ofOther)],
    'the twentieth with the new one': [session(), ...later(18), session({ id: row.id })],
  });
});
