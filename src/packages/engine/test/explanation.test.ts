import { RandomSource } from '@musette/basics/random-source';
import { ENGLISH } from '@musette/languages/english';
import { noteText } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { activity, athlete, HEALTHY } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { explainPlan } from '../src/explain.ts';
import { type EventPlan, type LegPlan, planEvent } from '../src/plan.ts';
import { prescribe } from '../src/prescribe.ts';
import type { Explanation, LegExplanation, QuantityExplanation } from '../src/types.ts';

const SEED = 2026;
const source = new InputSource(new RandomSource(SEED));
const CASES = Array.from({ length: 1500 }, () => {
  const plan = planEvent(source.anything(0.1));
  return { plan, explanation: explainPlan(plan) };
});
/** Five significant digits, and products of a dozen such numbers. */
const SHOWN = 1e-4;
const PRODUCTS = 12 * SHOWN;

function has(quantity: QuantityExplanation, term: string): boolean {
  return quantity.steps.some((candidate) => candidate.term === term);
}

function termOf(quantity: QuantityExplanation, term: string): number {
  const found = quantity.steps.find((candidate) => candidate.term === term);
  if (typeof found?.value !== 'number') throw new Error(`no number for ${term}`);
  return found.value;
}

function numberOr(quantity: QuantityExplanation, term: string, fallback: number): number {
  return has(quantity, term) ? termOf(quantity, term) : fallback;
}

function smallestOf(quantity: QuantityExplanation, terms: readonly string[]): number {
  return Math.min(...terms.map((term) => numberOr(quantity, term, Number.POSITIVE_INFINITY)));
}

function expectNear(actual: number, expected: number, what: string, least = 0.001): void {
  const distance = Math.abs(actual - expected);
  expect(distance, `${what}: ${actual}, expected ${expected}`).toBeLessThanOrEqual(
    PRODUCTS * Math.max(Math.abs(expected), least),
  );
}

/** Compares steps with the calculation terms they stand for. */
function expectTerms(quantity: QuantityExplanation, terms: Readonly<Record<string, number>>): void {
  for (const [term, value] of Object.entries(terms)) {
    expect(Math.abs(termOf(quantity, term) - value), term).toBeLessThanOrEqual(
      SHOWN * Math.abs(value) + 1e-12,
    );
  }
}

/** The legs of an explanation, or its own quantities for a single sport. */
function legsOf(
  { plan, explanation }: { plan: EventPlan; explanation: Explanation },
  visit: (leg: LegPlan, quantities: Pick<LegExplanation, 'sweatRate' | 'carbohydrate'>) => void,
): void {
  plan.legs.forEach((leg, index) => {
    visit(leg, explanation.legs?.[index] ?? explanation);
  });
}

