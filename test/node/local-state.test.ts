import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unstable_getVarsForDev as readVars } from 'wrangler';
import { envLine, keepSecrets, protectState } from '#tools/cli/local-state.ts';
import { fc } from '../support/random-seed.ts';

let parent: string;
let state: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'musette-state-'));
  state = join(parent, 'state');
});
afterEach(() => rm(parent, { recursive: true }));

async function modeOf(...path: readonly string[]): Promise<string> {
  return ((await stat(join(state, ...path))).mode & 0o777).toString(8);
}

describe('the state directory is open to its owner only', () => {
  test('on creation', async () => {
    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['700', '700', '700']);
  });

  test('if it existed with wider modes, and its secret files too', async () => {
    await mkdir(join(state, 'musette'), { recursive: true });
    await mkdir(join(state, 'v3/d1'), { recursive: true });
    await writeFile(join(state, 'musette/operator-token'), 'secret');
    for (const folder of ['', 'musette', 'v3']) await chmod(join(state, folder), 0o777);
    await chmod(join(state, 'musette/operator-token'), 0o644);

    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['700', '700', '700']);
    expect(await modeOf('musette', 'operator-token')).toBe('600');
  });

  test('but a directory with other contents keeps its mode, and only the service folders in it are closed', async () => {
    await mkdir(state);
    await writeFile(join(state, 'of-somebody-else'), '');
    await chmod(state, 0o755);
    await protectState(state);
    expect([await modeOf(), await modeOf('musette'), await modeOf('v3')]).toEqual(['755', '700', '700']);
  });
});

describe('a secret in an env file', () => {
  test('is read by wrangler unchanged, with --env-file and from .dev.vars', async () => {
    await mkdir(join(state, 'musette'), { recursive: true });
    const secret = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })
      .filter((text) => !/\\$/.test(text) && !["'", '`', '"'].every((mark) => text.includes(mark)))
      .filter((text) => !(text.includes("'") && text.includes('`') && text.includes('\\')));
    await fc.assert(
      fc.asyncProperty(secret, secret, async (first, second) => {
        const file = await keepSecrets(state, { FIRST: first, SECOND: second });
        const lines = [['FIRST', first] as const, ['SECOND', second] as const].map(envLine);
        await writeFile(join(parent, '.dev.vars'), lines.join('\n'));
        for (const files of [[file], undefined]) {
          const vars = readVars(join(parent, 'wrangler.toml'), files, {}, undefined, true);
          expect([vars.FIRST?.value, vars.SECOND?.value]).toEqual([first, second]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a line break', 'a\nb'],
    ['a backslash at its end', 'abc\\'],
    ['all kinds of quotation marks', `'"\``],
    ['two kinds and a backslash', `'\`\\n`],
  ])('is refused where the format cannot hold it: %s', (_what, value) => {
    expect(() => envLine(['OPERATOR_TOKEN', value])).toThrow(/^OPERATOR_TOKEN must not contain/);
  });
});
