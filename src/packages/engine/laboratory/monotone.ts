/**
 * Checks directions over random inputs: more heat, effort, sweat or salt, or a race, never lowers the
 * dependent outputs.
 */

import { RandomSource } from '@musette/basics/random-source';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { MULTI_SPORT_TYPES, SINGLE_SPORT_TYPES } from '../src/types.ts';
import { InputSource } from './random-inputs.ts';
import { USUAL_ACTIVITY, USUAL_ATHLETE } from './sweeps.ts';

interface Rule {
  readonly name: string;
  readonly raise: (input: PlanInput) => PlanInput | null;
  readonly value: (plan: EventPlan) => number;
  /** Allowed decrease, in the unit of the value. */
  readonly allowed: (input: PlanInput) => number;
}

function nextLevel(level: number | null): number | null {
  return level === null || level >= 9 ? null : level + 1;
}

function hotter(input: PlanInput): PlanInput | null {
  const thermalStressLevel = nextLevel(input.activity.thermalStressLevel);
  return thermalStressLevel === null
    ? null
    : { ...input, activity: { ...input.activity, thermalStressLevel } };
}

function harder(input: PlanInput): PlanInput | null {
  const intensityLevel = nextLevel(input.activity.intensityLevel);
  return intensityLevel === null ? null : { ...input, activity: { ...input.activity, intensityLevel } };
}

function sweatier(input: PlanInput): PlanInput | null {
  const sweatLevel = nextLevel(input.athlete.sweatLevel);
  return sweatLevel === null ? null : { ...input, athlete: { ...input.athlete, sweatLevel } };
}

function saltier(input: PlanInput): PlanInput | null {
  const saltinessLevel = nextLevel(input.athlete.saltinessLevel);
  return saltinessLevel === null ? null : { ...input, athlete: { ...input.athlete, saltinessLevel } };
}

/** Not for a triathlon: the effort of its race follows the likeliest course, that of training the level. */
function race({ activity, ...input }: PlanInput): PlanInput | null {
  if (activity.isRaceEvent || activity.type === 'triathlon') return null;
  return { ...input, activity: { ...activity, isRaceEvent: true } };
}

const NOTHING = (): number => 1e-9;
const sweat = (plan: EventPlan): number => plan.balance.sweatLPerHr;
const fluid = (plan: EventPlan): number => plan.fluidLPerHr * 1000;
const carb = (plan: EventPlan): number => plan.carbGPerHr;

/** Directions in which an output must follow an input. */
export const RULES: readonly Rule[] = [
  { name: 'heat raises sweat', raise: hotter, value: sweat, allowed: NOTHING },
  { name: 'effort raises sweat', raise: harder, value: sweat, allowed: NOTHING },
  { name: 'sweat level raises sweat', raise: sweatier, value: sweat, allowed: NOTHING },
  { name: 'heat raises fluid', raise: hotter, value: fluid, allowed: () => 10 },
  { name: 'sweat level raises fluid', raise: sweatier, value: fluid, allowed: () => 10 },
  {
    name: 'sweat level raises the fluid ceiling',
    raise: sweatier,
    value: (plan) => plan.ceiling.maxLPerHr,
    allowed: NOTHING,
  },
  { name: 'effort raises carbohydrate', raise: harder, value: carb, allowed: NOTHING },
  {
    name: 'saltiness raises sodium',
    raise: saltier,
    value: (plan) => plan.sodiumMgPerHr,
    allowed: () => 5,
  },
  {
    name: 'a race raises carbohydrate',
    raise: race,
    value: carb,
    allowed: ({ athlete }) => (athlete.carbToleranceGPerHr === null ? 1 : 10),
  },
];

/** Number of times that a rule was checked and broken. */
interface RuleOutcome {
  readonly name: string;
  readonly tried: number;
  readonly broken: number;
  readonly worst: number;
  readonly worstInput: PlanInput | null;
}

/**
 * A stated athlete and session with random levels and nothing measured. A share declares a carbohydrate
 * tolerance.
 */
function statedInput(source: InputSource, toleranceShare: number): PlanInput {
  const sex = source.chance(0.5) ? 'female' : 'male';
  return {
    activity: {
      ...USUAL_ACTIVITY,
      type: source.oneOf([...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES], 'run'),
      durationMin: source.whole(10, 900),
      intensityLevel: source.whole(1, 9),
      thermalStressLevel: source.whole(1, 9),
      isRaceEvent: source.chance(0.5),
    },
    athlete: {
      ...USUAL_ATHLETE,
      sex,
      ageYears: source.whole(16, 80),
      bodyMassKg: source.between(40, 120),
      heightCm: source.between(150, 200),
      fitnessLevel: source.whole(1, 9),
      sweatLevel: source.whole(1, 9),
      saltinessLevel: source.whole(1, 9),
      carbToleranceGPerHr: source.orNull(toleranceShare, () => source.random.within(65, 18, 20, 130)),
      heatAcclimatized: source.chance(0.5),
    },
    learned: null,
  };
}

/** Checks every rule on `count` random inputs, `toleranceShare` of which declare a tolerance. */
export function checkRules(count: number, seed: number, toleranceShare: number): RuleOutcome[] {
  const source = new InputSource(new RandomSource(seed));
  const outcomes = RULES.map(({ name }) => ({
    name,
    tried: 0,
    broken: 0,
    worst: 0,
    worstInput: null as PlanInput | null,
  }));
  for (let index = 0; index < count; index++) {
    const input = statedInput(source, toleranceShare);
    const plan = planEvent(input);
    RULES.forEach((rule, position) => {
      const raised = rule.raise(input);
      const outcome = outcomes[position];
      if (raised === null || outcome === undefined) return;
      outcome.tried += 1;
      const fall = rule.value(plan) - rule.value(planEvent(raised));
      if (fall <= rule.allowed(input)) return;
      outcome.broken += 1;
      if (fall > outcome.worst) {
        outcome.worst = fall;
        outcome.worstInput = input;
      }
    });
  }
  return outcomes;
}
