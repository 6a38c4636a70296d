import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { describe, expect, test } from 'vitest';
import { packLists } from '#nutrition/fuel-plans/forms/pack-page.ts';
import { planPage } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { planText } from '#nutrition/fuel-plans/forms/plan-text.ts';
import { rowGroups, wordsOf } from '#nutrition/fuel-plans/forms/row-words.ts';
import type { FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import type { Fill } from '#nutrition/fuel-plans/plan/model.ts';
import { recipesOf, shoppingOf } from '#nutrition/fuel-plans/plan/packing.ts';
import { ownPortionsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { amountText } from '#nutrition/fuel-plans/portion-words.ts';
import { attachedPortion, seededEvents, WRITTEN_EVENTS, writtenEvent } from '../support/fuel-events.ts';
import { asTyped } from '../support/page-fields.ts';
import { passCourse, planOfEvent, pureFuelPlan } from '../support/pure-fuel-plan.ts';

const ENGLISH = await textsOf('en');
const PLANS = WRITTEN_EVENTS.map((event) => [event.name, planOfEvent(event)] as const);
const planNamed = (name: string) => planOfEvent(writtenEvent(name));

/** Parts to cut out of a page, by their class. */
function parts(plan: FuelPlan, style: 'label' | 'tag' | 'card', texts = ENGLISH): readonly string[] {
  const page = asTyped(planPage(plan, texts, undefined));
  return [...page.matchAll(new RegExp(`<section class="${style}">.*?</section>`, 'gs'))].map(
    ([part]) => part,
  );
}

/** Everything to prepare, as lines under their headings. */
const packed = (plan: FuelPlan) =>
  new Map(packLists(plan, ENGLISH).map(({ heading, lines }) => [heading, lines.map(({ words }) => words)]));

/** Grams weighed for a plan: bags by their number, and bottles that are mixed at home as they are. */
function gramsWeighed(lists: ReadonlyMap<string, readonly string[]>): number {
  const bags = (lists.get('Weigh bags') ?? []).map((line) => /(\d+) bags? of ([\d.]+) g/.exec(line));
  const mixed = (lists.get('Mix') ?? []).map((line) => [/Bottle|Flask|Bladder/.test(line), line] as const);
  const bottles = mixed.map(([, line]) => {
    const grams = Number(/([\d.]+) g /.exec(line)?.[1] ?? 0);
    const count = line.endsWith(' each')
      ? line.split(' + ').filter((part) => /\d+$|\d+:/.test(part)).length
      : 1;
    return { grams, count, line };
  });
  return (
    bags.reduce((sum, found) => sum + Number(found?.[1] ?? 0) * Number(found?.[2] ?? 0), 0) +
    bottles.reduce((sum, { grams, count }) => sum + grams * Math.max(1, count), 0)
  );
}

describe.each(PLANS)('the page for the night before: %s', (_, plan) => {
  const lists = packed(plan);

  test('lists everything of one’s own once to buy', () => {
    const shopping = lists.get('Shopping list') ?? [];
    // Powder is weighed, packs are named; of everything else, whole pieces are bought.
    const own = shoppingOf(ownPortionsOf(plan.plan)).map(({ product, servings, packs }) => {
      const isPowder = product.form === 'powder' || product.form === 'ready' || product.id === 'salt';
      const bought = isPowder || packs !== null ? servings : Math.ceil(servings);
      return amountText({ product, servings: bought }, ENGLISH);
    });
    expect(own).toHaveLength(ownPortionsOf(plan.plan).length);
    expect(shopping.map((line) => line.split(/: \d+ packs?| · /)[0]).sort()).toEqual([...own].sort());
  });

  test('weighs the powder of its one recipe in bags and bottles, and no more than is bought', () => {
    const powder = recipesOf(plan.plan).find(({ gramsPerBag }) => gramsPerBag !== null);
    const bought = (lists.get('Shopping list') ?? []).find(
      (line) => /^[\d.]+ g /.test(line) && powder !== undefined && line.includes(powder.product.name),
    );
    if (powder === undefined || bought === undefined) return;
    const grams = Number(/^[\d.]+/.exec(bought)?.[0]);
    expect(Math.abs(gramsWeighed(lists) - grams)).toBeLessThanOrEqual(0.06 * grams + 3);
  });

  test('has a box to tick before each line, and no decimal fraction of a serving', () => {
    const page = planPage(plan, ENGLISH, undefined);
    const lines = packLists(plan, ENGLISH).reduce((sum, list) => sum + list.lines.length, 0);
    expect(page.match(/class="box"/g) ?? []).toHaveLength(lines);
    for (const line of [...lists.values()].flat()) {
      expect(line).not.toMatch(/\d[.,]\d+ (×|bags?|tablets?|pinch|scoops?)|undefined|NaN|pinch pinch/);
    }
  });

  test.each(LANGUAGES)('has the same numbers in %s', async (language) => {
    const texts = await textsOf(language);
    const numbers = (words: string) => (words.match(/[\d½¼¾]+/g) ?? []).sort();
    const own = packLists(plan, texts).flatMap(({ lines }) => lines.map(({ words }) => numbers(words)));
    const english = packLists(plan, ENGLISH).flatMap(({ lines }) => lines.map(({ words }) => numbers(words)));
    expect(own).toEqual(english);
  });

  test('has a label for each bottle with powder or salt, with every filling’s end', () => {
    const isMixed = ({ recipe, tablet }: Fill) => recipe?.from === 'home' || tablet !== null;
    const labels = parts(plan, 'label').length + parts(plan, 'tag').length;
    if (plan.plan.fills.some(isMixed)) expect(labels).toBeGreaterThan(0);
    for (const label of parts(plan, 'label')) expect(label).toMatch(/until \d+:\d\d/);
  });

  test('has cards of at most 14 lines, each with the ceiling on its last', () => {
    for (const card of parts(plan, 'card')) {
      expect(card.match(/<p /g)?.length).toBeLessThanOrEqual(14);
      const last = card.slice(card.lastIndexOf('<p '));
      expect(last).toContain(`MAX ${plan.numbers.maxSafeFluidMlPerHr} ml/h`);
    }
  });
});

test('bottles that are mixed at home are weighed where they are mixed, without bags', () => {
  const lists = packed(pureFuelPlan({ type: 'run', durationMin: 150 }));
  expect(lists.has('Weigh bags')).toBe(false);
  expect(lists.get('Mix')?.join()).toMatch(/Flask 1: \d+ g .+ \+ 500 ml water/);
});

test('powder that is poured during the session is carried in bags of one size', () => {
  const lists = packed(planNamed('10'));
  expect(lists.get('Weigh bags')).toEqual([expect.stringMatching(/: \d bags of \d+ g$/)]);
  expect(lists.get('Carry')?.join()).toMatch(/\d bags?/);
});

test('bottles in bags of a short race have tags, and no label: they are filled already', () => {
  const marathon = planNamed('04');
  expect(parts(marathon, 'label')).toHaveLength(0);
  expect(parts(marathon, 'tag').length).toBeGreaterThanOrEqual(5);
});

test('the tag of a drop bag lists what the athlete packs, not the food of its station', () => {
  const miles = planNamed('08');
  const tags = parts(miles, 'tag').join(' ');
  expect(tags).not.toMatch(/fruit|pretzels|broth/);
});

test('equal cups at even distances are one line of a card', () => {
  const [card = ''] = parts(planNamed('05'), 'card');
  expect(card).toContain('every 5 km');
});

/** A Japanese drink's name leaves no room for a range next to it. */
const LANGUAGES_OF_FOLDS = LANGUAGES.filter((language) => language !== 'ja');

test.each(LANGUAGES_OF_FOLDS)(
  'equal cups at even distances are one line of a card in both systems of units in %s',
  async (language) => {
    const linesIn = async (units: 'metric' | 'us') => {
      const all = parts(planNamed('05'), 'card', await textsOf(language, units)).join('');
      return [...all.matchAll(/<p class="line">.*?<b[^>]*>(.*?)<\/b>/g)].map(([, where = '']) => where);
    };
    const [metric, us] = [await linesIn('metric'), await linesIn('us')];
    expect(us).toHaveLength(metric.length);
    const { every } = (await textsOf(language)).plan.paper;
    const mile = new Intl.NumberFormat(language).format(3.1);
    expect(metric).toContain(every({ step: '5 km' }));
    expect(us).toContain(every({ step: `${mile} mi` }));
  },
);

test('products are told apart on a card and in the rows, though their names begin alike', () => {
  const gels = ['GEL30', 'GEL30 Nitro'].map((name) => attachedPortion('Styrkr', name, 4));
  const plan = pureFuelPlan({ type: 'bike', durationMin: 240, attached: gels });
  const [card = ''] = parts(plan, 'card');
  expect(card).toContain('>GEL30 0 mg<');
  expect(card).toContain('>Styrkr GEL30 Nitro<');
  // An own product has one name of the athlete's, which is cut for a card.
  const [one] = gels;
  if (one === undefined) throw new Error('no gel');
  const own = ['Rice cake of my aunt with salt', 'Rice cake of my aunt with jam'].map((name, index) => ({
    ...one,
    product: { ...one.product, id: `cpr_0${index}`, name, category: 'bar' as const },
  }));
  const home = pureFuelPlan({ type: 'bike', durationMin: 240, attached: own });
  const eaten = rowGroups(home, ENGLISH).flatMap(({ rows }) => rows.flatMap(({ actions }) => actions));
  for (const [words, brief] of [
    ['Rice cake of my aunt with salt', 'salt'],
    ['Rice cake of my aunt with jam', 'jam'],
  ] as const) {
    expect(eaten.find((action) => action.words.endsWith(words))?.brief).toMatch(
      new RegExp(`^(\\S+ × )?${brief}$`),
    );
  }
});

test('a long session has a card for each leg, and splits between drop bags', () => {
  expect(parts(planNamed('12'), 'card')).toHaveLength(2);
  expect(parts(planNamed('08'), 'card').length).toBeGreaterThan(3);
});

test('an assumed refill says by when, and its powder is carried', () => {
  const ride = pureFuelPlan({
    type: 'bike',
    durationMin: 300,
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 2 }],
  });
  const page = planPage(ride, ENGLISH, undefined);
  expect(page).toMatch(/Refill (both bottles|bottle \d) by \d:\d\d/);
  expect(packed(ride).get('Carry')?.join()).toMatch(/\d bags?/);
});

