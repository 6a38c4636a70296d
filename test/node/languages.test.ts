import { describe, expect, test } from 'vitest';
import type { NoteParameters } from '../../src/engine/notes.ts';
import type { WarningParameters } from '../../src/engine/warning-codes.ts';
import { chooseLanguage, textsOf } from '../../src/languages/languages.ts';
import { LANGUAGES } from '../../src/languages/tags.ts';
import type { Texts } from '../../src/languages/texts.ts';

/** Two values for each parameter of a text, by its name. */
const SAMPLES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  type: ['trail_run', 'bike'],
  hint: ['two_to_one', 'one_to_zero_point_eight'],
  by: ['plasma_sodium', 'allowed_loss'],
  kind: ['older', 'impaired'],
  field: ['mass', 'heat'],
  feel: ['over_hydrated', 'dehydrated'],
  comfort: ['good', 'poor'],
  energy: ['low', 'surplus'],
  intake: ['noted', 'prescribed'],
  wish: ['vegan', 'glutenFree'],
  reason: ['too_strong', 'most_servings'],
  products: ['Gel', 'Bar'],
  name: ['Pass', 'Loop'],
  from: ['1:15', '2:30'],
  to: ['3:45', '4:20'],
};

/** The names of the parameters of these texts that are true or false. */
type Flags<Parameters> = {
  [Code in keyof Parameters]: {
    [Name in keyof Parameters[Code]]: Parameters[Code][Name] extends boolean ? Name : never;
  }[keyof Parameters[Code]];
}[keyof Parameters];

/** Every flag; the compiler names one of a warning or a note that is missing here. */
const FLAGS: Readonly<Record<Flags<WarningParameters> | Flags<NoteParameters> | PlanFlag, true>> = {
  inWater: true,
  hidesMass: true,
  strenuous: true,
  nothingPlanned: true,
  beyondTwelveHours: true,
  mass: true,
  duration: true,
  intensityMissing: true,
  heatMissing: true,
  impossibleEffort: true,
  isNothingFitting: true,
  isEmpty: true,
};
type PlanFlag = 'isNothingFitting' | 'isEmpty';

function sampleOf(name: string, other: boolean): unknown {
  if (name in FLAGS) return other;
  return SAMPLES[name]?.[other ? 1 : 0] ?? (other ? 487 : 612);
}

const GROUPS = [
  'warnings',
  'notes',
  'coverage',
  'planNotes',
  'suggestion',
  'drawing',
  'forms',
  'assistant',
  'pages',
] as const;

/** The texts of one kind by their codes. */
function groupOf(
  { warnings, notes, plan, assistant, pages }: Texts,
  kind: (typeof GROUPS)[number],
): Readonly<Record<string, (parameters: never) => string>> {
  const { coverage, suggestion, drawing, forms } = plan;
  const { severities: _severities, multiSports: _multiSports, ...sentences } = assistant;
  return {
    ...{
      warnings,
      notes,
      coverage,
      planNotes: plan.notes,
      suggestion,
      drawing,
      forms,
      assistant: sentences,
      pages: Object.fromEntries(textsWithin(pages, '')),
    }[kind],
  };
}

/** Lists the texts of nested objects by their path; one without parameters as a function too. */
function textsWithin(value: unknown, path: string): readonly (readonly [string, () => string])[] {
  if (typeof value === 'string') return [[path, () => value]];
  if (isText(value)) return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([name, within]) => textsWithin(within, `${path}/${name}`));
}

function isText(value: unknown): value is () => string {
  return typeof value === 'function';
}

/** Renders a text and records which parameters it read. */
function render(
  text: (parameters: never) => string,
  changed: string | null,
): { readonly text: string; readonly read: readonly string[] } {
  const read = new Set<string>();
  const parameters = new Proxy(
    {},
    {
      get(_target, name) {
        read.add(String(name));
        return sampleOf(String(name), name === changed);
      },
    },
  );
  return { text: text(parameters as never), read: [...read] };
}

function numbersIn(text: string): readonly string[] {
  return (text.replaceAll(/(\d),(\d)/g, '$1.$2').match(/\d+(?:\.\d+)?/g) ?? []).map((found) =>
    String(Number(found)),
  );
}

describe.each(LANGUAGES)('texts in %s', (language) => {
  test('name every sport, every category of food and every severity', async () => {
    const wordsOf = ({ plan, assistant }: Texts) => ({
      ...plan.sports,
      ...plan.categories,
      ...assistant.multiSports,
      ...assistant.severities,
    });
    const words = wordsOf(await textsOf(language));
    expect(Object.keys(words)).toEqual(Object.keys(wordsOf(await textsOf('en'))));
    for (const word of Object.values(words)) expect(word).toMatch(/\S/);
  });

  test.each(GROUPS)('show every parameter and every number of the English %s', async (kind) => {
    const english = Object.entries(groupOf(await textsOf('en'), kind));
    const own = groupOf(await textsOf(language), kind);
    for (const [code, source] of english) {
      const text = own[code];
      if (!text) throw new Error(`${code} has no text`);
      const expected = render(source, null);
      const shown = render(text, null);
      expect(shown.text, code).not.toMatch(/undefined|NaN|Infinity|^\s*$/);
      for (const name of expected.read) {
        const hint = `${code} says the same whatever ${name} is; a flag is sampled by FLAGS, a word by SAMPLES`;
        expect(render(text, name).text, hint).not.toBe(shown.text);
      }
      for (const number of numbersIn(expected.text)) expect(numbersIn(shown.text), code).toContain(number);
    }
  });
});

test('no English warning reads as permission to drink more: what is drunk is bounded or denied', async () => {
  const { warnings, plan } = await textsOf('en');
  const texts = [...Object.entries(warnings), ...Object.entries({ ...plan.coverage, ...plan.notes })];
  for (const [code, text] of texts) {
    const said = render(text, null).text;
    expect(said, code).not.toMatch(/up to about|well hydrated|drink (well|enough|plenty|regularly|often)/i);
    expect(said, code).not.toMatch(/(?<!(only|not) )(drink when thirsty|drink to thirst)/i);
  }
});

describe('the language of an answer', () => {
  test.each([
    ['de-AT', null, 'de'],
    ['pt, fr;q=0.8, en;q=0.5', null, 'fr'],
    ['en;q=0.5, ja', null, 'ja'],
    ['*', 'it-IT', 'it'],
    ['*', null, 'en'],
    [null, 'es-MX', 'es'],
    ['fr', 'de', 'fr'],
    ['pt-BR', 'de', 'de'],
    ['de;q=0', null, 'en'],
    ['de;q=0, *', 'fr', 'fr'],
    ['', null, 'en'],
    [';;;,q=', 'xx', 'en'],
  ] as const)('Accept-Language %s and the locale %s give %s', (acceptLanguage, locale, language) => {
    expect(chooseLanguage(acceptLanguage, locale)).toBe(language);
  });
});
