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

/** Counts the bytes of bodies that an isolate holds, and refuses more than it can hold safely. */
export class HeldBytes {
  readonly #held = new Map<string, number>();

  /**
   * Counts bytes that are about to be received. Returns false, and counts nothing, if a bound would be passed.
   *
   * @param bodyBytes the size of the whole body so far, these bytes included
   */
  take(owner: BodyOwner | null, bytes: number, bodyBytes: number): boolean {
    const bounds = boundsOf(owner, bodyBytes);
    if (bounds.some(([name, max]) => this.#of(name) + bytes > max)) return false;
    for (const [name] of bounds) this.#held.set(name, this.#of(name) + bytes);
    return true;
  }

  /** Stops counting bytes that were handed to a parser or dropped. */
  give(owner: BodyOwner | null, bytes: number): void {
    for (const [name] of boundsOf(owner, 0)) {
      const left = this.#of(name) - bytes;
      if (left > 0) this.#held.set(name, left);
      else this.#held.delete(name);
    }
  }

  /** The bytes that are held now. */
  get total(): number {
    return this.#of(ALL);
  }

  #of(name: string): number {
    return this.#held.get(name) ?? 0;
  }
}

const ALL = 'all';

function boundsOf(owner: BodyOwner | null, bodyBytes: number): readonly (readonly [string, number])[] {
  const all = [ALL, bodyBytes > LARGE_BYTES ? ALL_MAX - LEFT_TO_SMALL : ALL_MAX] as const;
  if (owner === null) return [all, ['open', OPEN_MAX]];
  const ofKey = [owner.keyId, KEY_MAX] as const;
  return owner.environment === 'test' ? [all, ['sandbox', SANDBOX_MAX], ofKey] : [all, ofKey];
}

/** The bodies that this isolate holds. */
export const heldBytes = new HeldBytes();
