import { expect, test } from 'vitest';
import {
  type Existing,
  lineOfCorrection,
  linesOfOperator,
  linesOfPlan,
  missingSecrets,
  type Needed,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from '#tools/cli/deploy-plan.ts';

const NEEDED: Needed = {
  databases: [
    { binding: 'REGISTRY', database_name: 'musette-registry', database_id: 'a' },
    { binding: 'ATHLETES_LIVE_WEUR_0', database_name: 'musette-athletes-live-weur-0', database_id: 'b' },
    { binding: 'ATHLETES_LIVE_EU_0', database_name: 'musette-athletes-live-eu-0', database_id: 'c' },
  ],
  namespaces: [{ binding: 'API_KEYS', id: 'd' }],
  queues: ['deliveries', 'deliveries-dead'],
};
const NO_LISTS: Existing = { databases: null, namespaces: null, queues: null };

const creations = (existing: Partial<Existing>) =>
  planDeployment(NEEDED, { ...NO_LISTS, ...existing }).creations;

test('without lists of what exists the deployment plan creates all, shards in their location or jurisdiction', () => {
  expect(planDeployment(NEEDED, NO_LISTS)).toEqual({
    creations: [
      'wrangler kv namespace create API_KEYS',
      'wrangler queues create deliveries',
      'wrangler queues create deliveries-dead',
      'wrangler d1 create musette-registry --location weur',
      'wrangler d1 create musette-athletes-live-weur-0 --location weur',
      'wrangler d1 create musette-athletes-live-eu-0 --jurisdiction eu',
    ],
    corrections: [],
  });
});

test('the deployment plan is printed in an order that works: identifiers before migrations, secrets and catalogue before the Worker', () => {
  const databases = [{ uuid: 'z', name: 'musette-registry' }];
  expect(linesOfPlan(planDeployment(NEEDED, { ...NO_LISTS, databases }))).toEqual([
    'npx wrangler kv namespace create API_KEYS',
    'npx wrangler queues create deliveries',
    'npx wrangler queues create deliveries-dead',
    'npx wrangler d1 create musette-athletes-live-weur-0 --location weur',
    'npx wrangler d1 create musette-athletes-live-eu-0 --jurisdiction eu',
    'npm run deploy -- --plan   # asks, then writes the identifiers into wrangler.toml',
    '# wrangler.toml, REGISTRY: database_id = "z"',
    '# once, in wrangler.toml: BASE_URL, MAIL_FROM, and the line `routes` above [vars] with the host of BASE_URL',
    '# once: npx wrangler email sending enable <domain of MAIL_FROM>',
    '# also there: OPERATOR_NAME, TERMS_URL, DPA_URL, PRIVACY_URL, STATUS_URL, CONTACT_EMAIL; empty ones are left out of pages and security.txt',
    'npm run migrate -- --remote',
    '# once: it shows each new secret; keep them',
    'npm run secrets',
    'npm run catalogue -- --remote',
    'npm run preflight',
    'npm run deploy',
  ]);
});

test('a deployment lists the vars that name the operator, and what an unset one means for live access', () => {
  expect(
    linesOfOperator({ OPERATOR_NAME: 'Sample Ltd', TERMS_URL: '', PRIVACY_URL: 'https://a.example' }),
  ).toEqual([
    'OPERATOR_NAME: Sample Ltd',
    'TERMS_URL: unset, so no partner can get live access',
    'DPA_URL: unset, so no partner can get live access',
    'PRIVACY_URL: https://a.example',
    'STATUS_URL: unset',
    'CONTACT_EMAIL: unset',
    'ALERT_EMAIL: unset, so nobody gets an email when something breaks',
  ]);
});

test('a database that exists is not created again, and a wrong identifier is corrected', () => {
  const list = '[{"uuid":"a","name":"musette-registry"},{"uuid":"z","name":"musette-athletes-live-weur-0"}]';
  const databases = parseDatabaseList(list);
  expect(creations({ databases, namespaces: [{ id: 'd', title: 'x' }], queues: NEEDED.queues })).toEqual([
    'wrangler d1 create musette-athletes-live-eu-0 --jurisdiction eu',
  ]);
  const { corrections } = planDeployment(NEEDED, { ...NO_LISTS, databases });
  expect(corrections.map(lineOfCorrection)).toEqual(['ATHLETES_LIVE_WEUR_0: database_id = "z"']);
});

test('a namespace is found by its identifier, or by its name, and then its identifier is corrected', () => {
  const created = 'wrangler kv namespace create API_KEYS';
  const plan = (text: string) =>
    planDeployment(NEEDED, { ...NO_LISTS, namespaces: parseNamespaceList(text) });
  expect(plan('[{"id":"d","title":"whatever"}]').creations).not.toContain(created);
  expect(plan('[{"id":"e","title":"API_KEYS"}]')).toMatchObject({
    corrections: [{ binding: 'API_KEYS', member: 'id', id: 'e' }],
  });
  expect(plan('[{"id":"e","title":"API_KEYS"}]').creations).not.toContain(created);
  expect(plan('[{"id":"e","title":"other"}]').creations).toContain(created);
});

test('queues are found by their whole names in the tables that wrangler prints', () => {
  const table =
    '┌──────┬───────────┐\n│ id   │ name      │\n├──────┼───────────┤\n│ 1a2b │ deliveries-dead │\n└──┴──┘';
  expect(creations({ queues: parseNames(table) })).toContain('wrangler queues create deliveries');
  expect(creations({ queues: parseNames(table) })).not.toContain('wrangler queues create deliveries-dead');
});

test('a configuration needs each queue once, dead letter queues too', () => {
  const config = {
    d1_databases: [],
    kv_namespaces: [],
    queues: {
      producers: [{ queue: 'deliveries' }],
      consumers: [{ queue: 'deliveries', dead_letter_queue: 'deliveries-dead' }],
    },
  };
  expect(neededBy(config).queues).toEqual(['deliveries', 'deliveries-dead']);
  expect(neededBy({ ...config, queues: {} }).queues).toEqual([]);
});

test.each(['', '{}', '[{}]', '[{"uuid":1,"name":"x"}]', 'null'])('%s is refused as a list', (text) => {
  expect(() => parseDatabaseList(text)).toThrow('wrangler d1 list');
  expect(() => parseNamespaceList(text)).toThrow('wrangler kv namespace list');
});

test.each([
  ['[]\n', ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY']],
  [
    '▲ [WARNING] The version\n[\n  {\n    "name": "WEBHOOK_KEY",\n    "type": "secret_text"\n  }\n]\n',
    ['SIGNING_SECRET', 'LOOKUP_KEY'],
  ],
  ['[ERROR] Authentication error [code: 10000]', []],
])('the secrets that are missing are read from what wrangler printed: %j', (printed, missing) => {
  expect(missingSecrets(printed)).toEqual(missing);
});
