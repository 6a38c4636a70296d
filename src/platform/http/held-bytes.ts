import { MINUTE_MS } from '../clock.ts';

const MIB = 1024 * 1024;

/** The most bytes of bodies that were received and not yet handed to a parser, in one isolate. */
const ALL_MAX = 32 * MIB;
/** The part of it that routes without a key may use: anybody can call them. */
const OPEN_MAX = 4 * MIB;
/** The part that the sandbox may use, so that a greedy test key leaves room for production. */
const SANDBOX_MAX = 16 * MIB;
/** The part that one key may use, so that one partner's files do not keep out another's. */
const KEY_MAX = 16 * MIB;
/** A large body leaves this much to small ones: uploads of files do not keep out ordinary requests. */
const LEFT_TO_SMALL = 4 * MIB;
const LARGE_BYTES = 512 * 1024;

/** The caller whose body is held; null if the route needs no key. */
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

/** A request that is held longer was ended by the platform, which gives it no chance to say so. */
const HELD_MS_MAX = 2 * MINUTE_MS;

/** Counts the bytes of bodies that an isolate holds, and refuses more than it can hold safely. */
export class HeldBytes {
  readonly #bodies = new Set<HeldBody>();

  /** Counts the bytes that a body needs, those it has included. Returns false if a bound would be passed. */
  make(body: HeldBody, bytes: number, nowMs: number): boolean {
    for (const other of this.#bodies) if (nowMs - other.sinceMs > HELD_MS_MAX) this.#bodies.delete(other);
    const others = [...this.#bodies].filter((other) => other !== body);
    const fits = boundsOf(body.owner, bytes).every(([max, counts]) => sumOf(others, counts) + bytes <= max);
    if (!fits) return false;
    body.bytes = bytes;
    this.#bodies.add(body);
    return true;
  }

  /** Stops counting a body that was handed to a parser or dropped. */
  drop(body: HeldBody): void {
    this.#bodies.delete(body);
  }

  /** The bytes that are held now. */
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

/** The bodies that this isolate holds. */
export const heldBytes = new HeldBytes();
