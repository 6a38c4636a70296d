import type { Dose } from '@musette/engine/trajectory';
import type { Amounts, Assumption, Plan, Portion } from './model.ts';
import {
  leaveWith,
  type Pack,
  type PackedRecipe,
  packOf,
  portionsOfPlan,
  recipesOf,
  type ShoppingItem,
  shoppingOf,
  takenAt,
} from './packing.ts';
import {
  amountsOfFill,
  type Carried,
  dosesOf,
  type OffTarget,
  offTargetOf,
  ownPortionsOf,
  type Row,
  rowsOf,
  type TimelineEntry,
  targetsOfPlan,
  timelineOf,
  totalsOf,
  worstHoursOf,
} from './views.ts';

/** Everything that is shown of a plan. Each member is derived once, when a form first asks for it. */
export interface PlanView {
  readonly plan: Plan;
  readonly rows: readonly Row[];
  readonly recipes: readonly PackedRecipe[];
  readonly pack: Pack;
  readonly shopping: readonly ShoppingItem[];
  /** Own products with their servings. */
  readonly own: readonly Portion[];
  /** Everything that is taken, stations included. */
  readonly portions: readonly Portion[];
  /** What is taken at each stop, and what is carried on. */
  readonly stations: readonly { readonly take: readonly Carried[]; readonly leaveWith: readonly Carried[] }[];
  /** What each filling brings, in the order of the plan. */
  readonly brings: readonly Amounts[];
  readonly timeline: readonly TimelineEntry[];
  readonly doses: readonly Dose[];
  readonly totals: Amounts;
  readonly targets: Omit<Amounts, 'caffeineMg'>;
  readonly off: OffTarget;
  readonly worst: Omit<Amounts, 'caffeineMg'>;
  readonly assumptions: readonly Assumption[];
}

/** Returns the view of a plan that every form takes. */
export function viewOf(plan: Plan): PlanView {
  return new View(plan);
}

class View implements PlanView {
  readonly plan: Plan;
  readonly #derived = new Map<string, unknown>();

  constructor(plan: Plan) {
    this.plan = plan;
  }

  #once<Result>(name: string, derive: (plan: Plan) => Result): Result {
    if (!this.#derived.has(name)) this.#derived.set(name, derive(this.plan));
    return this.#derived.get(name) as Result;
  }

  get rows() {
    return this.#once('rows', rowsOf);
  }

  get recipes() {
    return this.#once('recipes', recipesOf);
  }

  get pack() {
    return this.#once('pack', (plan) => packOf(plan, this.recipes));
  }

  get shopping() {
    return this.#once('shopping', () => shoppingOf(this.own));
  }

  get own() {
    return this.#once('own', ownPortionsOf);
  }

  get portions() {
    return this.#once('portions', portionsOfPlan);
  }

  get stations() {
    return this.#once('stations', (plan) =>
      plan.stops.map((_, index) => ({ take: takenAt(plan, index), leaveWith: leaveWith(plan, index) })),
    );
  }

  get brings() {
    return this.#once('brings', ({ fills }) => fills.map(amountsOfFill));
  }

  get timeline() {
    return this.#once('timeline', timelineOf);
  }

  get doses() {
    return this.#once('doses', dosesOf);
  }

  get totals() {
    return this.#once('totals', totalsOf);
  }

  get targets() {
    return this.#once('targets', targetsOfPlan);
  }

  get off() {
    return this.#once('off', offTargetOf);
  }

  get worst() {
    return this.#once('worst', worstHoursOf);
  }

  get assumptions() {
    return this.plan.assumptions;
  }
}
