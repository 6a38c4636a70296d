import { parentPort } from 'node:worker_threads';
import { inferActivityType } from '../../src/inference/infer-activity-type.ts';
import { compiledLexicon } from '../../src/inference/lexicon/lexicons.ts';

/** Measures one isolate's first question in a thread that has run nothing else: the lexicon, then the answer. */

const startedAt = performance.now();
const lexicon = compiledLexicon();
const compiledAt = performance.now();
inferActivityType({ title: 'Langer Lauf 28 km', description: null, tags: [], locale: 'de' }, lexicon);
parentPort?.postMessage({ lexiconMs: compiledAt - startedAt, answerMs: performance.now() - compiledAt });
