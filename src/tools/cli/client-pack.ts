import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { writeClientTypes } from './client.ts';
import { ROOT } from './generated-files.ts';

const run = promisify(execFile);
const CLIENT = join(ROOT, 'src/packages/client');

/** Compiles the client and writes its tarball into a folder. Returns the path of the tarball. */
export async function packClient(out: string): Promise<string> {
  await writeClientTypes();
  const folder = await mkdtemp(join(tmpdir(), 'musette-client-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [
      tsc,
      '-p',
      join(CLIENT, 'tsconfig.build.json'),
      '--outDir',
      join(folder, 'dist'),
    ]);
    await Promise.all([
      writeManifest(folder),
      cp(join(CLIENT, 'README.md'), join(folder, 'README.md')),
      cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE')),
      mkdir(out, { recursive: true }),
    ]);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(out)], {
      cwd: folder,
    });
    const [{ filename }] = JSON.parse(stdout);
    return join(resolve(out), filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the manifest that partners install: without the scripts, which only this repository can run. */
async function writeManifest(folder: string): Promise<void> {
  const { scripts: _ours, ...manifest } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: '.cache' } } });
  console.log(`Wrote ${await packClient(values.out)}.`);
}
