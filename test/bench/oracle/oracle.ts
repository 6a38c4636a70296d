import type { Highs } from 'highs';
import { mouthfulOf } from '#nutrition/fuel-plans/plan/construct.ts';
import { RULES } from '#nutrition/fuel-plans/plan/costs.ts';
import { Draft } from '#nutrition/fuel-plans/plan/draft.ts';
import { strengthsOf } from '#nutrition/fuel-plans/plan/drinks.ts';
import {
  byId,
  isFixed,
  labelGPerL,
  type Menu,
  menuOfSupply,
  menusOf,
} from '#nutrition/fuel-plans/plan/menu.ts';
import {
  type Amounts,
  type Fill,
  type Intake,
  isSwim,
  kmAt,
  type Plan,
  type Portion,
  type Product,
  type Recipe,
  type Request,
  type Stop,
  type Vessel,
} from '#nutrition/fuel-plans/plan/model.ts';
import { pocketOf } from '#nutrition/fuel-plans/plan/parts.ts';
import { carriedIn, carriesFlasks, fillStepOf } from '#nutrition/fuel-plans/plan/vessels.ts';
import { planWater } from '#nutrition/fuel-plans/plan/water.ts';
import { Program, type Terms } from './program.ts';

const HOUR_MIN = 60;
/** Points for each percent off a target. Those of carbohydrate and fluid are what the plan is judged by. */
const PRICE = { carb: 1, fluid: 1, sodium: 0.2, moment: 0.005, fillStop: 0.02, unused: 0.5 } as const;
const STRENGTHS_G_PER_L = [30, 40, 50, 60, 70, 80];
/** Products that are tried: all would take hours. */
const TRIED = { foods: 9, mixes: 3 } as const;
/** A filling lasts past at most this many stops, and taps that nobody listed are this far apart. */
const STOPS_PAST = 5;
const TAP_EVERY_MIN = 30;
const HOME_STEP_ML = 50;
const FEED = { takesMin: 5, mostMl: 300 } as const;
const TABLETS_MOST = 6;

/** Something that a plan may take, of which a variable says how much. */
interface Taken {
  readonly variable: string;
  readonly fromMin: number;
  /** Equal to `fromMin` for what is taken at once. */
  readonly toMin: number;
  readonly amounts: Omit<Amounts, 'caffeineMg'>;
}

/** Content of a bottle: null is water, a tablet salts it. */
interface Content {
  readonly recipe: Recipe | null;
  readonly tablet: Product | null;
  /** Whether it is chosen; null for what needs no choice. */
  readonly chosen: string | null;
}

/** A minute at which something may be eaten. */
interface Moment {
  readonly atMin: number;
  readonly stop: number | null;
  /** Whether something is eaten. */
  readonly used: string;
  readonly options: readonly {
    readonly portion: Portion;
    readonly isHanded: boolean;
    readonly chosen: string;
  }[];
}

/** A filling of one bottle with one content, from one stop to another. */
interface Filling {
  readonly stop: number;
  readonly leg: number;
  readonly vessel: Vessel;
  readonly fromMin: number;
  readonly toMin: number;
  readonly stepMl: number;
  readonly content: Content;
  readonly steps: string;
  readonly halfTablets: string | null;
}

/** Finds the plan nearest to its targets that keeps every constraint, as an integer program; null if none was found in time. */
export function oraclePlan(highs: Highs, planned: Plan, seconds: number): Plan | null {
  return new Oracle(planned).plan(highs, seconds);
}

class Oracle {
  readonly #program = new Program();
  readonly #planned: Plan;
  readonly #request: Request;
  readonly #menu: Menu;
  readonly #stops: Stop[];
  readonly #taken: Taken[] = [];
  readonly #moments: Moment[] = [];
  readonly #fillings: Filling[] = [];
  readonly #cups: { readonly stop: number; readonly product: Product; readonly halves: string }[] = [];
  readonly #capsules: { readonly atMin: number; readonly count: string }[] = [];
  readonly #contents: Content[] = [];
  readonly #fixed: readonly Intake[];

  constructor(planned: Plan) {
    this.#planned = planned;
    this.#request = { ...planned.request, home: planned.request.home.toSorted(byId) };
    this.#menu = menuOf(this.#request, planned);
    this.#stops = [...planned.stops];
    // Doses stay where the engine wants them, in the product that the plan chose.
    this.#fixed = planned.intakes.filter(({ product }) => product.caffeineMg > 0);
  }

