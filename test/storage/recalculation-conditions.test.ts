import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe } from 'vitest';
import {
  claimDue,
  insertRecalculation,
  mayRecalculate,
  moveOn,
  nextAthletes,
  selectInputs,
  selectNextActivities,
  selectRecalculation,
  selectUnfinished,
} from '#partner/recalculations/repository.ts';
import {
  cancelRecalculations,
  cancelUnfinished,
  completeRecalculation,
  failExhausted,
} from '#partner/recalculations/shared-repository.ts';
import { TEST_HOME } from '../support/shards.ts';
import { statementAt, statementsIn, whereHolds } from './situations.ts';
import { B, closed, notThere, ON_ANOTHER, ofOther, prescribed, withActivity } from './stored-activity.ts';
import {
  ACTIVITY,
  ATHLETE,
  activity,
  athlete,
  LIVE,
  NOW,
  OTHER_PARTNER,
  otherAthlete,
  otherPartner,
  partner,
  RECALCULATION,
  recalculation,
  TERMINATED,
} from './stored-rows.ts';

/** The conditions of statements about recalculations and their steps. */

const registry = drizzle(env.REGISTRY);
const home = drizzle(TEST_HOME);
const A = ATHLETE.id;

describe('recalculations', () => {
  const FINISHED = { finishedAt: 1 };

  const { firstOnly, firstOf, onlyIf } = statementsIn(registry, [partner(), otherPartner]);
  firstOf('selectUnfinished', recalculation, [{}, FINISHED, LIVE, OTHER_PARTNER], () =>
    selectUnfinished(registry, RECALCULATION),
  );
  firstOf('claimDue', recalculation, [{ dueAt: NOW }, { dueAt: NOW + 1 }, FINISHED], () =>
    claimDue(registry, NOW, NOW + 9),
  );
  firstOnly('claimDue beside one that has waited longer', () => claimDue(registry, NOW, NOW + 9), {
    first: [recalculation({ id: 'rcl_b', ...LIVE, dueAt: 2 }), recalculation()],
    'not the other': recalculation({ id: 'rcl_b', ...LIVE, dueAt: 0, finishedAt: 1 }),
  });
  firstOf('moveOn', recalculation, [{}, { moves: 2 }, { id: 'rcl_b' }, FINISHED], () =>
    moveOn(registry, RECALCULATION, RECALCULATION),
  );
  firstOnly('mayRecalculate', () => whereHolds(registry, mayRecalculate(RECALCULATION)), {
    'beside what does not count': [
      recalculation(OTHER_PARTNER),
      recalculation({ id: 'rcl_b', ...LIVE }),
      recalculation({ id: 'rcl_c', ...FINISHED }),
    ],
    'beside an unfinished one': recalculation(),
    'of a terminated partner': partner(TERMINATED),
  });
  firstOf('selectRecalculation', recalculation, [{}, { id: 'rcl_b' }, OTHER_PARTNER], () =>
    selectRecalculation(registry, 'prt_a', 'rcl_a'),
  );
  for (const [place, name] of ['the event', 'the row'].entries()) {
    firstOf(
      `failExhausted, claimed six times: ${name}`,
      (changes) => recalculation({ dueAt: NOW, claims: 6, ...changes }),
      [{}, { claims: 5 }, { dueAt: NOW + 1 }, FINISHED],
      () => statementAt(failExhausted(registry, NOW), place),
    );
    firstOf(
      `cancelRecalculations of one environment: ${name}`,
      recalculation,
      [{}, FINISHED, LIVE, OTHER_PARTNER],
      () =>
        statementAt(cancelRecalculations(registry, { partnerId: 'prt_a', environment: 'test' }, NOW), place),
    );
    firstOf(
      `cancelUnfinished: ${name}`,
      recalculation,
      [{}, { id: 'rcl_b' }, FINISHED, LIVE, OTHER_PARTNER],
      () => statementAt(cancelUnfinished(registry, RECALCULATION, NOW), place),
    );
    firstOf(`completeRecalculation: ${name}`, recalculation, [{}, { id: 'rcl_b' }, FINISHED], () =>
      statementAt(completeRecalculation(registry, 'rcl_a', NOW), place),
    );
  }
  firstOf('cancelRecalculations of a partner', recalculation, [LIVE, OTHER_PARTNER], () =>
    statementAt(cancelRecalculations(registry, { partnerId: 'prt_a' }, NOW), 1),
  );

  onlyIf('insertRecalculation', recalculation(FINISHED), (condition) =>
    insertRecalculation(registry, { ...RECALCULATION, id: 'rcl_new' }, condition),
  );
});

describe('the steps of a recalculation', () => {
  const within = { ...RECALCULATION, fromAt: 5, beforeAt: 10 };
  /** Goes on within the athlete, after its activity of the sixth millisecond. */
  const inAthlete = { ...within, afterAthlete: A, afterAt: 6, afterActivity: 'act_a' };
  /** Goes on after an athlete whose last activity was later than this one's. */
  const afterAthlete = { ...within, afterAthlete: 'ath_tc0000', afterAt: 6, afterActivity: 'act_a' };
  const next = (row: typeof within) => selectNextActivities(home, row, sql`(SELECT ${A})`, 9);
  const inputs = (place: number) => statementAt(selectInputs(home, 'prt_a', [{ ...ACTIVITY }]), place);
  const nextOnes = nextAthletes({ ...within, afterAthlete: A }, 9);

  const alone = statementsIn(home);
  const { firstOnly, firstOf } = statementsIn(home, [athlete(), otherAthlete]);
  alone.firstOnly(
    'nextAthletes',
    () => home.select({ id: sql`next_ones.id` }).from(sql`${nextOnes} AS next_ones`),
    athlete,
    { 'from the place on': {}, before: { id: 'ath_tc0000' }, ...closed() },
  );
  firstOnly('selectNextActivities of the same athlete', () => next(inAthlete), activity, {
    'after the place': { ...B, effectiveAt: 6 },
    'calculated before': { effectiveAt: 6 },
    'after the range': { ...B, effectiveAt: 10 },
    'of an athlete who is not among these': { ...B, ...ofOther, effectiveAt: 6 },
    ...closed(activity({ ...B, effectiveAt: 6 })),
  });
  firstOf('selectNextActivities of a later athlete', activity, [{ effectiveAt: 5 }, { effectiveAt: 4 }], () =>
    next(afterAthlete),
  );
  alone.firstOnly('selectInputs: athletes', () => inputs(0), {
    live: athlete(),
    'another athlete': otherAthlete,
    ...closed(),
  });
  firstOnly('selectInputs: activities', () => inputs(1), activity, { found: {}, ...notThere });
  firstOf('selectInputs: stored calculations', withActivity(prescribed), [{}, ON_ANOTHER], () => inputs(2));
});
