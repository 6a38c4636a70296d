import type { Work } from '@musette/basics/work';
import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { textOfFuelPlan } from '#delivery/agents/plan-answer-texts.ts';
import { drawFuelPlan } from '#nutrition/fuel-plans/forms/draw-fuel-plan.ts';
import { planCalendar } from '#nutrition/fuel-plans/forms/plan-calendar.ts';
import { planPage, planPageInSteps } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { planText } from '#nutrition/fuel-plans/forms/plan-text.ts';
import { sportName } from '#nutrition/fuel-plans/forms/row-words.ts';
import { escaped } from '#nutrition/fuel-plans/forms/svg-text.ts';
import type { FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { viewOf } from '#nutrition/fuel-plans/plan/view.ts';
import { rowsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { noteTexts } from '#nutrition/fuel-plans/plan-notes.ts';
import { fullPlanToWire } from '#nutrition/fuel-plans/plan-to-wire.ts';
import { attachedPortion, seededEvents, WRITTEN_EVENTS, writtenEvent } from '../support/fuel-events.ts';
import { asTyped } from '../support/page-fields.ts';
import { followedPlanOf, passCourse, planOfEvent, pureFuelPlan } from '../support/pure-fuel-plan.ts';

const ENGLISH = await textsOf('en');
const BOTTLES = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;
const SESSION = {
  type: 'bike',
  durationMin: 300,
  title: 'Over the pass',
  course: passCourse(120, 3),
  vessels: BOTTLES,
} as const;
const RIDE = pureFuelPlan(SESSION);
const TRIATHLON = pureFuelPlan({
  type: 'triathlon',
  durationMin: 330,
  title: 'Middle distance',
  vessels: BOTTLES,
});

/** Lists the words of a calendar's event and alarms. */
function calendarWords(plan: FuelPlan, texts: Parameters<typeof planCalendar>[1]): string {
  const written = planCalendar(plan, texts, 0);
  const event = new ICAL.Component(ICAL.parse(written)).getFirstSubcomponent('vevent');
  const parts = [event, ...(event?.getAllSubcomponents('valarm') ?? [])];
  return parts.map((part) => String(part?.getFirstPropertyValue('description'))).join('\n');
}

/** The longest piece of work between two pauses, as `heavy-work.ts` has it, µs. */
const SLICE_US = 8000;

/** Runs work to its end, and returns its result and the cost of each step. */
function inSteps<Result>(work: Work<Result>): { readonly result: Result; readonly costsUs: number[] } {
  const costsUs: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return { result: step.value, costsUs };
    costsUs.push(step.value);
  }
}

describe('the work on a plan', () => {
  test('pauses between the sheets of its page, which stays the same', () => {
    const { result, costsUs } = inSteps(planPageInSteps(RIDE, ENGLISH, undefined));
    expect(result).toBe(planPage(RIDE, ENGLISH, undefined));
    expect(costsUs).toHaveLength(3);
    expect(Math.max(...costsUs)).toBeLessThanOrEqual(SLICE_US);
  });
});

describe.each(LANGUAGES)('a plan of several legs in %s', (language) => {
  test('has each leg with its times as a heading in page, cards, drawing, text and calendar', async () => {
    const texts = await textsOf(language);
    const page = planPage(TRIATHLON, texts, undefined);
    const forms = [
      page,
      drawFuelPlan(TRIATHLON, texts, undefined),
      planText(TRIATHLON, texts, undefined),
      calendarWords(TRIATHLON, texts),
    ];
    for (const { type, startMin, endMin } of TRIATHLON.plan.request.legs) {
      const { moment } = texts.plan.hours;
      const heading = `${sportName(type, texts)} ${moment({ min: startMin })}–${moment({ min: endMin })}`;
      for (const form of forms) expect(asTyped(form)).toContain(heading);
    }
    expect(page).toContain(escaped(texts.plan.paper.nothing()));
  });

  test('has a card for each leg in which something is taken', async () => {
    const texts = await textsOf(language);
    const cards = planPage(TRIATHLON, texts, undefined).match(/<section class="card">.*?<\/section>/gs) ?? [];
    const titles = cards.map((card) => /<span>(.*?)<\/span>/.exec(card)?.[1]);
    const [, bike, run] = TRIATHLON.plan.request.legs.map(({ type }) => sportName(type, texts));
    expect(new Set(titles)).toEqual(new Set([bike, run]));
  });
});

describe('the drawing of a plan', () => {
  test('has its name, a post for each station and a mark of its own shape for what is taken', async () => {
    const texts = await textsOf('en');
    const drawing = drawFuelPlan(RIDE, texts, undefined);
    expect(drawing).toContain('Over the pass');
    expect(drawing.match(/class="post"/g)).toHaveLength(3);
    const eaten = rowsOf(RIDE.plan).filter(({ kind }) => kind === 'eat').length;
    expect(drawing.match(/class="mark"/g)?.length).toBeGreaterThanOrEqual(eaten);
    expect(drawing.match(/class="bar( plain)?"/g)).toHaveLength(RIDE.plan.fills.length);
  });

  test('shows any caffeine in its own lane with milligrams, and in the text', async () => {
    const texts = await textsOf('en');
    const { caffeine } = texts.plan.paper.lanes;
    expect(drawFuelPlan(RIDE, texts, undefined)).not.toContain(`>${caffeine}<`);
    const caffeineOf = { wanted: true, usualMgPerDay: 200 };
    const plan = pureFuelPlan({ ...SESSION, caffeine: { ...UNKNOWN_CAFFEINE, ...caffeineOf } });
    const drawing = asTyped(drawFuelPlan(plan, texts, undefined));
    expect(drawing).toContain(`>${caffeine}<`);
    const mg = Math.round(rowsOf(plan.plan).find(({ caffeineMg }) => caffeineMg > 0)?.caffeineMg ?? 0);
    expect(drawing).toContain(`>${mg} mg<`);
    expect(asTyped(planPage(plan, texts, undefined))).toContain(`${mg} mg caffeine`);
    expect(asTyped(planText(plan, texts, undefined))).toContain(`${mg} mg caffeine`);
    expect(planText(plan, texts, undefined)).toContain('It is optional.');
  });

  test('is the same for the same plan, and has no number that is not one', async () => {
    for (const language of LANGUAGES) {
      const texts = await textsOf(language);
      for (const event of WRITTEN_EVENTS) {
        const plan = planOfEvent(event);
        const drawing = drawFuelPlan(plan, texts, undefined);
        expect(drawFuelPlan(plan, texts, undefined)).toBe(drawing);
        for (const form of [drawing, planPage(plan, texts, undefined), planText(plan, texts, undefined)]) {
          expect(form, `${event.name} in ${language}`).not.toMatch(/NaN|undefined|Infinity|…|: *$|–\s*$/m);
        }
      }
    }
  });
});

test.each(LANGUAGES)(
  'hours have one form in %s on paper, in the drawing, in texts and calendars',
  async (language) => {
    const texts = await textsOf(language);
    const { duration, moment } = texts.plan.hours;
    expect(texts.planner.duration).toBe(duration);
    expect(texts.planner.moment).toBe(moment);
    expect(texts.plan.race.moment).toBe(moment);
    const isFrench = language === 'fr';
    expect(duration({ min: 390 })).toBe(isFrench ? '6 h 30' : language === 'ja' ? '6時間30分' : '6 h 30 min');
    expect(moment({ min: 390 })).toBe(isFrench ? '6 h 30' : '6:30');
    const plan = { ...RIDE, activity: { ...RIDE.activity, scheduledAt: null } };
    const forms = [
      planText(plan, texts, undefined),
      planPage(plan, texts, undefined).replace(/<style>.*?<\/style>/s, ''),
      drawFuelPlan(plan, texts, undefined).replace(/<style>.*?<\/style>/s, ''),
    ].map(asTyped);
    for (const form of forms) {
      expect(form).toContain(duration({ min: plan.durationMin }));
      expect(form.match(/\d:\d\d h/g)).toBe(null);
      if (isFrench) expect(form.match(/\d:\d\d/g)).toBe(null);
    }
  },
);

test('German paper names unbranded food in German, and no text has its English name', async () => {
  const plan = planOfEvent(writtenEvent('10'));
  const text = planText(plan, await textsOf('de'), undefined);
  const english = planText(plan, ENGLISH, undefined);
  expect(english).toMatch(/fig bar|banana|pretzels/);
  expect(text).not.toMatch(/fig bar|banana|pretzels/i);
});

test('stations of one name in two sports are told apart by their sport', () => {
  const event = writtenEvent('13');
  const course = passCourse(226, 0);
  const stations = [60, 120, 200, 215].map((km, index) => ({
    km,
    name: `Station ${(index % 2) + 1}`,
    offers: ['water', 'sports_drink', 'gel'] as const,
  }));
  const text = planText(
    planOfEvent({ ...event, course: { ...course, aidStations: stations } }),
    ENGLISH,
    undefined,
  );
  expect(text).toMatch(/Station \d \(bike\)/);
  expect(text).toMatch(/Station \d \(run\)/);
});

test('notes stand once and before the first thing to do, in page, text and drawing', () => {
  const plan = WRITTEN_EVENTS.map(planOfEvent).find((each) => each.plan.notes.length > 0);
  if (plan === undefined) throw new Error('no written event has a note');
  const [note = ''] = noteTexts(plan.plan, ENGLISH);
  const text = planText(plan, ENGLISH, undefined);
  expect(text.split(note)).toHaveLength(2);
  expect(text.indexOf(note)).toBeLessThan(text.indexOf('What to do'));
  const page = planPage(plan, ENGLISH, undefined);
  expect(page.split(escaped(note))).toHaveLength(2);
  expect(page.indexOf(escaped(note))).toBeLessThan(page.indexOf('<table'));
});

test('a printed plan has blood sodium only with a trajectory, for a coach', () => {
  const event = writtenEvent('10');
  expect(planPage(planOfEvent(event), ENGLISH, undefined)).not.toContain(ENGLISH.plan.race.sodium());
  expect(planPage(followedPlanOf(event), ENGLISH, undefined)).toContain(ENGLISH.plan.race.sodium());
});

/** Boxes of the labels above the posts of a drawing, by their line. */
function postLabels(svg: string) {
  return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" class="soft halo"[^>]*>([^<]*)</g)].map(
    ([, x, y, name = '']) => ({ x: Number(x), y: Number(y), name }),
  );
}

