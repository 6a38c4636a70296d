/** Returns a function that chooses a word's form for a number, by the plural rules of `Intl`. */
export function plural(
  language: string,
  { one, other }: { readonly one: string; readonly other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (rules.select(count) === 'one' ? one : other);
}

/** Returns a text of an amount and its word: `½ tablet`, `2 tablets`. Up to one is singular. */
export function counted(
  language: string,
  words: { readonly one: string; readonly other: string },
): (parameters: { readonly count: number; readonly amount: string }) => string {
  const word = plural(language, words);
  return ({ count, amount }) => `${amount} ${word(Math.max(1, count))}`;
}

/** Joins the sentences that apply; false stands for one that does not. */
export function sentences(parts: readonly (string | false)[], space = ' '): string {
  return parts.filter((part) => part !== false).join(space);
}

/** Formats a duration in minutes as hours and minutes: 5:30. */
export function clock(min: number): string {
  const whole = Math.round(min);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
