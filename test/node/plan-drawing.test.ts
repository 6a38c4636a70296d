import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import { drawFuelPlan } from '#nutrition/fuel-plans/forms/draw-fuel-plan.ts';
import { planCalendar } from '#nutrition/fuel-plans/forms/plan-calendar.ts';
import { planPage, planPageInSteps } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { planText } from '#nutrition/fuel-plans/forms/plan-text.ts';
import { sportName } from '#nutrition/fuel-plans/forms/row-words.ts';
import { escaped } from '#nutrition/fuel-plans/forms/svg-text.ts';
import type { FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { schedule, scheduleInSteps } from '#nutrition/fuel-plans/plan/schedule.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import { NAMED_EVENTS } from '../support/named-events.ts';
import { PRODUCTS } from '../support/plan-sessions.ts';
import { passCourse, planOfEvent, pureFuelPlan } from '../support/pure-fuel-plan.ts';

const ENGLISH = await textsOf('en');
const BOTTLES = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;
const RIDE = pureFuelPlan({
  type: 'bike',
  durationMin: 300,
  name: 'Over the pass',
  course: passCourse(120, 3),
  vessels: BOTTLES,
});
const TRIATHLON = pureFuelPlan({
  type: 'triathlon',
  durationMin: 330,
  name: 'Middle distance',
  vessels: BOTTLES,
});

/** Lists the words of a calendar's event and alarms. */
function calendarWords(plan: FuelPlan, texts: Parameters<typeof planCalendar>[1]): string {
  const written = planCalendar(plan, texts, { startMs: Date.UTC(2026, 5, 20, 7), nowMs: 0 });
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

  test('pauses while many attached products are moved out of full hours, to the same moments', () => {
    const { legs } = pureFuelPlan({ type: 'hike', durationMin: 2880 });
    const attached = PRODUCTS.slice(0, 25).map((product) => ({ product, servings: 10 }));
    const { result, costsUs } = inSteps(scheduleInSteps(attached, legs));
    expect(result).toEqual(schedule(attached, legs));
    // The layout, and the moves out of one hour at a time.
    expect(costsUs.length).toBeGreaterThan(10);
    expect(Math.max(...costsUs)).toBeLessThanOrEqual(SLICE_US);
  });
});

