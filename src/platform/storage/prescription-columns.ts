import type { CaffeineDose, CaffeinePlan } from '@musette/engine/caffeine';
import type {
  Estimate,
  ProjectedEnd,
  Projection,
  RateRanges,
  Rates,
  ShownRange,
  SingleSportType,
} from '@musette/engine/types';
import { asPacked, type Packing } from './packed.ts';

/** A leg of a multi-sport calculation as displayed; leg minutes sum to the activity's duration. */
export interface PrescribedLeg extends Rates {
  readonly type: SingleSportType;
  readonly durationMin: number;
}

/** The numbers of a calculation as shown, with their ranges, the projected end and the caffeine plan. */
export interface ShownNumbers extends Rates {
  /** Of the calculated session: its activity may have changed since. */
  readonly durationMin: number;
  readonly totalCarbG: number;
  readonly totalSodiumMg: number;
  readonly totalFluidMl: number;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly confidenceScore: number;
  readonly requiresHumanReview: boolean;
  readonly ranges: RateRanges<ShownRange>;
  readonly projection: Projection;
  /** Null if caffeine was not requested. */
  readonly caffeine: CaffeinePlan | null;
}

type PackedRange = readonly [min: number, max: number, wouldNeedUpTo: number];
type PackedEstimate = readonly [value: number, low: number, high: number];
type HiddenEstimate = PackedEstimate | readonly [null, null, null];
type PackedEnd = readonly [...mass: HiddenEstimate, ...plasmaSodium: HiddenEstimate];
type PackedRates = readonly [carbGPerHr: number, sodiumMgPerHr: number, fluidMlPerHr: number];

type PackedNumbers = readonly [
  ...PackedRates,
  totalCarbG: number,
  totalSodiumMg: number,
  totalFluidMl: number,
  maxSafeFluidMlPerHr: number,
  maxSafeSodiumMgPerHr: number,
  confidenceScore: number,
  requiresHumanReview: 0 | 1,
  ...carb: PackedRange,
  ...sodium: PackedRange,
  ...fluid: PackedRange,
  steadyWaterMassChangePercent: number | null,
  durationMin: number,
  ...end: PackedEnd,
];
/** The numbers that precede the projected end when drinking to thirst. */
const NUMBERS = 27;
const END_NUMBERS = 6;

/**
 * The shown numbers as one list. A body mass or plasma sodium that must not be shown is null. If thirst leads to another end,
 * as after long events, that end follows, and then the caffeine plan if one was requested.
 */
export const packedNumbers: Packing<ShownNumbers> = {
  pack: (numbers) => [
    ...packRates(numbers),
    numbers.totalCarbG,
    numbers.totalSodiumMg,
    numbers.totalFluidMl,
    numbers.maxSafeFluidMlPerHr,
    numbers.maxSafeSodiumMgPerHr,
    numbers.confidenceScore,
    numbers.requiresHumanReview ? 1 : 0,
    ...packRange(numbers.ranges.carbGPerHr),
    ...packRange(numbers.ranges.sodiumMgPerHr),
    ...packRange(numbers.ranges.fluidMlPerHr),
    numbers.projection.steadyWaterMassChangePercent,
    numbers.durationMin,
    ...packEnd(numbers.projection),
    ...(isSameEnd(numbers.projection) ? [] : packEnd(numbers.projection.byThirst)),
    ...packCaffeine(numbers.caffeine),
  ],
  unpack: (packed) => {
    const all = asPacked(packed);
    const last = all.at(-1);
    const caffeine = Array.isArray(last) ? asPacked<PackedCaffeine>(last, 4) : null;
    const numbers = caffeine === null ? all : all.slice(0, -1);
    const values = asPacked<PackedNumbers>(numbers.slice(0, NUMBERS), NUMBERS);
    const end = numbers.slice(NUMBERS - END_NUMBERS, NUMBERS);
    const byThirst = numbers.length > NUMBERS ? numbers.slice(NUMBERS) : end;
    return {
      durationMin: values[20],
      carbGPerHr: values[0],
      sodiumMgPerHr: values[1],
      fluidMlPerHr: values[2],
      totalCarbG: values[3],
      totalSodiumMg: values[4],
      totalFluidMl: values[5],
      maxSafeFluidMlPerHr: values[6],
      maxSafeSodiumMgPerHr: values[7],
      confidenceScore: values[8],
      requiresHumanReview: values[9] === 1,
      ranges: {
        carbGPerHr: { min: values[10], max: values[11], wouldNeedUpTo: values[12] },
        sodiumMgPerHr: { min: values[13], max: values[14], wouldNeedUpTo: values[15] },
        fluidMlPerHr: { min: values[16], max: values[17], wouldNeedUpTo: values[18] },
      },
      projection: {
        ...unpackEnd(end),
        steadyWaterMassChangePercent: values[19],
        byThirst: unpackEnd(byThirst),
      },
      caffeine: caffeine && unpackCaffeine(caffeine),
    };
  },
};

