import { join } from 'node:path';
import { build } from 'esbuild';

/** The service on the simulator, as `wrangler dev` takes it. */
export const PLATFORM_WORKER = join(import.meta.dirname, 'worker.ts');

/** The simulator knows the running invocation by an AsyncLocalStorage. */
export const PLATFORM_FLAGS = ['nodejs_als'];

/** Bundles the simulator as a wrapper of the deployed bundle, `./index.js`. */
export async function bundlePlatform(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [PLATFORM_WORKER],
    bundle: true,
    write: false,
    format: 'esm',
    external: ['node:async_hooks'],
    plugins: [
      {
        name: 'deployed-service',
        setup(building) {
          building.onResolve({ filter: /\/src\/index\.ts$/ }, () => ({ path: './index.js', external: true }));
        },
      },
    ],
  });
  const [file] = outputFiles;
  if (!file) throw new Error('the simulator was not bundled');
  return file.text;
}
