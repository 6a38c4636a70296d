/**
 * Returns a value in which every number is finite. Throws otherwise, which is a bug: JSON and SQLite would keep NaN as null,
 * and a calculation would use it.
 *
 * @param what names the value in the error, without its content
 */
export function requireFinite<Value>(value: Value, what: string): Value {
  if (!hasFiniteNumbers(value)) throw new Error(`${what} must have finite numbers only`);
  return value;
}

/** Returns whether every number in a value is finite, at any depth. */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (!hasFiniteNumbers(each)) return false;
  }
  return true;
}

/** Throws unless a value is null or a finite number: a text, for example, is the name of a column that a database lacks. */
export function requireNumberOrNull(value: unknown, what: string): void {
  if (value !== null) requireNumber(value, what);
}

/** Throws unless a value is a finite number. */
export function requireNumber(value: unknown, what: string): void {
  if (!Number.isFinite(value)) throw new Error(`${what} must be a finite number`);
}
