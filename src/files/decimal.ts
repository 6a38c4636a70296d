const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/** Reads a decimal number, or returns null: what `Number` also takes, such as hexadecimal or an empty text, is none. */
export function readDecimal(text: string | undefined): number | null {
  if (text === undefined || text.length > 40 || !DECIMAL.test(text.trim())) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
