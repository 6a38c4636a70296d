import type { Explanation } from '../engine/types.ts';

/** The number of the dictionary: the first byte of a stored explanation. */
const DICTIONARY = 1;

/** Compresses an explanation for storage, to about a tenth of its JSON: DEFLATE (RFC 1951) with a preset dictionary. */
export async function compressExplanation(explanation: Explanation): Promise<Uint8Array> {
  const { deflateSync, strToU8, EXPLANATION_DICTIONARY } = await import('./compression.ts');
  const deflated = deflateSync(strToU8(JSON.stringify(explanation)), {
    dictionary: EXPLANATION_DICTIONARY,
    level: 9,
  });
  const stored = new Uint8Array(deflated.length + 1);
  stored[0] = DICTIONARY;
  stored.set(deflated, 1);
  return stored;
}

/** Restores an explanation that `compressExplanation` compressed. Throws if another dictionary was used. */
export async function decompressExplanation(stored: Uint8Array): Promise<Explanation> {
  const { inflateSync, strFromU8, EXPLANATION_DICTIONARY } = await import('./compression.ts');
  if (stored[0] !== DICTIONARY)
    throw new Error(`the stored explanation needs the unknown dictionary ${stored[0]}`);
  return asExplanation(
    JSON.parse(strFromU8(inflateSync(stored.subarray(1), { dictionary: EXPLANATION_DICTIONARY }))),
  );
}

/** Casts the JSON of a stored explanation to its type. Throws if it is not an object. */
function asExplanation(json: unknown): Explanation {
  if (typeof json !== 'object' || json === null) throw new Error('the stored explanation is not an object');
  return json as Explanation;
}