  plan(highs: Highs, seconds: number): Plan | null {
    this.#chooseRecipes();
    for (const [index, leg] of this.#request.legs.entries()) {
      if (leg.fluidMl > 0 && leg.forms.has('drink')) this.#fillLeg(index);
    }
    this.#eat();
    this.#salt();
    this.#keepSupply();
    this.#keepHours();
    this.#aim();
    const value = this.#program.solve(highs, seconds);
    return value === null ? null : this.#read(value);
  }

  #chooseRecipes(): void {
    const program = this.#program;
    const chosen: Terms = [];
    for (const product of this.#menu.mixes) {
      const { least, most } = strengthsOf(product);
      const strengths =
        least === most
          ? [most]
          : STRENGTHS_G_PER_L.map((gPerL) => gPerL / 1000 / product.carbG).filter(
              (one) => one <= most + 1e-9,
            );
      for (const servingsPerMl of strengths) {
        const name = program.add(1, { isWhole: true });
        chosen.push([1, name]);
        this.#contents.push({ recipe: { product, servingsPerMl, from: 'home' }, tablet: null, chosen: name });
      }
    }
    // Salted water is the second recipe.
    program.hold(chosen, '<=', this.#request.supply === null ? 1 : RULES.recipes);
    this.#contents.push({ recipe: null, tablet: null, chosen: null });
    if (this.#menu.tablet !== null && this.#request.supply === null) {
      this.#contents.push({ recipe: null, tablet: this.#menu.tablet, chosen: null });
    }
  }

  // Fluid

