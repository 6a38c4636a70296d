import { concentratedFromGPerL } from '#nutrition/fuel-plans/plan/costs.ts';
import type { Plan } from '#nutrition/fuel-plans/plan/model.ts';
import { portionsOfPlan, recipesOf } from '#nutrition/fuel-plans/plan/packing.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { planRest, takenBefore } from '#nutrition/fuel-plans/plan/replan.ts';
import { type PlanQuestion, requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import {
  dosesOf,
  offTargetOf,
  rowsOf,
  targetsOfPlan,
  timelineOf,
  totalsOf,
  worstHoursOf,
} from '#nutrition/fuel-plans/plan/views.ts';
import { type FuelEvent, questionOf } from './fuel-events.ts';
import { PRODUCTS } from './plan-sessions.ts';

/** A plan with everything that its properties read. */
export interface CheckedPlan {
  readonly event: FuelEvent;
  readonly question: PlanQuestion;
  readonly plan: Plan;
}

/** Plans an event. */
export function checkedPlan(event: FuelEvent): CheckedPlan {
  const question = questionOf(event);
  return { event, question, plan: planFuel(requestOf(question)) };
}

/** What rounding may add to an hour. */
const ROUNDING = { carbG: 1.5, sodiumMg: 4, fluidMl: 3 } as const;
const QUANTITIES = ['carbG', 'sodiumMg', 'fluidMl'] as const;
const SUM = 1e-6;
/** A gel is nearer to nothing than to this target. */
export const SMALL_TARGET_G = 16;

/** Pieces of food on a belt (in a vest on a long run), in a vest and in three pockets. */
const POCKETS: Readonly<Record<string, number>> = { bike: 18, trail_run: 20, run: 20 };

/** The properties of a plan: each lists what breaks it. */
export const PROPERTIES: Readonly<Record<string, (checked: CheckedPlan) => readonly string[]>> = {
  'rows, totals, timeline and trajectory have the same sums': ({ plan }) => {
    const totals = totalsOf(plan);
    const doses = dosesOf(plan);
    const mark = timelineOf(plan).at(-1)?.cumulative;
    const rows = rowsOf(plan).flatMap(({ intakes }) => intakes);
    return [
      ...QUANTITIES.flatMap((quantity) => {
        const taken = doses.reduce((sum, dose) => sum + dose[quantity], 0);
        const shown = mark?.[quantity] ?? 0;
        const isSame = Math.abs(taken - totals[quantity]) < SUM + 1e-6 * totals[quantity];
        const isShown = Math.abs(shown - totals[quantity]) < SUM + 1e-6 * totals[quantity];
        return isSame && isShown ? [] : [`${quantity} ${totals[quantity]}, ${taken}, ${shown}`];
      }),
      ...(new Set(rows).size === plan.intakes.length ? [] : ['an intake without a row']),
      ...portionsOfPlan(plan).flatMap(({ servings }) => (servings > 0 ? [] : ['an empty portion'])),
    ];
  },
  'no rolling hour is above a ceiling': ({ plan }) => {
    const worst = worstHoursOf(plan);
    return QUANTITIES.flatMap((quantity) => {
      const most = plan.request.ceilings[quantity] + ROUNDING[quantity];
      return worst[quantity] > most ? [`${quantity} ${worst[quantity]} above ${most}`] : [];
    });
  },
  'every fill is at a stop with water or a bag, and every cup and food was offered there': ({ plan }) => [
    ...plan.fills.flatMap(({ stop, recipe, leg }) => {
      const at = plan.stops[stop];
      const isOffered = recipe?.from !== 'station' || at?.cups.includes(recipe.product);
      const isSwim = plan.request.legs[leg]?.type.includes('swim') === true;
      const isReady = recipe?.from === 'home' && (recipe.product.form === 'ready' || isSwim);
      const isFilled = at !== undefined && (at.hasWater || at.hasBag) && (!isReady || at.hasBag);
      return isFilled && isOffered ? [] : [`a bottle filled at ${at?.kind}`];
    }),
    ...plan.intakes.flatMap(({ stop, product }) => {
      if (stop === null) return [];
      const at = plan.stops[stop];
      return at?.cups.includes(product) || at?.foods.includes(product)
        ? []
        : [`${product.name} is not offered`];
    }),
  ],
  'bottles never hold more than their volume, and nobody drinks more than is in them': ({ plan }) =>
    plan.fills.flatMap((fill) => {
      const { vessel, filledMl, volumeMl, fromMin, toMin, leg, stop } = fill;
      const ridden = plan.request.legs[leg];
      const at = plan.stops[stop]?.atMin ?? 0;
      const isInLeg = ridden !== undefined && fromMin >= ridden.startMin && toMin <= ridden.endMin;
      return filledMl <= vessel.volumeMl + SUM && volumeMl <= filledMl + SUM && isInLeg && at <= fromMin
        ? []
        : [`${volumeMl} of ${filledMl} in ${vessel.volumeMl} ml, ${fromMin} to ${toMin}`];
    }),
  'bottles are filled whole or half, and at home to the mark': ({ plan }) =>
    plan.fills.flatMap(({ stop, vessel, filledMl, recipe }) => {
      // What is mixed only as its label says, or comes ready, fills a bottle as far as it goes.
      if (recipe?.product.fixedStrength || recipe?.product.form === 'ready') return [];
      const kind = plan.stops[stop]?.kind;
      const isSwimmer = plan.request.legs.every(({ type }) => type.includes('swim'));
      const step =
        kind === 'start' || kind === 'transition' || isSwimmer
          ? 50
          : vessel.volumeMl >= 1000
            ? 250
            : vessel.volumeMl <= 400
              ? vessel.volumeMl
              : vessel.volumeMl / 2;
      const isWhole =
        filledMl === vessel.volumeMl || Math.abs(filledMl / step - Math.round(filledMl / step)) < SUM;
      return isWhole ? [] : [`${filledMl} ml into ${vessel.volumeMl} ml`];
    }),
  'attaching the supply gives the identical plan': ({ event, question, plan }) => {
    if (event.attached !== null) return [];
    const attached = Object.entries(plan.supply).map(([id, { mustUse }]) => {
      const product = plan.request.home.find((one) => one.id === id);
      if (product === undefined) throw new Error(`${id} is not at home`);
      return { product: PRODUCTS.find((one) => one.id === id) ?? product, servings: mustUse };
    });
    const again = planFuel(requestOf({ ...question, attached }));
    return isSamePlan(plan, again) ? [] : ['another plan'];
  },
  'neither a second run nor another order of the catalogue changes anything': ({ question, plan }) =>
    isSamePlan(plan, planFuel(requestOf({ ...question, products: question.products.toReversed() })))
      ? []
      : ['another plan'],
  'the rest is identical if nothing changed': ({ plan }) => {
    const atMin = Math.floor(0.4 * plan.request.endMin);
    const taken = takenBefore(plan, atMin);
    const rest = planRest(plan, { atMin, endMin: plan.request.endMin, taken, hasPoorStomach: false }, null);
    const [all, ahead] = [totalsOf(plan), totalsOf(rest)];
    const coming = plan.intakes.filter((one) => one.atMin >= atMin).length;
    return QUANTITIES.every(
      (quantity) => Math.abs(all[quantity] - taken[quantity] - ahead[quantity]) < 0.01,
    ) && coming === rest.intakes.length
      ? []
      : [`${JSON.stringify(ahead)} left of ${JSON.stringify(all)} after ${JSON.stringify(taken)}`];
  },
  'after the athlete lost everything, a station ahead is used, and no hour is above a ceiling': ({
    plan,
  }) => {
    const { endMin } = plan.request;
    const atMin = Math.floor(0.3 * endMin);
    const taken = takenBefore(plan, atMin);
    const rest = planRest(plan, { atMin, endMin, taken, hasPoorStomach: false }, []);
    const untouched = planRest(plan, { atMin, endMin, taken, hasPoorStomach: false }, null);
    const hasLost = totalsOf(rest).carbG < totalsOf(untouched).carbG - 1;
    const worst = worstHoursOf(rest);
    const problems = QUANTITIES.flatMap((quantity) => {
      const most = plan.request.ceilings[quantity] + ROUNDING[quantity];
      return worst[quantity] > most ? [`${quantity} ${worst[quantity]} above ${most}`] : [];
    });
    const off = offTargetOf(rest).carb ?? 0;
    const { carbG } = targetsOfPlan(rest);
    const isHelped = rest.stops.some(({ atMin: minute, foods, cups }) => {
      const leg = rest.request.legs.find((one) => minute >= one.startMin && minute < one.endMin);
      const isEaten = foods.some(
        ({ form }) => form !== 'capsule' && leg?.forms.has(form === 'solid' ? 'solid' : 'gel'),
      );
      const isDrunk = cups.some((cup) => cup.carbG > 4 && cup.caffeineMg === 0 && leg?.forms.has('drink'));
      // A bottle that already brings all the fluid leaves no room for cups.
      const isThirsty = (offTargetOf(rest).fluid ?? 0) < -10;
      return minute > atMin + 5 && minute < endMin - 20 && ((isDrunk && isThirsty) || isEaten);
    });
    const isUsed =
      rest.intakes.some(({ stop }) => stop !== null) ||
      rest.fills.some(({ recipe }) => recipe?.from === 'station');
    if (hasLost && isHelped && !isUsed && off < -50 && carbG > 25)
      problems.push('the stations ahead are not used');
    return problems;
  },
  'whatever was taken and is left, no hour of the rest is above a ceiling, nor the whole session': ({
    plan,
  }) => {
    const { endMin, home, ceilings } = plan.request;
    const atMin = Math.floor(endMin / 3);
    const taken = takenBefore(plan, atMin);
    const nothing = { carbG: 0, sodiumMg: 0, fluidMl: 0 };
    const much = { ...taken, fluidMl: 1.3 * taken.fluidMl + 300, sodiumMg: 2 * taken.sodiumMg };
    const used = home.filter(({ id }) => plan.supply[id] !== undefined);
    const left = used.map((product) => ({ product, servings: 20 }));
    const situations = [
      { taken: nothing, endMin, hasPoorStomach: false, left: null },
      { taken: much, endMin, hasPoorStomach: true, left: null },
      { taken, endMin: Math.max(atMin + 1, endMin - 10), hasPoorStomach: false, left: null },
      { taken: nothing, endMin: endMin + 45, hasPoorStomach: false, left },
    ];
    return situations.flatMap(({ left: given, ...situation }) => {
      const rest = planRest(plan, { ...situation, atMin }, given);
      const [worst, totals] = [worstHoursOf(rest), totalsOf(rest)];
      return QUANTITIES.flatMap((quantity) => {
        const most = ceilings[quantity] + ROUNDING[quantity];
        const whole = (ceilings[quantity] * situation.endMin) / 60 - situation.taken[quantity];
        const isWhole = quantity === 'carbG' || totals[quantity] <= Math.max(0, whole) + ROUNDING[quantity];
        return worst[quantity] <= most && isWhole
          ? []
          : [`${quantity}: hour ${worst[quantity]} of ${most}, in all ${totals[quantity]} of ${whole}`];
      });
    });
  },
  'it is never below half of its carbohydrate where food is available and wanted': ({ plan }) => {
    const off = offTargetOf(plan).carb ?? 0;
    const { carbG } = targetsOfPlan(plan);
    if (off >= -50 || carbG <= SMALL_TARGET_G) return [];
    // Without food and without a drink of carbohydrate there is nothing to plan.
    const legs = plan.request.legs.filter((leg) => leg.carbG > 0);
    const isEdible = ({ form, carbG: grams, purpose, caffeineMg }: Plan['request']['home'][number]) =>
      grams >= 8 &&
      caffeineMg === 0 &&
      purpose !== 'other' &&
      (form === 'gel' || form === 'chew' || form === 'solid') &&
      legs.some(({ forms }) => forms.has(form));
    const isInWater = legs.every(({ type }) => type.includes('swim'));
    return plan.request.home.some(isEdible) && plan.request.supply === null && !isInWater
      ? [`${Math.round(off)} % of ${carbG} g`]
      : [];
  },
  'whatever is far from its target has a note that names why, and nothing else has': ({ plan }) => {
    const off = offTargetOf(plan);
    const targets = targetsOfPlan(plan);
    const hours = (plan.request.endMin - plan.request.fromMin) / 60;
    const quantities = [
      { quantity: 'carb', target: targets.carbG, least: 5, most: 10, perHour: 0 },
      { quantity: 'sodium', target: targets.sodiumMg, least: 50, most: 15, perHour: 50 },
      { quantity: 'fluid', target: targets.fluidMl, least: 50, most: 15, perHour: 50 },
    ] as const;
    return quantities.flatMap(({ quantity, target, least, most, perHour }) => {
      const percent = Math.abs(off[quantity] ?? 0);
      const missed = (percent * target) / 100 / hours;
      const isNoted = plan.notes.some(
        ({ quantity: noted, parameters }) => noted === quantity && parameters.isWithoutAssumed === undefined,
      );
      const isFar = target > least && percent > most + 0.05 && missed > perHour + 0.05;
      const isNear = target < least || percent < most - 0.05 || missed < perHour - 0.05;
      return (isFar && !isNoted) || (isNear && isNoted) ? [`${quantity} ${off[quantity]}`] : [];
    });
  },
  'food within five minutes of a stop waits for it': ({ plan: { intakes, stops, request } }) => {
    const minutes = new Set(stops.map(({ atMin }) => atMin));
    return intakes.flatMap(({ atMin, leg, product }) => {
      const ridden = request.legs[leg];
      const isFree = atMin < 0 || minutes.has(atMin) || ridden === undefined;
      const near = stops.find(
        (stop) =>
          !isFree &&
          (stop.kind === 'aid' || stop.kind === 'refill') &&
          Math.abs(stop.atMin - atMin) <= 5 &&
          stop.atMin >= Math.max(ridden.startMin, request.fromMin) + 20 &&
          stop.atMin <= request.endMin - 15 &&
          stop.atMin < ridden.endMin - 2,
      );
      return near === undefined ? [] : [`${product.name} at ${atMin}, stop at ${near.atMin}`];
    });
  },
  'a suggestion is not concentrated beyond its warning, unless fluid is missing': ({ event, plan }) => {
    const { carbG, fluidMl } = totalsOf(plan);
    const hours = (plan.request.endMin - plan.request.fromMin) / 60;
    const isDry = (offTargetOf(plan).fluid ?? 0) < -5;
    const isExplained =
      event.attached !== null || isDry || plan.notes.some(({ quantity }) => quantity === 'fluid');
    if (isExplained || hours < 1 || carbG < 45 * hours || fluidMl === 0) return [];
    const gPerL = (1000 * carbG) / (fluidMl + 50);
    const most = concentratedFromGPerL(targetsOfPlan(plan));
    return gPerL > most + 0.5 ? [`${gPerL} g/l above ${most}`] : [];
  },
  'no bottle is filled in the last 20 minutes': ({ plan }) =>
    plan.fills.flatMap(({ stop, leg }) => {
      const at = plan.stops[stop];
      const isSwim = plan.request.legs[leg]?.type.includes('swim') === true;
      const isOnTheWay = at?.kind === 'aid' || at?.kind === 'refill';
      return isOnTheWay && !isSwim && at.atMin > plan.request.endMin - 20 ? [`at ${at.atMin}`] : [];
    }),
  'rows away from stops are at most four an hour, all rows at most six': ({ plan }) => {
    const rows = rowsOf(plan);
    return rows.flatMap(({ atMin }) => {
      const hour = rows.filter((row) => row.atMin >= atMin && row.atMin < atMin + 60);
      const away = hour.filter(({ stop }) => stop === null).length;
      const isBusy = plan.stops.filter((stop) => stop.atMin >= atMin && stop.atMin < atMin + 60).length > 2;
      return away > 4 || (hour.length > 6 && !isBusy) ? [`${away} of ${hour.length} rows from ${atMin}`] : [];
    });
  },
  'what is carried between two bags fits on a belt, in a vest or in three pockets': ({ event, plan }) => {
    if (event.attached !== null) return [];
    const bags = [
      ...plan.stops.flatMap(({ hasBag, atMin }) => (hasBag ? [atMin] : [])),
      Number.POSITIVE_INFINITY,
    ];
    return bags.flatMap((until, index) => {
      const from = bags[index - 1] ?? Number.NEGATIVE_INFINITY;
      const carried = plan.intakes.filter(
        ({ stop, atMin, product: { form } }) =>
          stop === null && atMin >= from && atMin < until && form !== 'capsule',
      );
      const pieces = carried.reduce((sum, { servings }) => sum + servings, 0);
      const most = Math.max(
        ...plan.request.legs.map(({ type }) => POCKETS[type] ?? Number.POSITIVE_INFINITY),
      );
      return pieces > most ? [`${pieces} pieces from ${from}`] : [];
    });
  },
  'there are at most two recipes': ({ plan }) => {
    const count = new Set(recipesOf(plan).map(({ product }) => product)).size;
    return count > 2 ? [`${count} recipes`] : [];
  },
  'moments of food are 15 minutes apart': ({ plan }) => {
    const eaten = plan.intakes.filter(
      ({ product: { form }, atMin }) =>
        form !== 'ready' && form !== 'powder' && form !== 'capsule' && atMin >= 0,
    );
    return eaten.flatMap(({ atMin }) =>
      eaten.some((other) => other.atMin > atMin && other.atMin < atMin + 15) ? [`two from ${atMin}`] : [],
    );
  },
  'the same food comes at most six times in a row if there is another': ({ plan }) => {
    const eaten = plan.intakes.filter(
      ({ product: { form } }) => form === 'gel' || form === 'chew' || form === 'solid',
    );
    let run = 0;
    return eaten.flatMap(({ product, leg }, index) => {
      run = eaten[index - 1]?.product === product ? run + 1 : 1;
      // On the run of a triathlon, the bars of the ride are no other food.
      const forms = plan.request.legs[leg]?.forms;
      const hasOther = eaten.some((one) => {
        const { form } = one.product;
        return one.product !== product && forms?.has(form === 'gel' || form === 'chew' ? form : 'solid');
      });
      return run === 7 && hasOther ? [product.name] : [];
    });
  },
  'nothing is planned that is for another purpose, unless it was given': ({ event, plan }) => {
    const owned = event.preferences?.owns ?? [];
    if (event.attached !== null) return [];
    return plan.intakes.flatMap(({ product }) =>
      product.purpose === 'other' && !owned.includes(product.id) ? [product.name] : [],
    );
  },
};

/** Returns whether two plans do the same. */
function isSamePlan(one: Plan, other: Plan): boolean {
  return JSON.stringify(doneIn(one)) === JSON.stringify(doneIn(other));
}

function doneIn({ fills, intakes, stops, supply }: Plan) {
  return {
    supply,
    fills: fills.map(({ recipe, tablet, vessel, ...fill }) => ({
      ...fill,
      vessel: vessel.volumeMl,
      recipe: recipe && [recipe.product.id, Math.round(1e6 * recipe.servingsPerMl)],
      tablet: tablet && [tablet.product.id, tablet.servings],
    })),
    intakes: intakes.map(({ product, ...intake }) => [product.id, intake]),
    stops: stops.map(({ atMin, kind }) => [atMin, kind]),
  };
}

/** Lists what a plan breaks of each property. */
export function problemsOf(checked: CheckedPlan): readonly string[] {
  return Object.entries(PROPERTIES).flatMap(([name, check]) =>
    check(checked).map((problem) => `${name}: ${problem}`),
  );
}
