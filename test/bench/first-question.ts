import { parentPort } from 'node:worker_threads';
import { inferActivityType } from '@musette/titles/infer';
import { writeCompiledWords } from '#tools/cli/compile-words.ts';

/** Measures one isolate's first question in a thread that has run nothing else: the lexicon, then the answer. */

await writeCompiledWords();
const startedAt = performance.now();
const { loadLexicon } = await import('@musette/titles/lexicon');
const lexicon = loadLexicon();
const readAt = performance.now();
inferActivityType({ title: 'Langer Lauf 28 km', description: null, tags: [], locale: 'de' }, lexicon);
parentPort?.postMessage({ lexiconMs: readAt - startedAt, answerMs: performance.now() - readAt });
