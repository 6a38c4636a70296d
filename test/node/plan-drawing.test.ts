import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { drawFuelPlan } from '../../src/fuel-plans/forms/draw-fuel-plan.ts';
import { planCalendar } from '../../src/fuel-plans/forms/plan-calendar.ts';
import { planPage } from '../../src/fuel-plans/forms/plan-page.ts';
import { planText } from '../../src/fuel-plans/forms/plan-text.ts';
import { sportName } from '../../src/fuel-plans/forms/row-words.ts';
import { clock, escaped } from '../../src/fuel-plans/forms/svg-text.ts';
import type { FuelPlan } from '../../src/fuel-plans/fuel-plan.ts';
import { textsOf } from '../../src/languages/languages.ts';
import { LANGUAGES } from '../../src/languages/tags.ts';
import { NAMED_EVENTS } from '../support/named-events.ts';
import { passCourse, planOfEvent, pureFuelPlan } from '../support/pure-fuel-plan.ts';

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

describe.each(LANGUAGES)('a plan of several legs in %s', (language) => {
  test('has each leg with its times as a heading in page, cards, drawing, text and calendar', async () => {
    const texts = await textsOf(language);
    const page = planPage(TRIATHLON, texts, undefined);
    const forms = [
      page,
      page.match(/<section class="card pocket">.*/s)?.[0] ?? '',
      drawFuelPlan(TRIATHLON, texts, undefined),
      planText(TRIATHLON, texts, undefined),
      calendarWords(TRIATHLON, texts),
    ];
    for (const { type, startMin, endMin } of TRIATHLON.legs) {
      const heading = `${sportName(type, texts)} ${clock(startMin)}–${clock(endMin)}`;
      for (const form of forms) expect(form).toContain(heading);
    }
    const [, pocket = ''] = forms;
    expect(pocket).toContain(escaped(texts.plan.paper.nothing()));
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

  test('has a lane of caffeine with its milligrams, where there is any, also in words', async () => {
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
