import type { ParameterKind } from '@musette/engine/warnings';
import { WARNINGS } from '@musette/engine/warnings';
import { describe, expect, test } from 'vitest';
import { type Measures, metricMeasures } from '../src/amounts.ts';
import { chooseLanguage, textsOf } from '../src/languages.ts';
import { LANGUAGES, type Language } from '../src/tags.ts';
import type { Texts } from '../src/texts.ts';

/** Two values for parameters of texts by name, except numbers and what the table of warnings knows. */
const SAMPLES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  type: ['trail_run', 'bike'],
  hint: ['two_to_one', 'one_to_zero_point_eight'],
  by: ['plasma_sodium', 'allowed_loss'],
  kind: ['older', 'impaired'],
  massRule: [true, false],
  feel: ['over_hydrated', 'dehydrated'],
  comfort: ['good', 'poor'],
  energy: ['low', 'surplus'],
  intake: ['noted', 'prescribed'],
  wish: ['vegan', 'glutenFree'],
  quantity: ['fluid', 'sodium'],
  left: ['612 ml', null],
  products: [['Gel'], ['Bar']],
  name: ['Pass', 'Loop'],
  from: ['1:15', '2:30'],
  to: ['3:45', '4:20'],
  isEmpty: [false, true],
  isBeforeStart: [true, false],
};

/** The kinds of warnings' parameters by name. */
const KINDS: Readonly<Record<string, ParameterKind>> = Object.assign(
  {},
  ...Object.values(WARNINGS).map(({ parameters }) => parameters),
);

function sampleOf(name: string, other: boolean): unknown {
  const samples = SAMPLES[name];
  if (samples) return samples[other ? 1 : 0];
  const kind = KINDS[name];
  if (kind === 'flag') return other;
  if (Array.isArray(kind)) return other ? kind[1] : kind.includes(null) ? null : kind[0];
  return other ? 487 : 612;
}

const GROUPS = [
  'warnings',
  'notes',
  'coverage',
  'planNotes',
  'drawing',
  'forms',
  'paper',
  'race',
  'assistant',
  'pages',
  'caffeine',
  'gutTraining',
] as const;

type AnyText = (parameters: never, measures: Measures) => string;

const METRIC = metricMeasures('en');

/** The texts of one kind by their codes. */
function groupOf(
  { warnings, notes, plan, assistant, pages, caffeine, gutTraining }: Texts,
  kind: (typeof GROUPS)[number],
): Readonly<Record<string, AnyText>> {
  const { coverage, drawing, forms } = plan;
  // Counted words have one form in some languages; a printed page's test reads them.
  const {
    tablets: _tablets,
    pinches: _pinches,
    cups: _cups,
    bags: _bags,
    all: _all,
    each: _each,
    lanes: _lanes,
    ...paper
  } = plan.paper;
  const { severities: _severities, multiSports: _multiSports, formats: _formats, ...sentences } = assistant;
  return {
    ...{
      warnings,
      notes,
      coverage,
      planNotes: Object.fromEntries(textsWithin(plan.notes, '')),
      caffeine: { ...caffeine },
      gutTraining: { ...gutTraining.reasons, ...gutTraining.rules },
      drawing,
      forms,
      paper: Object.fromEntries(textsWithin(paper, '')),
      race: { ...plan.race },
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
  text: AnyText,
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
  return { text: text(parameters as never, METRIC), read: [...read] };
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
        const hint = `${code} says the same whatever ${name} is; a flag or word that is not a warning's is sampled by SAMPLES`;
        expect(render(text, name).text, hint).not.toBe(shown.text);
      }
      for (const number of numbersIn(expected.text)) expect(numbersIn(shown.text), code).toContain(number);
    }
  });
});

/** Renders every text of a language, also with each parameter changed. */
async function saidIn(
  language: Language,
  kinds: readonly (typeof GROUPS)[number][] = GROUPS,
): Promise<readonly (readonly [code: string, said: string])[]> {
  const texts = await textsOf(language);
  return kinds.flatMap((kind) =>
    Object.entries(groupOf(texts, kind)).flatMap(([code, text]) => {
      const { text: said, read } = render(text, null);
      return [said, ...read.map((name) => render(text, name).text)].map((each) => [code, each] as const);
    }),
  );
}