test('plain water gets no label', () => {
  expect(parts(planNamed('17'), 'label')).toHaveLength(0);
});

test('a hostile station name is escaped on tags and cards', () => {
  const course = passCourse(100, 4, '<b>&"');
  const plan = pureFuelPlan({ type: 'bike', durationMin: 240, course });
  const page = planPage(plan, ENGLISH, undefined);
  expect(page).not.toContain('<b>&');
});

test('a card has the session’s name, or its sport if that is missing or too long for a line', () => {
  const headOf = (title: string) =>
    /<p class="head"><span>(.*?)<\/span>/.exec(
      parts(pureFuelPlan({ durationMin: 180, title }), 'card')[0] ?? '',
    )?.[1];
  expect(headOf('Long run')).toBe('Long run');
  expect(headOf('')).toBe('Run');
  expect(headOf('The long run along the river')).toBe('Run');
});

test('bottles that take the same from a drop bag are named once', () => {
  expect(packed(planNamed('13')).get('Drop bag · Special needs vélo · km 94 · 4:05')?.[0]).toBe(
    'Bottle 1 + 2 + 3: 1 bag each',
  );
});

test('a row names the drop bag before what is eaten from it', () => {
  const swim = rowGroups(planNamed('18'), ENGLISH).flatMap(({ rows }) => rows);
  const words = swim.map((row) => wordsOf(row, ENGLISH));
  expect(words.filter((each) => each.includes('Drop bag')).length).toBeGreaterThan(2);
  for (const each of words) expect(each).not.toMatch(/Gel.*Drop bag/i);
});

