import { MINUTE_MS } from '../clock.ts';

const MIB = 1024 * 1024;

/** The maximum bytes of bodies received but not yet passed to a parser, per isolate. */
const ALL_MAX = 32 * MIB;
/** The part that routes without a key may use, because anybody can call them. */
const OPEN_MAX = 4 * MIB;
/** The part that the sandbox may use, so a greedy test key leaves space for production. */
const SANDBOX_MAX = 16 * MIB;
/** The part that one key may use, so one partner's files do not block another's. */
const KEY_MAX = 16 * MIB;
/** Space reserved for small bodies, so file uploads do not block ordinary requests. */
const LEFT_TO_SMALL = 4 * MIB;
const LARGE_BYTES = 512 * 1024;

/** The caller of the body, or null if the route needs no key. */
export interface BodyOwner {
  readonly keyId: string;
  readonly environment: 'test' | 'live';
}

/** The bytes of one body. */
export interface HeldBody {
  readonly owner: BodyOwner | null;
  readonly sinceMs: number;
  bytes: number;
}

/** A request that takes longer was terminated by the platform without notice. */
const HELD_MS_MAX = 2 * MINUTE_MS;

/** Counts the body bytes that an isolate holds, and rejects more than it can hold safely. */
export class HeldBytes {
  readonly #bodies = new Set<HeldBody>();

  /** Counts the total bytes that a body needs. Returns false if a limit would be exceeded. */
  make(body: HeldBody, bytes: number, nowMs: number): boolean {
    for (const other of this.#bodies) if (nowMs - other.sinceMs > HELD_MS_MAX) this.#bodies.delete(other);
    const others = [...this.#bodies].filter((other) => other !== body);
    const fits = boundsOf(body.owner, bytes).every(([max, counts]) => sumOf(others, counts) + bytes <= max);
    if (!fits) return false;
    body.bytes = bytes;
    this.#bodies.add(body);
    return true;
  }

  /** Stops counting a body that was passed to a parser or dropped. */
  drop(body: HeldBody): void {
    this.#bodies.delete(body);
  }

  /** The bytes currently held. */
  get total(): number {
    return sumOf([...this.#bodies], () => true);
  }
}

type Bound = readonly [max: number, counts: (owner: BodyOwner | null) => boolean];

function boundsOf(owner: BodyOwner | null, bytes: number): readonly Bound[] {
  const all: Bound = [bytes > LARGE_BYTES ? ALL_MAX - LEFT_TO_SMALL : ALL_MAX, () => true];
  if (owner === null) return [all, [OPEN_MAX, (other) => other === null]];
  const ofKey: Bound = [KEY_MAX, (other) => other?.keyId === owner.keyId];
  if (owner.environment === 'live') return [all, ofKey];
  return [all, ofKey, [SANDBOX_MAX, (other) => other?.environment === 'test']];
}

function sumOf(bodies: readonly HeldBody[], counts: Bound[1]): number {
  return bodies.reduce((sum, { owner, bytes }) => (counts(owner) ? sum + bytes : sum), 0);
}

/** The bodies held by this isolate. */
export const heldBytes = new HeldBytes();