function packRates({ carbGPerHr, sodiumMgPerHr, fluidMlPerHr }: Rates): PackedRates {
  return [carbGPerHr, sodiumMgPerHr, fluidMlPerHr];
}

function packRange({ min, max, wouldNeedUpTo }: ShownRange): PackedRange {
  return [min, max, wouldNeedUpTo];
}

function packEstimate(estimate: Estimate | null): HiddenEstimate {
  return estimate === null ? [null, null, null] : [estimate.value, estimate.low, estimate.high];
}

function packEnd({ bodyMassChangePercent, plasmaSodiumMmolPerL }: ProjectedEnd): PackedEnd {
  return [...packEstimate(bodyMassChangePercent), ...packEstimate(plasmaSodiumMmolPerL)];
}

function isSameEnd({ byThirst, ...end }: Projection): boolean {
  return JSON.stringify(packEnd(byThirst)) === JSON.stringify(packEnd(end));
}

function unpackEnd(packed: readonly unknown[]): ProjectedEnd {
  const [mass, massLow, massHigh, plasma, plasmaLow, plasmaHigh] = asPacked<PackedEnd>(packed, END_NUMBERS);
  return {
    bodyMassChangePercent: unpackEstimate(mass, massLow, massHigh),
    plasmaSodiumMmolPerL: unpackEstimate(plasma, plasmaLow, plasmaHigh),
  };
}

function unpackEstimate(value: number | null, low: number | null, high: number | null): Estimate | null {
  return value === null || low === null || high === null ? null : { value, low, high };
}

/** Rates as a list. */
export const packedRates: Packing<Rates> = {
  pack: packRates,
  unpack: (packed) => {
    const [carbGPerHr, sodiumMgPerHr, fluidMlPerHr] = asPacked<PackedRates>(packed, 3);
    return { carbGPerHr, sodiumMgPerHr, fluidMlPerHr };
  },
};

type PackedLeg = readonly [type: SingleSportType, durationMin: number, ...PackedRates];

/** Legs, each as a list. */
export const packedLegs: Packing<readonly PrescribedLeg[]> = {
  pack: (legs) =>
    legs.map(({ type, durationMin, ...rates }): PackedLeg => [type, durationMin, ...packRates(rates)]),
  unpack: (packed) =>
    asPacked<readonly unknown[]>(packed).map((each) => {
      const [type, durationMin, ...rates] = asPacked<PackedLeg>(each, 5);
      return { type, durationMin, ...packedRates.unpack(rates) };
    }),
};

type PackedDose = readonly [atMin: number, mg: number];
type PackedCaffeine = readonly [
  totalMg: number,
  maxSafeMg: number,
  reason: CaffeinePlan['reason'],
  doses: readonly PackedDose[],
];

function packCaffeine(plan: CaffeinePlan | null): readonly [PackedCaffeine] | [] {
  if (plan === null) return [];
  const { totalMg, maxSafeMg, reason, doses } = plan;
  return [[totalMg, maxSafeMg, reason, doses.map(({ atMin, mg }) => [atMin, mg])]];
}

function unpackCaffeine([totalMg, maxSafeMg, reason, doses]: PackedCaffeine): CaffeinePlan {
  return { totalMg, doses: doses.map(([atMin, mg]): CaffeineDose => ({ atMin, mg })), maxSafeMg, reason };
}

/** Returns a stored calculation with its numbers as members. */
export function withNumbers<Row extends { readonly numbers: ShownNumbers }>({
  numbers,
  ...row
}: Row): Omit<Row, 'numbers'> & ShownNumbers {
  return { ...row, ...numbers };
}
