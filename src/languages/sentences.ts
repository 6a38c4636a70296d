/** Joins the sentences that apply; the others are false. */
export function sentences(parts: readonly (string | false)[], space = ' '): string {
  return parts.filter((part) => part !== false).join(space);
}