/** The most words of a sentence in a warning; characters in Japanese. */
const LONGEST_SENTENCE: Readonly<Record<Language, number>> = {
  en: 25,
  de: 28,
  fr: 30,
  es: 30,
  it: 30,
  ja: 75,
};

function lengthOf(sentence: string, language: Language): number {
  return language === 'ja'
    ? sentence.length
    : sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Verbs that say what to do: drink, eat, add, check or ask. */
const ACTIONS: Readonly<Record<Language, RegExp>> = {
  en: /\b(drink only|stay|add|have|get|train|start|stop|go|slow|choose|move|don’t|shorten|never|take|build|keep|practise|eat|try|plan|use|talk|not exceed|carry|include|treat|enter|check|repeat|skip)\b/i,
  de: /\b(trinke|bleib|ergänze|hol|trainiere|beginne|hör|geh|senke|wähle|verschiebe|zwing|verkürze|versuch|mach|steigere|gib|misch|übe|iss|spül|plane|nimm|sieh|prüfe|wiederhole|lass|wiege|sprich|sprecht|lege|leg|miss|trage|vereinbare|überschreite|sollten)\b/i,
  fr: /(^|[ ’])(bois|reste|ajoute|demande|entraîne-toi|pars|arrête|va|ralentis|choisis|déplace|raccourcis|entre|essaie|fie-toi|fais|augmente|indique|garde|teste|mange|rince-toi|prends|doit|parle|prévois|dépasse|considère|vérifie|refais|force|prépare|planifie|évite|n’y|fixer)/i,
  es: /\b(bebe|bebas|quédate|añád|añade|busca|entrena|empieza|detente|ve|baja|elige|cambia|acorta|entra|usa|intentes|superes|supera|hazte|aumenta|indica|indíc|prepara|practí|come|enjuágate|planifiques|deben|toma|habla|incluye|prevé|tóma|revisa|revísa|repite|fuerces|planifica|añadas|lleva)/i,
  it: /\b(bevi|non bere|resta|aggiungi|chiedi|allena|parti|fermati|vai|rallenta|scegli|sposta|accorcia|entra|cercare|superar|fai|aumenta|indica|tieni|prova|mangia|sciacquati|pianifica|deve|prendi|parla|prevedi|considera|controlla|ripeti|forzarti|porta|aggiungere)/i,
  ja: /ください/,
};

/** The words with which each language forbids. */
const NEVER: Readonly<Record<Language, RegExp>> = {
  en: /\bnever\b/i,
  de: /\bnie\b/i,
  fr: /\bjamais\b/i,
  es: /\bnunca\b/i,
  it: /\bmai\b/i,
  ja: /超えない/,
};

/** Advice to drink much or by habit, and thirst that is not the only reason to drink. */
const DRINK_MORE: Readonly<Record<Language, RegExp>> = {
  en: /up to about|well hydrated|drink (well|enough|plenty|regularly|often)|(?<!(only|not) )(drink when thirsty|drink to thirst)/i,
  de: /trinke? (viel|genug|ausreichend|reichlich|regelmäßig|oft)|(?<!nur )(bei Durst\b|wenn du Durst)(?<!nur, wenn du Durst)/i,
  fr: /bois (bien|beaucoup|assez|suffisamment|régulièrement|souvent)|bois (si|quand) tu as soif/i,
  es: /bebe (bien|mucho|bastante|lo suficiente|con regularidad|a menudo)|bebe (si|cuando) (tienes|tengas) sed/i,
  it: /bevi (bene|molto|abbastanza|a sufficienza|regolarmente|spesso)|bevi (se|quando) hai sete/i,
  ja: /(こまめに|たくさん|十分に?|しっかり|定期的に)(水分|給水|飲)|渇いたとき(?!だけ)/,
};

type Translation = Exclude<Language, 'en'>;
const TRANSLATIONS = LANGUAGES.filter((language): language is Translation => language !== 'en');

/** Words for drinking that also mean alcohol or medicine. */
const OTHER_DRINKING: Readonly<Record<Translation, RegExp>> = {
  de: /gefährliches Trinken/i,
  fr: /excès de boisson|boisson dangereuse|trop bu\b/i,
  es: /bebida peligrosa|bebido demasiado(?! líquido)/i,
  it: /bevuto troppo\b/i,
  ja: /飲みすぎ/,
};

/** Words for a prescription that a doctor or an employer would use. The athletes' pages call it a recommendation. */
const ORDERED: Readonly<Record<Translation, RegExp>> = {
  de: /Vorgabe|vorgegeben|verschr(ei|ie)b/i,
  fr: /prescri/i,
  es: /prescri/i,
  it: /prescri[tz]/i,
  ja: /処方/,
};

/** The verbs for swallowing a gel or a drink. */
const SWALLOWED: Readonly<Record<Language, RegExp>> = {
  en: /\b(take|drink|eat)\b/i,
  de: /\b(nimm(?!.*\bmit\b)|trink|iss)/i,
  fr: /\b(prends|bois|mange)\b/i,
  es: /\b(toma|bebe|come)\b/i,
  it: /\b(prendi|bevi|mangia)\b/i,
  ja: /とる|とり|飲/,
};

/** Mistakes that a typesetter of the language would mark. French spaces before high punctuation do not break. */
const MISSET: Readonly<Record<Language, RegExp>> = {
  en: /[ \u00A0][;:!?]/,
  de: /[ \u00A0][;:!?]|["”]|\d%/,
  fr: /[^\u00A0](?:;|:(?!\d)|!|\?|»|%)|«[^\u00A0]|["“”]|\p{L}'/u,
  es: /[ \u00A0][;:!?]|["“”]|\d%/,
  it: /[ \u00A0][;:!?%]|["“”]|\p{L}'/u,
  ja: /[ \u00A0][%：。、]|[、。：][ \u00A0]|[ぁ-んァ-ヶ一-龠][,.:;!?]|["“”]/,
};

describe.each(LANGUAGES)('what is safe to read in %s', (language) => {
  test('never is said with every ceiling of fluid', async () => {
    const { plan, warnings } = await textsOf(language);
    const { drawing, forms } = plan;
    const { DRINK_TO_THIRST, EAH_RISK_LONG_SLOW } = warnings;
    const { line, teaserLine } = forms;
    const ceilings = { DRINK_TO_THIRST, EAH_RISK_LONG_SLOW, line, teaserLine };
    for (const [code, text] of Object.entries({
      ...ceilings,
      disclaimer: drawing.disclaimer,
      ceilings: drawing.ceilings,
    })) {
      expect(render(text, null).text, code).toMatch(NEVER[language]);
    }
  });

  test('no warning reads as permission to drink more: what is drunk is bounded or denied', async () => {
    for (const [code, said] of await saidIn(language, ['warnings', 'coverage', 'planNotes', 'drawing'])) {
      expect(said, code).not.toMatch(DRINK_MORE[language]);
    }
  });

  test('every warning is in short sentences and says what to do', async () => {
    for (const [code, said] of await saidIn(language, ['warnings', 'coverage'])) {
      for (const sentence of said.split(/(?<=[.!?])\s+|(?<=。)/)) {
        const length = lengthOf(sentence, language);
        expect(length, `${code}: ${sentence}`).toBeLessThanOrEqual(LONGEST_SENTENCE[language]);
      }
    }
    for (const [code, said] of await saidIn(language, ['warnings'])) {
      expect(said, code).toMatch(ACTIONS[language]);
    }
  });

  test('what is filled into bottles at a stop is not called taken: it is more than an hour may have', async () => {
    const { fill, refill } = (await textsOf(language)).plan.paper;
    for (const said of [fill({ bottles: '' }), refill({ bottles: '', time: '' })]) {
      expect(said).not.toMatch(SWALLOWED[language]);
    }
  });

  test('punctuation, quotes and spaces are those of the language', async () => {
    for (const [code, said] of await saidIn(language)) expect(said, code).not.toMatch(MISSET[language]);
  });
});

test.each(TRANSLATIONS)(
  'no text in %s means alcohol or medicine, and no number is an order',
  async (language) => {
    for (const [code, said] of await saidIn(language)) {
      expect(said, code).not.toMatch(OTHER_DRINKING[language]);
      expect(said, code).not.toMatch(ORDERED[language]);
    }
  },
);

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
