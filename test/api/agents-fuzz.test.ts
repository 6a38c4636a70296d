import { beforeAll, expect, inject, test } from 'vitest';
import { TOOLS } from '#delivery/agents/tools.ts';
import { post } from '../support/assistant.ts';
import { REVISIONS } from '../support/assistant-calls.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = inject('assistantMessages');
/** So few that a partner's messages stay within its budget however fast they are sent, and within the limits of products. */
const RUNS_PER_PARTNER = 400;

beforeAll(() => loadTestCatalogue());

const METHODS = [
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
  'tasks/get',
  'elicitation/create',
  '__proto__',
  'constructor',
];

const ENVELOPE = 'io.modelcontextprotocol/';
const junk = fc.jsonValue({ maxDepth: 3 });
const version = fc.oneof(
  fc.constantFrom(...REVISIONS, '2025-06-18', '2024-11-05', '1999-01-01', ''),
  fc.string(),
);

const NAMES = [
  'athlete_id',
  'activity_id',
  'activity',
  'profile',
  'type',
  'duration_min',
  'name',
  'limit',
  'cursor',
  'from',
  'q',
  'title',
  'include',
  'suggest',
  'at_min',
  'taken',
  'products_left',
  'notes',
  'actual_intake',
  'idempotency_key',
  '__proto__',
  'toString',
];

/** Arguments with which each tool succeeds, to break one by one. */
function goodArguments(athlete_id: string, activity_id: string): Readonly<Record<string, object>> {
  const at = { athlete_id, activity_id };
  return {
    calculate_nutrition: { activity: { type: 'run', duration_min: 90 } },
    list_activities: { athlete_id, limit: 2 },
    create_activity: { athlete_id, type: 'run', duration_min: 90 },
    calculate_prescription: at,
    get_prescription: at,
    explain_prescription: at,
    get_fuel_plan: { ...at, suggest: true },
    replan: { ...at, at_min: 60, taken: { carb_g: 30, fluid_ml: 400, sodium_mg: 200 } },
    infer_activity_type: { title: 'Long run 2h', tags: ['race'] },
    search_products: { athlete_id, q: 'gel', limit: 2 },
    list_own_products: { athlete_id, limit: 2 },
    give_feedback: { ...at, gi_comfort: 'good', actual_intake: { fluid_ml: 500 } },
    get_learned: { athlete_id },
  };
}

async function newSender() {
  const { testKey: key } = await makePartner();
  const athlete = await makeAthlete(key, { body_mass_kg: 70 });
  const activity = await makeActivity(key, athlete.id, { duration_min: 120 });
  return { key, good: goodArguments(athlete.id, activity.id) };
}

/** Mostly a value of the expected kind, otherwise of another. */
function mostly<Good, Other>(good: fc.Arbitrary<Good>, other: fc.Arbitrary<Other>, weight = 9) {
  return fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: other });
}

const oddValue = fc.oneof(
  fc.constantFrom('run', 'gel', true, 90, null, '\ud800', '\u0000', '__proto__', { type: 'run' }),
  junk,
);

function toolCallOf(good: Readonly<Record<string, object>>): fc.Arbitrary<unknown> {
  const changes = fc.dictionary(fc.constantFrom(...NAMES), oddValue, { maxKeys: 2 });
  return fc
    .tuple(
      fc.constantFrom(...TOOLS.map(({ name }) => name)),
      fc.option(changes),
      mostly(fc.constant(null), junk),
    )
    .map(([name, changed, replaced]) => ({
      name,
      arguments: replaced ?? { ...good[name], ...changed },
    }));
}

function messageOf(good: Readonly<Record<string, object>>): fc.Arbitrary<unknown> {
  const meta = fc.record({
    [`${ENVELOPE}protocolVersion`]: version,
    [`${ENVELOPE}clientInfo`]: fc.oneof(fc.constant({ name: 'x', version: '1' }), junk),
    [`${ENVELOPE}clientCapabilities`]: fc.oneof(fc.constant({}), junk),
  });
  const handshake = fc.record({ protocolVersion: version, capabilities: junk, clientInfo: junk });
  const withMeta = fc
    .tuple(mostly(toolCallOf(good), fc.oneof(handshake, junk)), mostly(fc.constant(null), meta, 5))
    .map(([given, _meta]) =>
      typeof given === 'object' && given !== null && _meta !== null ? { ...given, _meta } : given,
    );
  const request = fc.record(
    {
      jsonrpc: mostly(fc.constant('2.0'), junk, 30),
      id: mostly(fc.oneof(fc.integer(), fc.string({ minLength: 1 })), junk, 20),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('tools/call') },
        { weight: 4, arbitrary: fc.constantFrom(...METHODS) },
        { weight: 1, arbitrary: junk },
      ),
      params: withMeta,
    },
    { requiredKeys: ['jsonrpc', 'method', 'id'] },
  );
  return fc.oneof(
    { weight: 12, arbitrary: request },
    { weight: 1, arbitrary: fc.array(request, { maxLength: 3 }) },
    { weight: 1, arbitrary: junk },
  );
}

test(`${RUNS} fuzzed messages are answered without a 5xx and without an internal error`, async () => {
  const senders: Awaited<ReturnType<typeof newSender>>[] = [];
  while (senders.length * RUNS_PER_PARTNER < RUNS) senders.push(await newSender());
  const statuses = new Map<number, number>();
  let successes = 0;
  const sending = fc.constantFrom(...senders).chain(({ key, good }) => {
    const message = messageOf(good).map((sent) => JSON.stringify(sent));
    return fc.record({ key: fc.constant(key), body: mostly(message, fc.string(), 12) });
  });
  const oddHeaders = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom(...REVISIONS, '1999-01-01', 'x'),
      'mcp-method': fc.constantFrom(...METHODS),
      'mcp-session-id': fc.constantFrom('a', 'session'),
      accept: fc.constantFrom('application/json', '*/*', 'text/html', 'application/json, text/event-stream'),
    },
    { requiredKeys: [] },
  );
  const headers = mostly(fc.constant({}), oddHeaders, 4);
  await fc.assert(
    fc.asyncProperty(sending, headers, async ({ key, body }, extra) => {
      const answer = await post(key, body, extra);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/-32603|internal_error|temporarily_unavailable/);
      if (answer.text !== '') expect(() => JSON.parse(answer.text)).not.toThrow();
      if (answer.text.includes('"structuredContent"')) successes += 1;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  console.log(`statuses ${JSON.stringify([...statuses])}, ${successes} tools succeeded`);
  // A run in which everything is refused would prove nothing.
  expect(successes).toBeGreaterThan(RUNS / 20);
  expect(statuses.get(429) ?? 0).toBe(0);
});
