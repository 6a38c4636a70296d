import type { RequestContext } from '../http/context.ts';
import { StorageUnavailable } from '../storage/database.ts';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import { unpackLexicon } from './unpack-lexicon.ts';

/** Where `src/cli/prepare-assets.ts` writes it, below `src/site/assets`. The site serves nothing of `internal`. */
const ADDRESS = 'https://assets.internal/internal/lexicon.json';

const copies = new WeakMap<Fetcher, CompiledLexicon>();

/**
 * The lexicon, read once an isolate at its first question. Each request that finds no copy reads for itself:
 * what one request waits for, another may not.
 *
 * @throws StorageUnavailable where the file cannot be read or is not what this code can use; the next request
 *   tries again
 */
export async function loadLexicon({ env: { assets } }: RequestContext): Promise<CompiledLexicon> {
  const copy = copies.get(assets);
  if (copy) return copy;
  const file = await readFile(assets);
  // Another request may have been faster, and unpacking costs more than reading.
  const lexicon = copies.get(assets) ?? unpacked(file);
  copies.set(assets, lexicon);
  return lexicon;
}

async function readFile(assets: Fetcher): Promise<unknown> {
  try {
    const response = await assets.fetch(ADDRESS);
    if (response.ok) return await response.json();
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unpacked(file: unknown): CompiledLexicon {
  try {
    const lexicon = unpackLexicon(file);
    if (lexicon) return lexicon;
  } catch (cause) {
    throw unavailable(cause);
  }
  throw unavailable('the file has another format');
}

function unavailable(cause: unknown): StorageUnavailable {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StorageUnavailable(`the lexicon cannot be read: ${why}`, { cause });
}
