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
