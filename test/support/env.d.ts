import type { Bindings, WebBindings } from '../../src/env.ts';

type D1Migration = { name: string; queries: string[] };

declare global {
  namespace Cloudflare {
    interface Env extends Bindings, WebBindings {
      ATHLETES_TEST_0: D1Database;
      ATHLETES_LIVE_0: D1Database;
      ATHLETES_LIVE_1: D1Database;
      OPERATOR_TOKEN: string;
      MIGRATIONS: { registry: D1Migration[]; athletes: D1Migration[] };
    }
    interface GlobalProps {
      mainModule: typeof import('../../src/index.ts');
      durableNamespaces: 'KeyGuard' | 'ProductLimiter';
    }
  }
}
