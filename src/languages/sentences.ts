/** Joins the sentences that apply; false stands for one that does not. */
export function sentences(parts: readonly (string | false)[], space = ' '): string {
  return parts.filter((part) => part !== false).join(space);
}
