import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';
import { prepareAssets } from '#tools/cli/prepare-assets.ts';
import {
  bundledPackages,
  hideDeliberateFaults,
  keepFilesInMemory,
  LongestFirst,
  packageManifests,
} from './test/support/test-run.ts';
import { TEST_VARS } from './test/support/test-vars.ts';

keepFilesInMemory();
hideDeliberateFaults();

// The pool loads wrangler, 15 MB of source, to read wrangler.toml. Node keeps what it compiled of it.
enableCompileCache('node_modules/.cache/compiled');

const [registry, athletes] = await Promise.all([
  readD1Migrations('./migrations/registry'),
  readD1Migrations('./migrations/athletes'),
  // The Worker of the tests has the assets of this working tree, however they are started.
  prepareAssets(),
]);

/** Seeds random tests (test/support/random-seed.ts). */
const seed = Number(process.env.SEED ?? 20_261_122);
/** Fuzzed messages to the assistants' endpoint (test/api/agents-fuzz.test.ts); 10,000 took 72 s. */
const assistantMessages = Number(process.env.MESSAGES ?? 400);

/** Events a minute while a receiver is down for an hour (test/api/webhook-dispatchers.test.ts); 6,000 are 100 a second. */
const downPerMin = Number(process.env.DOWN_PER_MIN ?? 4);

/** Each is a project of its own: `npx vitest run --project engine`. */
const PACKAGES = ['basics', 'engine', 'files', 'languages', 'titles', 'client'];

const packages = bundledPackages();
/** Transformed modules name the bundles of packages that they import, so each set of bundles has modules of its own. */
const transformedModules = `node_modules/.experimental-vitest-cache/${createHash('sha256')
  .update(JSON.stringify(packages))
  .update(JSON.stringify(packageManifests()))
  .update(readFileSync('package-lock.json'))
  .update(readFileSync('vitest.config.ts'))
  .digest('hex')}`;

export default defineConfig({
  test: {
    // Modules of the Worker are transformed again only when they change: most of what one file of tests costs.
    experimental: { fsModuleCache: true, fsModuleCachePath: transformedModules },
    // One more than two processors have: a third of a test's time is waiting, as for leases that end or a start.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // The Worker logs one line a request; only a failing test's lines are worth reading.
    silent: 'passed-only',
    projects: [
      {
        // Pure folders and command-line tools need no Worker runtime, so their tests run faster in plain Node.
        test: {
          name: 'node',
          // Files share the modules that they import, which took more of a processor than half of the tests.
          isolate: false,
          provide: { seed },
          include: ['test/{engine,property,node}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...PACKAGES.map((name) => ({
        test: {
          name,
          isolate: false,
          provide: { seed },
          include: [`src/packages/${name}/test/**/*.test.ts`],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      })),
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // No consumer reads this queue: tests run the jobs of a message themselves (test/support/crons.ts). Otherwise the
              // runtime would run them seconds later, during another test.
              queueProducers: { JOB_QUEUE: 'unread' },
              // Answers what a test sends to the internet, as Cloudflare does for a server that is not there. The runtime would
              // look up the name, and print a stack for each that has no address.
              outboundService: () => new Response(null, { status: 522, headers: { server: 'cloudflare' } }),
              bindings: {
                ...TEST_VARS,
                MIGRATIONS: { registry, athletes },
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          // All that the Worker imports: a module of a package that is left out would have its own copy of the others.
          deps: { optimizer: { ssr: { enabled: true, include: packages } } },
          // A runtime and its modules are started once a worker and not once a file: test/support/setup.ts empties them.
          isolate: false,
          provide: { seed, assistantMessages, downPerMin },
          include: ['test/{api,conformance,guards,platform,storage}/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          // The longest walks of faults take most of a minute on a calm machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Real pages in a real browser, and crowds and kills, against a sandbox started as a partner starts it; after
        // all else, since these want the whole machine.
        test: {
          name: 'sandbox',
          // Files share the modules that they import, a sandbox and a browser.
          isolate: false,
          globalSetup: 'test/support/shared-sandbox.ts',
          include: ['test/{browser,start}/**/*.test.ts'],
          // A page waits while crowds are served beside it.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
