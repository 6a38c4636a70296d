const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/**
 * Reads a decimal number. Returns null for other text, even if `Number` accepts it (hexadecimal, empty text).
 */
export function readDecimal(text: string | undefined): number | null {
  if (text === undefined || text.length > 40 || !DECIMAL.test(text.trim())) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
