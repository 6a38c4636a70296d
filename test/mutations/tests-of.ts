/** Tests that can notice a lost condition: those nearby first, the others only if no nearby one fails. */
export interface Tests {
  readonly near: readonly string[];
  readonly far: readonly string[];
}

const EVERY_FAR = ['test/api/scopes.test.ts', 'test/api/security.test.ts', 'test/api/retention.test.ts'];

function api(near: readonly string[], far: readonly string[] = []): Tests {
  const path = (name: string) => (name.includes('/') ? `test/${name}.test.ts` : `test/api/${name}.test.ts`);
  return { near: near.map(path), far: [...far.map(path), ...EVERY_FAR] };
}

/** The tests of each file with queries, by the longest beginning of its path. `npm run mutate` fails if one has none. */
export const TESTS_OF: Readonly<Record<string, Tests>> = {
  'src/access': api(['keys'], ['operator', 'oauth-clients']),
  'src/activities': api(['activities', 'sync', 'batches'], ['feedback', 'events-model', 'learning-history']),
  'src/athletes': api(['athletes', 'external-ids', 'batches'], ['shards', 'consents', 'events-model']),
  'src/athletes/subscribe-link': api(['subscribe'], ['erasure']),
  'src/events': api(['events', 'announcements'], ['events-model', 'webhooks', 'usage']),
  'src/http': api(['idempotency', 'external-ids'], ['oauth-clients', 'shards', 'sync']),
  'src/keys': api(['keys'], ['announcements', 'operator', 'access']),
  'src/learning': api(['feedback', 'sweat-tests', 'learning-history'], ['export', 'erasure', 'batches']),
  'src/oauth': api(
    ['oauth-clients', 'sign-in', 'consents', 'joined-record'],
    ['token-isolation', 'conformance/oauth', 'conformance/public-clients', 'erasure', 'interrupted-crons'],
  ),
  'src/partners': api(['operator', 'access'], ['termination-purge', 'external-ids', 'shards']),
  'src/partners/usage-repository': api(['usage'], ['operator']),
  'src/prescriptions': api(['prescriptions', 'sync'], ['batches', 'recalculations']),
  'src/privacy': api(['erasure', 'export'], ['interrupted-crons', 'call-limits', 'sandbox', 'consents']),
  'src/catalogue': api(['products', 'products-seen'], ['attached-products', 'fuel-plan', 'erasure']),
  'src/fuel-plans': api(['attached-products', 'fuel-plan'], ['products', 'erasure']),
  'src/recalculations': api(['recalculations'], ['termination-purge', 'events-model']),
  'src/records': api(['prescriptions', 'activities', 'fuel-plan'], ['batches', 'feedback']),
  'src/retention': api(
    ['retention', 'interrupted-crons', 'termination-purge', 'erasure'],
    ['products-seen', 'external-ids', 'idempotency', 'access', 'shards', 'usage'],
  ),
  'src/storage': api(
    ['storage/record-events', 'events', 'keys', 'athletes', 'shards'],
    ['events-model', 'guards/usage', 'guards/key-guard', 'batches', 'operator', 'erasure', 'external-ids'],
  ),
  'src/webhooks': api(['webhooks'], ['termination-purge', 'announcements', 'interrupted-crons', 'erasure']),
};

/** Returns the tests of a source file. */
export function testsOf(path: string): Tests {
  const begins = Object.keys(TESTS_OF).filter((each) => path.startsWith(each));
  const longest = begins.sort((a, b) => b.length - a.length)[0];
  const tests = longest === undefined ? undefined : TESTS_OF[longest];
  if (!tests) throw new Error(`test/mutations/tests-of.ts names no tests of ${path}`);
  return tests;
}
