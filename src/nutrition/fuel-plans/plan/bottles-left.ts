import { CEILING_SHARE } from '@musette/engine/prescribe';
import {
  type Amounts,
  type Fill,
  HOUR_MIN,
  isSwim,
  type Leg,
  type Plan,
  type Request,
  type Stop,
  sumOf,
  type Vessel,
} from './model.ts';
import { carriedIn } from './vessels.ts';

/** The minute that an athlete has reached, and the amounts taken so far. */
export interface Situation {
  readonly atMin: number;
  readonly endMin: number;
  readonly taken: Omit<Amounts, 'caffeineMg'> & {
    /** As planned if it is missing. */
    readonly caffeineMg?: number | null | undefined;
  };
  readonly hasPoorStomach: boolean;
  /** What the bottles hold, by number or in all, ml; null: what was filled less what was drunk from them. */
  readonly bottlesLeftMl?: readonly number[] | number | null;
  /** Fluid that did not come from the bottles, if the athlete says what they took; null: cups and gels as planned. */
  readonly otherFluidMl?: number | null;
  readonly lost?: Lost | null;
  /** Stops of the plan at which nothing was filled, eaten or picked up. */
  readonly missedStations?: readonly number[];
  /** Whether laps repeat until a later end, rather than the course being walked more slowly. */
  readonly goesOn?: boolean;
}

/** What was lost: bottles by number, products by identifier, and bags by stop. */
export interface Lost {
  readonly bottles: readonly number[] | 'all';
  readonly products: readonly string[] | 'all';
  readonly bags: readonly number[] | 'all';
}

/** What a bottle holds during a session, with the mix of its last filling. */
export interface Content {
  readonly fill: Fill;
  readonly leftMl: number;
}

/** Nobody counts on less than this in a bottle, ml. */
const EMPTY_BELOW_ML = 75;

/** Returns the leg in which the athlete is. */
export function legNow({ request: { legs } }: Pick<Plan, 'request'>, atMin: number): number {
  const index = legs.findIndex(({ endMin }) => endMin > atMin);
  return index < 0 ? legs.length - 1 : index;
}

/** Lists the bottles that the athlete carries now, by their numbers from 1, also those that were lost. */
export function vesselsNow({ request }: Pick<Plan, 'request'>, atMin: number): readonly Vessel[] {
  const leg = request.legs[legNow({ request }, atMin)];
  return leg === undefined ? [] : carriedIn(leg, request);
}

/** Returns whether a bottle was lost. */
export function isLost(vessel: Vessel, carried: readonly Vessel[], { lost }: Situation): boolean {
  const bottles = lost?.bottles ?? [];
  return bottles === 'all' || bottles.includes(carried.indexOf(vessel) + 1);
}

/** Returns whether a stop was made: it is behind the athlete, and nothing says that they missed it. */
export function isMade(stop: Stop | undefined, index: number, { atMin, missedStations }: Situation): boolean {
  if (stop === undefined || missedStations?.includes(index)) return false;
  return stop.kind === 'start' || stop.atMin < atMin;
}

/**
 * Lists what the bottles hold, in the order in which they are drunk: what the athlete says, else what was filled where they
 * stopped, less what they drank. Bottles of a leg that is over are gone, and so are those that were lost.
 */
export function contentsAt(plan: Plan, situation: Situation): readonly Content[] {
  const { request } = plan;
  const now = legNow(plan, situation.atMin);
  const carried = vesselsNow(plan, situation.atMin);
  const counted = keptOf(plan, countedAt(plan, situation), now);
  const kept = counted.filter(({ fill }) => !isLost(fill.vessel, carried, situation));
  const leg = request.legs[now];
  // A swimmer's bottle waits at the next feeding stop.
  if (leg !== undefined && isSwim(leg)) return [];
  if (situation.bottlesLeftMl == null || leg === undefined) return withoutDregs(kept);
  const open = carried.filter((vessel) => !isLost(vessel, carried, situation));
  const told = toldMl(situation.bottlesLeftMl, { carried, open, kept });
  return [...told].flatMap(([vessel, leftMl]): Content[] => {
    const fill = counted.findLast((one) => one.fill.vessel === vessel)?.fill ?? plainFill(vessel, leg, now);
    return leftMl > 0 ? [{ fill, leftMl }] : [];
  });
}

/** Counts what is left of every filling that was made: the fluid that was drunk came from the bottles in their order. */
function countedAt(plan: Plan, situation: Situation): readonly Content[] {
  const { stops, fills, intakes } = plan;
  const handedMl = sumOf(intakes, ({ stop, atMin, fluidMl }) => {
    if (atMin >= situation.atMin) return 0;
    return stop === null || isMade(stops[stop], stop, situation) ? fluidMl : 0;
  });
  let drunkMl = Math.max(0, situation.taken.fluidMl - (situation.otherFluidMl ?? handedMl));
  return fills
    .filter(({ stop }) => isMade(stops[stop], stop, situation))
    .toSorted((one, other) => one.fromMin - other.fromMin)
    .map((fill) => {
      const takenMl = Math.min(fill.filledMl, drunkMl);
      drunkMl -= takenMl;
      return { fill, leftMl: fill.filledMl - takenMl };
    });
}

