import {
  type CaffeineDose,
  type CaffeineInput,
  type CaffeinePlan,
  lastCaffeineMin,
  planCaffeine,
} from '#core/engine/caffeine.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import type { Form } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Candidate } from './candidates.ts';
import { momentsOf } from './moments.ts';
import { JOINS_MIN } from './place-food.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Terrain } from './terrain.ts';

/** A plan of caffeine, with the last minute at which a dose is useful. */
export type CaffeineToServe = Pick<CaffeinePlan, 'doses' | 'maxSafeMg'> & { readonly lastMin: number };

/** Plans the doses of a suggestion; null if caffeine is not wanted or none is planned. */
export function dosesToServe(input: CaffeineInput): CaffeineToServe | null {
  const { doses, maxSafeMg } = planCaffeine(input);
  if (!input.request.wanted || doses.length === 0) return null;
  return { doses, maxSafeMg, lastMin: lastCaffeineMin(input) };
}

/** A dose with one serving of its food. */
export interface ServedDose {
  readonly atMin: number;
  /** The engine's minute, later for gum; another minute if the food is not allowed then. */
  readonly dueMin: number;
  /** The engine's dose. */
  readonly dose: CaffeineDose;
  readonly candidate: Candidate;
}

/** Doses with their food, and doses without any. */
export interface Served {
  readonly served: readonly ServedDose[];
  readonly unserved: readonly CaffeineDose[];
}

interface Session {
  readonly legs: readonly PlanLeg[];
  readonly targets: PlanTargets;
  readonly athlete: AthleteLimits;
  readonly terrain: Terrain;
}

/** Caffeine of a product as a fraction of its dose. Upper limit: dose plan; lower: engineering choice. */
export const CONTENT = { least: 0.5, most: 1.25 } as const;
/** Most caffeine in a single dose, mg (EFSA 2015, recalled). */
const ONCE_MG = 200;
/** Delay for gum, min: it works within 15 min (recalled). */
const GUM_LATER_MIN = 30;
/**
 * Serves each dose by one serving of the food whose caffeine is nearest, a bit above it only if the total stays within
 * the safe one, at a minute of a leg that allows that food and not after the last useful one. Doses without such a food,
 * and those whose carbohydrate, sodium or fluid has no room in the prescription, are left unserved.
 */
export function serveCaffeine(
  candidates: readonly Candidate[],
  caffeine: CaffeineToServe,
  session: Session,
): Served {
  const served: ServedDose[] = [];
  const unserved: CaffeineDose[] = [];
  let plannedMg = caffeine.doses.reduce((sum, { mg }) => sum + mg, 0);
  for (const dose of caffeine.doses) {
    const one = bestFor(dose, candidates, { caffeine, session, served, plannedMg });
    if (one === null) {
      unserved.push(dose);
      continue;
    }
    plannedMg += one.candidate.caffeineMg - dose.mg;
    served.push(one);
  }
  return { served, unserved };
}

interface SoFar {
  readonly caffeine: CaffeineToServe;
  readonly session: Session;
  readonly served: readonly ServedDose[];
  /** The total of all doses, with the actual contents of those that are served. */
  readonly plannedMg: number;
}

function bestFor(dose: CaffeineDose, candidates: readonly Candidate[], soFar: SoFar): ServedDose | null {
  const { caffeine, plannedMg } = soFar;
  const isAllowed = ({ caffeineMg }: Candidate) =>
    caffeineMg <= dose.mg ||
    (caffeineMg <= ONCE_MG && plannedMg + caffeineMg - dose.mg <= caffeine.maxSafeMg);
  const near = candidates
    .filter(({ caffeineMg }) => caffeineMg >= CONTENT.least * dose.mg)
    .filter(({ caffeineMg }) => caffeineMg <= CONTENT.most * dose.mg)
    .filter((candidate) => isAllowed(candidate) && hasRoom(candidate, soFar))
    .toSorted((one, other) => badness(one, dose) - badness(other, dose));
  for (const candidate of near) {
    const minutes = minutesFor(candidate, dose, soFar);
    if (minutes !== null) return { ...minutes, dose, candidate };
  }
  return null;
}

/** Returns how far a content is from a dose; on ties, gels and well-known figures come first. */
function badness({ caffeineMg, form, product }: Candidate, { mg }: CaffeineDose): number {
  const unsure = product.confidence === 'high' ? 0 : 0.25;
  return Math.abs(caffeineMg - mg) + (form === 'gel' ? 0 : 0.5) + unsure;
}

/** Returns whether the prescription has room for one more serving in addition to the other doses. */
function hasRoom({ carbG, sodiumMg, fluidMl }: Candidate, { served, session: { targets } }: SoFar): boolean {
  const sum = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    served.reduce((total, { candidate }) => total + candidate[quantity], 0);
  return (
    sum('carbG') + carbG <= targets.carbG &&
    sum('sodiumMg') + sodiumMg <= targets.maxSodiumMgPerHr * targets.hours &&
    sum('fluidMl') + fluidMl <= targets.fluidMl
  );
}

/** Returns the minutes of a dose in a leg that allows its food; null if no useful minute does. */
function minutesFor(
  { product, form }: Candidate,
  { atMin }: CaffeineDose,
  { caffeine: { lastMin }, session: { legs, terrain }, served }: SoFar,
): Pick<ServedDose, 'atMin' | 'dueMin'> | null {
  const laterMin = product.category === 'caffeine_chew' ? GUM_LATER_MIN : 0;
  const dueMin = Math.max(atMin, Math.min(atMin + laterMin, Math.floor(lastMin)));
  const isFree = (minute: number) => !served.some((one) => one.atMin === minute);
  const moments = momentsOf(legs, terrain)
    .filter((moment) => moment.leg.forms.has(form) && moment.atMin <= lastMin && isFree(moment.atMin))
    .map((moment) => moment.atMin)
    .toSorted((one, other) => Math.abs(one - dueMin) - Math.abs(other - dueMin));
  const [nearest] = moments;
  const isAllowed = formsAt(legs, dueMin).has(form);
  if (nearest !== undefined && Math.abs(nearest - dueMin) <= JOINS_MIN) {
    return { atMin: nearest, dueMin: isAllowed ? dueMin : nearest };
  }
  if (isAllowed && isFree(dueMin)) return { atMin: dueMin, dueMin };
  return nearest === undefined ? null : { atMin: nearest, dueMin: nearest };
}

/** Returns the forms that the leg at a minute allows. */
export function formsAt(legs: readonly PlanLeg[], minute: number): ReadonlySet<Form> {
  return legs.find(({ startMin, endMin }) => minute >= startMin && minute < endMin)?.forms ?? new Set();
}