describe.each(LANGUAGES)('a plan of several legs in %s', (language) => {
  test('has each leg with its times as a heading in page, cards, drawing, text and calendar', async () => {
    const texts = await textsOf(language);
    const page = planPage(TRIATHLON, texts, undefined);
    const forms = [
      page,
      page.match(/<section class="card .*/s)?.[0] ?? '',
      drawFuelPlan(TRIATHLON, texts, undefined),
      planText(TRIATHLON, texts, undefined),
      calendarWords(TRIATHLON, texts),
    ];
    for (const { type, startMin, endMin } of TRIATHLON.legs) {
      const { moment } = texts.plan.hours;
      const heading = `${sportName(type, texts)} ${moment({ min: startMin })}–${moment({ min: endMin })}`;
      for (const form of forms) expect(form).toContain(heading);
    }
    const [, cards = ''] = forms;
    expect(cards).toContain(escaped(texts.plan.paper.nothing()));
  });

  test('has the rows of its ride and no others on the card of the top tube', async () => {
    const texts = await textsOf(language);
    const tubes =
      planPage(TRIATHLON, texts, undefined).match(/<section class="card tube">.*?<\/section>/gs) ?? [];
    const [swim, bike, run] = TRIATHLON.legs.map(({ type }) => sportName(type, texts));
    expect(tubes.join('')).toContain(`>${bike} `);
    for (const other of [swim, run]) expect(tubes.join('')).not.toContain(`>${other} `);
  });
});

describe('the drawing of a plan', () => {
  test('has its name, a post for each station and a mark of its own shape for what is taken', async () => {
    const texts = await textsOf('en');
    const drawing = drawFuelPlan(RIDE, texts, undefined);
    expect(drawing).toContain('Over the pass');
    expect(drawing.match(/class="post"/g)).toHaveLength(3);
    const eaten = RIDE.rows.filter(({ kind }) => kind === 'eat').length;
    expect(drawing.match(/class="mark"/g)?.length).toBeGreaterThanOrEqual(eaten);
    expect(drawing.match(/class="bar( plain)?"/g)).toHaveLength(RIDE.fills.length);
  });

  test('shows any caffeine in its own lane with milligrams, and in the text', async () => {
    const texts = await textsOf('en');
    const { caffeine } = texts.plan.paper.lanes;
    expect(drawFuelPlan(RIDE, texts, undefined)).not.toContain(`>${caffeine}<`);
    const first = RIDE.rows.findIndex(({ kind }) => kind === 'eat');
    const rows = RIDE.rows.map((row, index) =>
      index === first && row.kind === 'eat' ? { ...row, caffeineMg: 75 } : row,
    );
    const plan = { ...RIDE, rows };
    const drawing = drawFuelPlan(plan, texts, undefined);
    expect(drawing).toContain(`>${caffeine}<`);
    expect(drawing).toContain('>75 mg<');
    expect(planPage(plan, texts, undefined)).toContain('75 mg caffeine');
    expect(planText(plan, texts, undefined)).toContain('75 mg caffeine');
  });

  test('is the same for the same plan, and has no number that is not one', async () => {
    for (const language of LANGUAGES) {
      const texts = await textsOf(language);
      for (const event of NAMED_EVENTS) {
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
    ];
    for (const form of forms) {
      expect(form).toContain(duration({ min: plan.durationMin }));
      expect(form.match(/\d:\d\d h/g)).toBe(null);
      if (isFrench) expect(form.match(/\d:\d\d/g)).toBe(null);
    }
  },
);

test('German paper names a banana of the catalogue in German, and no text has its English name', async () => {
  const event = NAMED_EVENTS.find(({ name }) => name.startsWith('Gran fondo'));
  if (event === undefined) throw new Error('no gran fondo among the named events');
  const plan = planOfEvent(event);
  expect(plan.portions.map(({ product }) => product.name)).toContain('Banana (medium)');
  const text = planText(plan, await textsOf('de'), undefined);
  expect(text).toContain('2 × Banane');
  expect(text).not.toContain('Banana');
});

test('stations of one name in two sports are told apart by their sport', async () => {
  const event = NAMED_EVENTS.find(({ name }) => name.startsWith('Ironman'));
  if (event === undefined) throw new Error('no Ironman among the named events');
  const text = planText(planOfEvent(event), await textsOf('en'), undefined);
  expect(text).toContain('Station 1 (bike), km 35');
  expect(text).toContain('Station 1 (run), km 190');
  expect(text).toContain('Station 3, km 222');
});

test('the text of a plan says at a station what is picked up there, and the load only where a leg begins', () => {
  const stations = planText(RIDE, ENGLISH, undefined).split('\nStations\n')[1]?.split('\n\n')[0] ?? '';
  expect(stations.match(/leave with/g)).toHaveLength(1);
  expect(stations).toMatch(/^Start.*leave with/);
  expect(stations).toContain(': pick up 900 ml water');
});

test('a hike on real food has no advice on water with gels or bars', () => {
  const event = NAMED_EVENTS.find(({ name }) => name.startsWith('Hut-to-hut'));
  if (event === undefined) throw new Error('no hike among the named events');
  expect(planText(planOfEvent(event), ENGLISH, undefined)).not.toContain('with each gel or bar');
});

/** Boxes of the labels above the posts of a drawing, by their line. */
function postLabels(svg: string) {
  return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" class="soft halo"[^>]*>([^<]*)</g)].map(
    ([, x, y, name = '']) => ({ x: Number(x), y: Number(y), name }),
  );
}

test.each(NAMED_EVENTS)(
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