describe(`explanations of ${CASES.length} random inputs, seed ${SEED}`, () => {
  test('end with the numbers of the prescription', () => {
    for (const { plan, explanation } of CASES) {
      const { rates, safety } = prescribe(plan.input);
      expectTerms(explanation.carbohydrate, { carbohydrate: rates.carbGPerHr });
      expectTerms(explanation.fluid, { fluid: rates.fluidMlPerHr / 1000 });
      expectTerms(explanation.sodium, { sodium: rates.sodiumMgPerHr });
      expectTerms(explanation.maxSafeFluid, { max_safe_fluid: safety.maxSafeFluidMlPerHr / 1000 });
      expectTerms(explanation.maxSafeSodium, { max_safe_sodium: safety.maxSafeSodiumMgPerHr });
      expectTerms(explanation.confidence, { confidence: safety.confidenceScore });
    }
  });

  test('every sweat step equals its calculation term, and the terms multiply to the rate', () => {
    for (const one of CASES) {
      legsOf(one, ({ effort, environment, sweat, ...leg }, { sweatRate }) => {
        expectTerms(sweatRate, {
          level_fraction: effort.levelFraction,
          sustainable_fraction: effort.sustainableFraction,
          fraction_of_vo2max: effort.fractionOfVo2max,
          metabolic_rate: effort.metabolicRateW,
          thermal_stress_level: environment.thermalLevel,
          duration_factor: sweat.durationFactor,
          average_person: sweat.averagePersonLPerHr,
          personal_multiplier: leg.personalMultiplier,
          sweat_rate: leg.sweatLPerHr,
        });
        const product = termOf(sweatRate, 'average_person') * termOf(sweatRate, 'personal_multiplier');
        expectNear(termOf(sweatRate, 'sweat_rate'), Math.min(product, 3.5), 'sweat rate');
        if (sweat.heat === null) return;
        const average =
          (termOf(sweatRate, 'sweat_per_surface') / 1000) *
          termOf(sweatRate, 'body_surface') *
          termOf(sweatRate, 'duration_factor') *
          numberOr(sweatRate, 'age_factor', 1) *
          numberOr(sweatRate, 'acclimatization_factor', 1);
        expectNear(termOf(sweatRate, 'average_person'), Math.min(average, 3.5), 'average person');
        const heat = termOf(sweatRate, 'heat_produced');
        const met = numberOr(sweatRate, 'effective_temperature', termOf(sweatRate, 'air_temperature'));
        const exchanged = termOf(sweatRate, 'dry_exchange') * (termOf(sweatRate, 'skin_temperature') - met);
        const dry = exchanged - numberOr(sweatRate, 'added_heat', 0) + numberOr(sweatRate, 'shade', 0);
        const required = heat - Math.min(dry, 0.6 * heat);
        expectNear(termOf(sweatRate, 'required_evaporation'), required, 'required evaporation', heat);
      });
    }
  });

  test('name the share of walking of a run over a course, and none of a walk', () => {
    const shown = new Set<string>();
    for (const one of CASES) {
      legsOf(one, ({ type, effort: { pace } }, { sweatRate }) => {
        if (pace === null) return;
        shown.add(`${type}: ${pace.walkShare !== null}`);
        expect(has(sweatRate, 'walk_share'), type).toBe(pace.walkShare !== null);
        if (pace.walkShare !== null) expectTerms(sweatRate, { walk_share: pace.walkShare });
      });
    }
    expect([...shown].sort()).toEqual([
      'hike: false',
      'run: true',
      'trail_run: true',
      'treadmill_run: true',
      'walk: false',
    ]);
  });

  test('of several sports list the rates of each leg by its number, from one', () => {
    for (const { plan, explanation } of CASES.filter(({ plan }) => plan.isMultiSport)) {
      for (const [index, leg] of plan.legs.entries()) {
        const number = index + 1;
        expectTerms(explanation.sweatRate, { [`sweat_rate_leg_${number}`]: leg.sweatLPerHr });
        expectTerms(explanation.carbohydrate, { [`carbohydrate_leg_${number}`]: leg.carbGPerHr });
      }
    }
  });

  test('carbohydrate target is the product of its factors, and the rate the smallest limit', () => {
    for (const one of CASES) {
      legsOf(one, ({ carbohydrate: plan, ...leg }, { carbohydrate: carb }) => {
        expectTerms(carb, {
          guideline: plan.guidelineGPerHr,
          intensity_factor: plan.intensityFactor,
          race_factor: plan.raceFactor,
          size_factor: plan.sizeFactor,
          sport_factor: plan.sportFactor,
          fade_factor: plan.fadeFactor,
          short_session_factor: plan.shortSessionFactor,
          personal_need_factor: plan.needFactor,
          unfed_swim_factor: plan.unfedSwimFactor,
          guideline_target: plan.guidelineTargetGPerHr,
          trained_gut: plan.trainedGutGPerHr,
          heat_factor: plan.heatFactor,
          target: plan.targetGPerHr,
          oxidation: plan.oxidationGPerHr,
          demand_limit: plan.demandGPerHr,
          tolerance: plan.tolerance.limitGPerHr,
          oxidation_size_factor: plan.oxidationSizeFactor,
          tolerance_limit: plan.toleranceLimitGPerHr,
          absolute_limit: plan.absoluteLimitGPerHr,
          limited: plan.carbGPerHr,
          carbohydrate: leg.carbGPerHr,
        });
        const product = [
          'guideline',
          'intensity_factor',
          'race_factor',
          'size_factor',
          'sport_factor',
          'fade_factor',
          'short_session_factor',
          'personal_need_factor',
          'unfed_swim_factor',
        ].reduce((total, term) => total * termOf(carb, term), 1);
        expectNear(termOf(carb, 'guideline_target'), product, 'guideline target');
        const target =
          (termOf(carb, 'guideline_target') + termOf(carb, 'trained_gut')) * termOf(carb, 'heat_factor');
        expectNear(termOf(carb, 'target'), target, 'target');
        const tolerance = termOf(carb, 'tolerance') * termOf(carb, 'oxidation_size_factor');
        expectNear(termOf(carb, 'tolerance_limit'), tolerance, 'tolerance limit');
        const limited = smallestOf(carb, ['target', 'demand_limit', 'tolerance_limit', 'absolute_limit']);
        const afterSoftZero = limited >= 18 ? limited : 1.5 * Math.max(0, limited - 6);
        expect(Math.abs(termOf(carb, 'limited') - afterSoftZero)).toBeLessThan(0.01);
        const placed = numberOr(carb, 'place_in_event', termOf(carb, 'limited'));
        const carried = placed * numberOr(carb, 'carrier_factor', 1);
        // Less than 10 g/h over the event is none.
        expectNear(termOf(carb, 'carbohydrate'), leg.carbGPerHr === 0 ? 0 : carried, 'rate');
      });
    }
  });

  test.each([
    [30, ['too_little_to_matter', 'too_little_to_matter']],
    [150, [null, 'run_after_ride']],
  ])(
    'carbohydrate of a run after a ride is bound by the ride only if there is any: brick of %i min',
    (durationMin, boundBy) => {
      const brick = activity({ type: 'brick', durationMin, intensityLevel: 3 });
      const { legs } = explainPlan(planEvent({ activity: brick, athlete: athlete(), learned: null }));
      expect(legs?.map(({ carbohydrate }) => carbohydrate.boundBy)).toEqual(boundBy);
    },
  );

  test('every balance step equals its calculation term, and losses add up', () => {
    for (const { plan, explanation } of CASES) {
      const { balance } = explanation;
      expectTerms(balance, {
        sweat_rate: plan.balance.sweatLPerHr,
        breath: plan.balance.breathLPerHr,
        urine: plan.balance.urineLPerHr,
        sweat_sodium: plan.balance.sweatSodiumMgPerL,
      });
      const sum = termOf(balance, 'sweat_rate') + termOf(balance, 'breath') + termOf(balance, 'urine');
      expectNear(termOf(balance, 'losses'), sum, 'losses');
    }
  });

  test('fluid is the smallest of its target and its limits, reduced by conditions and leg limits', () => {
    for (const { plan, explanation } of CASES) {
      const { fluid } = explanation;
      expectTerms(fluid, {
        share_of_sweat: plan.fluid.wishes.share,
        allowed_loss: plan.fluid.wishes.allowedLoss,
        plasma_sodium: plan.fluid.wishes.plasma,
        carbohydrate_carrier: plan.fluid.wishes.carrier,
        gut_limit: plan.fluid.drinkableLPerHr,
        ceiling_limit: 0.95 * plan.ceiling.maxLPerHr,
        loss_share_limit: plan.fluid.lossShareLimitLPerHr,
        no_gain_limit: plan.fluid.noGainLimitLPerHr,
      });
      const largest = Math.max(
        termOf(fluid, 'share_of_sweat'),
        termOf(fluid, 'allowed_loss'),
        termOf(fluid, 'plasma_sodium'),
        termOf(fluid, 'carbohydrate_carrier'),
      );
      expectNear(termOf(fluid, 'wanted'), largest * termOf(fluid, 'short_session_factor'), 'wanted');
      const hold = termOf(fluid, 'hold');
      const none = Number.POSITIVE_INFINITY;
      const givingWay = (term: string) => Math.max(hold, numberOr(fluid, term, none));
      const smallest = Math.max(
        0,
        Math.min(
          smallestOf(fluid, ['wanted', 'gut_limit', 'ceiling_limit', 'no_gain_limit']),
          givingWay('loss_share_limit'),
        ),
      );
      const cautious = Math.min(smallest, has(fluid, 'cautious_limit') ? givingWay('cautious_limit') : none);
      const held = Math.min(cautious, numberOr(fluid, 'diuretics_limit', none));
      expectNear(termOf(fluid, 'fluid'), Math.min(held, numberOr(fluid, 'legs_limit', held)), 'fluid');
    }
  });

  test('sodium is the smallest of its target and its limits', () => {
    for (const { plan, explanation } of CASES) {
      const { sodium } = explanation;
      expectTerms(sodium, {
        sodium_loss: plan.sodium.lossMgPerHr,
        planned_concentration: plan.sodium.plannedMgPerL,
        plasma_need: plan.sodium.needMgPerHr,
        measured_half: plan.sodium.measuredHalfMgPerHr,
        drink_limit: plan.sodium.drinkLimitMgPerHr,
      });
      const practice = termOf(sodium, 'planned_concentration') * plan.fluidLPerHr;
      expectNear(termOf(sodium, 'practice'), practice, 'practice');
      expectNear(termOf(sodium, 'loss_limit'), 0.8 * termOf(sodium, 'sodium_loss'), 'loss limit');
      const wanted = Math.max(
        termOf(sodium, 'practice'),
        termOf(sodium, 'short_session_factor') * smallestOf(sodium, ['plasma_need', 'loss_limit']),
        termOf(sodium, 'measured_half'),
      );
      expectNear(termOf(sodium, 'wanted'), wanted, 'wanted');
      const smallest = smallestOf(sodium, ['wanted', 'loss_limit', 'drink_limit', 'ceiling_limit']);
      expectNear(termOf(sodium, 'sodium'), smallest, 'sodium');
    }
  });

  test('the fluid ceiling is the smallest of its limits, and its risk the product of three probabilities', () => {
    for (const { plan, explanation } of CASES) {
      const { maxSafeFluid: ceiling } = explanation;
      const low =
        numberOr(ceiling, 'long_event_share', 1) *
        termOf(ceiling, 'ceiling_sweat') *
        Math.exp(-termOf(ceiling, 'safety_z') * termOf(ceiling, 'sigma'));
      expectNear(termOf(ceiling, 'low_sweat'), low, 'low sweat');
      if (has(ceiling, 'allowed_gain')) {
        const perHour =
          (termOf(ceiling, 'counted_gas') + termOf(ceiling, 'allowed_gain')) / plan.hours -
          termOf(ceiling, 'counted_carbohydrate') / 1000;
        const counted = termOf(ceiling, 'counted_breath') + termOf(ceiling, 'counted_urine');
        const sum = termOf(ceiling, 'low_sweat') + counted + perHour;
        expectNear(termOf(ceiling, 'mass_limit'), sum, 'mass limit', 0.5);
      }
      const limits = ['mass_limit', 'plasma_limit', 'symptom_limit', 'gut_limit'];
      const smallest = Math.max(0.05, smallestOf(ceiling, limits));
      const max = Math.min(smallest, numberOr(ceiling, 'session_limit', smallest));
      expectNear(termOf(ceiling, 'max_safe_fluid'), max, 'ceiling');
    }
  });

  test('the sodium ceiling is the loss with its margin within the limits, and names a medical limit that set it', () => {
    for (const { explanation } of CASES) {
      const { maxSafeSodium: ceiling } = explanation;
      const margin = Math.max(300, termOf(ceiling, 'loss_with_margin'));
      const byLoss = Math.min(margin, termOf(ceiling, 'limit_by_hours'));
      const medical = numberOr(ceiling, 'medical_limit', Number.POSITIVE_INFINITY);
      expectNear(termOf(ceiling, 'max_safe_sodium'), Math.min(byLoss, medical), 'sodium ceiling');
      expect(ceiling.boundBy).toBe(medical <= byLoss ? 'medical_limit' : null);
    }
  });

  test('confidence is the weighted sum of its probabilities, at most .97', () => {
    for (const { explanation } of CASES) {
      const { confidence } = explanation;
      const sum =
        0.4 * termOf(confidence, 'within_30_percent_carbohydrate') +
        0.4 * termOf(confidence, 'within_30_percent_fluid') +
        0.2 * termOf(confidence, 'within_30_percent_sodium');
      expectNear(termOf(confidence, 'confidence'), Math.min(0.97, sum), 'confidence');
    }
  });

  test('every note and every piece of advice renders, and every step names its source', () => {
    for (const { explanation } of CASES) {
      const notes = [...explanation.advice, ...(explanation.legs ?? []).flatMap(({ advice }) => advice)];
      for (const { steps } of quantitiesOf(explanation)) {
        for (const { note, source: from } of steps) {
          notes.push(note);
          expect(from).not.toBe('');
        }
      }
      for (const note of notes)
        expect(noteText(ENGLISH, note)).not.toMatch(/undefined|NaN|Infinity|[a-z]_[a-z]|^$/);
    }
  });

  test('an athlete with low energy availability sees no mention of weight', () => {
    for (const { plan } of CASES.slice(0, 500)) {
      const health = { ...plan.input.athlete.health, redsOrEatingDisorder: true };
      const hidden = explainPlan(planEvent({ ...plan.input, athlete: { ...plan.input.athlete, health } }));
      for (const { steps } of quantitiesOf(hidden)) {
        for (const { term, note } of steps) {
          expect(['body_mass_change', 'allowed_gain', 'ceiling_mass']).not.toContain(term);
          expect(noteText(ENGLISH, note)).not.toMatch(/weight|body mass|gain of mass|\bkg\b/i);
        }
      }
    }
  });
});

