import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import { countedAddress } from '#platform/guards/address-limit.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { sha256Hex, sign } from '#platform/storage/cryptography.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import type { AccessRequestRow } from '#platform/storage/registry-schema.ts';
import { insertMember } from '../console/shared-repository.ts';
import type { MintedKey } from '../keys/key-shape.ts';
import { projectLater } from '../keys/keys.ts';
import { insertKey, mayTakeKey, reportKey, selectLatestKey } from '../keys/shared-repository.ts';
import { newSecret, SECRET_PATTERN } from '../oauth/sign-in-rules.ts';
import {
  decideRequest,
  insertAccessRequest,
  isUnused,
  markLinkUsed,
  replaceLink,
  requestHas,
  selectAccessRequest,
  selectAccessRequests,
  selectRequestOfLink,
} from './access-request-repository.ts';
import { choicesOf, fillNewSandbox, firstMember, mintSandboxKey, newPartner } from './create-partner.ts';
import { insertPartnerWhere, keyExists } from './repository.ts';

/** Reads requests for access, newest first. */
export async function listAccessRequests(
  ctx: RequestContext,
  page: PageRequest,
): Promise<readonly AccessRequestRow[]> {
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectAccessRequests(db, page)]);
  return rows;
}

type Choices = Parameters<typeof choicesOf>[0];

/**
 * Approves a request: creates the partner without a key and emails a link that creates one. Approving again
 * emails a new link in place of the old one, for an expired link or a lost key. Choices are rejected then,
 * because the partner already exists.
 */
export async function approveAccess(
  ctx: RequestContext,
  id: string,
  choices: Choices,
): Promise<AccessRequestRow | Failure> {
  const db = registryOf(ctx);
  const [[request]] = await db.batch([selectAccessRequest(db, id)]);
  if (!request) return fail('access_request_not_found');
  if (request.status === 'declined') return fail('request_already_decided');
  if (request.status === 'pending') return approvePending(ctx, request, choices);
  if (Object.keys(choices).length > 0) return fail('request_already_decided', EXISTS);
  const [[partner]] = await db.batch([selectPartner(db, request.partnerId ?? '')]);
  // The link would open nothing for a partner that has ended.
  return partner?.status === 'active' ? emailNewLink(ctx, request) : fail('request_already_decided', ENDED);
}

const EXISTS = {
  message: 'The partner already exists. To email a new link, approve again with an empty body.',
};

const ENDED = { message: 'The partner of this request was terminated.' };

async function approvePending(
  ctx: RequestContext,
  request: AccessRequestRow,
  choices: Choices,
): Promise<AccessRequestRow | Failure> {
  const { id, platform: name, useCase, contactEmail } = request;
  const partner = await newPartner(ctx, { name, useCase, contactEmail, ...choicesOf(choices) });
  if (isFailure(partner)) return partner;
  const { secret, ...link } = await newLink(ctx.nowMs);
  const decision = {
    status: 'approved',
    decidedAt: ctx.nowMs,
    purgeAfter: ctx.nowMs + REQUEST_RETAINED_MS,
    partnerId: partner.id,
    ...link,
  } as const;
  const db = registryOf(ctx);
  // Only this decision has this link, so the other statements take effect only if the decision did.
  const isOurs = requestHas(id, 'approved', link.linkHash);
  const { id: partner_id, defaultTier: default_tier } = partner;
  const detail = { partner_id, default_tier, regions: partner.regions.join(' ') };
  const audit = auditRow('access_request.approve', id, detail, ctx.nowMs);
  const [decided] = await db.batch([
    decideRequest(db, id, decision),
    insertPartnerWhere(db, partner, isOurs),
    insertMember(db, firstMember(ctx, partner), isOurs),
    insertAuditWhere(db, audit, isOurs),
  ]);
  if (decided.meta.changes === 0) return fail('request_already_decided');
  emailLink(ctx, request, { secret, ...link });
  return { ...request, ...decision };
}

async function emailNewLink(ctx: RequestContext, request: AccessRequestRow): Promise<AccessRequestRow> {
  const { secret, ...link } = await newLink(ctx.nowMs);
  const db = registryOf(ctx);
  await db.batch([replaceLink(db, request.id, link)]);
  emailLink(ctx, request, { secret, ...link });
  return { ...request, ...link };
}

/** Declines a request without an email. Declining it again changes nothing. */
export async function declineAccess(ctx: RequestContext, id: string): Promise<AccessRequestRow | Failure> {
  const db = registryOf(ctx);
  const [[request]] = await db.batch([selectAccessRequest(db, id)]);
  if (!request) return fail('access_request_not_found');
  if (request.status === 'approved') return fail('request_already_decided');
  if (request.status === 'declined') return request;
  const decision = {
    status: 'declined',
    decidedAt: ctx.nowMs,
    purgeAfter: ctx.nowMs + REQUEST_RETAINED_MS,
  } as const;
  const [, , [now]] = await db.batch([
    insertAuditWhere(
      db,
      auditRow('access_request.decline', id, {}, ctx.nowMs),
      requestHas(id, 'pending', null),
    ),
    decideRequest(db, id, decision),
    selectAccessRequest(db, id),
  ]);
  return now?.status === 'declined' ? now : fail('request_already_decided');
}

