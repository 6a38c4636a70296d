import { parentPort, workerData } from 'node:worker_threads';
import { inferActivityType } from '../../src/inference/infer-activity-type.ts';
import { compileLexicons } from '../../src/inference/lexicon/compile.ts';
import { LEXICONS } from '../../src/inference/lexicon/lexicons.ts';
import { unpackLexicon } from '../../src/inference/unpack-lexicon.ts';

/**
 * One isolate's first question, in a thread that has run nothing else: how long it takes from the file's text to a
 * lexicon and then to the answer; without a text, for comparison, how long compiling the word lists takes.
 */

const { text } = workerData;
const startedAt = performance.now();
if (typeof text !== 'string') {
  compileLexicons(LEXICONS);
  parentPort?.postMessage({ lexiconMs: performance.now() - startedAt, answerMs: 0 });
} else {
  const lexicon = unpackLexicon(JSON.parse(text));
  const readAt = performance.now();
  if (lexicon === null) throw new Error('the file is no lexicon');
  inferActivityType({ title: 'Langer Lauf 28 km', description: null, tags: [], locale: 'de' }, lexicon);
  parentPort?.postMessage({ lexiconMs: readAt - startedAt, answerMs: performance.now() - readAt });
}
