import { isObject } from '../members.ts';

/**
 * Converts member names between `snake_case` on the wire and `camelCase` in code, at any depth. Values are unchanged.
 */

export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

export type SnakeCase<S extends string, Done extends string = ''> = S extends `${infer Letter}${infer Tail}`
  ? SnakeCase<Tail, `${Done}${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}`>
  : Done;

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

/** Renames the members of a validated wire value to camelCase. */
export function fromWire<T>(value: T): Camelized<T> {
  return renamed(value, camelName) as Camelized<T>;
}

/** A wire value with camelCase names. Its lists may be readonly. */
export type InCode<T> = T extends readonly (infer Item)[]
  ? readonly InCode<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: InCode<T[Key]> }
    : T;

/** Renames the members of a value to snake_case. `Wire` is inferred from the destination. */
export function toWire<Wire>(value: NoInfer<InCode<Wire>>): Wire {
  return renamed(value, snakeName) as Wire;
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value)) result[rename(name)] = renamed(Reflect.get(value, name), rename);
  return result;
}

/**
 * Caches renamed members, so the pattern does not run on every response. Names come from schemas, so the cache stays small.
 */
function remembered(names: Map<string, string>, name: string, make: () => string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = make();
  if (names.size < 1000) names.set(name, made);
  return made;
}
