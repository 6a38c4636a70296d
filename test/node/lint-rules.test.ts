import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const Report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), message: z.string(), location: z.object({ path: z.string() }) }),
  ),
});

/** Returns the files that break a rule of `lint`, each as often as it does, with the first word of the rule's message. */
async function refusals(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'musette-lint-'));
  try {
    for (const part of ['biome.json', 'lint']) await cp(part, join(folder, part), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const biome = join(process.cwd(), 'node_modules/.bin/biome');
    const output = await new Promise<string>((resolve) => {
      execFile(biome, ['lint', '--vcs-enabled=false', '--reporter=json', '.'], { cwd: folder }, (_, stdout) =>
        resolve(stdout),
      );
    });
    return Report.parse(JSON.parse(output))
      .diagnostics.filter(({ category }) => category === 'plugin')
      .map(({ message, location }) => `${location.path}: ${message.split(' ').slice(0, 2).join(' ')}`)
      .sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a table is written in repositories and in src/platform/storage only', async () => {
  const writes = `export const written = [
    db.insert(keys).values(row),
    db.insert(keys).select(rows),
    db.update(keys).set(row).where(isOwn),
    db.delete(keys).where(isOwn),
    insertWhere(db, keys, row, isLive),
    insertMany(db, keys, rows),
    updateMany(db, { table: keys, key: id }, rows, guard),
    deleteSome(db, { table: keys, key: [id] }, isOld),
  ];\n`;
  const others =
    'kept.delete(id);\nhash.update(text);\nexport const [row] = db.select().from(keys).where(isOwn);\n';
  const refused = await refusals({
    'src/partner/keys/rotate-key.ts': writes,
    'src/partner/keys/repository.ts': writes,
    'src/partner/keys/shared-repository.ts': writes,
    'src/platform/storage/usage.ts': writes,
    'src/partner/keys/list-keys.ts': others,
  });
  expect(refused).toEqual(Array(8).fill('src/partner/keys/rotate-key.ts: A table'));
});

test('wire code has no untyped object', async () => {
  const untyped = [
    'export const a: Record<string, unknown> = {};',
    'export function b(): unknown { return {}; }',
    'export function c(): object { return {}; }',
    'export async function d(): Promise<unknown> { return {}; }',
  ].join('\n');
  const refused = await refusals({
    'src/partner/keys/key-shape.ts': untyped,
    'src/partner/keys/routes.ts': untyped,
    'src/platform/http/log.ts': untyped,
  });
  const four = (path: string) => Array(4).fill(`${path}: Wire code`);
  expect(refused).toEqual([...four('src/partner/keys/key-shape.ts'), ...four('src/partner/keys/routes.ts')]);
});
