import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { describe, expect, test } from 'vitest';
import { recipesOf, shoppingOf } from '#nutrition/fuel-plans/plan/packing.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { planRest, takenBefore } from '#nutrition/fuel-plans/plan/replan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { offTargetOf, ownPortionsOf, totalsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { noteText } from '#nutrition/fuel-plans/plan-notes.ts';
import {
  attachedPortion,
  gridEvents,
  questionOf,
  seededEvents,
  WRITTEN_EVENTS,
  writtenEvent,
} from '../support/fuel-events.ts';
import { checkedPlan, PROPERTIES, problemsOf } from '../support/plan-checks.ts';
import { pureFuelPlan } from '../support/pure-fuel-plan.ts';

/** `PLAN_EVENTS=2400 PLAN_SEED=7 npx vitest run test/property/fuel-plan.test.ts --testTimeout 900000` looks at more. */
const EVENTS = Number(process.env.PLAN_EVENTS ?? 300);
const SEED = Number(process.env.PLAN_SEED ?? 38);
/** Every how many events of the grid are looked at: coprime to its periods, so that all types, people and stations are met. */
const GRID_STEP = coprimeBelow(Math.max(1, Math.round(19_200 / EVENTS)));

function coprimeBelow(most: number): number {
  let step = most;
  while (step > 1 && (step % 2 === 0 || step % 3 === 0 || step % 5 === 0)) step -= 1;
  return step;
}

/**
 * What the plan of each written event brings: bottles, intakes, carbohydrate in g, sodium in mg and fluid in ml. A plan
 * is made anew whenever it is read, so what changes here changes for athletes who have packed.
 */
const BROUGHT: Readonly<Record<string, readonly number[]>> = {
  '01-5km': [0, 0, 0, 0, 0],
  '02-10km': [0, 2, 19, 40, 150],
  '03-half-cups': [0, 8, 98, 235, 600],
  '04-marathon-240': [6, 8, 252, 749, 1700],
  '05-marathon-345': [0, 15, 209, 739, 1425],
  '06-marathon-530': [8, 7, 221, 2121, 3775],
  '07-trail-50k': [8, 10, 371, 1629, 3200],
  '08-100miles': [26, 38, 1393, 9363, 12750],
  '09-24h-loop': [0, 115, 1131, 8755, 11850],
  '10-180km-alone': [4, 9, 489, 2088, 3000],
  '11-fondo-heat': [8, 12, 441, 3911, 5575],
  '12-70.3': [4, 21, 392, 2586, 3500],
  '13-ironman': [6, 29, 726, 6211, 7050],
  '14-sprint-tri': [1, 2, 48, 100, 300],
  '15-indoor-90': [1, 2, 76, 210, 500],
  '16-gravel-300': [3, 25, 575, 1870, 3000],
  '17-hike-family': [1, 6, 132, 510, 800],
  '18-swim-10k': [4, 5, 156, 357, 800],
  '19-ski-50k': [5, 9, 266, 861, 1550],
  '20-vegan-gf': [2, 7, 279, 895, 1500],
  '21-savoury': [10, 27, 840, 4435, 5800],
  '22-no-caffeine': [8, 12, 544, 3284, 4725],
  '23-budget': [4, 8, 386, 1660, 2625],
  '24-attached': [4, 8, 285, 1800, 2375],
  '25-hot-slow-small': [0, 17, 171, 640, 900],
};

