import type { RandomSource } from '#partner/sandbox/random-source.ts';

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
  /** Takes the answer into what is known. Throws where it is none that a healthy service gives. */
  readonly accept: (reply: Reply, isRepeated: boolean) => void;
  /** Looks at what a write without an answer left: problems where it is neither done nor undone. */
  readonly inspect: (send: Send) => Promise<readonly Problem[]>;
}

export interface Problem {
  readonly kind: 'lost' | 'torn' | 'revived' | 'invented' | 'unexpected';
  readonly what: string;
}

/** Somebody who writes things of their own, one after another, and remembers what was acknowledged. */
export interface Writer {
  readonly nextStep: (random: RandomSource) => Step;
  /** Compares the service with everything that was acknowledged; `onlyRecent`: since the last time. */
  readonly verify: (send: Send, onlyRecent: boolean) => Promise<readonly Problem[]>;
}

/** Draws one of these; undefined where there is none. */
export function drawOne<Item>(random: RandomSource, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random.uniform() * items.length)];
}

/** Throws where the answer's status is none of these: a healthy service gave it, so it is a finding. */
export function expectStatus({ status, json }: Reply, request: Request, expected: readonly number[]): void {
  if (expected.includes(status)) return;
  throw new Error(
    `${request.method} ${request.path} answered ${status}, not ${expected.join(' or ')}: ${JSON.stringify(json)}`,
  );
}