  #fillLeg(index: number): void {
    const leg = this.#request.legs[index];
    if (leg === undefined) return;
    const inLeg = this.#stops.flatMap((stop, at) =>
      stop.atMin >= leg.startMin && stop.atMin < leg.endMin - 5 ? [{ stop, at }] : [],
    );
    if (isSwim(leg)) {
      const vessel = this.#request.vessels?.[0] ?? { kind: 'bottle', volumeMl: 500, number: null };
      for (const { stop, at } of inLeg) {
        if (stop.kind === 'start' || !(stop.hasWater || stop.hasBag)) continue;
        const one = { ...vessel, volumeMl: Math.min(FEED.mostMl, vessel.volumeMl) };
        const toMin = stop.atMin + FEED.takesMin;
        this.#fillSegment({
          at,
          leg: index,
          fromMin: stop.atMin,
          toMin,
          vessels: [one],
          stepMl: HOME_STEP_ML,
        });
      }
      return;
    }
    const cupStops = inLeg.filter(
      ({ stop }) => stop.atMin > leg.startMin + 3 && stop.cups.some(({ caffeineMg }) => caffeineMg === 0),
    );
    const vessels = carriedIn(leg, this.#request);
    if (vessels.length > 0) this.#fillPath(index, inLeg, vessels);
    for (const { stop, at } of cupStops)
      this.#pourCups(stop, at, carriesFlasks(leg) ? RULES.halfCupsOnFoot : RULES.halfCupsOnRide);
  }

  /** Chooses the stops at which bottles are filled: each filling lasts until the next. */
  #fillPath(index: number, inLeg: readonly { stop: Stop; at: number }[], carried: readonly Vessel[]): void {
    const leg = this.#request.legs[index];
    if (leg === undefined) return;
    const untilMin = leg.endMin - 5;
    const nodes = inLeg
      .filter(({ stop }) => (stop.hasWater || stop.hasBag) && !stop.assumed)
      .map(({ stop, at }) => ({ at, fromMin: stop.atMin, isTap: false }));
    if (leg.refills !== 'none') {
      for (let minute = leg.startMin + TAP_EVERY_MIN; minute < untilMin - 10; minute += TAP_EVERY_MIN) {
        nodes.push({ at: -1, fromMin: minute, isTap: true });
      }
    }
    nodes.sort((one, other) => one.fromMin - other.fromMin);
    const capacityMl = carried.reduce((sum, { volumeMl }) => sum + volumeMl, 0);
    const perMin = leg.fluidMl / (leg.endMin - leg.startMin);
    const leastMl = Math.min(...carried.map(fillStepOf));
    const ahead = capacityMl - (RULES.refillAheadMin + 10) * perMin >= leastMl;
    const edges: { from: number; to: number; used: string }[] = [];
    for (const [from, node] of nodes.entries()) {
      for (let to = from + 1; to <= Math.min(nodes.length, from + STOPS_PAST); to += 1) {
        const toMin = nodes[to]?.fromMin ?? untilMin;
        if (toMin <= node.fromMin) continue;
        const used = this.#program.add(1, { isWhole: true, price: PRICE.fillStop });
        edges.push({ from, to, used });
        // A tap comes while something is left in the bottles.
        const leftMl = node.isTap && ahead ? (RULES.refillAheadMin + 10) * perMin : 0;
        const at = node.isTap
          ? this.#tapAt(ahead ? node.fromMin - RULES.refillAheadMin : node.fromMin)
          : node.at;
        this.#fillSegment({
          at,
          leg: index,
          fromMin: node.fromMin,
          toMin,
          vessels: carried,
          used,
          mostMl: capacityMl - leftMl,
        });
      }
    }
    const path = (pick: (edge: (typeof edges)[number]) => boolean): Terms =>
      edges.filter(pick).map(({ used }) => [1, used] as const);
    this.#program.hold(
      path(({ from }) => from === 0),
      '=',
      1,
    );
    for (let node = 1; node < nodes.length; node += 1) {
      const out = path(({ from }) => from === node).map(([, used]) => [-1, used] as const);
      this.#program.hold([...path(({ to }) => to === node), ...out], '=', 0);
    }
  }

  #tapAt(atMin: number): number {
    const known = this.#stops.findIndex(
      (stop) => stop.kind === 'refill' && stop.atMin === atMin && !stop.hasBag,
    );
    if (known >= 0) return known;
    const isOnFoot = this.#stops[0]?.isOnFoot ?? false;
    const km = kmAt(this.#request.stretches, atMin);
    const tap = {
      km,
      atMin,
      name: null,
      kind: 'refill',
      place: null,
      offers: new Set(['water'] as const),
      isOnFoot,
    } as const;
    this.#stops.push({ ...tap, assumed: true, hasWater: true, hasBag: false, cups: [], foods: [] });
    return this.#stops.length - 1;
  }

  #fillSegment(segment: {
    readonly at: number;
    readonly leg: number;
    readonly fromMin: number;
    readonly toMin: number;
    readonly vessels: readonly Vessel[];
    readonly used?: string;
    readonly mostMl?: number;
    readonly stepMl?: number;
  }): void {
    const { at, leg, fromMin, toMin, vessels, used, mostMl } = segment;
    const program = this.#program;
    const stop = this.#stops[at];
    if (stop === undefined) return;
    const isHome = stop.kind === 'start' || stop.kind === 'transition';
    const pouredMl: Terms = [];
    for (const vessel of vessels) {
      const stepMl = segment.stepMl ?? (isHome ? HOME_STEP_ML : fillStepOf(vessel));
      const filled: Terms = [];
      for (const content of this.#contentsAt(stop, leg)) {
        const most = Math.floor(vessel.volumeMl / stepMl + 1e-9);
        const isFilled = program.add(1, { isWhole: true });
        const steps = program.add(most, { isWhole: true });
        program.hold(
          [
            [1, steps],
            [-most, isFilled],
          ],
          '<=',
          0,
        );
        if (content.chosen !== null)
          program.hold(
            [
              [1, isFilled],
              [-1, content.chosen],
            ],
            '<=',
            0,
          );
        filled.push([1, isFilled]);
        pouredMl.push([stepMl, steps]);
        const { recipe, tablet } = content;
        const carb = recipe === null ? 0 : recipe.servingsPerMl * recipe.product.carbG;
        const sodium = recipe === null ? 0 : recipe.servingsPerMl * recipe.product.sodiumMg;
        const span = { fromMin, toMin };
        this.#taken.push({
          ...span,
          variable: steps,
          amounts: { carbG: carb * stepMl, sodiumMg: sodium * stepMl, fluidMl: stepMl },
        });
        let halfTablets: string | null = null;
        if (tablet !== null) {
          halfTablets = program.add(TABLETS_MOST, { isWhole: true });
          const halfMg = tablet.sodiumMg / 2;
          program.hold(
            [
              [halfMg, halfTablets],
              [-RULES.saltMgPerMl * stepMl, steps],
            ],
            '<=',
            0,
          );
          const amounts = { carbG: tablet.carbG / 2, sodiumMg: halfMg, fluidMl: 0 };
          this.#taken.push({ ...span, variable: halfTablets, amounts });
        }
        this.#fillings.push({ stop: at, leg, vessel, ...span, stepMl, content, steps, halfTablets });
      }
      program.hold(used === undefined ? filled : [...filled, [-1, used]], '<=', used === undefined ? 1 : 0);
    }
    if (mostMl !== undefined && used !== undefined) program.hold([...pouredMl, [-mostMl, used]], '<=', 0);
  }

  #contentsAt(stop: Stop, leg: number): readonly Content[] {
    const drink =
      stop.kind === 'aid' && !stop.hasBag
        ? stop.cups.find((cup) => cup.caffeineMg === 0 && labelGPerL(cup) >= RULES.strength.least)
        : undefined;
    const request = this.#request;
    const isInWater = isSwim(request.legs[leg] ?? { type: 'run' });
    const own = this.#contents.filter(({ recipe }) => {
      if (recipe === null) return true;
      const needsBag = recipe.product.form === 'ready' || isInWater;
      return drink === undefined && (!needsBag || stop.hasBag);
    });
    if (drink === undefined) return own;
    const recipe = { product: drink, servingsPerMl: 1 / drink.fluidMl, from: 'station' } as const;
    return [...own, { recipe, tablet: null, chosen: null }];
  }

  #pourCups(stop: Stop, at: number, most: number): void {
    const all: Terms = [];
    for (const product of stop.cups) {
      if (product.caffeineMg > 0) continue;
      const halves = this.#program.add(most, { isWhole: true });
      const servings = RULES.halfCupMl / product.fluidMl;
      const amounts = {
        carbG: product.carbG * servings,
        sodiumMg: product.sodiumMg * servings,
        fluidMl: RULES.halfCupMl,
      };
      this.#taken.push({ variable: halves, fromMin: stop.atMin, toMin: stop.atMin, amounts });
      this.#cups.push({ stop: at, product, halves });
      all.push([1, halves]);
    }
    const fixed = this.#fixed.filter((one) => one.stop === at && one.fluidMl > 0);
    this.#program.hold(
      all,
      '<=',
      most - fixed.reduce((sum, { fluidMl }) => sum + fluidMl / RULES.halfCupMl, 0),
    );
  }

  // Food

  #eat(): void {
    const { fromMin, endMin } = this.#request;
    const water = { stops: this.#stops, pours: [], halfCups: new Map() };
    const draft = new Draft(this.#request, water, this.#menu);
    const gridMin = endMin - fromMin > 720 ? 20 : endMin - fromMin > 300 ? 10 : 5;
    const minutes = new Map<number, number | null>();
    for (let minute = fromMin; minute < endMin; minute += gridMin) minutes.set(minute, null);
    for (const [index, stop] of this.#stops.entries()) {
      if (stop.kind !== 'start' && stop.kind !== 'end' && !stop.assumed) minutes.set(stop.atMin, index);
      // A swimmer eats at feeding stops.
      if (stop.assumed && stop.hasBag) minutes.set(stop.atMin, index);
    }
    const isNearDose = (minute: number) =>
      this.#fixed.some(
        ({ atMin, product }) => product.form !== 'ready' && Math.abs(atMin - minute) <= RULES.spacingMin,
      );
    for (const [atMin, stop] of [...minutes].sort(([one], [other]) => one - other)) {
      if (isNearDose(atMin)) continue;
      const leg = draft.legAt(atMin);
      const at = stop === null ? null : (draft.stations[stop] ?? null);
      const own = this.#menu.foods.map((product) => ({
        product,
        servings: mouthfulOf(product),
        station: null,
      }));
      const handed = (at?.stop.foods ?? []).flatMap((product) =>
        [1, 0.5].map((servings) => ({ product, servings, station: at })),
      );
      const allowed = [...own, ...handed].filter(
        ({ product, servings, station }) =>
          product.carbG * servings >= 5 &&
          product.carbG * servings <= RULES.within15G &&
          draft.refusal({ atMin, leg, station, product, servings, isDose: false }) === null,
      );
      if (allowed.length > 0) this.#addMoment(atMin, stop, allowed);
    }
    this.#keepRhythm();
    this.#keepPockets();
  }

  #addMoment(
    atMin: number,
    stop: number | null,
    allowed: readonly (Portion & { readonly station: unknown })[],
  ): void {
    const program = this.#program;
    const used = program.add(1, { isWhole: true, price: PRICE.moment });
    const options = allowed.map(({ product, servings, station }) => {
      const chosen = program.add(1, { isWhole: true });
      program.hold(
        [
          [1, chosen],
          [-1, used],
        ],
        '<=',
        0,
      );
      const amounts = {
        carbG: product.carbG * servings,
        sodiumMg: product.sodiumMg * servings,
        fluidMl: product.fluidMl * servings,
      };
      this.#taken.push({ variable: chosen, fromMin: atMin, toMin: atMin, amounts });
      return { portion: { product, servings }, isHanded: station !== null, chosen };
    });
    // One of a kind, and one own solid.
    for (const { portion } of options) {
      const alike = options.filter((one) => one.portion.product === portion.product);
      program.hold(
        alike.map(({ chosen }) => [1, chosen] as const),
        '<=',
        1,
      );
    }
    const solids = options.filter(({ portion, isHanded }) => portion.product.form === 'solid' && !isHanded);
    program.hold(
      solids.map(({ chosen }) => [1, chosen] as const),
      '<=',
      1,
    );
    this.#moments.push({ atMin, stop, used, options });
  }

  #keepRhythm(): void {
    for (const { atMin } of this.#moments) {
      const within = (most: number) =>
        this.#moments.filter((other) => other.atMin >= atMin && other.atMin <= most);
      const moments = within(atMin + RULES.spacingMin - 1).map(({ used }) => [1, used] as const);
      this.#program.hold(moments, '<=', 1);
      const grams = within(atMin + RULES.spacingMin).flatMap(({ options }) =>
        options.map(({ portion, chosen }) => [portion.product.carbG * portion.servings, chosen] as const),
      );
      this.#program.hold(grams, '<=', RULES.within15G);
    }
  }

  #keepPockets(): void {
    if (this.#request.supply !== null) return;
    const bags = [
      ...this.#stops.flatMap(({ hasBag, atMin }) => (hasBag ? [atMin] : [])),
      Number.POSITIVE_INFINITY,
    ].sort((one, other) => one - other);
    for (const [index, until] of bags.entries()) {
      const from = bags[index - 1] ?? Number.NEGATIVE_INFINITY;
      const here = this.#moments.filter(({ atMin }) => atMin >= from && atMin < until);
      const leg =
        this.#request.legs.find(({ endMin }) => endMin > Math.max(0, from)) ?? this.#request.legs[0];
      if (leg === undefined) continue;
      const pieces = here.flatMap(({ options }) =>
        options.flatMap(({ portion, isHanded, chosen }) =>
          isHanded ? [] : [[portion.servings, chosen] as const],
        ),
      );
      const doses = this.#fixed.filter(({ stop, atMin }) => stop === null && atMin >= from && atMin < until);
      const most = pocketOf(leg) - doses.reduce((sum, { servings }) => sum + servings, 0);
      if (Number.isFinite(most)) this.#program.hold(pieces, '<=', most);
    }
  }

  #salt(): void {
    const { capsule } = this.#menu;
    if (capsule === null) return;
    const program = this.#program;
    const open = new Map<number, string | null>();
    for (const { stop, atMin } of this.#cups.map((cup) => ({
      ...cup,
      atMin: this.#stops[cup.stop]?.atMin ?? 0,
    }))) {
      if (stop >= 0) open.set(atMin, null);
    }
    for (const { atMin, used } of this.#moments) open.set(atMin, open.has(atMin) ? null : used);
    const taken = [...open]
      .filter(([atMin]) => atMin >= this.#request.fromMin + 10)
      .map(([atMin, used]) => {
        const count = program.add(RULES.capsulesAtOnce, { isWhole: true });
        const isTaken = program.add(1, { isWhole: true });
        program.hold(
          [
            [1, count],
            [-RULES.capsulesAtOnce, isTaken],
          ],
          '<=',
          0,
        );
        if (used !== null)
          program.hold(
            [
              [1, isTaken],
              [-1, used],
            ],
            '<=',
            0,
          );
        const amounts = { carbG: capsule.carbG, sodiumMg: capsule.sodiumMg, fluidMl: 0 };
        this.#taken.push({ variable: count, fromMin: atMin, toMin: atMin, amounts });
        this.#capsules.push({ atMin, count });
        return { atMin, isTaken };
      });
    for (const { atMin } of taken) {
      const near = taken.filter((one) => one.atMin >= atMin && one.atMin < atMin + RULES.capsuleEveryMin);
      program.hold(
        near.map(({ isTaken }) => [1, isTaken] as const),
        '<=',
        1,
      );
    }
  }

  /** Uses no more of attached products than there is, and all of them if it can. */
  #keepSupply(): void {
    const { supply, home } = this.#request;
    if (supply === null) return;
    for (const product of home) {
      const fixed = this.#fixed.filter((one) => one.product === product && one.stop === null);
      const given = supply[product.id] ?? { atMost: 0, mustUse: 0 };
      const left = given.atMost - fixed.reduce((sum, { servings }) => sum + servings, 0);
      const used: Terms = [
        ...this.#moments.flatMap(({ options }) =>
          options.flatMap(({ portion, isHanded, chosen }) =>
            portion.product === product && !isHanded ? [[portion.servings, chosen] as const] : [],
          ),
        ),
        ...this.#fillings.flatMap(({ content: { recipe }, stepMl, steps }) =>
          recipe?.product === product && recipe.from === 'home'
            ? [[recipe.servingsPerMl * stepMl, steps] as const]
            : [],
        ),
        ...(product === this.#menu.capsule ? this.#capsules.map(({ count }) => [1, count] as const) : []),
      ];
      this.#program.hold(used, '<=', left);
      const unused = this.#program.add(left, { price: PRICE.unused });
      this.#program.hold([...used, [1, unused]], '>=', left);
    }
  }

  // Ceilings and targets

  #keepHours(): void {
    const { ceilings, totals, fromMin, endMin } = this.#request;
    const edges = new Set<number>();
    for (const { fromMin: from, toMin: to } of this.#taken) {
      for (const minute of [from, from - HOUR_MIN + 1, to, to - HOUR_MIN]) edges.add(minute);
    }
    for (const quantity of ['carbG', 'sodiumMg', 'fluidMl'] as const) {
      for (const begin of edges) {
        if (begin < fromMin - HOUR_MIN || begin > endMin) continue;
        const terms = this.#taken.flatMap(({ variable, amounts, ...span }): Terms => {
          const amount = amounts[quantity] * shareOf(span, begin);
          return amount > 0 ? [[amount, variable]] : [];
        });
        const fixed = this.#fixed.filter(({ atMin }) => atMin >= begin && atMin < begin + HOUR_MIN);
        this.#program.hold(terms, '<=', ceilings[quantity] - sumOfFixed(fixed, quantity));
      }
    }
    for (const quantity of ['sodiumMg', 'fluidMl'] as const) {
      this.#program.hold(this.#all(quantity), '<=', totals[quantity] - sumOfFixed(this.#fixed, quantity));
    }
  }

  #all(quantity: 'carbG' | 'sodiumMg' | 'fluidMl'): Terms {
    return this.#taken.flatMap(
      ({ variable, amounts }): Terms => (amounts[quantity] > 0 ? [[amounts[quantity], variable]] : []),
    );
  }

  #aim(): void {
    const prices = { carbG: PRICE.carb, sodiumMg: PRICE.sodium, fluidMl: PRICE.fluid } as const;
    for (const quantity of ['carbG', 'sodiumMg', 'fluidMl'] as const) {
      const target = this.#request.legs.reduce((sum, leg) => sum + leg[quantity], 0);
      if (target <= 0) continue;
      const left = target - sumOfFixed(this.#fixed, quantity);
      this.#program.aim(this.#all(quantity), left, (100 * prices[quantity]) / target);
    }
  }

  // Reading

  #read(value: (name: string) => number): Plan {
    const order = this.#stops
      .map((stop, index) => ({ stop, index }))
      .sort((one, other) => one.stop.atMin - other.stop.atMin);
    const place = new Map(order.map(({ index }, now) => [index, now]));
    const fills = this.#fillings.flatMap((filling): Fill[] => {
      const { stop, leg, vessel, fromMin, toMin, stepMl, content, steps, halfTablets } = filling;
      const filledMl = Math.round(value(steps)) * stepMl;
      if (filledMl === 0) return [];
      const tablets = halfTablets === null ? 0 : Math.round(value(halfTablets)) / 2;
      const tablet =
        content.tablet !== null && tablets > 0 ? { product: content.tablet, servings: tablets } : null;
      const volumes = { filledMl, volumeMl: filledMl };
      return [
        {
          stop: place.get(stop) ?? 0,
          leg,
          vessel,
          ...volumes,
          fromMin,
          toMin,
          recipe: content.recipe,
          tablet,
        },
      ];
    });
    const legAt = (atMin: number) =>
      Math.max(
        0,
        this.#request.legs.findLastIndex(({ startMin }) => startMin <= atMin),
      );
    const eaten = this.#moments.flatMap(({ atMin, stop, options }) =>
      options.flatMap(({ portion, isHanded, chosen }): Intake[] => {
        if (value(chosen) < 0.5) return [];
        const at = isHanded && stop !== null ? (place.get(stop) ?? null) : null;
        return [
          {
            ...portion,
            atMin,
            leg: legAt(atMin),
            stop: at,
            fluidMl: portion.product.fluidMl * portion.servings,
          },
        ];
      }),
    );
    const drunk = this.#cups.flatMap(({ stop, product, halves }): Intake[] => {
      const fluidMl = Math.round(value(halves)) * RULES.halfCupMl;
      const atMin = this.#stops[stop]?.atMin ?? 0;
      const at = place.get(stop) ?? null;
      return fluidMl > 0
        ? [{ product, servings: fluidMl / product.fluidMl, atMin, leg: legAt(atMin), stop: at, fluidMl }]
        : [];
    });
    const swallowed = this.#capsules.flatMap(({ atMin, count }): Intake[] => {
      const servings = Math.round(value(count));
      const product = this.#menu.capsule;
      return servings > 0 && product !== null
        ? [{ product, servings, atMin, leg: legAt(atMin), stop: null, fluidMl: 0 }]
        : [];
    });
    const doses = this.#fixed.map((one) => ({
      ...one,
      stop: one.stop === null ? null : (place.get(one.stop) ?? null),
    }));
    return {
      ...this.#planned,
      stops: order.map(({ stop }) => stop),
      fills,
      intakes: [...eaten, ...drunk, ...swallowed, ...doses].sort((one, other) => one.atMin - other.atMin),
      notes: [],
    };
  }
}

