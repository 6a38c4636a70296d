import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '#nutrition/catalogue/entries.ts';
import { catalogueStatements } from '#nutrition/catalogue/load-statements.ts';
import { adviceOn, messageOf } from '#tools/cli/catalogue.ts';

const text = await readFile(join(import.meta.dirname, '../../src/nutrition/catalogue/products.json'), 'utf8');
const entries = parseCatalogue(JSON.parse(text));
const label = ({ brand, name }: { brand: string; name: string }) => `${brand} ${name}`;

describe('the catalogue source', () => {
  test('has at least 200 products, each with an identifier and a name of its own', () => {
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(new Set(entries.map((entry) => label(entry).toLowerCase())).size).toBe(entries.length);
  });

  test('never calls a product verified', () => {
    expect(text).not.toMatch(/verified|official/i);
  });

  test('leaves an unknown figure out, never null or an empty text', () => {
    expect(text).not.toMatch(/: (null|"")/);
  });

  test('has no more sugar than carbohydrate and no more carbohydrate, protein and salt than mass', () => {
    for (const entry of entries) {
      const { carbG = 0, sugarG = 0, proteinG = 0, massG = Number.POSITIVE_INFINITY } = entry;
      if (entry.carbG !== undefined) expect(sugarG, label(entry)).toBeLessThanOrEqual(carbG);
      expect(carbG + proteinG, label(entry)).toBeLessThanOrEqual(massG);
    }
  });

  test('has the energy that its macros give, or a note that says why not', () => {
    const unexplained = entries
      .filter((entry) => !energyAgrees(entry) && entry.note === undefined)
      .map(label);
    expect(unexplained).toEqual([]);
    const needless = entries.filter((entry) => energyAgrees(entry) && entry.note !== undefined).map(label);
    expect(needless, 'a note about energy that agrees').toEqual([]);
  });

  test('claims vegan and gluten-free only where that was read or follows from what the food is', () => {
    for (const entry of entries) {
      const recalled = entry.recalledFields ?? [];
      if (entry.vegan) expect(recalled, label(entry)).not.toContain('vegan');
      if (entry.glutenFree) expect(recalled, label(entry)).not.toContain('glutenFree');
      if (entry.caffeineMg === 0) expect(recalled, label(entry)).not.toContain('caffeineMg');
    }
  });

  test('gives every product a purpose: tablets and capsules are salt, gum is caffeine, gels are fuel, slow starch is neither', () => {
    const purposes = Map.groupBy(entries, ({ purpose }) => purpose);
    const names = (purpose: 'salt' | 'caffeine' | 'other') => (purposes.get(purpose) ?? []).map(label);
    expect(names('salt')).toEqual(
      expect.arrayContaining(['High5 Zero', 'SaltStick FastChews', 'LMNT Drink Mix']),
    );
    expect(names('caffeine')).toContain('Run Gum Caffeine Gum (50 mg caffeine)');
    expect(names('other')).toEqual(expect.arrayContaining(['UCAN Energy Powder', 'Styrkr BAR+ Recovery']));
    const notFuel = entries
      .filter(({ category, purpose }) => category === 'gel' && purpose !== 'fuel')
      .map(label);
    expect(notFuel).toEqual(['UCAN Edge + Caffeine Energy Gel', 'UCAN Edge Energy Gel']);
    expect(entries.filter(({ fixedStrength }) => fixedStrength).map(label)).toEqual([
      'Maurten Drink Mix 160',
      'Maurten Drink Mix 320',
      'Maurten Drink Mix 320 CAF 100',
    ]);
  });

  test('marks as recalled only figures that it has', () => {
    for (const entry of entries) {
      for (const field of entry.recalledFields ?? []) expect(entry, label(entry)).toHaveProperty(field);
    }
  });
});

/** 4 kcal a gram; fat is unknown to us, so where it is plausible more energy than that is no contradiction. */
function energyAgrees(entry: (typeof entries)[number]): boolean {
  if (entry.energyKcal === undefined || entry.carbG === undefined) return true;
  const expected = 4 * (entry.carbG + (entry.proteinG ?? 0));
  const slack = Math.max(10, 0.12 * expected);
  const mayHaveFat = ['bar', 'waffle', 'real_food'].includes(entry.category);
  const difference = entry.energyKcal - expected;
  return difference >= -slack && (mayHaveFat || difference <= slack);
}

describe('a load that fails', () => {
  const failure = (text: string) =>
    `wrangler d1 execute REGISTRY --remote failed:\n\n${JSON.stringify({ error: { text } }, null, 2)}`;

  test.each([
    ['it\'s necessary to set a CLOUDFLARE_API_TOKEN environment "variable"', /wrangler login/],
    ['no such table: products: SQLITE_ERROR', /migrations apply REGISTRY/],
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