test.each(WRITTEN_EVENTS)(
  'labels of stations in the drawing of $name have one form and leave each other room',
  (event) => {
    const labels = postLabels(drawFuelPlan(planOfEvent(event), ENGLISH, undefined));
    const forms = new Set(
      labels.map(({ name }) => (/^km \d+$/.test(name) ? 'km' : /^\d+$/.test(name) ? 'number' : 'name')),
    );
    expect(forms.size).toBeLessThanOrEqual(1);
    for (const line of Map.groupBy(labels, ({ y }) => y).values()) {
      for (const [index, label] of line.entries()) {
        const before = line[index - 1];
        if (before === undefined) continue;
        const halves = ((label.name.length + before.name.length) * 6.6) / 2;
        expect(label.x - before.x).toBeGreaterThanOrEqual(halves);
      }
    }
  },
);

test('labels of stations stand above their posts', () => {
  const svg = drawFuelPlan(planOfEvent(writtenEvent('05')), ENGLISH, undefined);
  const posts = [...svg.matchAll(/<line class="post" x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(posts).toHaveLength(8);
  expect(postLabels(svg).map(({ x }) => x)).toEqual(posts);
});

test('a ready drink is measured in millilitres of its bottle', () => {
  const attached = [attachedPortion('Gatorade', 'Thirst Quencher (bottle)', 2)];
  const plan = planOfEvent({ ...writtenEvent('20'), attached });
  const [bottle] = fullPlanToWire({ isForAssistant: false }, plan, ENGLISH).bottles;
  expect(bottle).toMatchObject({ fill_ml: 710, ingredients: [{ servings: 2, unit: 'ml', amount: 710 }] });
});

test('what is taken before the start has a minus, an alarm before the event, and no place on cards', async () => {
  const { plan, ...rest } = planOfEvent(writtenEvent('05'));
  const dose = plan.intakes.findIndex(({ product }) => product.caffeineMg > 0);
  const intakes = plan.intakes.map((intake, index) => (index === dose ? { ...intake, atMin: -45 } : intake));
  const moved = { ...plan, intakes };
  const early = { ...rest, plan: moved, view: viewOf(moved) };
  const words = /−0:45 .*45 min before the start · /;
  expect(asTyped(planText(early, ENGLISH, undefined))).toMatch(words);
  expect(planPage(early, ENGLISH, undefined)).toContain('<b>−0:45</b>');
  const cards = planPage(early, ENGLISH, undefined).match(/<section class="card">.*?<\/section>/gs) ?? [];
  expect(cards.join()).not.toContain('−0:45');
  const written = planCalendar(early, ENGLISH, 0);
  const alarm = new ICAL.Component(ICAL.parse(written))
    .getFirstSubcomponent('vevent')
    ?.getFirstSubcomponent('valarm');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT45M');
  expect(String(alarm?.getFirstPropertyValue('description'))).toMatch(words);
});

/** What no form of a plan may show: a number that is not one, a decimal fraction of a serving, an empty slot. */
const SLIPS = /NaN|undefined|Infinity|\d[.,]\d+ ×|\b0 × |· ·|· *$|: *$|\d{2,}[.,]\d{2,} (?:g|mg|ml)\b/m;

test.each(LANGUAGES)(
  'no form of 40 drawn events has a slip in %s, and assistants read every plan',
  async (language) => {
    const texts = await textsOf(language);
    for (const event of seededEvents(41, 40)) {
      const plan = planOfEvent(event);
      const forms = [
        planText(plan, texts, undefined),
        planPage(plan, texts, undefined),
        drawFuelPlan(plan, texts, undefined),
        calendarWords(plan, texts),
        textOfFuelPlan(fullPlanToWire({ isForAssistant: false }, plan, texts), texts),
      ].map((form) => asTyped(form).replace(/<style>.*?<\/style>/s, ''));
      for (const form of forms) expect(form, event.name).not.toMatch(SLIPS);
      expect(forms.at(-1), event.name).not.toContain(texts.assistant.readStructured());
      for (const [card] of (forms[1] ?? '').matchAll(/<section class="card">.*?<\/section>/gs)) {
        expect(card.match(/<p /g)?.length, event.name).toBeLessThanOrEqual(14);
      }
    }
  },
);

test('a plan has one view, in which each part is derived once', () => {
  const { plan, view } = planOfEvent(writtenEvent('08'));
  expect(view.rows).toBe(view.rows);
  expect(view.recipes).toBe(view.recipes);
  expect(view.pack.recipes).toBe(view.recipes);
  expect(view.stations).toHaveLength(plan.stops.length);
  expect(viewOf(plan).totals).toEqual(view.totals);
});
