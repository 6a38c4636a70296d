import { describe, expect, it } from 'vitest';
import { explainPlan } from '../../src/engine2/explain.ts';
import { noteText } from '../../src/engine2/notes.ts';
import { planEvent } from '../../src/engine2/plan.ts';
import { prescribe } from '../../src/engine2/prescribe.ts';
import type { Explanation, QuantityExplanation } from '../../src/engine2/types.ts';
import { RandomSource } from '../../src/sandbox/random-source.ts';
import { InputSource } from '../../src/science2/random-inputs.ts';

const SEED = 2026;
const source = new InputSource(new RandomSource(SEED));
const INPUTS = Array.from({ length: 1500 }, () => source.anything(0.1));
/** Five significant digits. */
const SHOWN = 1e-4;

function termOf(quantity: QuantityExplanation, term: string): number {
  const found = quantity.steps.find((candidate) => candidate.term === term);
  if (typeof found?.value !== 'number') throw new Error(`no number for ${term}`);
  return found.value;
}

function numberOr(quantity: QuantityExplanation, term: string, fallback: number): number {
  return quantity.steps.some((candidate) => candidate.term === term) ? termOf(quantity, term) : fallback;
}

function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(SHOWN * Math.max(Math.abs(expected), 0.001) * 12);
}

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

describe(`explanations of ${INPUTS.length} random inputs, seed ${SEED}`, () => {
  it('end with the numbers of the prescription', () => {
    for (const input of INPUTS) {
      const explanation = explainPlan(planEvent(input));
      const { rates, safety } = prescribe(input);
      expectNear(termOf(explanation.carbohydrate, 'carbohydrate'), rates.carbGPerHr);
      expectNear(termOf(explanation.fluid, 'fluid') * 1000, rates.fluidMlPerHr);
      expectNear(termOf(explanation.sodium, 'sodium'), rates.sodiumMgPerHr);
      expectNear(termOf(explanation.maxSafeFluid, 'max_safe_fluid') * 1000, safety.maxSafeFluidMlPerHr);
      expectNear(termOf(explanation.maxSafeSodium, 'max_safe_sodium'), safety.maxSafeSodiumMgPerHr);
      expectNear(termOf(explanation.confidence, 'confidence'), safety.confidenceScore);
    }
  });

  it('carbohydrate target is the product of its factors, and the rate the smallest limit', () => {
    for (const input of INPUTS) {
      const explanation = explainPlan(planEvent(input));
      const legs = explanation.legs?.map(({ carbohydrate }) => carbohydrate) ?? [explanation.carbohydrate];
      for (const carb of legs) {
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
        expectNear(termOf(carb, 'guideline_target'), product);
        const target =
          (termOf(carb, 'guideline_target') + termOf(carb, 'trained_gut')) * termOf(carb, 'heat_factor');
        expectNear(termOf(carb, 'target'), target);
        const limited = Math.min(
          termOf(carb, 'target'),
          termOf(carb, 'demand_limit'),
          termOf(carb, 'tolerance_limit'),
          termOf(carb, 'absolute_limit'),
        );
        const afterSoftZero = limited >= 18 ? limited : 1.5 * Math.max(0, limited - 6);
        expect(Math.abs(termOf(carb, 'limited') - afterSoftZero)).toBeLessThan(0.01);
        const placed = numberOr(carb, 'place_in_event', termOf(carb, 'limited'));
        expectNear(termOf(carb, 'carbohydrate'), placed * numberOr(carb, 'carrier_factor', 1));
      }
    }
  });

  it('sweat is the average person times the personal multiplier', () => {
    for (const input of INPUTS) {
      const explanation = explainPlan(planEvent(input));
      for (const sweat of explanation.legs?.map(({ sweatRate }) => sweatRate) ?? [explanation.sweatRate]) {
        const product = termOf(sweat, 'average_person') * termOf(sweat, 'personal_multiplier');
        expectNear(termOf(sweat, 'sweat_rate'), Math.min(product, 3.5));
      }
    }
  });

  it('losses add up; fluid is the smallest of its wish and its limits, held back by conditions', () => {
    for (const input of INPUTS) {
      const plan = planEvent(input);
      const { balance, fluid } = explainPlan(plan);
      const sum = termOf(balance, 'sweat_rate') + termOf(balance, 'breath') + termOf(balance, 'urine');
      expectNear(termOf(balance, 'losses'), sum);
      const largest = Math.max(
        termOf(fluid, 'share_of_sweat'),
        termOf(fluid, 'allowed_loss'),
        termOf(fluid, 'plasma_sodium'),
        termOf(fluid, 'carbohydrate_carrier'),
      );
      expectNear(termOf(fluid, 'wanted'), largest * termOf(fluid, 'short_session_factor'));
      const smallest = Math.min(
        termOf(fluid, 'wanted'),
        termOf(fluid, 'gut_limit'),
        termOf(fluid, 'ceiling_limit'),
        termOf(fluid, 'loss_share_limit'),
        termOf(fluid, 'no_gain_limit'),
        numberOr(fluid, 'cautious_limit', Number.POSITIVE_INFINITY),
      );
      const held = Math.max(0, smallest) * numberOr(fluid, 'medical_factor', 1);
      expectNear(plan.fluid.fluidLPerHr, held);
      // Fluid that no leg can take lowers the event's fluid.
      expect(termOf(fluid, 'fluid')).toBeLessThanOrEqual(held * (1 + SHOWN) + 1e-9);
    }
  });

  it('sodium is the smallest of its wish and its limits', () => {
    for (const input of INPUTS) {
      const { sodium } = explainPlan(planEvent(input));
      const wanted = Math.max(
        termOf(sodium, 'practice'),
        termOf(sodium, 'short_session_factor') *
          Math.min(termOf(sodium, 'plasma_need'), termOf(sodium, 'loss_limit')),
        termOf(sodium, 'measured_half'),
      );
      expectNear(termOf(sodium, 'wanted'), wanted);
      const smallest = Math.min(
        wanted,
        termOf(sodium, 'loss_limit'),
        termOf(sodium, 'drink_limit'),
        0.95 * termOf(sodium, 'max_safe_sodium'),
      );
      expectNear(termOf(sodium, 'sodium'), smallest);
    }
  });

  it('every note and every piece of advice renders, and every step names its source', () => {
    for (const input of INPUTS) {
      const explanation = explainPlan(planEvent(input));
      const notes = [...explanation.advice, ...(explanation.legs ?? []).flatMap(({ advice }) => advice)];
      for (const { steps } of quantitiesOf(explanation)) {
        for (const { note, source: from } of steps) {
          notes.push(note);
          expect(from).not.toBe('');
        }
      }
      for (const note of notes) expect(noteText(note)).not.toMatch(/undefined|NaN|^$/);
    }
  });
});
