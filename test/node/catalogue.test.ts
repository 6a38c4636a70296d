import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { describe, expect, test } from 'vitest';
import {
  type CatalogueEntry,
  catalogueStatements,
  labelOf,
  parseCatalogue,
  problemsOf,
} from '#nutrition/catalogue/load-catalogue.ts';
import { shortProductName, uncaffeinatedLabel } from '#nutrition/catalogue/product-names.ts';
import { nameOf, shortNameOf } from '#nutrition/fuel-plans/names.ts';
import {
  adviceOn,
  loadInto,
  messageOf,
  PRODUCTS_MIN,
  REMOVED_MAX,
  remoteRegistry,
} from '#tools/cli/catalogue.ts';
import { migrateRemote } from '#tools/cli/remote-databases.ts';
import { createdAccount, OperatorsConfiguration } from '../support/cloudflare-account.ts';
import { PRODUCTS } from '../support/plan-sessions.ts';

const text = await readFile(join(import.meta.dirname, '../../src/nutrition/catalogue/products.json'), 'utf8');
const entries = parseCatalogue(JSON.parse(text));

describe('the catalogue source', () => {
  test('has at least 200 products, and nothing that the loader rejects', () => {
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(problemsOf(entries)).toEqual([]);
  });

  test('states of every product what it is for, and keeps supplements and recovery out of plans', () => {
    const purposes = new Map(entries.map((entry) => [labelOf(entry), entry.purpose]));
    expect(purposes.get('Styrkr GEL30 Nitro')).toBe('other');
    expect(purposes.get('Red Bull Energy Drink')).toBe('other');
    expect(purposes.get('Liquid I.V. Hydration Multiplier')).toBe('salt');
    expect(purposes.get('GU Energy Energy Gel (40 mg caffeine)')).toBe('fuel');
    expect(purposes.get('Run Gum Caffeine Gum (50 mg caffeine)')).toBe('caffeine');
  });

  test('never calls a product verified, and leaves an unknown figure out, never null or an empty text', () => {
    expect(text).not.toMatch(/verified|official/i);
    expect(text).not.toMatch(/: (null|"")/);
  });
});

describe('the names of products', () => {
  const BRANDED = PRODUCTS.filter(({ brand }) => brand !== 'Generic');

  test('each full name and each short name on a card names one product, in every language', async () => {
    for (const language of LANGUAGES) {
      const texts = await textsOf(language);
      const shortNames = BRANDED.map((product) => shortNameOf(product, texts));
      expect(new Set(shortNames).size).toBe(BRANDED.length);
      for (const name of shortNames) expect([...name].length, name).toBeLessThanOrEqual(18);
      expect(new Set(BRANDED.map((product) => nameOf(product, texts))).size).toBe(BRANDED.length);
    }
  });

  test('no name loses that a product has no caffeine', async () => {
    const texts = await textsOf('de');
    const plain = PRODUCTS.filter(({ name }) => name.includes('(caffeine-free)'));
    expect(plain.length).toBeGreaterThan(5);
    for (const product of plain) {
      expect(nameOf(product, texts)).toContain('(caffeine-free)');
      expect(shortNameOf(product, texts)).toMatch(/ 0 mg$/);
    }
  });

  test('a label with and without caffeine has its figure at the end of both short names', () => {
    const labels = Map.groupBy(BRANDED, uncaffeinatedLabel);
    const both = [...labels.values()].filter((label) => {
      const figures = label.map(({ caffeineMg }) => caffeineMg ?? -1);
      return figures.includes(0) && figures.some((mg) => mg > 0);
    });
    expect(both.length).toBeGreaterThan(20);
    for (const product of both.flat()) {
      if (product.caffeineMg === null) continue;
      expect(shortProductName(product)).toMatch(new RegExp(`[^0-9]${product.caffeineMg} mg$`));
    }
    const gels = PRODUCTS.filter(({ brand, name }) => brand === 'GU Energy' && name.startsWith('Energy Gel'));
    expect(gels.map(shortProductName).sort()).toEqual(['GU Gel 0 mg', 'GU Gel 20 mg', 'GU Gel 40 mg']);
  });
});

