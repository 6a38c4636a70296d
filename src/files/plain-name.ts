/** Names longer than this are cut: as long as the name of an activity may be. */
const NAME_CHARACTERS_MAX = 200;
/** Spaces, controls, and the two other characters that XML, and so a drawing, may not hold (XML 1.0 §2.2). */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\s\ufffe\uffff]+/gu;

/**
 * Returns a name from a file as one line of well-formed text without control characters, or null if nothing
 * is left.
 */
export function plainName(
  text: string | null | undefined,
  charactersMax = NAME_CHARACTERS_MAX,
): string | null {
  if (!text) return null;
  const line = text
    .slice(0, 4 * NAME_CHARACTERS_MAX)
    .toWellFormed()
    .replace(NOT_PLAIN, ' ')
    .trim();
  const cut = line.slice(0, charactersMax);
  // The cut may have split a surrogate pair.
  const name = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
  return name === '' ? null : name;
}
