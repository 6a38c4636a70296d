import { type RequestContext, registryOf } from '#platform/http/context.ts';
import type { InvitationRow, MemberRow } from '#platform/storage/console-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import {
  type CodeEmail,
  type Exemption,
  type SignInCaller,
  type StartedSignIn,
  startSignIn,
  verifyCode,
} from '../oauth/sign-in.ts';
import { SECRET_PATTERN } from '../oauth/sign-in-rules.ts';
import { recordSignIn } from './audit.ts';
import { useInvitationSecret } from './member-repository.ts';
import { selectMemberships, selectOpenInvitations, selectPartnersOf } from './repository.ts';
import { type AddressSession, confirmSession, startSession } from './sessions.ts';

const SIGN_IN_EMAIL: CodeEmail = {
  subject: ({ code }) => `${code} is your Musette console code`,
  text: ({ code, minutes }) =>
    `Your code for the Musette console is ${code}. It works for ${minutes} minutes, only in the browser that requested it.\n\nIf you did not request it, ignore this email. Nobody can sign in without the code, so do not share it.\n`,
};

const CONFIRMATION_EMAIL: CodeEmail = {
  subject: ({ code }) => `${code} confirms your change in the Musette console`,
  text: ({ code, minutes }) =>
    `Your code to confirm a change in the Musette console is ${code}. It works for ${minutes} minutes.\n\nIf you are not changing anything, someone else is using your session. Sign out everywhere in the console and tell your colleagues. Do not share the code.\n`,
};

/**
 * Sends a code to an address that belongs to a partner or is invited by one. Any other address gets the same
 * answer, but no email. Strangers can use up the codes of an address. The secret of an invitation then gets it
 * one more.
 *
 * @param email normalized
 * @param invitation the secret in the email of an invitation
 */
export async function startConsoleSignIn(
  ctx: RequestContext,
  email: string,
  caller: SignInCaller,
  invitation: string | null,
): Promise<StartedSignIn> {
  const { memberships, invitations } = await readBelonging(ctx, email);
  const texts = memberships.length + invitations.length > 0 ? SIGN_IN_EMAIL : null;
  const pending = { purpose: 'console', email, sessionId: null } as const;
  return startSignIn(ctx, pending, caller, texts, await exemptionOf(ctx, email, invitation));
}

async function exemptionOf(
  { nowMs }: RequestContext,
  email: string,
  invitation: string | null,
): Promise<Exemption | null> {
  if (invitation === null || !SECRET_PATTERN.test(invitation)) return null;
  const secretHash = await sha256Hex(invitation);
  return (registry, isRefused) => useInvitationSecret(registry, { email, secretHash }, isRefused, nowMs);
}

/** Outcome of entering the code of a sign-in. */
type ConsoleSignIn =
  | { readonly outcome: 'signed-in'; readonly sessionCookie: string; readonly addressHash: string }
  | { readonly outcome: 'wrong-code' | 'no-sign-in' };

/**
 * Verifies a code and starts a session: the member's if the address has exactly one, otherwise a session that
 * chooses next.
 */
export async function finishConsoleSignIn(
  ctx: RequestContext,
  cookies: { readonly signIn: string | undefined; readonly session: string | undefined },
  code: string,
): Promise<ConsoleSignIn> {
  const result = await verifyCode(ctx, 'console', cookies.signIn, code);
  if (result.outcome !== 'right-code') return result;
  const { email, sessionId } = result.pending;
  if (sessionId !== null) return { outcome: 'no-sign-in' };
  const { memberships, invitations } = await readBelonging(ctx, email);
  const [member, ...others] = memberships;
  const only = member && others.length + invitations.length === 0 ? member : null;
  const sessionCookie = await startSession(
    ctx,
    { email, addressHash: result.addressHash, memberId: only?.id ?? null },
    cookies.session,
  );
  if (only) await recordSignIn(ctx, only);
  return { outcome: 'signed-in', sessionCookie, addressHash: result.addressHash };
}

/** Sends the code that confirms a session's next acts. */
export function startConfirmation(
  ctx: RequestContext,
  { id, email }: AddressSession,
  caller: SignInCaller,
): Promise<StartedSignIn> {
  return startSignIn(ctx, { purpose: 'console', email, sessionId: id }, caller, CONFIRMATION_EMAIL);
}

/** Verifies the code of a confirmation that this session requested. */
export async function finishConfirmation(
  ctx: RequestContext,
  session: AddressSession,
  signInCookie: string | undefined,
  code: string,
): Promise<'confirmed' | 'wrong-code' | 'no-sign-in'> {
  const result = await verifyCode(ctx, 'console', signInCookie, code);
  if (result.outcome !== 'right-code') return result.outcome;
  // A sign-in's code, or one that another session requested, confirms nothing here.
  if (result.pending.sessionId !== session.id) return 'no-sign-in';
  await confirmSession(ctx, session);
  return 'confirmed';
}

/** The partners to which an address belongs or is invited. */
interface Belonging {
  readonly memberships: readonly MemberRow[];
  readonly invitations: readonly InvitationRow[];
  readonly nameOf: (partnerId: string) => string;
}

/** Reads to which partners an address belongs or is invited. */
export async function readBelonging(ctx: RequestContext, email: string): Promise<Belonging> {
  const registry = registryOf(ctx);
  const [memberships, invitations, partners] = await registry.batch([
    selectMemberships(registry, email),
    selectOpenInvitations(registry, email, ctx.nowMs),
    selectPartnersOf(registry, email),
  ]);
  const names = new Map(partners.map(({ id, name }) => [id, name]));
  const active = new Set(partners.filter(({ status }) => status === 'active').map(({ id }) => id));
  return {
    memberships,
    invitations: invitations.filter(({ partnerId }) => active.has(partnerId)),
    nameOf: (partnerId) => names.get(partnerId) ?? partnerId,
  };
}
