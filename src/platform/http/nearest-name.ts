/** Words that callers use for quantities with a different name here. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  weight: ['body', 'mass'],
  gender: ['sex'],
};

/** Names that differ in more than this share of letters are not considered misspellings. */
const DIFFERENT_SHARE_MAX = 1 / 3;

/** Longer texts are not misspelt fields and are not worth the cost of a comparison. */
const LENGTH_MAX = 64;

/**
 * Returns the known name that the caller most likely meant: the same name in another spelling (`bodyMassKg`), a name that
 * contains all its words (`body_mass`, `weight_kg`), or the name with the fewest different letters. Null if none is close.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const words = wordsOf(name);
  if (name.length > LENGTH_MAX || words.length === 0) return null;
  const typed = words.join('_');
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceBetween(typed, candidate) }))
    .filter(
      ({ candidate, distance }) =>
        hasAll(wordsOf(candidate), words) ||
        distance <= Math.max(1, Math.floor(typed.length * DIFFERENT_SHARE_MAX)),
    )
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? null;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .flatMap((word) => OTHER_WORDS[word] ?? [word]);
}

/** Returns whether all of these words are among the others. A single short word is not enough. */
function hasAll(among: readonly string[], words: readonly string[]): boolean {
  return words.join('').length >= 3 && words.every((word) => among.includes(word));
}

/** Counts the letters to insert, delete, replace or swap with a neighbour (optimal string alignment). */
function distanceBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