/** Keeps the last filling of each bottle of the leg, and of an earlier one what was to be drunk after it was topped up. */
function keptOf({ stops }: Plan, contents: readonly Content[], leg: number): readonly Content[] {
  const room = new Map<Vessel, number>();
  const newest = contents
    .filter(({ fill }) => fill.leg === leg)
    .toSorted((one, other) => other.fill.stop - one.fill.stop);
  const kept = new Map<Content, number>();
  const toppedUpMin = new Map<Vessel, number>();
  for (const content of newest) {
    const { vessel, stop, toMin } = content.fill;
    const roomMl = room.get(vessel) ?? vessel.volumeMl;
    const isToppedUp = toMin <= (toppedUpMin.get(vessel) ?? Number.NEGATIVE_INFINITY);
    if (isToppedUp) continue;
    const leftMl = Math.min(content.leftMl, roomMl);
    room.set(vessel, roomMl - leftMl);
    toppedUpMin.set(vessel, stops[stop]?.atMin ?? 0);
    kept.set(content, leftMl);
  }
  return contents.flatMap((content) => {
    const leftMl = kept.get(content);
    return leftMl === undefined ? [] : [{ ...content, leftMl }];
  });
}

/** Leaves out bottles with a mouthful. */
function withoutDregs(contents: readonly Content[]): readonly Content[] {
  const inVessel = new Map<Vessel, number>();
  for (const { fill, leftMl } of contents) {
    inVessel.set(fill.vessel, (inVessel.get(fill.vessel) ?? 0) + leftMl);
  }
  return contents.filter(
    ({ fill, leftMl }) => leftMl > 0 && (inVessel.get(fill.vessel) ?? 0) >= EMPTY_BELOW_ML,
  );
}

/** Divides what the athlete says is left: by bottle, or in proportion to what they should hold, up to their volume. */
function toldMl(
  told: readonly number[] | number,
  bottles: {
    readonly carried: readonly Vessel[];
    readonly open: readonly Vessel[];
    readonly kept: readonly Content[];
  },
): ReadonlyMap<Vessel, number> {
  const { carried, open, kept } = bottles;
  if (typeof told !== 'number') {
    return new Map(
      open.map((vessel) => [vessel, Math.min(vessel.volumeMl, told[carried.indexOf(vessel)] ?? 0)]),
    );
  }
  const heldMl = (vessel: Vessel) => sumOf(kept, ({ fill, leftMl }) => (fill.vessel === vessel ? leftMl : 0));
  const allHeldMl = sumOf(open, heldMl);
  const weightOf = (vessel: Vessel) => (allHeldMl > 0 ? heldMl(vessel) : vessel.volumeMl);
  const weights = sumOf(open, weightOf);
  const shares = new Map(
    open.map((vessel) => [
      vessel,
      Math.min(vessel.volumeMl, weights > 0 ? (told * weightOf(vessel)) / weights : 0),
    ]),
  );
  let restMl = told - sumOf([...shares.values()], (ml) => ml);
  for (const vessel of open) {
    const addedMl = Math.max(0, Math.min(restMl, vessel.volumeMl - (shares.get(vessel) ?? 0)));
    shares.set(vessel, (shares.get(vessel) ?? 0) + addedMl);
    restMl -= addedMl;
  }
  return shares;
}

function plainFill(vessel: Vessel, { startMin, endMin }: Leg, leg: number): Fill {
  const [filledMl, volumeMl] = [vessel.volumeMl, vessel.volumeMl];
  return {
    stop: 0,
    leg,
    vessel,
    filledMl,
    volumeMl,
    fromMin: startMin,
    toMin: endMin,
    recipe: null,
    tablet: null,
  };
}

/** Plans to drink the contents one after the other, at the rate of the leg from now on. */
export function drunkFromNow(
  contents: readonly Content[],
  { fromMin, legs, ceilings }: Request,
): readonly Fill[] {
  const leg = legs[0];
  if (leg === undefined || leg.fluidMl <= 0) return [];
  const mostPerMin = (CEILING_SHARE * ceilings.fluidMl) / HOUR_MIN;
  const mlPerMin = Math.min(leg.fluidMl / (leg.endMin - leg.startMin), mostPerMin);
  let from = Math.max(fromMin, leg.startMin);
  return contents.flatMap(({ fill, leftMl }): Fill[] => {
    const untilMin = Math.min(leg.endMin, Math.round(from + leftMl / mlPerMin));
    if (untilMin <= from) return [];
    const volumeMl = Math.min(leftMl, mlPerMin * (untilMin - from));
    const share = leftMl / fill.filledMl;
    const tablet = fill.tablet === null ? null : { ...fill.tablet, servings: fill.tablet.servings * share };
    const drunk = {
      ...fill,
      stop: 0,
      leg: 0,
      fromMin: from,
      toMin: untilMin,
      filledMl: leftMl,
      volumeMl,
      tablet,
    };
    from = untilMin;
    return [drunk];
  });
}

/** Returns the request without bottles that were lost: they cannot be filled again. */
export function withoutLost(rest: Request, plan: Plan, situation: Situation): Request {
  const carried = vesselsNow(plan, situation.atMin);
  const open = carried.filter((vessel) => !isLost(vessel, carried, situation));
  if (open.length === carried.length) return rest;
  return carried === plan.request.runVessels ? { ...rest, runVessels: open } : { ...rest, vessels: open };
}
