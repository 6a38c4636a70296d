/** Returns whether a value of unknown form is an object, such as parsed JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a member of a value of unknown form, or undefined if it has none of the name. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
