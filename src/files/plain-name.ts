/** Names longer than this are cut: as long as the name of an activity may be. */
const NAME_CHARACTERS_MAX = 200;

/**
 * Returns a name from a file as one line of well-formed text without control characters, or null if nothing
 * is left.
 */
export function plainName(text: string | null | undefined): string | null {
  if (!text) return null;
  const line = text
    .slice(0, 4 * NAME_CHARACTERS_MAX)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const cut = line.slice(0, NAME_CHARACTERS_MAX);
  // The cut may have split a surrogate pair.
  const name = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
  return name === '' ? null : name;
}
