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
