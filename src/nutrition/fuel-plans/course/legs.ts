import type { ActivityType, Rates, Segment, SingleSportType } from '@musette/engine/types';
import { isMultiSportType, resolveLegs } from '@musette/engine/types';
import type { Form } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';

/** A stretch of the session in one sport, minutes from the start, with its share of the targets. */
export interface PlanLeg {
  readonly type: SingleSportType;
  readonly startMin: number;
  readonly endMin: number;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  /** Fluid and sodium that no hour may exceed: the event's ceilings, which hold in every leg. */
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMgPerHr: number;
  /** Forms that can be taken in this leg; empty if nothing is taken at all. */
  readonly forms: ReadonlySet<Form>;
}

const EVERYTHING: ReadonlySet<Form> = new Set<Form>(['drink', 'gel', 'chew', 'solid', 'capsule']);
/** Forms at running pace: nothing that needs much chewing. */
const RUNNING: ReadonlySet<Form> = new Set<Form>(['drink', 'gel', 'chew', 'capsule']);
/** Forms in the water, at a feeding station or a boat. */
const SWIMMING: ReadonlySet<Form> = new Set<Form>(['drink', 'gel']);
const NOTHING: ReadonlySet<Form> = new Set<Form>();

interface Session {
  readonly type: ActivityType;
  readonly durationMin: number;
  readonly segments: readonly Segment[] | null;
}

/** The rates of a leg, as they were stored or as an answer shows them. */
type CalculatedLeg = Rates & { readonly type: string };

/**
 * Divides the targets among the legs of a session. A single sport is one leg. With several sports the shares follow
 * the stored legs of the calculation; if the sports have changed since, they follow time.
 */
export function planLegs(
  session: Session,
  targets: Pick<PlanTargets, 'carbG' | 'sodiumMg' | 'fluidMl' | 'maxFluidMlPerHr' | 'maxSodiumMgPerHr'>,
  calculated: readonly CalculatedLeg[] | null,
): readonly PlanLeg[] {
  const legs = legsOf(session, calculated);
  const isMulti = isMultiSportType(session.type);
  const weights = legs.map((leg) => weigh(leg, isMulti));
  const sum = (part: 'carb' | 'sodium' | 'fluid') =>
    weights.reduce((total, weight) => total + weight[part], 0);
  const [carb, sodium, fluid] = [sum('carb'), sum('sodium'), sum('fluid')];
  const scale = session.durationMin / legs.reduce((total, { durationMin }) => total + durationMin, 0);
  let startMin = 0;
  return legs.map((leg, index) => {
    const weight = weights[index] ?? { carb: 0, sodium: 0, fluid: 0 };
    const endMin = index === legs.length - 1 ? session.durationMin : startMin + leg.durationMin * scale;
    const fluidMl = fluid > 0 ? (targets.fluidMl * weight.fluid) / fluid : 0;
    const placed: PlanLeg = {
      type: leg.type,
      startMin,
      endMin,
      carbG: carb > 0 ? (targets.carbG * weight.carb) / carb : 0,
      sodiumMg: sodium > 0 ? (targets.sodiumMg * weight.sodium) / sodium : 0,
      fluidMl,
      maxFluidMlPerHr: targets.maxFluidMlPerHr,
      maxSodiumMgPerHr: targets.maxSodiumMgPerHr,
      forms: formsOf(leg, isMulti),
    };
    startMin = endMin;
    return placed;
  });
}

const ON_FOOT: ReadonlySet<string> = new Set(['run', 'treadmill_run', 'trail_run', 'hike', 'walk']);

/** Returns whether the athlete goes on foot, so that carried weight matters and cups are drunk walking. */
export function isOnFoot({ type }: Pick<PlanLeg, 'type'>): boolean {
  return ON_FOOT.has(type);
}

interface RawLeg {
  readonly type: SingleSportType;
  readonly durationMin: number;
  readonly rates: Rates | null;
}

function legsOf(
  { type, durationMin, segments }: Session,
  calculated: readonly CalculatedLeg[] | null,
): RawLeg[] {
  if (!isMultiSportType(type)) return [{ type, durationMin, rates: null }];
  const resolved = resolveLegs(type, durationMin / 60, segments);
  const matches =
    calculated !== null &&
    calculated.length === resolved.length &&
    calculated.every((leg, index) => leg.type === resolved[index]?.type);
  return resolved.map((leg, index) => ({
    type: leg.type,
    durationMin: leg.hours * 60,
    rates: matches ? (calculated[index] ?? null) : null,
  }));
}

function weigh(leg: RawLeg, isMulti: boolean): { carb: number; sodium: number; fluid: number } {
  if (formsOf(leg, isMulti).size === 0) return { carb: 0, sodium: 0, fluid: 0 };
  const { durationMin, rates } = leg;
  return {
    carb: durationMin * (rates?.carbGPerHr ?? 1),
    sodium: durationMin * (rates?.sodiumMgPerHr ?? 1),
    fluid: durationMin * (rates?.fluidMlPerHr ?? 1),
  };
}

/** A run longer than this has parts slow enough to chew, min. Engineering choice. */
const CHEWED_FROM_MIN = 180;

function formsOf({ type, durationMin }: RawLeg, isMulti: boolean): ReadonlySet<Form> {
  switch (type) {
    case 'run':
    case 'treadmill_run':
      return isMulti || durationMin <= CHEWED_FROM_MIN ? RUNNING : EVERYTHING;
    case 'trail_run':
      // Trail runners often walk and eat; after other legs it is a run.
      return isMulti ? RUNNING : EVERYTHING;
    case 'swim':
    case 'open_water_swim':
      return isMulti ? NOTHING : SWIMMING;
    case 'bike':
    case 'indoor_bike':
    case 'row':
    case 'ski':
    case 'hike':
    case 'walk':
    case 'lift':
    case 'other':
      return EVERYTHING;
  }
}
