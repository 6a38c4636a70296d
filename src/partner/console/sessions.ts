import { type RequestContext, registryOf } from '#platform/http/context.ts';
import type { MemberRow } from '#platform/storage/console-schema.ts';
import { decryptText, encryptText, sha256Hex, sign } from '#platform/storage/cryptography.ts';
import { openRegistry } from '#platform/storage/database.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { newSecret, SECRET_PATTERN, signInKey } from '../oauth/sign-in-rules.ts';
import { CONSOLE } from './console-rules.ts';
import {
  confirmSessionAt,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  replaceSession,
  selectSession,
  touchSession,
} from './member-repository.ts';

/** A browser that has proved an address and has not chosen a partner yet. */
export interface AddressSession {
  readonly id: string;
  readonly email: string;
  /** Keyed hash of the address. */
  readonly addressHash: string;
  readonly createdAt: number;
  readonly codeEnteredAt: number;
}

/** A browser that is signed in as a member of a partner. */
export interface MemberSession extends AddressSession {
  readonly member: MemberRow;
  readonly partner: PartnerRow;
}

export type ConsoleSession = AddressSession | MemberSession;

/** Returns whether a session has chosen a partner. */
export function isMemberSession(session: ConsoleSession): session is MemberSession {
  return 'member' in session;
}

/** Returns whether a code was entered recently enough for an act that needs confirmation. */
export function isConfirmed({ codeEnteredAt }: AddressSession, nowMs: number): boolean {
  return nowMs - codeEnteredAt < CONSOLE.confirmsMs;
}

/** Returns the token of a session's forms. Pages of other sites cannot know it. */
export function formToken(ctx: RequestContext, { id }: AddressSession): Promise<string> {
  return sign(ctx.env.signingSecret, 'console-form', id);
}

/** Starts a session for an address that was just proved and returns its cookie. Ends the previous session. */
export async function startSession(
  ctx: RequestContext,
  proved: Pick<AddressSession, 'email' | 'addressHash'> & { readonly memberId: string | null },
  formerCookie: string | undefined,
): Promise<string> {
  const registry = registryOf(ctx);
  const start = { ...proved, createdAt: ctx.nowMs, codeEnteredAt: ctx.nowMs };
  const { secret, row } = await newSession(ctx, start);
  await registry.batch([insertSession(registry, row), deleteSession(registry, await idOf(formerCookie))]);
  return secret;
}

async function newSession(
  { nowMs }: RequestContext,
  start: Omit<AddressSession, 'id'> & { readonly memberId: string | null },
) {
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const { email, memberId, addressHash, createdAt, codeEnteredAt } = start;
  const sealedEmail = await encryptText(signInKey(secret, id), email);
  const row = { id, sealedEmail, memberId, addressHash, createdAt, seenAt: nowMs, codeEnteredAt };
  return { secret, row };
}

/** Returns the identifier of a cookie's session. If the cookie is missing or malformed, no session has it. */
function idOf(cookie: string | undefined): Promise<string> | string {
  return cookie !== undefined && SECRET_PATTERN.test(cookie) ? sha256Hex(cookie) : '';
}

/**
 * Returns the session of a cookie. Returns null if the cookie is missing or malformed, the session has ended
 * or expired, or its member was removed. Records the use of the session after the answer.
 */
export async function readSession(
  ctx: RequestContext,
  cookie: string | undefined,
): Promise<ConsoleSession | null> {
  if (cookie === undefined || !SECRET_PATTERN.test(cookie)) return null;
  const id = await sha256Hex(cookie);
  const registry = registryOf(ctx);
  const [[row], [member], [partner]] = await registry.batch(selectSession(registry, id, ctx.nowMs));
  if (!row) return null;
  const email = await decryptText(signInKey(cookie, id), row.sealedEmail);
  const { addressHash, createdAt, codeEnteredAt } = row;
  noteUse(ctx, id);
  const session = { id, email, addressHash, createdAt, codeEnteredAt };
  if (row.memberId === null) return session;
  return member && partner ? { ...session, member, partner } : null;
}

/**
 * Metered separately, because no request waits for it. On failure, the session may end less than an hour from
 * now.
 */
function noteUse(ctx: RequestContext, id: string): void {
  const registry = openRegistry(ctx.env);
  const write = registry.batch([touchSession(registry, id, ctx.nowMs)]);
  ctx.waitUntil(write.catch(() => undefined));
}

/** Ends the session of a cookie. */
export async function endSession(ctx: RequestContext, { id }: AddressSession): Promise<void> {
  const registry = registryOf(ctx);
  await registry.batch([deleteSession(registry, id)]);
}

/** Ends all sessions of a session's address, in every browser and at every partner. */
export async function endAllSessions(ctx: RequestContext, { addressHash }: AddressSession): Promise<void> {
  const registry = registryOf(ctx);
  await registry.batch([deleteSessionsOf(registry, addressHash)]);
}

/**
 * Chooses one of the memberships of a session's address and returns the cookie that replaces the session's.
 * Returns null if the address has no such membership.
 */
export async function chooseMember(
  ctx: RequestContext,
  session: AddressSession,
  memberId: string,
): Promise<string | null> {
  const registry = registryOf(ctx);
  const { secret, row } = await newSession(ctx, { ...session, memberId });
  const [chosen] = await registry.batch(replaceSession(registry, session, row));
  return chosen.meta.changes === 0 ? null : secret;
}

/** Records that the code of a session's confirmation was entered. */
export async function confirmSession(ctx: RequestContext, { id }: AddressSession): Promise<void> {
  const registry = registryOf(ctx);
  await registry.batch([confirmSessionAt(registry, id, ctx.nowMs)]);
}
