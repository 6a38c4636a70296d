import * as z from 'zod/mini';
import { SECOND_MS } from '#platform/clock.ts';
import { decryptText, encryptText, sha256Hex, type TextKey } from '#platform/storage/cryptography.ts';

/**
 * Limits how long a used refresh token is answered with its successor, always the same one.
 *
 * Two servers of one client may refresh at the same moment, and a client may lose the answer and retry. Both
 * must end up with the one valid token. Only hashes of tokens are stored, so the successor cannot be read
 * back. The authorization server draws it at random, so it cannot be derived again. Instead we store a copy,
 * encrypted with a key made from the used token (which only the client keeps) and the service's signing
 * secret. Neither the database alone nor the database with a stolen old token reveals the successor. The copy
 * can be read for 30 seconds: longer than a request and its retry take, but too short to be a credential in
 * its own right. The purge removes it. After that, whoever sends a used token is a thief or the thief's
 * victim, so the grant ends (RFC 9700 §4.14.2).
 */
export const GRACE_MS = 30 * SECOND_MS;

export const StoredSuccessor = z.object({
  /** SHA-256 of the used token, by which the authorization server also names it. */
  usedTokenId: z.string(),
  usedAtMs: z.number(),
  sealed: z.string(),
});
/** The encrypted successor of a used refresh token, as stored. */
export type StoredSuccessor = z.output<typeof StoredSuccessor>;

interface UsedToken {
  readonly token: string;
  readonly signingSecret: string;
  readonly nowMs: number;
}

/** Encrypts the successor of a refresh token that is being used now. */
export async function encryptSuccessor(used: UsedToken, successor: string): Promise<StoredSuccessor> {
  return {
    usedTokenId: await sha256Hex(used.token),
    usedAtMs: used.nowMs,
    sealed: await encryptText(successorKey(used), successor),
  };
}

/**
 * Decrypts the successor of a used token. Returns null if the record belongs to another token or the grace
 * period is over.
 */
export async function decryptSuccessor(
  used: UsedToken,
  stored: StoredSuccessor | null,
): Promise<string | null> {
  if (stored === null || used.nowMs >= stored.usedAtMs + GRACE_MS) return null;
  if (stored.usedTokenId !== (await sha256Hex(used.token))) return null;
  return decryptText(successorKey(used), stored.sealed);
}

function successorKey({ token, signingSecret }: UsedToken): TextKey {
  return { secret: token, salt: signingSecret, purpose: 'refresh-successor', boundTo: '' };
}
