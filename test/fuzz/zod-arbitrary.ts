import fc from 'fast-check';
import type * as z from 'zod/mini';

type Definition = z.core.$ZodTypes['_zod']['def'];

/** Values that a schema of a route accepts, or nearly: refinements are not solved, so some are refused. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = schema as z.core.$ZodTypes;
  const def: Definition = known._zod.def;
  switch (def.type) {
    case 'object':
      return objectOf(def.shape);
    case 'string':
      return stringOf(known._zod.bag, 'format' in def ? String(def.format) : null);
    case 'number':
      return numberOf(known._zod.bag);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'array':
      return fc.array(arbitraryOf(def.element), lengthOf(known._zod.bag));
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType), { nil: null });
    case 'optional':
      return arbitraryOf(def.innerType);
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'pipe':
      return arbitraryOf(def.out._zod.def.type === 'transform' ? def.in : def.out);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const names = Object.keys(shape);
  const required = names.filter((name) => shape[name]?._zod.def.type !== 'optional');
  const members = Object.fromEntries(
    names.map((name) => [name, arbitraryOf(shape[name] as z.core.$ZodType)]),
  );
  return fc.record(members, { requiredKeys: required });
}

type Bag = Readonly<Record<string, unknown>>;

function numberOf(bag: Bag): fc.Arbitrary<number> {
  const min = typeof bag.minimum === 'number' ? bag.minimum : -1e6;
  const max = typeof bag.maximum === 'number' ? bag.maximum : 1e6;
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return bag.format === 'safeint' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function lengthOf(bag: Bag): { minLength: number; maxLength: number } {
  const minLength = typeof bag.minimum === 'number' ? bag.minimum : 0;
  const maxLength = typeof bag.maximum === 'number' ? Math.min(bag.maximum, minLength + 5) : minLength + 5;
  return { minLength, maxLength };
}

function stringOf(bag: Bag, format: string | null): fc.Arbitrary<string> {
  switch (format) {
    case 'datetime':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString());
    case 'date':
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString().slice(0, 10));
    case 'email':
      return fc.emailAddress();
    case 'url':
      return fc.webUrl();
    default: {
      const minLength = typeof bag.minimum === 'number' ? bag.minimum : 0;
      const maxLength = Math.min(typeof bag.maximum === 'number' ? bag.maximum : 40, minLength + 40);
      return fc.string({ unit: 'grapheme', minLength, maxLength });
    }
  }
}