describe('the catalogue loader', () => {
  const source = {
    id: 'prd_01hzzzzzzzzzzzzzzzzzzzzzzz',
    brand: 'A',
    name: 'Gel',
    category: 'gel',
    purpose: 'fuel',
    servingLabel: '1 gel',
    massG: 40,
    energyKcal: 100,
    carbG: 25,
    sugarG: 10,
    sodiumMg: 60,
    basis: 'label-recalled',
    confidence: 'medium',
  };
  const [gel] = parseCatalogue([source]);
  if (!gel) throw new Error('one product was parsed');
  const without = (field: keyof CatalogueEntry) =>
    Object.fromEntries(Object.entries(gel).filter(([name]) => name !== field)) as unknown as CatalogueEntry;

  test('accepts a plausible product, also one with unknown figures', () => {
    expect(problemsOf([gel])).toEqual([]);
    for (const field of ['massG', 'energyKcal', 'carbG', 'sugarG', 'sodiumMg'] as const)
      expect(problemsOf([without(field)]), field).toEqual([]);
  });

  test.each([
    [{ carbG: 75, energyKcal: 300, massG: 10 }, '75 g of carbohydrate and protein in 10 g'],
    [{ sugarG: 26 }, '26 g of sugar in 25 g of carbohydrate'],
    [{ sodiumMg: 600 }, '600 mg of sodium; a serving of this category has 400 at most'],
    [
      { carbG: 1, energyKcal: 4, sugarG: 0, massG: 0.5, sodiumMg: 300 },
      '300 mg of sodium is more salt than 0.5 g',
    ],
    [{ energyKcal: 250 }, '250 kcal does not agree with 25 g'],
    [{ energyKcal: 50 }, '50 kcal does not agree with 25 g'],
    [{ note: 'why' }, 'a note about energy that agrees'],
    [{ vegan: true, recalledFields: ['vegan'] }, 'vegan is only recalled'],
    [{ glutenFree: true, recalledFields: ['glutenFree'] }, 'gluten-free is only recalled'],
    [{ caffeineMg: 0, recalledFields: ['caffeineMg'] }, 'free of caffeine is only recalled'],
    [{ recalledFields: ['proteinG'] }, 'recalls proteinG, which it does not have'],
    [{ name: 'Official Gel' }, 'no product is verified or official'],
    [{ energyKcal: 250, note: '' }, 'an empty text'],
  ] as const)('rejects %j', (change, problem) => {
    expect(problemsOf([{ ...gel, ...change } as CatalogueEntry]).join('\n')).toContain(problem);
  });

  test('rejects an identifier and a name that are there twice', () => {
    expect(problemsOf([gel, { ...gel, name: 'GEL' }])).toEqual([
      `A GEL: ${gel.id} is in the catalogue twice`,
      'A GEL: a gel is in the catalogue twice',
    ]);
  });

  const loader = async () => {
    const account = await createdAccount(new OperatorsConfiguration());
    await migrateRemote(account.run, 'REGISTRY');
    const { sqlite } = account.databaseOf('REGISTRY');
    const load = async (products: readonly object[], isConfirmed = false) => {
      const lines: string[] = [];
      const report = (line: string) => void lines.push(line);
      const given = JSON.stringify(products);
      await loadInto(remoteRegistry(account.run), { report, isConfirmed, text: given });
      return lines;
    };
    const visible = () =>
      sqlite.prepare('SELECT count(*) AS n FROM products WHERE hidden_at IS NULL').get()?.n;
    return { load, visible };
  };

  test('loads into an empty registry, twice, and shows what a later load adds, changes and removes', async () => {
    const { load, visible } = await loader();
    expect((await load(entries)).at(-1)).toBe(`Done: ${entries.length} visible, 0 hidden.`);
    expect((await load(entries)).at(-1)).toBe('The remote registry holds it already.');
    const [first, second, ...rest] = entries;
    if (!first || !second) throw new Error('the catalogue is empty');
    const changed = { ...second, servingLabel: '2 of them', vegan: true };
    const lines = await load([changed, ...rest, source]);
    expect(lines.slice(1, 4)).toEqual([
      `- ${labelOf(first)}`,
      expect.stringMatching(/^~ .*: serving_label .* → 2 of them/),
      '+ A Gel',
    ]);
    expect(visible()).toBe(entries.length);
  });

  test('removes many products, or leaves fewer than 186, only with --yes', async () => {
    const { load, visible } = await loader();
    await load(entries);
    await load(entries.slice(REMOVED_MAX));
    const left = entries.length - REMOVED_MAX;
    await expect(load(entries.slice(2 * REMOVED_MAX + 1))).rejects.toThrow(
      /remove 11 products .* --remote --yes/,
    );
    await expect(load(entries.slice(0, 100))).rejects.toThrow('leave 100');
    expect(visible()).toBe(left);
    await load(entries.slice(0, 100), true);
    expect(visible()).toBe(100);
    const few = await loader();
    await expect(few.load(entries.slice(0, PRODUCTS_MIN - 1))).rejects.toThrow(`leave ${PRODUCTS_MIN - 1}`);
  });

  test('writes nothing of a catalogue with one implausible product, confirmed or not', async () => {
    const { load, visible } = await loader();
    const [first, ...rest] = entries;
    await expect(load([{ ...first, sodiumMg: 2400, massG: 5 }, ...rest], true)).rejects.toThrow(
      'implausible',
    );
    expect(visible()).toBe(0);
  });
});

describe('a load that fails', () => {
  const failure = (text: string) =>
    `wrangler d1 execute REGISTRY --remote failed:\n\n${JSON.stringify({ error: { text } }, null, 2)}`;

  test.each([
    ['no such table: products: SQLITE_ERROR', /npm run migrate/],
    ['something else', /^$/],
  ])('is told in the words of wrangler, with what to do: %s', (text, advice) => {
    expect(messageOf(failure(text))).toBe(`wrangler d1 execute REGISTRY --remote failed:\n${text}`);
    expect(adviceOn(failure(text))).toMatch(advice);
  });

  test('is reported unchanged if it is not wrapped in JSON', () => {
    expect(messageOf('the registry shows 3 products')).toBe('the registry shows 3 products');
  });
});

describe('the load statements', () => {
  test('quote every text, so that no name can be read as SQL', () => {
    const [entry] = entries;
    if (!entry) throw new Error('the catalogue is empty');
    const [insert] = catalogueStatements([{ ...entry, name: "Robert'); DROP TABLE products; --" }], 'v', 1);
    expect(insert).toContain("'Robert''); DROP TABLE products; --'");
  });
});