describe('advice', () => {
  const race = activity({ durationMin: 200, isRaceEvent: true });
  const codes = (what: typeof race, who = athlete()): string[] =>
    explainPlan(planEvent({ activity: what, athlete: who, learned: null })).advice.map(({ code }) => code);

  test('a dose before the start is not for athletes whose physician or diabetes team sets doses', () => {
    expect(codes(race)).toContain('advice_before_start');
    for (const flag of ['heartFailure', 'kidneyDisease', 'diabetesTreated'] as const) {
      expect(codes(race, athlete({ health: { ...HEALTHY, [flag]: true } }))).not.toContain(
        'advice_before_start',
      );
    }
  });

  test('a long swim includes when to feed', () => {
    const swim = activity({ type: 'open_water_swim', durationMin: 600 });
    expect(codes(swim)).toContain('advice_swim_feeds');
    expect(codes(activity({ type: 'swim', durationMin: 25 }))).not.toContain('advice_swim_feeds');
  });

  test.each([
    ['brick', [false, true]],
    ['duathlon', [false, false, true]],
  ] as const)('a run after a ride is fed with liquids and gels: legs of a %s', (type, isLiquid) => {
    const plan = planEvent({
      activity: activity({ type, durationMin: 180 }),
      athlete: athlete(),
      learned: null,
    });
    const legs = explainPlan(plan).legs ?? [];
    expect(legs.map(({ advice }) => advice.some(({ code }) => code === 'advice_run_liquids'))).toEqual(
      isLiquid,
    );
  });
});

function quantitiesOf(explanation: Explanation): QuantityExplanation[] {
  const legs = (explanation.legs ?? []).flatMap(({ sweatRate, carbohydrate, fluid, sodium }) => [
    sweatRate,
    carbohydrate,
    fluid,
    sodium,
  ]);
  const { sweatRate, carbohydrate, balance, fluid, sodium, maxSafeFluid, maxSafeSodium, confidence } =
    explanation;
  return [sweatRate, carbohydrate, balance, fluid, sodium, maxSafeFluid, maxSafeSodium, confidence, ...legs];
}
