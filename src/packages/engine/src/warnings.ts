/**
 * Holds the table of warnings, and collects those of one calculation. A warning is a value: a code, a severity and
 * the figures of its text, which `src/packages/languages/src` renders.
 */

import type { WarningCode } from './names.ts';
import { isMeasured } from './personal.ts';
import type { EventPlan } from './plan.ts';
import { downToTens } from './rounding.ts';
import { shownLevel } from './sweat.ts';
import { FRACTION_OF_VO2MAX } from './tables.ts';
import type {
  ParametersOf,
  Situation,
  WarningAudience,
  WarningRule,
  WarningSeverity,
} from './warning-rules.ts';
import { HEALTH_WARNINGS, HEAT_WARNINGS } from './warnings-health.ts';
import { INPUT_WARNINGS } from './warnings-inputs.ts';
import { FLUID_WARNINGS, generousDrinkerRisk, INTAKE_WARNINGS, ownEndOf } from './warnings-intake.ts';

const RULES = {
  ...FLUID_WARNINGS,
  ...HEAT_WARNINGS,
  ...INTAKE_WARNINGS,
  ...HEALTH_WARNINGS,
  ...INPUT_WARNINGS,
};

/** Every code with the parameters of its text. */
export type WarningParameters = {
  readonly [Code in WarningCode]: ParametersOf<(typeof RULES)[Code]['parameters']>;
};

/** The table of warnings in rule order. A code without a rule fails the build. */
export const WARNINGS: { readonly [Code in WarningCode]: WarningRule<WarningParameters[Code]> } = RULES;

/** Returns who reads the warnings of a code. */
export function audienceOf(code: WarningCode): WarningAudience {
  return WARNINGS[code].audience ?? 'everyone';
}

/** One warning, stored as is and rendered when read. */
export type Warning<Code extends WarningCode = WarningCode> = {
  readonly [Each in Code]: {
    readonly code: Each;
    readonly severity: WarningSeverity;
    readonly parameters: WarningParameters[Each];
  };
}[Code];

/** Returns the weight loss to expect at the finish, kg. Null in shorter events, and if weight is hidden or unknown. */
export function ownNumberOf(warnings: readonly Warning[]): {
  readonly leastKg: number | null;
  readonly mostKg: number | null;
} {
  const found = warnings.find((each) => each.code === 'VERY_LONG_EVENT');
  return found === undefined ? { leastKg: null, mostKg: null } : found.parameters;
}

/** Returns the warnings that an athlete reads: all but those for partners. */
export function forAthlete(warnings: readonly Warning[]): readonly Warning[] {
  return warnings.filter(({ code }) => audienceOf(code) === 'everyone');
}

/** The warnings of a calculation, and whether a person must review it before the athlete follows it. */
export interface CollectedWarnings {
  readonly warnings: readonly Warning[];
  readonly requiresHumanReview: boolean;
}

const SEVERITY_ORDER: Readonly<Record<WarningSeverity, number>> = { danger: 0, caution: 1, info: 2 };

const CODES_IN_RULE_ORDER = Object.keys(WARNINGS).filter(isWarningCode);

/** Returns whether a name is the code of a warning. */
export function isWarningCode(name: unknown): name is WarningCode {
  return typeof name === 'string' && Object.hasOwn(WARNINGS, name);
}

/** Returns whether a name is a severity. */
export function isWarningSeverity(name: unknown): name is WarningSeverity {
  return typeof name === 'string' && Object.hasOwn(SEVERITY_ORDER, name);
}

/**
 * Returns all warnings, most severe first, then in rule order. The one that says who must set fluid and
 * sodium precedes all others.
 */
export function collectWarnings(plan: EventPlan): CollectedWarnings {
  const situation = situationOf(plan);
  const warnings: Warning[] = [];
  let requiresHumanReview = false;
  for (const code of CODES_IN_RULE_ORDER) {
    const raised = raise(code, situation);
    if (raised === null) continue;
    warnings.push(raised.warning);
    if (raised.review) requiresHumanReview = true;
  }
  warnings.sort((left, right) => rankOf(left) - rankOf(right));
  return { warnings, requiresHumanReview };
}

function raise<Code extends WarningCode>(code: Code, situation: Situation) {
  const rule: WarningRule<WarningParameters[Code]> = WARNINGS[code];
  const raised = rule.raise(situation);
  if (raised === false) return null;
  const { severity, parameters, review = false } = raised;
  const warning: Warning<Code> = { code, severity, parameters };
  return { warning, review };
}

function rankOf({ code, severity }: Warning): number {
  return code === 'MEDICAL_FLUID' ? -1 : SEVERITY_ORDER[severity];
}

function situationOf(plan: EventPlan): Situation {
  const landLevel = hottestShownLevel(plan);
  return {
    plan,
    ...ownEndOf(plan, landLevel),
    drinkerRisk: generousDrinkerRisk(plan),
    landLevel,
    hardestLevel: hardestLevel(plan),
    maxMlPerHr: downToTens(plan.ceiling.maxLPerHr * 1000),
    hidesMass: plan.input.athlete.health.redsOrEatingDisorder,
  };
}

function hottestShownLevel({ legs }: EventPlan): number {
  return legs.reduce(
    (hottest, { sport, environment }) =>
      sport === 'swim' ? hottest : Math.max(hottest, shownLevel(environment.thermalLevel)),
    0,
  );
}

/** Margin below a level's fraction at which a measured effort counts as that level. */
const LEVEL_MARGIN = 0.03;

function hardestLevel({ legs }: EventPlan): number {
  return legs.reduce((hardest, { effort: { source, fractionOfVo2max, intensityLevel } }) => {
    const level = isMeasured(source)
      ? 1 + FRACTION_OF_VO2MAX.findLastIndex((fraction) => fraction <= fractionOfVo2max + LEVEL_MARGIN)
      : intensityLevel;
    return Math.max(hardest, level);
  }, 0);
}
