import { describe, expect, test } from 'vitest';
import { checkInvariants, type Invariant } from '../laboratory/invariants.ts';
import { checkRules } from '../laboratory/monotone.ts';
import { findJumps } from '../laboratory/sweeps.ts';

const SEED = 20_261_121;
const INPUTS = 200_000;

/**
 * Share of inputs that may break a promise. All others never may. Sweat above 1.1 L/h for over 10 h, and 50
 * °C.
 */
const ALLOWED: Partial<Record<Invariant, number>> = {
  'median end sodium is at least 134.5 mmol/L in the studied range': 0.001,
  'end sodium above 145 only where a limit or a condition bound': 0.001,
};

describe(`invariants over ${INPUTS} random inputs of the full wire range, seed ${SEED}`, () => {
  const counts = checkInvariants(INPUTS, SEED);

  test.each(counts)('$invariant', ({ invariant, tried, broken, firstInput }) => {
    expect(tried).toBeGreaterThan(1000);
    const allowed = (ALLOWED[invariant] ?? 0) * tried;
    expect(broken, `first broken by ${JSON.stringify(firstInput)}`).toBeLessThanOrEqual(allowed);
  });
});

describe(`rules of direction, seed ${SEED}`, () => {
  // With a declared tolerance, less carbohydrate in heat lowers the fluid that carries it slightly more
  // often.
  test.each(checkRules(40_000, SEED, 0))(
    '$name, but for 1 in 1,000',
    ({ tried, broken, worst, worstInput }) => {
      expect(tried).toBeGreaterThan(1000);
      expect(broken, `worst ${worst} by ${JSON.stringify(worstInput)}`).toBeLessThanOrEqual(tried / 1000);
    },
  );

  test('a race also raises carbohydrate with a declared tolerance, except for the training allowance', () => {
    const outcome = checkRules(10_000, SEED, 1).find(({ name }) => name === 'a race raises carbohydrate');
    expect(outcome?.broken).toBe(0);
  });
});

describe('continuity', () => {
  test('the smallest step of any input changes no output by more than 15 % and a sip, gram or pinch', () => {
    expect(findJumps()).toEqual([]);
  });
});
