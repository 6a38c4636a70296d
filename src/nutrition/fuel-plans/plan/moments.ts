import type { Form } from '../portions.ts';
import { hasFood, type Layout } from './layout.ts';
import { drinkableMl, type PlanLeg } from './plan-legs.ts';
import { easeDuring, type Terrain } from './terrain.ts';

/** A moment at which something may be taken. */
export interface Moment {
  readonly atMin: number;
  readonly leg: PlanLeg;
  /** The minutes that this moment stands for. */
  readonly spanMin: number;
  /** Share of the usual food that suits this moment, 0–1. */
  readonly ease: number;
}

/** Quantities for which a product may mainly be taken. */
export type Quantity = 'carbG' | 'sodiumMg' | 'fluidMl';

/** Minutes between moments; more in very long sessions. Engineering choices. */
const STEP_MIN = 15;
const LONG_STEP_MIN = 20;
const LONG_FROM_MIN = 360;
/** The first intake: when the stomach is ready, but not late (on the bike within 10–15 min). */
const FIRST_MIN = 15;
/** The first intake after a transition. Engineering choice. */
const SETTLED_MIN = 5;
/** An intake closer to the end than this does not help. Engineering choice. */
const LAST_BEFORE_END_MIN = 10;
/** The last solid food before a leg ends (30 min before the second transition). */
const LAST_SOLID_BEFORE_END_MIN = 30;
/** The part of a short leg that each of these times takes at most. Engineering choice. */
const PART_OF_LEG = 1 / 3;

/** Minutes of chewing and swallowing. Engineering choice. */
const EATING_MIN = 5;
/** Drinking suffers half as much as eating uphill or in hard intervals. Engineering choice. */
const DRINKING_SHARE_OF_EASE = 0.5;
/** A moment below this ease moves to a nearby one that is easier by this much. Engineering choices. */
const HARD_EASE = 0.6;
const EASIER_BY = 0.25;
/** Distance to that moment, min: less than half of the time between two. */
const GIVES_WAY_MIN = 5;

/** Moments from the due one at which a free one is looked for, in this order. */
const NEAR = [0, 1, -1, 2, -2];

const EPSILON = 1e-9;

/** Lists the moments at which something may be taken at all. */
export function momentsOf(legs: readonly PlanLeg[], terrain: Terrain): readonly Moment[] {
  const durationMin = legs.at(-1)?.endMin ?? 0;
  const stepMin = durationMin > LONG_FROM_MIN ? LONG_STEP_MIN : STEP_MIN;
  const fed = legs.filter((leg) => leg.forms.size > 0);
  const usable = fed.length > 0 ? fed : legs;
  let lastMarkMin = Number.NEGATIVE_INFINITY;
  return usable.flatMap((leg, index) => {
    const lengthMin = leg.endMin - leg.startMin;
    const partMin = lengthMin * PART_OF_LEG;
    const settledMin = leg.startMin + Math.min(index === 0 ? FIRST_MIN : SETTLED_MIN, partMin);
    // The rhythm continues across a transition: marks that meet there hold too much for one hour.
    const firstMin = Math.max(settledMin, Math.min(lastMarkMin + stepMin, leg.startMin + partMin));
    const lastMin = Math.max(firstMin, leg.endMin - Math.min(LAST_BEFORE_END_MIN, partMin));
    const count = Math.floor((lastMin - firstMin) / stepMin) + 1;
    lastMarkMin = firstMin + (count - 1) * stepMin;
    return Array.from({ length: count }, (_, step) => {
      const atMin = easyMinute(terrain, leg, Math.round(firstMin + step * stepMin));
      const ease = easeDuring(terrain, atMin, atMin + EATING_MIN);
      return { atMin, leg, spanMin: lengthMin / count, ease };
    });
  });
}

/**
 * Returns this minute or, if it is hard, the nearest easier one: the rest between two intervals. On a course, moments
 * stay where they are, since climbs are longer than that.
 */
export function easyMinute(terrain: Terrain, leg: PlanLeg, atMin: number): number {
  if (terrain.stretches.length > 0) return atMin;
  const easeAt = (minute: number) => easeDuring(terrain, minute, minute + EATING_MIN);
  const ease = easeAt(atMin);
  if (ease >= HARD_EASE) return atMin;
  const ways = Array.from({ length: GIVES_WAY_MIN }, (_, index) => [-index - 1, index + 1]).flat();
  const near = ways.map((way) => atMin + way).filter((min) => min >= leg.startMin && min <= leg.endMin);
  const easiest = near.reduce((best, min) => (easeAt(min) > easeAt(best) + EPSILON ? min : best), atMin);
  return easeAt(easiest) >= ease + EASIER_BY ? easiest : atMin;
}

/** Lists the moments at which this form can be taken; all moments if the sport allows none. */
export function momentsFor(
  form: Form,
  legs: readonly PlanLeg[],
  moments: readonly Moment[],
): readonly Moment[] {
  const allowed = moments.filter(({ leg }) => leg.forms.has(form));
  if (form !== 'solid') return allowed.length > 0 ? allowed : moments;
  const early = allowed.filter(({ atMin, leg }) => {
    const partMin = (leg.endMin - leg.startMin) * PART_OF_LEG;
    return atMin <= leg.endMin - Math.min(LAST_SOLID_BEFORE_END_MIN, partMin);
  });
  if (early.length > 0) return early;
  return allowed.length > 0 ? allowed : moments.slice(0, Math.max(1, legs.length));
}

/** Finds the minute at which this fraction of the quantity is reached if every leg takes its share evenly. */
export function minuteOf(moments: readonly Moment[], quantity: Quantity, fraction: number): number {
  const weights = moments.map((moment) => weightOf(moment, quantity));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let reached = 0;
  for (const [index, moment] of moments.entries()) {
    reached += sum > 0 ? (weights[index] ?? 0) / sum : 1 / moments.length;
    if (reached > fraction + EPSILON) return moment.atMin;
  }
  return moments.at(-1)?.atMin ?? 0;
}

/** Returns the share of a quantity that a moment has, relative to the others. */
export function weightOf({ leg, spanMin, ease }: Moment, quantity: Quantity): number {
  const share = quantity === 'fluidMl' ? 1 - DRINKING_SHARE_OF_EASE * (1 - ease) : ease;
  const amount = quantity === 'fluidMl' ? drinkableMl(leg) : leg[quantity];
  return (share * amount * spanMin) / (leg.endMin - leg.startMin);
}

/** Returns the due minute, or the nearest moment without food if one is close. */
export function nearestFree(moments: readonly Moment[], dueMin: number, layout: Layout): number {
  const due = moments.findIndex(({ atMin }) => atMin === dueMin);
  const free = NEAR.map((distance) => moments[due + distance]).find(
    (moment) => moment !== undefined && !hasFood(layout, moment.atMin),
  );
  return free?.atMin ?? dueMin;
}

/** Returns the nearest moment without food, in the same leg if possible; the minute itself if none is left. */
export function anyFree(moments: readonly Moment[], dueMin: number, layout: Layout): number {
  const leg = moments.find(({ atMin }) => atMin === dueMin)?.leg;
  const free = moments.filter(({ atMin }) => !hasFood(layout, atMin));
  const inLeg = free.filter((moment) => moment.leg === leg);
  const byDistance = (inLeg.length > 0 ? inLeg : free).toSorted(
    (one, other) => Math.abs(one.atMin - dueMin) - Math.abs(other.atMin - dueMin),
  );
  return byDistance[0]?.atMin ?? dueMin;
}