describe('every property of a plan holds', () => {
  test.each(WRITTEN_EVENTS)('for $name, and it brings what it did', (event) => {
    const checked = checkedPlan(event);
    expect(problemsOf(checked)).toEqual([]);
    const { fills, intakes } = checked.plan;
    const { carbG, sodiumMg, fluidMl } = totalsOf(checked.plan);
    expect([fills.length, intakes.length, ...[carbG, sodiumMg, fluidMl].map(Math.round)]).toEqual(
      BROUGHT[event.name],
    );
  });

  test(`for ${EVENTS} drawn events (seed ${SEED})`, () => {
    expect(Object.keys(PROPERTIES).length).toBeGreaterThanOrEqual(16);
    const problems = seededEvents(SEED, EVENTS).flatMap((event) =>
      problemsOf(checkedPlan(event)).map((problem) => `${event.name} ${event.activity.type}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  test(`for every ${GRID_STEP}th event of a grid up to 40 hours`, () => {
    const events = gridEvents().filter((_, index) => index % GRID_STEP === 0);
    const problems = events.flatMap((event) =>
      problemsOf(checkedPlan(event)).map((problem) => `${event.name}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  test.each([
    ['run 180', 'whose stations are too far apart for cups alone'],
    ['trail_run 480', 'whose bottles have to be filled more often to hold all the fluid'],
    ['hike 120', 'whose broth brings no carbohydrate'],
    ['triathlon 600', 'whose isotonic gels fit only on the run'],
    ['triathlon 720', 'whose isotonic gels fit only on the run'],
    ['triathlon 1440', 'whose isotonic gels fit only on the run'],
    ['triathlon 2400', 'with a second gel on both legs'],
  ])('for every %s of the grid, %s', (name) => {
    const events = gridEvents().filter((event) => event.name === name);
    expect(events.length).toBe(20);
    expect(events.flatMap((event) => problemsOf(checkedPlan(event)))).toEqual([]);
  });

  test.each([
    [38, 622, 'a duathlon that drinks on its ride only'],
    [38, 1051, 'a ride whose half bottles leave fluid missing'],
    [38, 1819, 'a swim fed with small bottles'],
    [7, 338, 'a ride with nothing but salty waffles'],
  ])('for the drawn event %i/%i: %s', (seed, index) => {
    const event = seededEvents(seed, index + 1).at(-1);
    if (event === undefined) throw new Error('too few events');
    expect(problemsOf(checkedPlan(event))).toEqual([]);
  });
});

test('a hundred miles past salty stations is fed within five percent, with one recipe', () => {
  const { plan } = checkedPlan(writtenEvent('08'));
  expect(Math.abs(offTargetOf(plan).carb ?? 100)).toBeLessThanOrEqual(5);
  expect(recipesOf(plan).length).toBeLessThanOrEqual(1);
});

test('what pockets hold lasts from one bag to the next, and a note says if it is too little', () => {
  const plans = gridEvents()
    .filter(({ name }) => name === 'run 1920')
    .map((event) => ({ event, plan: checkedPlan(event).plan }))
    .map((one) => ({
      ...one,
      own: one.plan.intakes.filter(({ stop, product: { form } }) => stop === null && form !== 'capsule'),
    }));
  // Pockets that are not full carry only what stations do not hand out.
  const full = plans.filter(({ own }) => own.length >= 18);
  expect(full.length).toBeGreaterThan(5);
  for (const { event, plan, own } of full) {
    const lastMin = Math.max(...own.map(({ atMin }) => atMin));
    expect(lastMin).toBeGreaterThan(0.7 * event.activity.durationMin);
    const isCarbShort = (offTargetOf(plan).carb ?? 0) < -15;
    if (isCarbShort) expect(plan.notes.find(({ quantity }) => quantity === 'carb')?.binding).toBe('pockets');
  }
});

test('a short easy ride drinks the few grams that it needs, rather than eat a whole gel', () => {
  const event = seededEvents(38, 1318)[1317];
  if (event === undefined) throw new Error('too few events');
  const { plan } = checkedPlan(event);
  expect(Math.abs(offTargetOf(plan).carb ?? 100)).toBeLessThanOrEqual(10);
  expect(plan.fills.some(({ recipe }) => recipe !== null)).toBe(true);
});

test('the first bar of a long run comes when one is due, after three quarters of an hour', () => {
  const event = seededEvents(38, 1387).at(-1);
  if (event === undefined) throw new Error('too few events');
  expect(event.activity).toMatchObject({ type: 'trail_run', durationMin: 150 });
  const bars = checkedPlan(event).plan.intakes.filter(({ product: { form } }) => form === 'solid');
  expect(bars.map(({ atMin }) => atMin)).toEqual([55, 90]);
});

test('two powders that are attached together each fill their own bottles', () => {
  const attached = [attachedPortion('Styrkr', 'MIX60', 2), attachedPortion('Styrkr', 'MIX90', 1)];
  const { plan, ...checked } = checkedPlan({ ...writtenEvent('10'), attached });
  const mixed = plan.fills.flatMap(({ recipe }) => recipe?.product.name ?? []);
  expect(new Set(mixed).size).toBe(2);
  expect(recipesOf(plan).length).toBe(2);
  expect(problemsOf({ plan, ...checked })).toEqual([]);
});

test('a rest of attached powder has a note from 5 g of carbohydrate on, which bottles at full strength cannot hold', () => {
  const unused = (servings: number) => {
    const attached = [attachedPortion('Styrkr', 'MIX60', servings)];
    return checkedPlan({ ...writtenEvent('15'), attached }).plan.notes.filter(
      ({ quantity }) => quantity === 'product',
    );
  };
  expect(unused(0.79)).toEqual([]);
  expect(unused(1)).toMatchObject([{ binding: 'capacity', parameters: { servings: 0.27 } }]);
});

test('attached products that the plan has enough without are not needed, rather than too much for bottles', () => {
  const unusedOf = (seed: number, index: number) => {
    const event = seededEvents(seed, index + 1).at(-1);
    if (event === undefined) throw new Error('too few events');
    return checkedPlan(event).plan.notes.filter(({ quantity }) => quantity === 'product');
  };
  // A drink with 810 mg of sodium for an easy hour indoors, and two bags of 79 g for a session fed by one.
  expect(unusedOf(5, 39)).toMatchObject([{ binding: 'supply' }]);
  expect(unusedOf(11, 57)).toMatchObject([{ binding: 'supply' }]);
});

test('a gel above the caffeine limit is left out for that reason, and what it would bring comes from elsewhere', () => {
  const event = seededEvents(11, 55).at(-1);
  if (event === undefined) throw new Error('too few events');
  expect(checkedPlan(event).plan.notes).toMatchObject([
    { quantity: 'carb', binding: 'no_food', help: { change: 'another_food' } },
    { quantity: 'product', binding: 'caffeine_limit' },
  ]);
});

test('attached table sugar is mixed with water, not taken for a salt', () => {
  const attached = [attachedPortion('Generic', 'Table Sugar in Water', 4)];
  const { plan } = checkedPlan({ ...writtenEvent('15'), attached });
  expect(plan.fills.map(({ recipe }) => recipe?.product.name)).toEqual(['Table Sugar in Water']);
});

test('of three powders that are attached together, the two with most carbohydrate fill bottles', () => {
  const attached = [
    attachedPortion('Styrkr', 'MIX60', 1),
    attachedPortion('Styrkr', 'MIX90', 1),
    attachedPortion('Maurten', 'Drink Mix 160', 2),
  ];
  const { plan } = checkedPlan({ ...writtenEvent('20'), attached });
  const mixed = plan.fills.flatMap(({ recipe }) => recipe?.product.name ?? []);
  expect([...new Set(mixed)].sort()).toEqual(['Drink Mix 160', 'MIX90']);
});

test.each([
  [5, 12, 'no_food', 'a run whose flask holds no more of two attached drinks'],
  [5, 18, 'spacing', 'a swim with a single feeding stop, in which nobody chews anyway'],
  [22, 114, 'supply', 'a ride with free moments, and no more of its four attached gels'],
  [22, 133, 'capacity', 'a swim without a feeding stop'],
  [38, 1563, 'no_food', 'a session with nothing but salt tablets, of which some are left'],
])('the drawn event %i/%i lacks carbohydrate because of %s: %s', (seed, index, binding) => {
  const event = seededEvents(seed, index + 1).at(-1);
  if (event === undefined) throw new Error('too few events');
  expect(checkedPlan(event).plan.notes.find(({ quantity }) => quantity === 'carb')).toMatchObject({
    binding,
  });
});

test.each(LANGUAGES)(
  'caffeine that is due before the start is not at a negative time in %s',
  async (language) => {
    const texts = await textsOf(language);
    const event = seededEvents(5, 3).at(-1);
    if (event === undefined) throw new Error('too few events');
    const { plan } = checkedPlan(event);
    const note = plan.notes.find(({ quantity }) => quantity === 'caffeine');
    if (note === undefined) throw new Error('the event has no note on caffeine');
    expect(note.parameters.atMin).toBe(-40);
    const duration = texts.plan.hours.duration({ min: 40 });
    expect(noteText(note, plan.request, texts)).toContain(texts.plan.paper.beforeStart({ duration }));
  },
);

test.each(LANGUAGES)(
  'a product without a free moment asks for no more carbohydrate in %s',
  async (language) => {
    const { spacing } = (await textsOf(language)).plan.notes.why;
    const asked = (quantity: 'product' | 'carb') => spacing({ quantity, amount: null, max: '' });
    expect(asked('carb')).toMatch(/carb|Kohlenhydrat|glucides|炭水化物/);
    expect(asked('product')).not.toMatch(/carb|Kohlenhydrat|glucides|炭水化物/);
  },
);

test.each([
  [297, 'run'],
  [373, 'bike'],
  [1205, 'lift'],
])('the drawn event %i, a %s, lacks sodium because its hours are full of it', (index, type) => {
  const event = seededEvents(38, index + 1).at(-1);
  if (event === undefined) throw new Error('too few events');
  expect(event.activity.type).toBe(type);
  const { plan } = checkedPlan(event);
  expect(plan.notes.find(({ quantity }) => quantity === 'sodium')).toMatchObject({
    binding: 'hourly_sodium',
    parameters: { maxPerHr: plan.request.ceilings.sodiumMg },
  });
});

test('a ready drink of one’s own fills bottles at the start, as it is', () => {
  const attached = [attachedPortion('Gatorade', 'Thirst Quencher (bottle)', 2)];
  const { plan } = checkedPlan({ ...writtenEvent('20'), attached });
  const drink = plan.fills.find(({ recipe }) => recipe?.product.form === 'ready');
  expect(plan.stops[drink?.stop ?? -1]?.kind).toBe('start');
  expect(1 / (drink?.recipe?.servingsPerMl ?? 0)).toBeCloseTo(355, 6);
});

test('a mix of fixed strength is never mixed weaker or stronger, also if it is attached', () => {
  const { plan } = checkedPlan(writtenEvent('24'));
  const strengths = plan.fills.flatMap(({ recipe }) => (recipe ? [recipe.servingsPerMl] : []));
  expect(strengths.length).toBeGreaterThan(0);
  for (const servingsPerMl of strengths) expect(servingsPerMl).toBeCloseTo(1 / 500, 9);
});

test('training bottles are refilled at taps that nobody listed, unless the athlete says none', () => {
  const ride = writtenEvent('20');
  const event = { ...ride, activity: { ...ride.activity, durationMin: 540 } };
  const refills = (given: typeof event) =>
    checkedPlan(given).plan.stops.filter(({ assumed }) => assumed).length;
  expect(refills(event)).toBeGreaterThan(0);
  const without = { ...event, refills: 'none' as const };
  expect(refills(without)).toBe(0);
  expect(checkedPlan(without).plan.notes.map(({ binding }) => binding)).toContain('capacity');
});

/** Caffeine that is wanted and not limited by anything else. */
const WANTED = { ...UNKNOWN_CAFFEINE, wanted: true };

test('a triathlete takes the caffeine before the start, although nobody eats in the swim', () => {
  const { plan } = pureFuelPlan({ type: 'triathlon', durationMin: 60, isRaceEvent: true, caffeine: WANTED });
  const [dose] = plan.request.doses;
  expect(dose?.atMin).toBeLessThan(0);
  expect(plan.intakes[0]).toMatchObject({ atMin: dose?.atMin, product: { caffeineMg: expect.any(Number) } });
  expect(plan.notes.filter(({ quantity }) => quantity === 'caffeine')).toEqual([]);
});

test('an early dose leaves enough below the limit for the later ones, and no note asks for more than is safe', () => {
  const { plan } = pureFuelPlan({
    type: 'run',
    durationMin: 1440,
    isRaceEvent: true,
    caffeine: WANTED,
    of: { bodyMassKg: 50 },
  });
  const { doses, caffeineMaxMg } = plan.request;
  expect(doses.reduce((sum, { mg }) => sum + mg, 0)).toBe(caffeineMaxMg);
  expect(plan.intakes.filter(({ product }) => product.caffeineMg > 0)).toHaveLength(doses.length);
  // An own gel of 95 mg leaves 15 of 300 mg for the last dose of 75.
  const { product: gel } = attachedPortion('GU Energy', 'Roctane Energy Gel (35', 1);
  const strong = { ...gel, caffeineMg: 95 };
  const attached = checkedPlan({
    ...writtenEvent('08'),
    caffeine: WANTED,
    attached: [{ product: strong, servings: 3 }],
  }).plan;
  const plannedMg = totalsOf(attached).caffeineMg;
  const askedMg = attached.notes.flatMap(({ quantity, parameters }) =>
    quantity === 'caffeine' ? [parameters.mg ?? 0] : [],
  );
  expect(askedMg.reduce((sum, mg) => sum + mg, plannedMg)).toBeLessThanOrEqual(
    attached.request.caffeineMaxMg,
  );
});

test.each([35, 50, 70, 120])(
  'rounding at a swimmer’s feeding stops does not add up at %d kg',
  (bodyMassKg) => {
    const { plan } = pureFuelPlan({
      type: 'swim',
      durationMin: 540,
      intensityLevel: 2,
      refills: 'assumed',
      thermalStressLevel: null,
      weather: { temperatureC: 10, humidityPercent: 60, shade: false },
      of: { bodyMassKg },
    });
    const targetMl = plan.request.legs.reduce((sum, { fluidMl }) => sum + fluidMl, 0);
    expect(Math.abs(totalsOf(plan).fluidMl - targetMl)).toBeLessThanOrEqual(50);
  },
);

test('a day of one gel says that other food is missing, not that no moment is free', () => {
  const { product: gel } = attachedPortion('226ERS', 'Isotonic Gel', 1);
  const ride = writtenEvent('20');
  const { plan } = checkedPlan({
    ...ride,
    activity: { ...ride.activity, durationMin: 1440 },
    preferences: { avoids: [], formats: null, owns: [gel.id] },
  });
  expect(plan.intakes.filter(({ product }) => product === gel).length).toBeLessThan(48);
  expect(plan.notes.find(({ quantity }) => quantity === 'carb')?.binding).toBe('no_food');
});

test('a short run without a flask is drunk for on the ride before it', () => {
  const { plan } = checkedPlan(writtenEvent('14'));
  expect(Math.abs(offTargetOf(plan).fluid ?? 100)).toBeLessThanOrEqual(5);
  expect(plan.fills.every(({ leg }) => plan.request.legs[leg]?.type === 'bike')).toBe(true);
});

test('a flask on the run of a triathlon brings fluid that cups do not', () => {
  const event = writtenEvent('12');
  const flask = [{ kind: 'flask', volumeMl: 500, count: 1 }] as const;
  const [without, withFlask] = [event, { ...event, runVessels: flask }].map(
    (one) => totalsOf(checkedPlan(one).plan).fluidMl,
  );
  expect(withFlask).toBeGreaterThan(without ?? 0);
});

test('where cups bring the fluid, no flask is carried to sip from for hours', () => {
  for (const name of ['05', '09']) {
    const { plan } = checkedPlan(writtenEvent(name));
    expect(plan.request.vessels).not.toBeNull();
    expect(plan.fills).toEqual([]);
    expect(Math.abs(offTargetOf(plan).fluid ?? 100)).toBeLessThanOrEqual(15);
  }
});

test('a small flask on the run of a triathlon is filled a few times, beside cups', () => {
  const flask = [{ kind: 'flask', volumeMl: 250, count: 1 }] as const;
  const { plan } = checkedPlan({ ...writtenEvent('13'), runVessels: flask });
  const onTheRun = plan.fills.filter(({ leg }) => plan.request.legs[leg]?.type === 'run');
  expect(onTheRun.length).toBeGreaterThan(0);
  expect(onTheRun.length).toBeLessThanOrEqual(5);
});

test('caffeine over sixteen hours brings no more fluid than is planned', () => {
  const { carb, fluid } = offTargetOf(checkedPlan(writtenEvent('16')).plan);
  expect(Math.abs(fluid ?? 100)).toBeLessThanOrEqual(5);
  expect(Math.abs(carb ?? 100)).toBeLessThanOrEqual(3);
});

test.each(['16', '21', '23'])(
  'no pack of many is opened for a single piece in event %s, if something else serves as well',
  (number) => {
    const { plan } = checkedPlan(writtenEvent(number));
    const fromPacks = shoppingOf(ownPortionsOf(plan)).filter(
      ({ product: { form }, packs }) => packs === null && (form === 'solid' || form === 'chew'),
    );
    expect(fromPacks.filter(({ product, servings }) => servings <= product.piece)).toEqual([]);
  },
);

describe('the rest of a session', () => {
  const event = writtenEvent('06');
  const { plan } = checkedPlan(event);
  const atMin = 120;
  const taken = takenBefore(plan, atMin);
  const situation = { atMin, endMin: plan.request.endMin, taken, hasPoorStomach: false };

  test('has less carbohydrate, by drink before food, with a poor stomach', () => {
    const poor = planRest(plan, { ...situation, hasPoorStomach: true }, null);
    expect(totalsOf(poor).carbG).toBeLessThan(0.75 * totalsOf(planRest(plan, situation, null)).carbG);
    const isEaten = ({ product: { form } }: (typeof poor.intakes)[number]) =>
      form === 'gel' || form === 'solid';
    expect(poor.intakes.filter(isEaten)).toEqual([]);
  });

  test('moves the stations ahead if the athlete expects to be later', () => {
    const late = planRest(plan, { ...situation, endMin: plan.request.endMin + 60 }, null);
    const last = (one: typeof plan) => one.stops.findLast(({ kind }) => kind === 'aid')?.atMin ?? 0;
    expect(last(late)).toBeGreaterThan(last(plan) + 30);
    expect(late.request.endMin).toBe(plan.request.endMin + 60);
  });

  test('has the caffeine that is planned ahead, and none once the maximum was taken', () => {
    const race = checkedPlan(writtenEvent('13')).plan;
    const sofar = takenBefore(race, atMin);
    const caffeineMg = (tookMg: number) => {
      const late = {
        ...situation,
        endMin: race.request.endMin + 20,
        taken: { ...sofar, caffeineMg: tookMg },
      };
      return totalsOf(planRest(race, late, null)).caffeineMg;
    };
    expect(caffeineMg(0)).toBeGreaterThan(250);
    expect(caffeineMg(race.request.caffeineMaxMg)).toBe(0);
  });

  test('never adds up to more fluid than the ceilings of the whole session, and says so after drinking too much', () => {
    const { ceilings, endMin } = plan.request;
    const much = { ...taken, fluidMl: (ceilings.fluidMl * endMin) / 60 - 200 };
    const rest = planRest(plan, { ...situation, taken: much }, null);
    expect(totalsOf(rest).fluidMl).toBeLessThanOrEqual(201);
    const note = rest.notes.find(({ quantity }) => quantity === 'fluid');
    expect(note).toMatchObject({ binding: 'hourly_fluid', parameters: { leftMl: 200 } });
  });

  test('lists no shortfall of a few grams or mouthfuls in its last minute', () => {
    const last = plan.request.endMin - 1;
    const sofar = takenBefore(plan, last);
    const less = {
      carbG: 0.9 * sofar.carbG,
      sodiumMg: 0.9 * sofar.sodiumMg,
      fluidMl: 0.9 * sofar.fluidMl,
    };
    const rest = planRest(plan, { ...situation, atMin: last, taken: less }, null);
    expect(rest.request.legs[0]?.carbG).toBeGreaterThan(0);
    expect(rest.notes).toEqual([]);
  });

  test('uses no more of a product than is left', () => {
    const ahead = ownPortionsOf(planRest(plan, situation, null));
    const own = ahead.find(({ product }) => product.form === 'gel');
    if (own === undefined) throw new Error('the plan has no gel to lose');
    const rest = planRest(plan, situation, [{ product: own.product, servings: 1 }]);
    const used = ownPortionsOf(rest).find(({ product }) => product === own.product)?.servings ?? 0;
    expect(used).toBeLessThanOrEqual(1);
    expect(totalsOf(rest).carbG).toBeGreaterThan(0);
  });
});

test('caffeine keeps its minute, in one product each, and never exceeds the safe maximum', () => {
  for (const name of ['04', '05', '08', '11', '13']) {
    const request = requestOf(questionOf(writtenEvent(name)));
    const plan = planFuel(request);
    expect(totalsOf(plan).caffeineMg).toBeLessThanOrEqual(request.caffeineMaxMg + 1e-6);
    expect(request.doses.length, name).toBeGreaterThan(0);
    for (const { atMin } of request.doses) {
      const isNear = (minute: number) => Math.abs(minute - atMin) <= 10;
      const isServed = plan.intakes.some((one) => one.product.caffeineMg > 0 && isNear(one.atMin));
      const isNoted = plan.notes.some(
        ({ quantity, parameters }) => quantity === 'caffeine' && isNear(parameters.atMin ?? -99),
      );
      expect(isServed || isNoted, `${name} at ${atMin}`).toBe(true);
    }
  }
});
