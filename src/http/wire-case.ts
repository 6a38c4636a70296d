/**
 * The one place where the wire's `snake_case` meets the code's `camelCase`. Both directions work on
 * member names only, at any depth; values are not touched.
 */

export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

export type Camelized<T> = T extends readonly (infer Item)[]
  ? Camelized<Item>[]
  : T extends object
    ? { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: Camelized<T[Key]> }
    : T;

const camelNames = new Map<string, string>();
const snakeNames = new Map<string, string>();

export function camelName(name: string): string {
  return remembered(camelNames, name, () =>
    name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase()),
  );
}

export function snakeName(name: string): string {
  return remembered(snakeNames, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** A value that passed a wire schema, with its member names in camelCase. */
export function fromWire<T>(value: T): Camelized<T> {
  return renamed(value, camelName) as Camelized<T>;
}

/** A value of ours with its member names as the wire spells them. */
export function toWire(value: unknown): unknown {
  return renamed(value, snakeName);
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) result[rename(name)] = renamed(member, rename);
  return result;
}

/** Names come from schemas, so this stays small; it only saves the pattern work on every answer. */
function remembered(names: Map<string, string>, name: string, make: () => string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = make();
  if (names.size < 1000) names.set(name, made);
  return made;
}
