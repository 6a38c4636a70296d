/** Finds words that name a sport by a spelling with one letter missing. */

/** Shorter words are one typo away from too many others. */
export const SHORTEST_MISSPELT = 7;

/** Words that name a sport, each at least `SHORTEST_MISSPELT` long. Sorted on first use. */
export class SportWords {
  readonly #words: readonly string[];
  /** Words by first letter and length. */
  #shelves: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Returns the word that lacks one letter after its first in this spelling ("cyling"), or null. */
  lackingLetter(spelling: string): string | null {
    const shelf = this.#shelvesByStart().get(shelfOf(spelling, spelling.length + 1));
    return shelf?.findLast((word) => isWithoutOne(word, spelling)) ?? null;
  }

  #shelvesByStart(): ReadonlyMap<string, readonly string[]> {
    this.#shelves ??= Map.groupBy(this.#words, (word) => shelfOf(word, word.length));
    return this.#shelves;
  }
}

function shelfOf(word: string, length: number): string {
  return word.charAt(0) + length;
}

/** Returns whether a spelling is the word with one letter missing. */
function isWithoutOne(word: string, spelling: string): boolean {
  let at = 1;
  while (at < spelling.length && word.charCodeAt(at) === spelling.charCodeAt(at)) at += 1;
  return word.endsWith(spelling.slice(at));
}
