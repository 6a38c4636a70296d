/** Determines how well a drafted event is known, and the assumptions behind its ceiling. */

import { type CeilingInput, countedUrineLPerHr } from './ceiling.ts';
import { type EventLosses, legAt, timeAverage } from './draft-event.ts';
import { type LowEvent, spreadsByEffect } from './gaps.ts';
import { type RetentionClass, retentionClass } from './risk.ts';
import { creditedSodiumMgPerL, plannedSodiumMgPerL } from './sodium.ts';
import {
  isWeakSport,
  resolveUncertainty,
  statedSpread,
  type Uncertainty,
  withSpreads,
} from './uncertainty.ts';

/** The certainty of an event, and the assumptions that its ceiling may rely on. */
export interface Assessment {
  readonly uncertainty: Uncertainty;
  readonly retention: RetentionClass;
  readonly plannedSodiumMgPerL: number;
  readonly creditedSodiumMgPerL: number;
  /** Urine output assumed for risks, L/h. */
  readonly countedUrineLPerHr: number;
}

/** Returns how well each input of a draft is known, with a table entry for each missing field. */
export function uncertaintyOf({ input, hours, drafts, longestIndex }: EventLosses): Uncertainty {
  const { personal, environment } = legAt(drafts, longestIndex);
  return resolveUncertainty({
    athlete: input.athlete,
    personal,
    effortSource: drafts.find(({ effort }) => effort.source !== 'default')?.effort.source ?? 'default',
    heatFrom: environment.thermalLevelFrom,
    weakShare: timeAverage(drafts, hours, (leg) => (isWeakSport(leg.type) ? 1 : 0)),
  });
}

/** Assesses an event, weighting missing fields by their effect on sweat. */
export function assess(draft: EventLosses, table: Uncertainty, lowEvents: readonly LowEvent[]): Assessment {
  const { athlete } = draft.input;
  return {
    uncertainty: spreadsByEffect(table, draft, lowEvents),
    retention: retentionClass(athlete.health, draft.body.ageYears),
    ...countedTermsOf(draft),
  };
}

/**
 * Assesses the event with one field at its lowest plausible value. That field counts as stated; all other
 * spreads and the kidney class are those of the event.
 */
export function assessLow({ field, draft }: LowEvent, { uncertainty, retention }: Assessment): Assessment {
  return {
    uncertainty: withSpreads(uncertainty, { [field]: statedSpread(field, uncertainty) }),
    retention,
    ...countedTermsOf(draft),
  };
}

function countedTermsOf(draft: EventLosses) {
  const { input, body, hours, drafts, longestIndex, sweatSodium } = draft;
  const { personal, environment } = legAt(drafts, longestIndex);
  const { health } = input.athlete;
  const planned = plannedSodiumMgPerL({
    sweatSodium,
    personalLn: personal.ln,
    thermalLevel: environment.thermalLevel,
    hours,
  });
  return {
    plannedSodiumMgPerL: planned,
    creditedSodiumMgPerL: creditedSodiumMgPerL(draft.balance, sweatSodium, planned, health),
    countedUrineLPerHr: countedUrineLPerHr(health, draft.isSingleSwim, body.massKg),
  };
}

/** Returns the ceiling input of a draft. */
export function ceilingInputOf(draft: EventLosses, assessment: Assessment): CeilingInput {
  return {
    balance: draft.balance,
    fuel: draft.planningFuel,
    planningCarbGPerHr: draft.planningCarbGPerHr,
    sweatLPerHr: draft.ceilingSweatLPerHr,
    massKg: draft.body.massKg,
    sigma: assessment.uncertainty.sigma,
    retention: assessment.retention,
    health: draft.input.athlete.health,
    isSingleSwim: draft.isSingleSwim,
    creditedSodiumMgPerL: assessment.creditedSodiumMgPerL,
    gutLPerHr: draft.gutLimitLPerHr,
  };
}
