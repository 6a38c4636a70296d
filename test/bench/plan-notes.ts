/**
 * Measures what notes cost next to their plan, warm, on one core: `npm run bench:notes`. A plan that misses a target is made
 * again with one constraint less at a time. Bounds: half of the plan's time at the median, 20 ms at the 99th percentile.
 */

import { planFuel, planWithoutNotes } from '#nutrition/fuel-plans/plan/plan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { questionOf, seededEvents, WRITTEN_EVENTS } from '../support/fuel-events.ts';

const RUNS = 7;
const EVENTS = Number(process.argv[2] ?? 400);

/** Returns the least time of some runs, which other processes disturb least, ms. */
function leastMs(run: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return Math.min(...times);
}

const measured = [...WRITTEN_EVENTS, ...seededEvents(38, EVENTS)].flatMap((event) => {
  const request = requestOf(questionOf(event));
  if (planFuel(request).notes.length === 0) return [];
  const planMs = leastMs(() => planWithoutNotes(request));
  return [{ name: event.name, planMs, notesMs: Math.max(0, leastMs(() => planFuel(request)) - planMs) }];
});
const at = (figure: 'planMs' | 'notesMs', share: number): string => {
  const sorted = measured.map((one) => one[figure]).sort((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
};
console.log(`${measured.length} plans with notes, ms: median, 99th percentile, worst`);
console.log(`plan   ${at('planMs', 0.5)}  ${at('planMs', 0.99)}  ${at('planMs', 1)}`);
console.log(`notes  ${at('notesMs', 0.5)}  ${at('notesMs', 0.99)}  ${at('notesMs', 1)}`);
