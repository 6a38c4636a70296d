/**
 * `npm run science:steps`: prints the steps that explanations of 3,000 synthetic sessions hold, as JSON
 * without their values, the most frequent last. `src/prescriptions/explanation-dictionary.ts` was made from
 * it.
 */

import { explain } from '../engine/prescribe.ts';
import type { Explanation, QuantityExplanation } from '../engine/types.ts';
import { RandomSource } from '../sandbox/random-source.ts';
import { drawPerson, drawSession } from './population.ts';

const SESSIONS = 3_000;

const random = new RandomSource(1);
const counts = new Map<string, number>();
for (let index = 0; index < SESSIONS; index += 1) {
  const input = { activity: drawSession(random).stated, athlete: drawPerson(random).stated, learned: null };
  for (const text of stepTexts(explain(input))) counts.set(text, (counts.get(text) ?? 0) + 1);
}
const common = [...counts].toSorted(([, left], [, right]) => left - right).map(([text]) => text);
console.log(JSON.stringify(common, null, 2));

function stepTexts({ legs, advice: _advice, ...quantities }: Explanation): string[] {
  const ofLegs = (legs ?? []).flatMap(({ sweatRate, carbohydrate, fluid, sodium }) => [
    sweatRate,
    carbohydrate,
    fluid,
    sodium,
  ]);
  return [...Object.values(quantities), ...ofLegs].flatMap(({ steps }: QuantityExplanation) =>
    steps.map((step) => {
      const bare = { ...step, value: 0, note: { ...step.note, parameters: {} } };
      return JSON.stringify(bare).replace('"value":0,', '"value":,');
    }),
  );
}