/** Requests that one network address may send per hour. A person reads each of them. */
const REQUESTS_PER_HOUR = 5;
/** A request is retained for this long after its decision, or after its arrival if nobody decides. */
const REQUEST_RETAINED_MS = 90 * DAY_MS;

interface AccessApplication {
  readonly platform: string;
  readonly useCase: string;
  readonly contactEmail: string;
}

/** Stores a request for access for the operator to decide. Returns false if the address has sent too many. */
export async function requestAccess(
  ctx: RequestContext,
  application: AccessApplication,
  address: string | undefined,
): Promise<boolean> {
  const db = registryOf(ctx);
  const row: AccessRequestRow = {
    ...application,
    id: newId('acr', ctx.nowMs),
    status: 'pending',
    createdAt: ctx.nowMs,
    decidedAt: null,
    purgeAfter: ctx.nowMs + REQUEST_RETAINED_MS,
    addressHash: await sign(ctx.env.signingSecret, 'access-request-address', countedAddress(address)),
    partnerId: null,
    linkHash: null,
    linkExpiresAt: null,
    linkUsedAt: null,
  };
  const limit = { max: REQUESTS_PER_HOUR, sinceMs: ctx.nowMs - HOUR_MS };
  const [inserted] = await db.batch([insertAccessRequest(db, row, limit)]);
  return inserted.meta.changes === 1;
}

const LINK_LIVES_MS = 72 * HOUR_MS;

/** A new link. Its secret is only in the email, its hash only in the registry. */
interface NewLink {
  readonly secret: string;
  readonly linkHash: string;
  readonly linkExpiresAt: number;
}

/** Draws the secret of a link that works once, within 72 hours. */
async function newLink(nowMs: number): Promise<NewLink> {
  const secret = newSecret();
  return { secret, linkHash: await sha256Hex(secret), linkExpiresAt: nowMs + LINK_LIVES_MS };
}

function emailLink(ctx: RequestContext, { contactEmail }: AccessRequestRow, { secret }: NewLink): void {
  const hours = LINK_LIVES_MS / HOUR_MS;
  sendEmail(ctx, {
    to: contactEmail,
    subject: 'Your access to Musette',
    text: `Your request for access was approved. This link shows your sandbox key. It works once, within ${hours} hours:\n\n${ctx.env.baseUrl}/access/key?link=${secret}\n\nThe key is shown only once, so have your secret store open.\n\nFor everything else, sign in to the console with this address: ${ctx.env.baseUrl}/console\n\nIf you did not request access, ignore this email.\n`,
  });
}

/** State of a link, as its page shows it. */
type AccessLink =
  | { readonly state: 'ready'; readonly platform: string }
  | { readonly state: 'expired' | 'used' | 'unknown' };

/** Reads the state of a link without using it, because email programs open links automatically. */
export async function openAccessLink(ctx: RequestContext, secret: string): Promise<AccessLink> {
  return stateOf(ctx, await requestOf(ctx, secret));
}

function stateOf({ nowMs }: RequestContext, request: AccessRequestRow | null): AccessLink {
  if (request === null) return { state: 'unknown' };
  if (request.linkUsedAt !== null) return { state: 'used' };
  const isOver = request.linkExpiresAt === null || request.linkExpiresAt <= nowMs;
  return isOver ? { state: 'expired' } : { state: 'ready', platform: request.platform };
}

async function requestOf(ctx: RequestContext, secret: string): Promise<AccessRequestRow | null> {
  if (!SECRET_PATTERN.test(secret)) return null;
  const db = registryOf(ctx);
  const [[request]] = await db.batch([selectRequestOfLink(db, await sha256Hex(secret))]);
  return request ?? null;
}

/**
 * Uses a link: creates the partner's sandbox key and returns it with its secret, which is shown only this
 * once. The sandbox is filled before a partner's first key exists, so if that fails the link can be used
 * again. If the link is used twice at the same time, only one gets a key. A terminated partner gets none.
 */
export async function useAccessLink(ctx: RequestContext, secret: string): Promise<MintedKey | AccessLink> {
  const request = await requestOf(ctx, secret);
  const link = stateOf(ctx, request);
  if (link.state !== 'ready' || !request?.partnerId || !request.linkHash) return link;
  const { partnerId, linkHash } = request;
  const db = registryOf(ctx);
  const [[partner], earlier] = await db.batch([
    selectPartner(db, partnerId),
    selectLatestKey(db, partnerId, 'test'),
  ]);
  if (partner?.status !== 'active') return { state: 'unknown' };
  if (earlier.length === 0) await fillNewSandbox(ctx, partner);
  const minted = await mintSandboxKey(ctx, partner);
  const mayMint = sql`${mayTakeKey(partnerId, 'test', ctx.nowMs)} AND ${isUnused(linkHash)}`;
  const [inserted] = await db.batch([
    insertKey(db, minted.row, mayMint),
    reportKey(ctx, db, minted.row),
    markLinkUsed(db, linkHash, ctx.nowMs, keyExists(minted.row.id)),
  ]);
  if (inserted.meta.changes === 0) {
    const now = await openAccessLink(ctx, secret);
    return now.state === 'ready' ? { state: 'unknown' } : now;
  }
  projectLater(ctx, minted.row);
  return minted;
}
