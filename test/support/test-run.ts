import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Memory as a file system, as Linux has it. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a whole run take. */
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = /^musette-tests-(\d+)$/;

/**
 * Puts the temporary files of this process and its children into memory, where the machine has the room: databases wait
 * for the disk at every commit, which doubles the time of their tests. The files are removed when the process ends, and
 * those of a process that was killed by the next one.
 */
export function keepFilesInMemory(): void {
  if (!existsSync(MEMORY) || freeBytes() < ROOM_BYTES) return;
  for (const name of readdirSync(MEMORY)) {
    const processId = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (!isRunning(processId)) remove(join(MEMORY, name));
  }
  const folder = join(MEMORY, `musette-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize;
}

function isRunning(processId: number): boolean {
  return existsSync(`/proc/${processId}`);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Lines of the runtime about what tests do on purpose. They tell the reader of a run nothing. */
const DELIBERATE = [
  // The guard of a key whose KV fails throws to its caller, who answers 503 (`rewireGuard`).
  'uncaught exception; source = Uncaught (in promise); stack = StorageUnavailable: the key projection did not take',
  // An object that is evicted while it writes (`evictDurableObject`), and alarms that the test or a busy machine overtakes.
  'broken.outputGateBroken; jsg.Error: evicted',
  'NOSENTRY SQLite alarm ',
  // Hostile headers, and a body that a test reads as text.
  'A header value for "',
  'Called .text() on an HTTP body which does not appear to be text',
  // Packages that publish source maps without their sources.
  'points to missing source files',
];

/** Leaves these lines out of the output of a run. Prints every other line. */
export function hideDeliberateFaults(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = new Proxy(stream.write, {
      apply: (write, self, given: unknown[]) => {
        const [chunk] = given;
        const isHidden = typeof chunk === 'string' && DELIBERATE.some((part) => chunk.includes(part));
        return isHidden || Reflect.apply(write, self, given);
      },
    });
  }
}

const SOURCES = 'src';
/** Parts of the source that the Worker never imports, with the packages that only they use. */
const NOT_IN_THE_WORKER = /^(tools|delivery\/site\/scripts|packages\/client|packages\/\w+\/(?!src))\//;
/** Packages of this repository: bundled with the others, each test would have a second copy of the engine. */
const OWN = /^@musette\//;
const IMPORT = /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][^':]*)'/g;

/** Modules of packages that are imported without being named in a source: by the compiled JSX, and by many tests. */
const UNNAMED = ['hono/jsx/jsx-runtime', 'hono/jsx/jsx-dev-runtime', 'fast-check'];

/**
 * Returns the modules of packages that the Worker imports. Tests get each as one file, because loading their hundreds (every
 * language of zod, for one) costs more than loading the Worker itself.
 */
export function bundledPackages(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !NOT_IN_THE_WORKER.test(file));
  const named = sources.flatMap((file) =>
    [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(IMPORT)].map(([, name]) => name ?? ''),
  );
  return [...new Set([...named, ...UNNAMED])]
    .filter((name) => !name.startsWith('cloudflare') && !OWN.test(name))
    .sort();
}

/**
 * Returns the manifests of this repository's packages. Transformed modules name the files that a door leads to, so that a
 * cache of them holds for these doors only.
 */
export function packageManifests(): string[] {
  return globSync('{package.json,src/packages/*/package.json}')
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
}

/** Files of tests that take longest, the longest of each project first. A clone that has run no test knows no times. */
const LONGEST = [
  'test/node/deployed-bundle.test.ts',
  'test/node/deploy.test.ts',
  'test/node/dev-vars.test.ts',
  'test/node/runbook.test.ts',
  'src/packages/engine/test/warnings.test.ts',
  'test/node/several-isolates.test.ts',
  'src/packages/engine/test/invariants.test.ts',
  'src/packages/engine/test/calibration.test.ts',
  'test/api/webhook-receivers.test.ts',
  'test/api/restores.test.ts',
  'test/api/faults-before.test.ts',
  'test/api/console-matrix.test.ts',
  'test/api/faults-after.test.ts',
  'test/api/shard-lists.test.ts',
  'test/api/webhook-dispatchers.test.ts',
  'test/api/amplification.test.ts',
  'test/api/operator.test.ts',
  'test/api/fuzz.test.ts',
  'test/guards/revocation-under-fire.test.ts',
  'test/api/call-limits.test.ts',
  'test/api/erasure.test.ts',
  'test/api/termination-purge.test.ts',
  'test/api/bounded-answers.test.ts',
  'test/api/faults-sandbox.test.ts',
  'test/api/faults-protocol.test.ts',
  'test/api/faults-keys.test.ts',
  'test/api/security.test.ts',
  'test/browser/planner-walk.test.ts',
  'test/start/guides.test.ts',
  'test/browser/athlete-pages-walk.test.ts',
  'test/browser/connections-walk.test.ts',
  'test/browser/fuel-plan-page.test.ts',
  'test/start/refusals.test.ts',
  'test/browser/console-walk.test.ts',
  'test/browser/every-page.test.ts',
];

/** Begins the longest files of each project before all others, so that none runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((path) => !existsSync(path));
    if (gone.length > 0)
      throw new Error(`test/support/test-run.ts names ${gone.join(' and ')}, which is not there`);
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((specs) => specs.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return rank === -1 ? LONGEST.length : rank;
}
