/** An item of a plan as answers have it. */
export interface WireItem {
  readonly product_id: string | null;
  readonly generic: string | null;
  readonly servings: number;
  readonly fluid_ml: number;
}

/** A stop of a plan as answers have it. */
export interface WireStation {
  readonly km: number;
  readonly at_min: number;
  readonly name: string | null;
  readonly kind: string;
  readonly leave_with: readonly WireItem[];
  readonly take: readonly WireItem[];
}

/** Amounts of a plan as answers have them. */
export interface WireAmounts {
  readonly carb_g: number;
  readonly fluid_ml: number;
  readonly sodium_mg: number;
}

/** The fullest hour of a plan as answers have it, from bottles drunk evenly and what is taken at once. */
export function fullestHour(plan: WireTimes, quantity: 'fluid_ml' | 'sodium_mg'): number {
  const before = (minute: number) => takenAt(plan, minute)[quantity];
  const first = Math.floor(plan.timeline[0]?.at_min ?? 0);
  const minutes = Array.from({ length: Math.max(1, plan.duration_min - first) }, (_, index) => first + index);
  return Math.max(0, ...minutes.map((minute) => before(minute + 60) - before(minute)));
}

/** The members of a plan that say when what is taken. */
interface WireTimes {
  readonly duration_min: number;
  readonly timeline: readonly { readonly at_min: number; readonly cumulative: WireAmounts }[];
  readonly bottles: readonly {
    readonly carb_g: number;
    readonly sodium_mg: number;
    readonly drunk_ml: number;
    readonly from_min: number;
    readonly to_min: number;
  }[];
}

/** Returns what is taken before a minute if a plan is followed: entries of the timeline without the sips that are still to come. */
export function takenAt({ timeline, bottles, duration_min }: WireTimes, atMin: number): WireAmounts {
  const index = timeline.findLastIndex(({ at_min }) => at_min < atMin);
  const begun = timeline[index]?.cumulative ?? { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
  const untilMin = timeline[index + 1]?.at_min ?? duration_min;
  const ahead = bottles.map(({ carb_g, sodium_mg, drunk_ml, from_min, to_min }) => {
    const minutes = Math.min(to_min, untilMin) - Math.max(from_min, atMin);
    const share = index < 0 ? 0 : Math.max(0, minutes) / (to_min - from_min);
    return { carb_g: carb_g * share, sodium_mg: sodium_mg * share, fluid_ml: drunk_ml * share };
  });
  const left = (quantity: keyof WireAmounts) =>
    Math.max(0, begun[quantity] - ahead.reduce((sum, sip) => sum + sip[quantity], 0));
  return { carb_g: left('carb_g'), fluid_ml: left('fluid_ml'), sodium_mg: left('sodium_mg') };
}
