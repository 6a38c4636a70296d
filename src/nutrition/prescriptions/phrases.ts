import type { Note } from '@musette/engine/types';
import { noteText, type Texts } from '@musette/languages/texts';

/** A tree of plain data with each note replaced by a phrase. */
type Phrased<T> = T extends Note
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Phrased<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Phrased<T[Name]> }
      : T;

/** Returns the tree with each note replaced by a phrase in these texts. */
export function withPhrases<T>(value: T, texts: Texts): Phrased<T> {
  return phrased(value, texts) as Phrased<T>;
}

function phrased(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((member) => phrased(member, texts));
  if (typeof value !== 'object' || value === null) return value;
  if (isNote(value)) return noteText(texts, value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, phrased(member, texts)]));
}

function isNote(value: object): value is Note {
  return 'code' in value && 'parameters' in value && Object.keys(value).length === 2;
}
