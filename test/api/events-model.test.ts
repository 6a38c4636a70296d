import { beforeAll, expect, test } from 'vitest';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';
import { EventModel } from './event-model.ts';

const RUNS = 8;
const STEPS_MAX = 20;

beforeAll(() => loadTestCatalogue());

/** An operation, by its place in the model's list, and three numbers that choose its subjects and values. */
const step = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());

test('the feed equals the changes that random sequences of every operation make', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: STEPS_MAX }), async (steps) => {
      const { testKey: key } = await makePartner();
      const model = new EventModel(key);
      let cursor: string | undefined;
      for (const [at, [operation, ...choices]] of steps.entries()) {
        await model.apply(operation, choices);
        // Now and then, so that pages of all lengths and places are read.
        if (at % 5 === 0)
          ({ cursor } = await readFeed(key, cursor === undefined ? {} : { cursor, limit: '3' }));
      }
      expect(model.bySubject((await readFeed(key, { limit: '7' })).events)).toEqual(model.expected());
    }),
    // Shrinking would outlast the test.
    { numRuns: RUNS, verbose: 1, endOnFailure: true },
  );
}, 240_000);