test('a session with one bottle and nothing else never says that there is nothing to take', () => {
  const ride = pureFuelPlan({ type: 'bike', durationMin: 60, intensityLevel: 5 });
  expect(rowGroups(ride, ENGLISH).flatMap(({ rows }) => rows)).toEqual([]);
  expect(packed(ride).get('Mix')?.join()).toMatch(/^Bottle: \d+ ml water$/);
  for (const form of [planText(ride, ENGLISH, undefined), planPage(ride, ENGLISH, undefined)]) {
    expect(form).not.toContain('Nothing to take');
  }
  // Too short to drink.
  expect(planText(pureFuelPlan({ type: 'bike', durationMin: 15 }), ENGLISH, undefined)).toContain(
    'Nothing to take',
  );
});

test('a leg whose flask has no row of its own is not said to have nothing', () => {
  const plan = pureFuelPlan({
    type: 'duathlon',
    durationMin: 120,
    intensityLevel: 2,
    runVessels: [{ kind: 'flask', volumeMl: 250, count: 1 }],
  });
  const quiet = rowGroups(plan, ENGLISH).filter(
    ({ rows }, leg) => rows.length === 0 && plan.plan.fills.some((fill) => fill.leg === leg),
  );
  expect(quiet.length).toBeGreaterThan(0);
  for (const { heading } of quiet) expect(heading).toMatch(/^Run \d:\d\d–\d:\d\d$/);
});

