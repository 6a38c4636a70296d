import { HEALTHY } from '@musette/engine/laboratory';
import { ML_PER_FL_OZ, metricMeasures, shownMl, usMeasures } from '@musette/languages/amounts';
import {
  chooseLanguage,
  LANGUAGES,
  type Language,
  textsOf,
  UNITS,
  unitsFor,
  unitsOfTag,
} from '@musette/languages/languages';
import { type Texts, warningText } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { textOfFuelPlan } from '#delivery/agents/plan-answer-texts.ts';
import { drawFuelPlan } from '#nutrition/fuel-plans/forms/draw-fuel-plan.ts';
import { deviceRows, planCalendar } from '#nutrition/fuel-plans/forms/plan-calendar.ts';
import { planPage } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { planText } from '#nutrition/fuel-plans/forms/plan-text.ts';
import type { FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { worstHoursOf } from '#nutrition/fuel-plans/plan/views.ts';
import { fullPlanToWire } from '#nutrition/fuel-plans/plan-to-wire.ts';
import { pouredVolumes } from '#nutrition/fuel-plans/poured-volumes.ts';
import { questionOf, WRITTEN_EVENTS } from '../support/fuel-events.ts';
import { asTyped } from '../support/page-fields.ts';
import { followedPlanOf, pureFuelPlan } from '../support/pure-fuel-plan.ts';

const BOTH = LANGUAGES.flatMap((language) => UNITS.map((units) => [language, units] as const));

describe('measures', () => {
  test('no ceiling ever rounds up, in either system, at any volume', () => {
    for (const measures of LANGUAGES.flatMap((language) => [
      metricMeasures(language),
      usMeasures(language),
    ])) {
      const each = measures.units === 'us' ? ML_PER_FL_OZ : 1;
      for (let ml = 0; ml < 3000; ml += 0.7) {
        for (const text of [measures.limit(ml), measures.sheetLimit(ml)]) {
          expect(Number.parseFloat(text) * each).toBeLessThanOrEqual(ml + 1e-6);
          const [, brackets] = /\((\d+) ml\)/.exec(text) ?? [];
          expect(Number(brackets ?? 0)).toBeLessThanOrEqual(ml + 1e-6);
        }
        if (measures.units === 'us') {
          expect(Number.parseFloat(measures.total(ml)) * each).toBeLessThanOrEqual(ml + 1e-6);
        }
      }
    }
  });

  test.each([
    [750, '25 fl oz'],
    [4 * ML_PER_FL_OZ, '4 fl oz'],
    [100, '3.5 fl oz'],
    [50, '1.5 fl oz'],
    [5, '0.5 fl oz'],
    [0, '0 fl oz'],
    [2 * ML_PER_FL_OZ, '2 fl oz'],
  ])('%d ml of a row, a bottle or a cup are %s', (ml, text) => {
    expect(usMeasures('en').volume(ml)).toBe(text);
  });

  test('a whole number of fluid ounces is not rounded down to the one below', () => {
    for (let flOz = 1; flOz < 200; flOz++) {
      expect(usMeasures('en').limit(flOz * ML_PER_FL_OZ)).toBe(`${flOz} fl oz`);
    }
  });

  test('miles, feet, pounds and degrees Fahrenheit', () => {
    const us = usMeasures('de');
    expect(us.distance(42.195, false)).toBe('mi 26');
    expect(us.distance(10, true)).toBe('mi 6,2');
    expect(us.height(2000)).toBe('6550 ft');
    expect(us.mass(70)).toBe('154 lb');
    expect(us.temperature(18)).toBe('64 °F');
  });

  test('units follow the request, else the athlete, else a locale of the United States', () => {
    expect(unitsFor(null)).toBe('metric');
    expect(unitsFor({ locale: 'en-US', units: null })).toBe('us');
    expect(unitsFor({ locale: 'es-us', units: null })).toBe('us');
    expect(unitsFor({ locale: 'en-Latn-US', units: null })).toBe('us');
    for (const locale of ['en', 'en-GB', 'fr-US', 'de-US', 'en-USA', null]) {
      expect(unitsFor({ locale, units: null }), String(locale)).toBe('metric');
    }
    expect(unitsFor({ locale: 'en-US', units: 'metric' })).toBe('metric');
    expect(unitsFor({ locale: 'de', units: 'us' }, 'metric')).toBe('metric');
  });

  test('texts in both systems have their own tag, which names the language and the units', async () => {
    const us = await textsOf('fr', 'us');
    expect([us.tag, unitsOfTag(us.tag), chooseLanguage(us.tag, null)]).toEqual([
      'fr-u-ms-ussystem',
      'us',
      'fr',
    ]);
    expect((await textsOf('fr')).tag).toBe('fr');
  });
});

/** The plan of an event whose fillings are chosen in fluid ounces. */
const PLANS: readonly (readonly [string, FuelPlan])[] = [
  // Their names have distances.
  ...WRITTEN_EVENTS.map((event) => [event.name, followedPlanOf({ ...event, title: '' })] as const),
  [
    'a heart condition',
    pureFuelPlan({ type: 'bike', durationMin: 300, of: { health: { ...HEALTHY, heartFailure: true } } }),
  ],
];

/** Everything that people read of a plan. */
function formsOf(plan: FuelPlan, texts: Texts): readonly (readonly [string, string])[] {
  const wire = fullPlanToWire({ isForAssistant: false }, plan, texts);
  const forms = {
    page: planPage(plan, texts, undefined).replace(/<style>.*?<\/style>/gs, ''),
    drawing: drawFuelPlan(plan, texts, undefined).replace(/<style>.*?<\/style>/gs, ''),
    text: planText(plan, texts, undefined),
    calendar: planCalendar(plan, texts, 0).replaceAll('\r\n ', ''),
    device: deviceRows(plan, texts)
      .map(({ name, notes }) => `${name} ${notes}`)
      .join('\n'),
    assistant: textOfFuelPlan(wire, texts),
  };
  return Object.entries(forms).map(([form, said]) => [form, asTyped(said)]);
}

/** Amounts in metric units, except strengths and what stands in brackets after a ceiling. */
const METRIC =
  /(?<!\()\b\d[\d.,]*\s?(?:ml|km|kg|°C|litres?|Liter|litri|litros?)\b|\bkm\s?\d|>km<|\d\s?リットル/;

describe.each(BOTH)('every form in %s and %s units', (language, units) => {
  test.each(PLANS)('has its ceiling, never rounded up, and no other units: %s', async (_name, plan) => {
    const texts = await textsOf(language, units);
    const { maxSafeFluidMlPerHr: most } = plan.numbers;
    const figure = units === 'us' ? Math.floor(most / ML_PER_FL_OZ) : Math.floor(most);
    const ceiling = units === 'us' ? `${figure} fl oz` : `${figure} ml`;
    for (const [form, said] of formsOf(plan, texts)) {
      if (form !== 'device') expect(said, form).toContain(ceiling);
      // The next higher figure would be above the ceiling, so that it must not be called one.
      const higher = texts.plan.paper.maximum({ rate: `${figure + 1} ${units === 'us' ? 'fl oz' : 'ml'}/h` });
      expect(said, form).not.toContain(higher);
      if (units === 'us') expect(METRIC.exec(said.replaceAll(/\(\d+ ml\)/g, ''))?.[0], form).toBeUndefined();
      else expect(said, form).not.toMatch(/fl oz|\blb\b|°F|\bmi \d/);
    }
  });
});

describe.each(LANGUAGES)('warnings in %s', (language: Language) => {
  test('a ceiling in a warning is never rounded up', async () => {
    for (const units of UNITS) {
      const texts = await textsOf(language, units);
      const each = units === 'us' ? ML_PER_FL_OZ : 1;
      for (let maxMlPerHr = 100; maxMlPerHr <= 1200; maxMlPerHr += 7) {
        const parameters = { maxMlPerHr, reportedMlPerHr: 50, limitMgPerHr: 300 };
        const said = [
          ...[null, 'low_sodium_before', 'water_retaining_drug'].map((condition) =>
            texts.warnings.EAH_RISK_LONG_SLOW(
              { maxMlPerHr, inWater: false, hidesMass: false, condition } as never,
              texts.measures,
            ),
          ),
          texts.warnings.EAH_PLAN_EXCEEDS_SAFE(parameters as never, texts.measures),
          texts.warnings.EAH_OVERDRINK_REPORTED(parameters as never, texts.measures),
          texts.warnings.MEDICAL_FLUID(parameters as never, texts.measures),
          texts.plan.coverage.fluidAboveCeiling({ plannedMl: 60, maxMl: maxMlPerHr }, texts.measures),
        ];
        for (const text of said) {
          const found = [...text.matchAll(/(\d+) (?:ml|fl oz)/g)].map(([, amount]) => Number(amount));
          expect(found.length, text).toBeGreaterThan(0);
          expect(Math.max(...found) * each, text).toBeLessThanOrEqual(maxMlPerHr + 1e-6);
        }
      }
    }
  });

  test('every warning and note speaks of one system of units', async () => {
    const texts = await textsOf(language, 'us');
    const warning = warningText(texts, {
      code: 'VERY_LONG_EVENT',
      severity: 'info',
      parameters: { beyondTwelveHours: false, massRule: true, leastKg: 1.2, mostKg: 2.1 },
    } as never);
    expect(warning).toMatch(/2[.,]6.{1,6}4[.,]6 lb/);
    expect(texts.notes.advice_first_transition({}, texts.measures)).toMatch(/1[.,]5.{1,6}3[.,]5 fl oz/);
  });
});

test('bottles are filled at home in steps of 2 fl oz, chosen and not converted', () => {
  const stepMl = 2 * ML_PER_FL_OZ;
  let fills = 0;
  for (const event of WRITTEN_EVENTS) {
    const plan = planFuel(requestOf({ ...questionOf(event), homeStepMl: stepMl }));
    for (const { stop, filledMl, vessel, recipe } of plan.fills) {
      const kind = plan.stops[stop]?.kind;
      // A mix of one strength decides by its sachets.
      const isWholeSachets = recipe?.from === 'home' && recipe.product.fixedStrength;
      if ((kind !== 'start' && kind !== 'transition') || filledMl === vessel.volumeMl || isWholeSachets)
        continue;
      fills += 1;
      expect(filledMl / stepMl, event.name).toBeCloseTo(Math.round(filledMl / stepMl), 6);
    }
  }
  expect(fills).toBeGreaterThan(5);
});

describe('bottles of an hour', () => {
  const bottle = (filledMl: number, fromMin: number, toMin: number) => ({
    filledMl,
    volumeMl: filledMl,
    fromMin,
    toMin,
  });
  const us = usMeasures('en');
  const flOz = (amount: number) => amount * ML_PER_FL_OZ;

  test.each([
    ['are to the nearest below the ceiling', [bottle(500, 0, 60)], 520, ['17 fl oz']],
    ['are rounded down at it', [bottle(500, 0, 60)], 500, ['16 fl oz']],
    ['begin with the largest', [bottle(350, 0, 30), bottle(500, 30, 60)], 850, ['12 fl oz', '16 fl oz']],
    [
      'are rounded down until they fit',
      [bottle(350, 0, 20), bottle(500, 20, 60), bottle(250, 90, 200)],
      820,
      ['11 fl oz', '16 fl oz', '8 fl oz'],
    ],
    ['stay as chosen', [bottle(flOz(22), 0, 60), bottle(flOz(18), 60, 130)], 660, ['22 fl oz', '18 fl oz']],
    [
      'of other hours are to the nearest',
      [bottle(500, 0, 60), bottle(500, 60, 180)],
      500,
      ['16 fl oz', '17 fl oz'],
    ],
    [
      'are rounded down for the hour that ends with one',
      [bottle(500, 0, 100), bottle(500, 100, 130)],
      680,
      ['16 fl oz', '17 fl oz'],
    ],
    ['keep their halves', [bottle(110, 0, 60)], 110, ['3.5 fl oz']],
  ])('%s', (_name, fills, ceilingMl, shown) => {
    expect(pouredVolumes({ fills, intakes: [] }, ceilingMl, us)).toEqual(shown);
  });

  test('leave what the cups of a station take', () => {
    const drunk = { fills: [bottle(500, 0, 60)], intakes: [{ atMin: 59, fluidMl: 150 }] };
    expect(pouredVolumes(drunk, 650, us)).toEqual(['16 fl oz']);
    expect(pouredVolumes({ ...drunk, intakes: [{ atMin: 120, fluidMl: 150 }] }, 505, us)).toEqual([
      '17 fl oz',
    ]);
  });

  test('are the same for whole milliliters, of which assistants are told', () => {
    for (let amount = 2; amount < 60; amount += 2) {
      const fills = [bottle(Math.round(flOz(amount)), 0, 60)];
      expect(pouredVolumes({ fills, intakes: [] }, flOz(amount), us)).toEqual([`${amount} fl oz`]);
    }
  });

  test.each(UNITS)('never pass the ceiling by rounding, in %s units', async (units) => {
    const { measures } = await textsOf('en', units);
    let [passed, roundedDown] = [0, 0];
    for (const [name, { plan }] of PLANS) {
      const { fluidMl: ceilingMl } = plan.request.ceilings;
      const each = units === 'us' ? ML_PER_FL_OZ : 1;
      const volumes = pouredVolumes(plan, ceilingMl, measures);
      const fills = plan.fills.map((fill, index) => {
        const shown = Number.parseFloat(volumes[index] ?? '') * each;
        return { ...fill, volumeMl: (fill.volumeMl * shown) / fill.filledMl, shown };
      });
      // Exact amounts may differ from the ceiling as printed, but never from the ceiling.
      expect(worstHoursOf({ ...plan, fills }).fluidMl, name).toBeLessThanOrEqual(ceilingMl + 1.5);
      const nearest = plan.fills.map((fill) => ({
        ...fill,
        volumeMl: (fill.volumeMl * shownMl(fill.filledMl, measures, 'nearest')) / fill.filledMl,
      }));
      passed += Number(worstHoursOf({ ...plan, fills: nearest }).fluidMl > ceilingMl + 1.5);
      roundedDown += fills.filter(
        ({ shown, filledMl }) => shown < shownMl(filledMl, measures, 'nearest') - 0.1,
      ).length;
      for (const { shown, filledMl } of fills) expect(shown, name).toBeGreaterThan(filledMl - each);
    }
    // Otherwise, nothing was tested.
    if (units === 'us') expect([passed, roundedDown].every((count) => count > 0)).toBe(true);
    else expect(roundedDown).toBe(0);
  });
});
