/** Formats a number with a language's decimal sign and no grouping. `decimals` fixes the number of places. */
export type NumberFormat = (value: number, decimals?: number) => string;

/** Returns the number format of a language, given as its BCP 47 tag. */
export function numberFormat(language: string): NumberFormat {
  const exact = new Map<number | undefined, Intl.NumberFormat>();
  return (value, decimals) => {
    const known = exact.get(decimals);
    const format = known ?? new Intl.NumberFormat(language, { useGrouping: false, ...places(decimals) });
    if (!known) exact.set(decimals, format);
    return format.format(value);
  };
}

function places(decimals: number | undefined) {
  return decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}
