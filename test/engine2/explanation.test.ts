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

function valueOf(quantity: QuantityExplanation, term: string): number {
  const found = quantity.steps.find((candidate) => candidate.term === term);
  if (typeof found?.value !== 'number') throw new Error(`no number for ${term}`);
  return found.value;
}

function numberOr(quantity: QuantityExplanation, term: string, fallback: number): number {
  return quantity.steps.some((candidate) => candidate.term === term) ? valueOf(quantity, term) : fallback;
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
      expectNear(valueOf(explanation.carbohydrate, 'carbohydrate'), rates.carbGPerHr);
      expectNear(valueOf(explanation.fluid, 'fluid') * 1000, rates.fluidMlPerHr);
      expectNear(valueOf(explanation.sodium, 'sodium'), rates.sodiumMgPerHr);
      expectNear(valueOf(explanation.maxSafeFluid, 'max_safe_fluid') * 1000, safety.maxSafeFluidMlPerHr);
      expectNear(valueOf(explanation.maxSafeSodium, 'max_safe_sodium'), safety.maxSafeSodiumMgPerHr);
      expectNear(valueOf(explanation.confidence, 'confidence'), safety.confidenceScore);
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
        ].reduce((total, term) => total * valueOf(carb, term), 1);
        expectNear(valueOf(carb, 'guideline_target'), product);
        const target =
          (valueOf(carb, 'guideline_target') + valueOf(carb, 'trained_gut')) * valueOf(carb, 'heat_factor');
        expectNear(valueOf(carb, 'target'), target);
        const limited = Math.min(
          valueOf(carb, 'target'),
          valueOf(carb, 'demand_limit'),
          valueOf(carb, 'tolerance_limit'),
          valueOf(carb, 'absolute_limit'),
        );
        const afterSoftZero = limited >= 18 ? limited : 1.5 * Math.max(0, limited - 6);
        expect(Math.abs(valueOf(carb, 'limited') - afterSoftZero)).toBeLessThan(0.01);
        const placed = numberOr(carb, 'place_in_event', valueOf(carb, 'limited'));
        expectNear(valueOf(carb, 'carbohydrate'), placed * numberOr(carb, 'carrier_factor', 1));
      }
    }
  });

  it('sweat is the average person times the personal multiplier', () => {
    for (const input of INPUTS) {
      const explanation = explainPlan(planEvent(input));
      for (const sweat of explanation.legs?.map(({ sweatRate }) => sweatRate) ?? [explanation.sweatRate]) {
        const product = valueOf(sweat, 'average_person') * valueOf(sweat, 'personal_multiplier');
        expectNear(valueOf(sweat, 'sweat_rate'), Math.min(product, 3.5));
      }
    }
  });

  it('losses add up; fluid is the smallest of its wish and its limits, held back by conditions', () => {
    for (const input of INPUTS) {
      const plan = planEvent(input);
      const { balance, fluid } = explainPlan(plan);
      const sum = valueOf(balance, 'sweat_rate') + valueOf(balance, 'breath') + valueOf(balance, 'urine');
      expectNear(valueOf(balance, 'losses'), sum);
      const largest = Math.max(
        valueOf(fluid, 'share_of_sweat'),
        valueOf(fluid, 'allowed_loss'),
        valueOf(fluid, 'plasma_sodium'),
        valueOf(fluid, 'carbohydrate_carrier'),
      );
      expectNear(valueOf(fluid, 'wanted'), largest * valueOf(fluid, 'short_session_factor'));
      const smallest = Math.min(
        valueOf(fluid, 'wanted'),
        valueOf(fluid, 'gut_limit'),
        valueOf(fluid, 'ceiling_limit'),
        valueOf(fluid, 'loss_share_limit'),
        valueOf(fluid, 'no_gain_limit'),
        numberOr(fluid, 'cautious_limit', Number.POSITIVE_INFINITY),
      );
      const held = Math.max(0, smallest) * numberOr(fluid, 'medical_factor', 1);
      expectNear(plan.fluid.fluidLPerHr, held);
      // What no leg can take lowers the event's fluid.
      expect(valueOf(fluid, 'fluid')).toBeLessThanOrEqual(held * (1 + SHOWN) + 1e-9);
    }
  });

  it('sodium is the smallest of its wish and its limits', () => {
    for (const input of INPUTS) {
      const { sodium } = explainPlan(planEvent(input));
      const wanted = Math.max(
        valueOf(sodium, 'practice'),
        valueOf(sodium, 'short_session_factor') *
          Math.min(valueOf(sodium, 'plasma_need'), valueOf(sodium, 'loss_limit')),
        valueOf(sodium, 'measured_half'),
      );
      expectNear(valueOf(sodium, 'wanted'), wanted);
      const smallest = Math.min(
        wanted,
        valueOf(sodium, 'loss_limit'),
        valueOf(sodium, 'drink_limit'),
        0.95 * valueOf(sodium, 'max_safe_sodium'),
      );
      expectNear(valueOf(sodium, 'sodium'), smallest);
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