test('what is carried from the start never shares the list of a drop bag', () => {
  const event = seededEvents(11, 51).at(-1);
  if (event === undefined) throw new Error('too few events');
  const headings = [...packed(planOfEvent(event)).keys()];
  expect(headings).toContain('Carry');
  expect(headings.filter((heading) => heading.startsWith('Drop bag · km')).length).toBeGreaterThan(0);
  expect(headings.join()).not.toContain('Start');
});

test('a swimmer has a bag at the feeding stops, and no pockets', () => {
  const lists = packed(pureFuelPlan({ type: 'open_water_swim', durationMin: 400, refills: 'assumed' }));
  expect([...lists.keys()]).toContain('Drop bag');
  expect([...lists.keys()]).not.toContain('Carry');
  expect([...lists.values()].flat().join()).not.toContain('pocket');
});

test('each feeding stop of a swimmer says what the bottle holds and how much', () => {
  const swim = pureFuelPlan({ type: 'open_water_swim', durationMin: 180, refills: 'assumed' });
  const rows = rowGroups(swim, ENGLISH).flatMap((group) => group.rows.map((row) => wordsOf(row, ENGLISH)));
  expect(rows.length).toBeGreaterThan(2);
  for (const words of rows) expect(words).toMatch(/^Fill the bottle · (water|\d bags?|½ ).* · to \d+ ml/);
});

test('a run’s small flask does not divide the bags of a ride', () => {
  const plan = pureFuelPlan({
    type: 'triathlon',
    durationMin: 660,
    segments: [
      { type: 'open_water_swim', durationMin: 70, intensityLevel: 6, distanceKm: null },
      { type: 'bike', durationMin: 345, intensityLevel: 6, distanceKm: null },
      { type: 'run', durationMin: 245, intensityLevel: 5, distanceKm: null },
    ],
    vessels: [{ kind: 'bottle', volumeMl: 750, count: 3 }],
    runVessels: [{ kind: 'flask', volumeMl: 250, count: 1 }],
    intensityLevel: 6,
    thermalStressLevel: null,
    weather: { temperatureC: 24, humidityPercent: 50, shade: false },
    of: {
      bodyMassKg: 74,
      heightCm: 182,
      fitnessLevel: 8,
      carbToleranceGPerHr: 95,
      sweatLevel: 7,
      saltinessLevel: 7,
    },
  });
  const mixes = recipesOf(plan.plan).filter(({ isSaltedWater }) => !isSaltedWater);
  expect(mixes).toHaveLength(1);
  expect(mixes[0]?.bagForMl).toBeGreaterThanOrEqual(375);
});

test('nobody carries a flask for a sip where there are cups', () => {
  const { fills } = planNamed('02').plan;
  expect(fills.filter(({ filledMl }) => filledMl < 100)).toEqual([]);
});
