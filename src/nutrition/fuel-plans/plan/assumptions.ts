import { type Assumption, isSwim, type Note, type Plan, sumOf } from './model.ts';
import { targetsOfPlan, totalsOf } from './views.ts';

/** Fluid below this share of its target without what is assumed keeps its note. */
const TRUSTED_SHARE = 0.85;

/** Adds what a plan takes for granted, and keeps the note on the fluid that it would lack without assumed water. */
export function withAssumptions(plan: Plan): Plan {
  const allMl = totalsOf(plan).fluidMl;
  const water = [refillsOf(plan, allMl), cupsOf(plan, allMl)].flat();
  const assumptions = [...water, ...vesselsOf(plan, allMl)];
  const withoutMl = allMl - sumOf(water, ({ fluidMlWithout }) => allMl - fluidMlWithout);
  const { fluidMl: targetMl } = targetsOfPlan(plan);
  const isNoted = plan.notes.some(({ quantity }) => quantity === 'fluid');
  const isBeside = plan.request.legs.every(({ refills }) => refills === 'beside');
  if (water.length === 0 || isBeside || isNoted || withoutMl >= TRUSTED_SHARE * targetMl)
    return { ...plan, assumptions };
  const note: Note = {
    quantity: 'fluid',
    percentOff: Math.round((100 * (withoutMl - targetMl)) / targetMl),
    binding: 'capacity',
    parameters: { missingMl: Math.round(targetMl - withoutMl), isWithoutAssumed: 1 },
  };
  return { ...plan, assumptions, notes: [...plan.notes, note] };
}

/** Lists the stops that nobody listed of a kind, at which something is filled or drunk. */
function assumedStops({ stops }: Plan, kind: 'refill' | 'aid'): readonly number[] {
  return stops.flatMap((stop, index) => (stop.assumed && stop.kind === kind ? [index] : []));
}

function refillsOf(plan: Plan, allMl: number): readonly Assumption[] {
  const { fills, stops, request } = plan;
  const filled = new Set(fills.map(({ stop }) => stop));
  const stations = assumedStops(plan, 'refill').filter((index) => filled.has(index));
  const at = new Set(stations);
  const [first] = fills.filter(({ stop }) => at.has(stop));
  if (first === undefined) return [];
  const leg = request.legs[first.leg];
  const fluidMlWithout = allMl - sumOf(fills, ({ stop, volumeMl }) => (at.has(stop) ? volumeMl : 0));
  if (leg?.refills === 'checkpoints') {
    const names = stations.flatMap((index) => stops[index]?.name ?? []);
    const parameters = { places: [...new Set(names)].join(', ') };
    return [{ code: 'stations_incomplete', stations, parameters, fluidMlWithout }];
  }
  const where =
    leg !== undefined && isSwim(leg) && leg.refills === 'boat'
      ? 'boat'
      : leg?.refills === 'race'
        ? 'race'
        : 'tap';
  return [{ code: 'refills', stations, parameters: { at: where }, fluidMlWithout }];
}

function cupsOf(plan: Plan, allMl: number): readonly Assumption[] {
  const stations = assumedStops(plan, 'aid');
  if (stations.length === 0) return [];
  const at = new Set(stations);
  const cupsMl = sumOf(plan.intakes, ({ stop, fluidMl }) => (stop !== null && at.has(stop) ? fluidMl : 0));
  return [{ code: 'cups', stations, parameters: {}, fluidMlWithout: allMl - cupsMl }];
}

/** A boat's bottle is part of the boat that is assumed. */
function vesselsOf({ fills, request }: Plan, allMl: number): readonly Assumption[] {
  const unnamed = fills.filter(({ vessel, leg }) => {
    const ridden = request.legs[leg];
    return vessel.number === null && ridden !== undefined && !isSwim(ridden);
  });
  const [first] = unnamed;
  if (first === undefined) return [];
  const count = new Set(unnamed.map(({ vessel }) => vessel)).size;
  return [
    {
      code: 'vessels',
      stations: [],
      parameters: { count, volumeMl: first.vessel.volumeMl },
      fluidMlWithout: allMl - sumOf(unnamed, ({ volumeMl }) => volumeMl),
    },
  ];
}
