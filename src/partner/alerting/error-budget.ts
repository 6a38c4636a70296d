import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { SLOT_MS } from '#platform/storage/answer-counts.ts';
import type { AlertPlace } from './condition.ts';
import { selectAnswersSince } from './repository.ts';

/** Share of answers that may fail in a month: 99.9 % must succeed. */
const BUDGET = 0.001;
/**
 * No window reports fewer errors than this. In a quiet night one error in ten answers would be a hundred
 * times the budget.
 */
const FAULTS_MIN = 10;

/**
 * Two windows that must both exceed a multiple of the budget. The long one shows that the errors matter, the
 * short one that they continue. (Beyer et al. 2018, The Site Reliability Workbook, chapter 5: 2 %, 5 % and 10
 * % of a month's budget.)
 */
const WINDOWS = [
  { about: 'hour', longMs: HOUR_MS, shortMs: 2 * SLOT_MS, burn: 14.4 },
  { about: '6 hours', longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS, burn: 6 },
  { about: '3 days', longMs: 3 * DAY_MS, shortMs: 6 * HOUR_MS, burn: 1 },
] as const;

/** The number of answers in a recent period, and how many failed. */
interface Answered {
  readonly answers: number;
  readonly faults: number;
}

/** Finds windows in which more answers fail than the month's budget allows. */
export async function findErrorsAboveBudget({ registry, nowMs }: AlertPlace): Promise<readonly string[]> {
  const longestMs = Math.max(...WINDOWS.map(({ longMs }) => longMs));
  const [slots] = await registry.batch([selectAnswersSince(registry, nowMs - longestMs)]);
  const inLast = (ms: number): Answered => {
    const wanted = slots.filter(({ slot }) => slot > nowMs - ms);
    return {
      answers: wanted.reduce((sum, { answers }) => sum + answers, 0),
      faults: wanted.reduce((sum, { faults }) => sum + faults, 0),
    };
  };
  const exceeded = WINDOWS.find(({ longMs, shortMs, burn }) => {
    const isAbove = ({ answers, faults }: Answered) => faults > burn * BUDGET * answers;
    return isAbove(inLast(longMs)) && isAbove(inLast(shortMs)) && inLast(longMs).faults >= FAULTS_MIN;
  });
  if (!exceeded) return [];
  const { answers, faults } = inLast(exceeded.longMs);
  const percent = ((100 * faults) / answers).toFixed(2);
  return [
    `${faults} of ${answers} answers of the last ${exceeded.about} were errors (${percent} %; 0.1 % is the budget).`,
  ];
}
