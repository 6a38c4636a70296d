import type { Child } from 'hono/jsx';
import type { NamesOfOthers } from '#core/languages/page-texts.ts';

/** Placeholders for names: private-use characters that our texts never contain. */
export const NAMES: NamesOfOthers = {
  client: '\uE000',
  partner: '\uE001',
  host: '\uE002',
  email: '\uE003',
  person: '\uE004',
};

/**
 * Replaces the placeholders in a sentence with third-party names. Each is wrapped in `bdi`, so that its text direction
 * cannot rearrange the sentence.
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
