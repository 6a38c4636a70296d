import { describe, expect, it } from 'vitest';
import { evaluateAllCases } from '../../src/science/evaluate-cases.ts';

/** Rows known to fail, each explained in src/engine/README.md; a row that leaves or joins this list is news. */
const KNOWN_FAILURES = ['V09', 'V11', 'V28', 'V31', 'V38', 'V46'];

describe('published cases', () => {
  const outcomes = evaluateAllCases();

  it('exactly the rows that the report explains fail; 62 of 68 pass', () => {
    const failed = outcomes.filter(({ passed }) => !passed).map(({ publishedCase }) => publishedCase.id);
    expect(failed).toEqual(KNOWN_FAILURES);
    expect(outcomes.length - failed.length).toBe(62);
  });

  it('every safety row passes', () => {
    const safety = outcomes.filter(({ publishedCase }) => publishedCase.kind === 'safety');
    expect(safety).toHaveLength(3);
    expect(safety.every(({ passed }) => passed)).toBe(true);
  });

  it('the method in use passes no fewer rows than P1 and than a strict risk limit', () => {
    const passing = (method: 'p1' | 'strictRisk'): number =>
      evaluateAllCases(method).filter(({ passed }) => passed).length;
    const inUse = outcomes.filter(({ passed }) => passed).length;
    expect(inUse).toBeGreaterThanOrEqual(passing('p1'));
    expect(inUse).toBeGreaterThan(passing('strictRisk'));
  });
});
