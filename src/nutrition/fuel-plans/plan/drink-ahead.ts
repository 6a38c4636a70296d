import { RULES } from './costs.ts';
import { Ledger } from './ledger.ts';
import { type Fill, isSwim, kmAt, type Leg, type Plan, type Request, type Stop, sumOf } from './model.ts';
import type { Pour, Water } from './parts.ts';
import { amountsOfFill } from './views.ts';
import { planWater, SIP_ML } from './water.ts';

/** Scales the targets of a leg. */
export const scaled = (leg: Leg, share: number): Leg => ({
  ...leg,
  carbG: leg.carbG * share,
  sodiumMg: leg.sodiumMg * share,
  fluidMl: leg.fluidMl * share,
});

/** Drinks of what is in the bottles as much as the hours and the rest of the session have room for. */
export function bottlesNow(contents: readonly Fill[], rest: Request): readonly Fill[] {
  const ledger = new Ledger(rest);
  let leftMl = sumOf(rest.legs, ({ fluidMl }) => fluidMl);
  return contents.flatMap((fill): Fill[] => {
    const { toMin } = fill;
    for (let volumeMl = Math.min(fill.volumeMl, leftMl); volumeMl > 1; volumeMl -= SIP_ML) {
      const drunk = { ...fill, volumeMl };
      const amounts = amountsOfFill(drunk);
      ledger.spread(drunk.fromMin, toMin, amounts, 1);
      if (ledger.broken(drunk.fromMin, toMin) === null) {
        leftMl -= volumeMl;
        return [drunk];
      }
      ledger.spread(drunk.fromMin, toMin, amounts, -1);
    }
    return [];
  });
}

/** Plans fluid anew from when the bottles are empty; until then, cups stay as planned. */
export function waterAhead(rest: Request, ahead: Plan, inBottles: readonly Fill[]): Water {
  const emptyMin = Math.max(rest.fromMin, ...inBottles.map(({ toMin }) => toMin));
  const [here, ...others] = rest.stops;
  const drunk = inBottles.flatMap((fill) => {
    const minutes = Math.max(1, fill.toMin - fill.fromMin);
    return Array.from({ length: minutes }, (_, minute) => ({
      atMin: fill.fromMin + minute,
      carbG: 0,
      sodiumMg: 0,
      caffeineMg: 0,
      fluidMl: fill.volumeMl / minutes,
    }));
  });
  const refill = emptyMin < rest.endMin && here !== undefined && mayRefill(rest, emptyMin);
  const stops: Stop[] = [
    ...(here === undefined ? [] : [{ ...here, hasBag: false }]),
    ...others,
    ...(refill ? [assumedAt(emptyMin, rest, here)] : []),
  ].sort((one, other) => one.atMin - other.atMin);
  // Until the bottles are empty, cups stay as planned; all together stay within what the rest may hold.
  let leftMl = sumOf(rest.legs, ({ fluidMl }) => fluidMl) - sumOf(inBottles, ({ volumeMl }) => volumeMl);
  const soon = new Map<string, number>();
  for (const stop of stops) {
    if (stop.atMin >= emptyMin || stop.cups.length === 0) continue;
    const cupMl = sumOf(ahead.intakes, (one) =>
      isAt(ahead.stops[one.stop ?? -1], stop) && stop.cups.includes(one.product) ? one.fluidMl : 0,
    );
    const halves = Math.max(0, Math.floor(Math.min(cupMl, leftMl) / RULES.halfCupMl + 0.01));
    leftMl -= halves * RULES.halfCupMl;
    soon.set(keyOf(stop), halves);
  }
  const later = rest.legs.map((leg) => {
    if (leg.endMin <= emptyMin) return { ...leg, fluidMl: 0 };
    const startMin = Math.max(leg.startMin, emptyMin);
    return scaled({ ...leg, startMin }, (leg.endMin - startMin) / (leg.endMin - leg.startMin));
  });
  const soonMl =
    sumOf(inBottles, ({ volumeMl }) => volumeMl) +
    RULES.halfCupMl * sumOf([...soon.values()], (halves) => halves);
  const laterMl = sumOf(later, ({ fluidMl }) => fluidMl);
  const share = laterMl > 0 ? Math.max(0, Math.min(1, leftMl / laterMl)) : 0;
  const planned = planWater({
    ...rest,
    stops,
    legs: later.map((leg) => ({ ...leg, fluidMl: leg.fluidMl * share })),
    // What is in the bottles and in the next cups is taken off, because bottles are filled in steps.
    totals: { ...rest.totals, fluidMl: Math.max(0, rest.totals.fluidMl - soonMl) },
    past: [...rest.past, ...drunk],
  });
  const used = new Set(planned.pours.map(({ stop }) => stop));
  const halfCups = new Map(planned.halfCups);
  for (const stop of planned.stops) {
    const halves = soon.get(keyOf(stop));
    if (halves !== undefined) halfCups.set(stop, halves);
  }
  const fixed = inBottles.flatMap((fill): Pour[] => {
    const first = planned.stops[0];
    const { carbG, sodiumMg } = amountsOfFill(fill);
    return first === undefined ? [] : [{ ...fill, stop: first, fixed: { carbG, sodiumMg } }];
  });
  return {
    stops: planned.stops.filter((stop) => stop.kind === 'aid' || !stop.assumed || used.has(stop)),
    pours: [...fixed, ...planned.pours],
    halfCups,
  };
}

const keyOf = ({ atMin, kind }: Stop): string => `${kind} ${atMin}`;

const isAt = (planned: Stop | undefined, stop: Stop): boolean =>
  planned !== undefined && planned.kind === stop.kind && planned.name === stop.name && planned.km === stop.km;

const mayRefill = ({ legs }: Request, minute: number): boolean => {
  const leg = legs.find(({ endMin }) => endMin > minute);
  return leg !== undefined && leg.refills !== 'none' && !isSwim(leg);
};

function assumedAt(atMin: number, { stretches }: Request, here: Stop): Stop {
  return {
    ...here,
    atMin,
    km: kmAt(stretches, atMin),
    kind: 'refill',
    offers: new Set(['water']),
    assumed: true,
    hasWater: true,
    hasBag: false,
  };
}
