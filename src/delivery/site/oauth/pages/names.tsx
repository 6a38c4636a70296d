import type { Child } from 'hono/jsx';
import type { NamesOfOthers } from '#core/languages/page-texts.ts';

/** Stand in a sentence for names; private characters, which no sentence of ours holds. */
export const NAMES: NamesOfOthers = {
  client: '\uE000',
  partner: '\uE001',
  host: '\uE002',
  email: '\uE003',
  person: '\uE004',
};

/**
 * Puts names from others into a sentence that was written with `NAMES`. Each stands in `bdi`, so that its direction cannot
 * rearrange the sentence.
 */
export function withNames(sentence: string, names: Partial<NamesOfOthers>): Child[] {
  return sentence.split(/([\uE000-\uE004])/).map((part) => {
    if (part === NAMES.client) return <bdi>{names.client}</bdi>;
    if (part === NAMES.partner) return <Strong name={names.partner} />;
    if (part === NAMES.host) return <Strong name={names.host} />;
    if (part === NAMES.email) return <Strong name={names.email} />;
    return part === NAMES.person ? <Strong name={names.person} /> : part;
  });
}

function Strong({ name }: { readonly name: string | undefined }) {
  return (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}
