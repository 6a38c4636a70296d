/** Returns a function that chooses a word's form for a number, by the plural rules of `Intl`. */
export function plural(
  language: string,
  { one, other }: { readonly one: string; readonly other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (rules.select(count) === 'one' ? one : other);
}
