import { readdirSync } from 'node:fs';

/** Statements alone, each in the situations that its conditions tell apart: they cost milliseconds. */
export const STATEMENT_TESTS: readonly string[] = readdirSync('test/storage')
  .filter((name) => name.endsWith('-conditions.test.ts'))
  .map((name) => `test/storage/${name}`);

function api(...names: readonly string[]): readonly string[] {
  return names.map((name) => (name.includes('/') ? `test/${name}.test.ts` : `test/api/${name}.test.ts`));
}

/**
 * The tests over HTTP that can notice a lost condition of each file with queries, by the longest beginning of its path. They
 * are tried in this order, after those of statements: the cheapest come first. `npm run mutate` fails if a file has none.
 */
export const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'src/platform/access': api('keys', 'operator'),
  'src/nutrition/activities': api('activities', 'sync', 'activity-batches', 'feedback', 'learning-history'),
  'src/partner/alerting': api('alerts', 'alert-conditions'),
  'src/nutrition/athletes': api(
    'athletes',
    'external-ids',
    'athlete-batches',
    'shards',
    'shard-lists',
    'consents',
    'subscribe',
    'erasure',
  ),
  'src/nutrition/catalogue': api(
    'products-seen',
    'access-log',
    'products',
    'product-limits',
    'attached-products',
    'attached-product-limits',
  ),
  'src/partner/console': api(
    'console-pages',
    'console-members',
    'console-live-access',
    'console-sign-in',
    'operator',
  ),
  'src/partner/events': api('events', 'event-feed', 'announcements', 'usage'),
  'src/nutrition/fuel-plans': api(
    'attached-products',
    'attached-product-limits',
    'own-products-in-plans',
    'erasure',
  ),
  'src/platform/http': api('idempotency', 'external-ids', 'shards', 'shard-lists', 'sync'),
  'src/partner/keys': api('events', 'keys', 'operator', 'access'),
  'src/nutrition/learning': api(
    'feedback',
    'sweat-tests',
    'learning-history',
    'athlete-batches',
    'activity-batches',
  ),
  'src/partner/oauth/records-repository': api('sign-in', 'conformance/oauth', 'connections'),
  'src/partner/oauth/shared-repository': api('consents', 'oauth-clients', 'connections', 'erasure'),
  'src/partner/oauth/sign-in-repository': api('sign-in', 'sign-in-limits', 'retention'),
  'src/partner/oauth': api(
    'oauth-clients',
    'connections',
    'sign-in',
    'sign-in-limits',
    'consents',
    'joined-record',
    'conformance/oauth',
    'erasure',
  ),
  'src/partner/partners': api('operator', 'access', 'termination-purge', 'external-ids'),
  'src/partner/partners/access-request-repository': api('access', 'retention'),
  'src/partner/partners/usage': api('usage', 'operator'),
  'src/nutrition/own-products': api('own-products', 'own-products-in-plans'),
  'src/partner/page-sessions': api('page-sessions', 'athlete-page-access', 'athlete-pages'),
  'src/nutrition/prescriptions': api(
    'prescriptions',
    'calculations',
    'sync',
    'activity-batches',
    'recalculations',
  ),
  'src/partner/privacy': api('erasure', 'export', 'interrupted-crons', 'sandbox', 'consents'),
  'src/partner/recalculations': api(
    'recalculations',
    'recalculation-steps',
    'termination-purge',
    'announcements',
  ),
  'src/nutrition/records': api('prescriptions', 'activities', 'fuel-plan', 'feedback'),
  'src/partner/retention/repository': api(
    'retention',
    'termination-purge',
    'idempotency',
    'usage',
    'products-seen',
  ),
  'src/partner/retention': api(
    'retention',
    'termination-purge',
    'interrupted-crons',
    'products-seen',
    'erasure',
  ),
  'src/platform/storage': api(
    'storage/record-events',
    'events',
    'keys',
    'athletes',
    'shards',
    'shard-lists',
    'shard-sizes',
    'guards/usage',
    'erasure',
  ),
  'src/partner/webhooks': api(
    'webhooks',
    'webhook-deliveries',
    'webhook-interruptions',
    'webhook-dispatchers',
    'webhook-test-events',
    'termination-purge',
    'announcements',
  ),
};

/** Returns the tests of a source file, those of statements first. */
export function testsOf(path: string): readonly string[] {
  const begins = Object.keys(TESTS_OF).filter((each) => path.startsWith(each));
  const longest = begins.sort((a, b) => b.length - a.length)[0];
  const tests = longest === undefined ? undefined : TESTS_OF[longest];
  if (!tests) throw new Error(`test/mutations/tests-of.ts names no tests of ${path}`);
  return [...STATEMENT_TESTS, ...tests];
}
