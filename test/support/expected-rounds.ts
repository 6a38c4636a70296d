import type { EDGE_OPERATIONS } from './edge-operations.ts';
import { roundsWithLease } from './remote-calls.ts';

/** The allowed sequential remote rounds of each operation. The test of the rounds and `npm run bench:edge` enforce them. */

type OperationName = (typeof EDGE_OPERATIONS)[number]['name'];

/**
 * The stores that a request waits for, round by round; those of one round are asked at the same time. The first round
 * asks the key's guard; with a lease it does not.
 */
export const ROUNDS: Readonly<Record<OperationName, readonly string[]>> = {
  calculate: ['guard'],
  'calculate, batch': ['guard'],
  inference: ['guard'],
  'activity types': ['guard'],
  'calculate with athlete_id': ['guard + shard'],
  'GET athlete': ['guard + shard'],
  'GET activity': ['guard + shard'],
  'GET prescription': ['guard + shard'],
  'list athletes': ['guard + shard'],
  'list activities': ['guard + shard'],
  'access log': ['guard + shard'],
  'create athlete': ['guard', 'shard'],
  'create athlete with external_id': ['guard', 'directory', 'shard'],
  'create activity': ['guard', 'shard'],
  'create activity with Idempotency-Key': ['guard + shard', 'shard'],
  'create activity with its prescription': ['guard + shard', 'shard'],
  'PATCH activity with its prescription': ['guard + shard', 'shard'],
  'batch of athletes, new': ['guard + shard', 'directory', 'shard'],
  'batch of athletes, known': ['guard + shard'],
  'batch of activities': ['guard + shard', 'shard'],
  // A batch's cost beyond its admission is charged while it is read. A lease may pay for it.
  'batch of more than ten activities': ['guard + shard', 'guard', 'shard'],
  'batch of deletions': ['guard + shard'],
  'POST prescription': ['guard + shard', 'shard'],
  'PATCH athlete': ['guard + shard', 'shard'],
  'PATCH activity': ['guard + shard', 'shard'],
  feedback: ['guard + shard', 'shard'],
  'PATCH athlete with learned state': ['guard + shard', 'shard'],
  'products page': ['guard', 'limiter + shard'],
  product: ['guard', 'limiter + shard'],
  'product categories': ['guard', 'limiter + shard'],
  'fuel plan': ['guard + shard', 'limiter + shard'],
  // What a plan costs beyond its admission is known once it is read. A lease may pay for it.
  'fuel plan of two days': ['guard + shard', 'guard', 'limiter + shard'],
  'suggested fuel plan': ['guard + shard', 'limiter + shard'],
  // The session is read with its data. Its token names the key, so that no registry is asked.
  'plan page': ['guard + shard', 'limiter + shard'],
  'OAuth GET activity': ['guard + shard'],
  // No guard: the limit of a token is that of its use.
  'token refresh': ['registry + shard', 'shard'],
  'assistant reads an activity': ['guard + shard'],
  'key creation': ['guard + registry', 'registry'],
  'key rotation': ['guard + registry', 'guard', 'registry'],
  // The guard itself brings the end to registry and KV.
  'key revocation': ['guard + registry', 'guard'],
};

/** Operations for which a lease spares more than the question for admission. */
const ROUNDS_WITH_LEASE: Partial<typeof ROUNDS> = {
  'batch of more than ten activities': ['shard', 'shard'],
  'fuel plan of two days': ['shard', 'limiter + shard'],
};

/** Rounds more that the first request in an isolate may wait for, where it is not one: it looks up the key, or verifies a token that it does not know. Products need the catalogue, too. */
const ROUNDS_OF_NEW_ISOLATE: Partial<Readonly<Record<OperationName, number>>> = {
  'token refresh': 0,
  'products page': 2,
  product: 2,
  'product categories': 2,
  'fuel plan': 2,
  'fuel plan of two days': 2,
  'suggested fuel plan': 2,
  'plan page': 2,
};

/** Returns the stores that a request with a lease waits for, round by round. */
export function expectedWithLease(name: OperationName): readonly string[] {
  return ROUNDS_WITH_LEASE[name] ?? roundsWithLease(ROUNDS[name]);
}

/** Returns the most rounds of the first request in an isolate. */
export function roundsInNewIsolate(name: OperationName): number {
  return ROUNDS[name].length + (ROUNDS_OF_NEW_ISOLATE[name] ?? 1);
}
