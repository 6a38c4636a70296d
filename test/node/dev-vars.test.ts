import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Vars } from '#platform/env.ts';
import { copyProject } from '../start/project-copy.ts';
import { TEST_VARS } from '../support/test-vars.ts';

/** `.dev.vars` is for `wrangler dev` alone. */

let project: Awaited<ReturnType<typeof copyProject>>;
beforeAll(async () => {
  project = await copyProject();
});
afterAll(() => project.remove());

const DEV_VARS = `ENVIRONMENT='local'
BASE_URL='http://127.0.0.1:8787'
SIGNING_SECRET='a signing secret that only this test uses'
STANDARD_LIVE_PER_MIN='1'
OF_NOBODY='else'
`;

/** Returns what wrangler prints with and without `.dev.vars`, without the lines that name a folder or a time. */
async function withAndWithout(...args: readonly string[]): Promise<readonly [string, string]> {
  const run = async () => {
    const options = {
      cwd: project.folder,
      env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['node_modules/wrangler/bin/wrangler.js', ...args],
      options,
    );
    return stdout.replace(/^.*(\/tmp\/|─| ms|update available|⛅).*$/gm, '');
  };
  await writeFile(join(project.folder, '.dev.vars'), DEV_VARS);
  const outputWith = await run();
  await rm(join(project.folder, '.dev.vars'));
  return [outputWith, await run()];
}

describe('with .dev.vars and without it', () => {
  test('the generated types are the same', async () => {
    const [one, other] = await withAndWithout('types', '--check', 'src/bindings.d.ts');
    expect(one).toContain('up to date');
    expect(one).toBe(other);
  });

  test('deploy --dry-run is the same, and prepares no sandbox', async () => {
    const [one, other] = await withAndWithout('deploy', '--dry-run');
    expect(one).toContain('env.ENVIRONMENT ("production")');
    expect(one).not.toContain('OF_NOBODY');
    expect(one).toBe(other);
    for (const name of ['.dev.vars', '.wrangler/state']) {
      expect(existsSync(join(project.folder, name)), name).toBe(false);
    }
  });

  test('the Worker of the tests has the same value of every var', () => {
    const missing = Object.keys(Vars.shape).filter((name) => !(name in TEST_VARS));
    // Set during a rotation only, and by nothing that prepares a sandbox.
    expect(missing).toEqual(['FORMER_SIGNING_SECRET', 'FORMER_LOOKUP_KEY']);
  });
});
