import type { Operation } from '../http/operations.ts';

const NAMES: readonly string[] = [
  'calculate, stateless',
  'GET activity',
  'POST prescription',
  'list of 20 activities',
  'calculate, batch of 50',
];

/** Returns the operations of the service that the peer has too. */
export function ofPeer(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ name }) => NAMES.includes(name));
}