/** Lists what the program may use: what the plan used, and what else promises most. */
function menuOf(request: Request, planned: Plan): Menu {
  if (request.supply !== null) return menuOfSupply(request);
  const menus = menusOf(request, planWater(request));
  const first = menus[0];
  if (first === undefined) throw new Error('a request has a menu');
  const own = planned.intakes.filter(({ stop, product }) => stop === null && product.caffeineMg === 0);
  const isFood = ({ form }: Product) => form === 'gel' || form === 'chew' || form === 'solid';
  const foods = [...own.map(({ product }) => product).filter(isFood), ...menus.flatMap((menu) => menu.foods)];
  const mixed = planned.fills.flatMap(({ recipe }) => (recipe?.from === 'home' ? [recipe.product] : []));
  const mixes = [...mixed, ...menus.flatMap((menu) => menu.mixes)];
  return {
    ...first,
    foods: [...new Set(foods)].slice(0, TRIED.foods),
    mixes: [...new Set(mixes)].filter((mix) => mix.carbG > 0 || isFixed(mix)).slice(0, TRIED.mixes),
  };
}

/** Returns the share of something taken between two minutes that falls into the hour from a minute. */
function shareOf({ fromMin, toMin }: Pick<Taken, 'fromMin' | 'toMin'>, begin: number): number {
  if (toMin <= fromMin) return fromMin >= begin && fromMin < begin + HOUR_MIN ? 1 : 0;
  return Math.max(0, Math.min(toMin, begin + HOUR_MIN) - Math.max(fromMin, begin)) / (toMin - fromMin);
}

function sumOfFixed(fixed: readonly Intake[], quantity: 'carbG' | 'sodiumMg' | 'fluidMl'): number {
  return fixed.reduce(
    (sum, { product, servings, fluidMl }) =>
      sum + (quantity === 'fluidMl' ? fluidMl : product[quantity] * servings),
    0,
  );
}
