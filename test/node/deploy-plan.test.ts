import { expect, test } from 'vitest';
import {
  type Existing,
  type Needed,
  neededBy,
  parseDatabaseList,
  parseNames,
  parseNamespaceList,
  planDeployment,
} from '../../src/cli/deploy-plan.ts';

const NEEDED: Needed = {
  databases: [
    { binding: 'REGISTRY', database_name: 'musette-registry', database_id: 'a' },
    { binding: 'ATHLETES_LIVE_WEUR_0', database_name: 'musette-athletes-live-weur-0', database_id: 'b' },
    { binding: 'ATHLETES_LIVE_EU_0', database_name: 'musette-athletes-live-eu-0', database_id: 'c' },
  ],
  namespaces: [{ binding: 'API_KEYS', id: 'd' }],
  queues: ['deliveries', 'deliveries-dead'],
  workflows: ['recalculations'],
};
const NO_LISTS: Existing = { databases: null, namespaces: null, queues: null, workflows: null };

const creations = (existing: Partial<Existing>) =>
  planDeployment(NEEDED, { ...NO_LISTS, ...existing }).commands.filter((command) =>
    command.includes('create'),
  );

test('without lists of what exists the deployment plan creates all, shards in their location or jurisdiction', () => {
  expect(planDeployment(NEEDED, NO_LISTS)).toEqual({
    commands: [
      'wrangler kv namespace create API_KEYS',
      'wrangler queues create deliveries',
      'wrangler queues create deliveries-dead',
      'wrangler d1 create musette-registry',
      'wrangler d1 create musette-athletes-live-weur-0 --location weur',
      'wrangler d1 create musette-athletes-live-eu-0 --jurisdiction eu',
      'wrangler d1 migrations apply REGISTRY --remote',
      'wrangler d1 migrations apply ATHLETES_LIVE_WEUR_0 --remote',
      'wrangler d1 migrations apply ATHLETES_LIVE_EU_0 --remote',
    ],
    corrections: [],
    newWorkflows: ['recalculations'],
  });
});

test('a database that exists is not created again, and a wrong identifier is corrected', () => {
  const list = '[{"uuid":"a","name":"musette-registry"},{"uuid":"z","name":"musette-athletes-live-weur-0"}]';
  const databases = parseDatabaseList(list);
  expect(creations({ databases, namespaces: [{ id: 'd', title: 'x' }], queues: NEEDED.queues })).toEqual([
    'wrangler d1 create musette-athletes-live-eu-0 --jurisdiction eu',
  ]);
  const { corrections } = planDeployment(NEEDED, { ...NO_LISTS, databases });
  expect(corrections).toEqual(['ATHLETES_LIVE_WEUR_0: database_id = "z"']);
});

test('a namespace is found by its identifier, or by its name, and then its identifier is corrected', () => {
  const created = 'wrangler kv namespace create API_KEYS';
  const plan = (text: string) =>
    planDeployment(NEEDED, { ...NO_LISTS, namespaces: parseNamespaceList(text) });
  expect(plan('[{"id":"d","title":"whatever"}]').commands).not.toContain(created);
  expect(plan('[{"id":"e","title":"API_KEYS"}]')).toMatchObject({ corrections: ['API_KEYS: id = "e"'] });
  expect(plan('[{"id":"e","title":"API_KEYS"}]').commands).not.toContain(created);
  expect(plan('[{"id":"e","title":"other"}]').commands).toContain(created);
});

test('queues and workflows are found by their whole names in the tables that wrangler prints', () => {
  const table =
    '┌──────┬───────────┐\n│ id   │ name      │\n├──────┼───────────┤\n│ 1a2b │ deliveries-dead │\n└──┴──┘';
  expect(creations({ queues: parseNames(table) })).toContain('wrangler queues create deliveries');
  expect(creations({ queues: parseNames(table) })).not.toContain('wrangler queues create deliveries-dead');
  const workflows = parseNames('│ recalculations │ musette │ Recalculation │');
  expect(planDeployment(NEEDED, { ...NO_LISTS, workflows }).newWorkflows).toEqual([]);
});

test('a configuration needs each queue once, dead letter queues too, and no workflow of another Worker', () => {
  const config = {
    d1_databases: [],
    kv_namespaces: [],
    queues: {
      producers: [{ queue: 'deliveries' }],
      consumers: [{ queue: 'deliveries', dead_letter_queue: 'deliveries-dead' }],
    },
    workflows: [{ name: 'recalculations' }, { name: 'foreign', script_name: 'another' }],
  };
  expect(neededBy(config)).toMatchObject({
    queues: ['deliveries', 'deliveries-dead'],
    workflows: ['recalculations'],
  });
  expect(neededBy({ ...config, queues: {}, workflows: [] })).toMatchObject({ queues: [], workflows: [] });
});

test.each(['{}', '[{}]', '[{"uuid":1,"name":"x"}]', 'null'])('%s is refused as a list', (text) => {
  expect(() => parseDatabaseList(text)).toThrow('wrangler d1 list');
  expect(() => parseNamespaceList(text)).toThrow('wrangler kv namespace list');
});
