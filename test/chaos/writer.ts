import type { RandomSource } from '@musette/basics/random-source';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the checks look into answers of every shape
  readonly json: any;
}

/** Null where no answer came: the runtime was killed. */
export type Send = (request: Request) => Promise<Reply | null>;

/** One write and what its writer knows once it is answered. */
export interface Step {
  readonly request: Request;
  /** Updates the known state from the answer. Throws if a healthy service would not give this answer. */
  readonly accept: (reply: Reply, isRepeated: boolean) => void;
  /** Inspects the state after a write without an answer. Returns problems if it is neither done nor undone. */
  readonly inspect: (send: Send) => Promise<readonly Problem[]>;
}

export interface Problem {
  readonly kind: 'lost' | 'torn' | 'revived' | 'invented' | 'unexpected';
  readonly what: string;
}

/** A writer that changes its own records, one after another, and remembers the acknowledged changes. */
export interface Writer {
  readonly nextStep: (random: RandomSource) => Step;
  /** Compares the service with everything that was acknowledged; `onlyRecent`: since the last time. */
  readonly verify: (send: Send, onlyRecent: boolean) => Promise<readonly Problem[]>;
}

/** Draws one of these; undefined where there is none. */
export function drawOne<Item>(random: RandomSource, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random.uniform() * items.length)];
}

/** Throws if the answer has a different status. A healthy service gave it, so it is a finding. */
export function expectStatus({ status, json }: Reply, request: Request, expected: readonly number[]): void {
  if (expected.includes(status)) return;
  throw new Error(
    `${request.method} ${request.path} answered ${status}, not ${expected.join(' or ')}: ${JSON.stringify(json)}`,
  );
}
