import * as z from 'zod/mini';
import { seal, unseal } from './seal.ts';

const PendingSignIn = z.strictObject({
  /** Folded. */
  email: z.string(),
  /** The athlete database that the session will live in. */
  home: z.strictObject({ environment: z.enum(['test', 'live']), shard: z.string() }),
  /** Where the athlete was going: the query of an authorization request, or null for the account page. */
  authorizationQuery: z.nullable(z.string()),
});

/** A sign-in that waits for its code. Only the browser that began it can read it back. */
export type PendingSignIn = z.output<typeof PendingSignIn>;

export function sealPending(secret: string, id: string, pending: PendingSignIn): Promise<string> {
  return seal(secret, id, JSON.stringify(pending));
}

export async function unsealPending(secret: string, id: string, sealed: string): Promise<PendingSignIn> {
  return PendingSignIn.parse(JSON.parse(await unseal(secret, id, sealed)));
}
