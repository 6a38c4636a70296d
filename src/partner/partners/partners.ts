import type { Environment, Limits } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { askInGroups, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { StorageUnavailable } from '#platform/storage/database.ts';
import { TERMINATION_GRACE_MS } from '#platform/storage/key-projection.ts';
import { selectPartner, wherePartnerIsOpen } from '#platform/storage/partner.ts';
import { shardsIn } from '#platform/storage/placement.ts';
import { OPERATOR, type PartnerRow } from '#platform/storage/registry-schema.ts';
import { notifyAdmins } from '../console/audit.ts';
import { listMembers } from '../console/members.ts';
import {
  endInvitationsOf,
  endSessionsOfRemoved,
  insertAct,
  insertMember,
  leaveAlone,
  newMember,
  promoteMember,
  removeMemberWhere,
  selectMembers,
} from '../console/shared-repository.ts';
import { refreshRecords } from '../keys/keys-of-partner.ts';
import { normalizeEmail } from '../oauth/sign-in-rules.ts';
import { cancelRecalculations } from '../recalculations/shared-repository.ts';
import { endLinkOfOthers } from './access-request-repository.ts';
import { endAccess } from './end-access.ts';
import {
  countAthletes,
  terminatePartner as endPartner,
  patchBudgets,
  selectPartners,
  updateContact,
} from './repository.ts';

/** Reads a partner, whatever its status. */
export async function getPartner(ctx: RequestContext, partnerId: string): Promise<PartnerRow | Failure> {
  const db = registryOf(ctx);
  const [[partner]] = await db.batch([selectPartner(db, partnerId)]);
  return partner ?? fail('partner_not_found');
}

/** Returns whether a partner is terminated. A suspended one may be resumed. */
export function isTerminated({ status }: PartnerRow): boolean {
  return status !== 'active' && status !== 'suspended';
}

/** Reads all partners, newest first. */
export async function listPartners(ctx: RequestContext, page: PageRequest): Promise<readonly PartnerRow[]> {
  const db = registryOf(ctx);
  const [rows] = await db.batch([selectPartners(db, page)]);
  return rows;
}

/**
 * Sets a partner's own budgets: a number sets one, null restores the default, undefined keeps it. Updates
 * each of its keys; an isolate that has cached a key uses the old budgets for a few more minutes. A retry
 * finishes an interrupted call.
 */
export async function setBudgets(
  ctx: RequestContext,
  partnerId: string,
  patch: { readonly [Budget in keyof Limits]: number | null | undefined },
): Promise<PartnerRow | Failure> {
  const registry = registryOf(ctx);
  const asked = Object.entries(patch).filter(([, value]) => value !== undefined);
  const detail = Object.fromEntries(asked.map(([budget, value]) => [budget, String(value)]));
  const audit = auditRow('partner.set_budgets', partnerId, detail, ctx.nowMs);
  await registry.batch([
    insertAuditWhere(registry, audit, wherePartnerIsOpen(partnerId)),
    patchBudgets(registry, partnerId, patch),
  ]);
  const partner = await refreshRecords(ctx, partnerId);
  if (!partner) return fail('partner_not_found');
  return isTerminated(partner) ? fail('partner_terminated') : partner;
}

/**
 * Replaces a partner's contact. The new address becomes an admin of its console; the previous contact is
 * removed, with its sessions. For a partner that lost its last admin. Emails both and the other admins.
 *
 * With `isAlone` the new contact is the only member afterwards, for an account that someone else has taken over: all
 * other members, all sessions, invitations and others' requests and links to a first key end in the same batch.
 */
export async function setContact(
  ctx: RequestContext,
  partnerId: string,
  typed: string,
  isAlone = false,
): Promise<PartnerRow | Failure> {
  const email = normalizeEmail(typed);
  const registry = registryOf(ctx);
  const [[partner], known] = await registry.batch([
    selectPartner(registry, partnerId),
    selectMembers(registry, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  if (isTerminated(partner)) return fail('partner_terminated');
  const formerEmail = normalizeEmail(partner.contactEmail);
  const former = known.find((one) => one.email === formerEmail && one.email !== email);
  const isOpen = wherePartnerIsOpen(partnerId);
  const action = isAlone ? 'contact.set_alone' : 'contact.set';
  const act = { partnerId, memberId: null, action } as const;
  const detail = isAlone ? { alone: 'true' } : {};
  const [changed] = await registry.batch([
    updateContact(registry, partnerId, email, isOpen),
    insertMember(
      registry,
      newMember({ partnerId, email, role: 'admin', invitedBy: OPERATOR }, ctx.nowMs),
      isOpen,
    ),
    // A viewer with this address becomes an admin.
    promoteMember(registry, partnerId, email, isOpen),
    removeMemberWhere(registry, former?.id ?? '', isOpen, ctx.nowMs),
    endSessionsOfRemoved(registry, former?.id ?? ''),
    endInvitationsOf(registry, { id: former?.id ?? '', partnerId }, ctx.nowMs),
    insertAuditWhere(registry, auditRow('partner.set_contact', partnerId, detail, ctx.nowMs), isOpen),
    insertAct(registry, ctx, act, isOpen),
    ...(isAlone
      ? [
          ...leaveAlone(registry, partnerId, email, isOpen, ctx.nowMs),
          endLinkOfOthers(registry, partnerId, email, isOpen),
        ]
      : []),
  ]);
  if (changed.meta.changes === 0) return fail('partner_terminated');
  const admins = known.filter(({ role }) => role === 'admin');
  const notice = `The contact of your account was replaced${isAlone ? ', and all other members were removed' : ''}`;
  notifyAdmins(ctx, admins, { partnerName: partner.name, by: 'the operator of the service', notice });
  sendEmail(ctx, {
    to: email,
    subject: `You are the contact of ${partner.name}`,
    text: `You are now the contact of ${partner.name} at Musette, and an admin of its console. Sign in with this address:\n\n${ctx.env.baseUrl}/console\n`,
  });
  return { ...partner, contactEmail: email, ...(isAlone ? { terminationRequestedAt: null } : {}) };
}

/** Reads the members of a partner and its open invitations, whatever its status. */
export async function listMembersOfPartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Awaited<ReturnType<typeof listMembers>> | Failure> {
  const partner = await getPartner(ctx, partnerId);
  return isFailure(partner) ? partner : listMembers(ctx, partnerId);
}

/** Counts a partner's live athletes in each environment. */
export async function countAthletesOfPartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Record<Environment, number> | Failure> {
  const partner = await getPartner(ctx, partnerId);
  if (isFailure(partner)) return partner;
  const count = async (environment: Environment) => {
    const counts = await askInGroups([...new Set(shardsIn(partner, environment))], async (shard) => {
      const db = requireAthleteDatabase(ctx.env, ctx.log, { environment, shard });
      const [[row]] = await db.batch([countAthletes(db, partnerId)]);
      return row?.athletes ?? 0;
    });
    return counts.reduce((sum, one) => sum + one, 0);
  };
  return { test: await count('test'), live: await count('live') };
}

/**
 * The most batches, of two statements each, that one request uses to end connections. Keeps an invocation
 * within its limit of D1 queries.
 */
const BATCHES_MAX = 400;

interface Termination {
  readonly terminatedAt: number;
  /** From this time its keys are invalid, and the cron purges everything. */
  readonly purgeAfter: number;
}

/**
 * Terminates a partner. First changes the registry, so that no key can be created, no athlete can connect and
 * no recalculation continues. Then, before answering, updates every guard and KV record and ends every
 * athlete's token. Throws StorageUnavailable if one could not be updated or there are too many tokens for one
 * request. The next cron or a retry then continues. The termination time stays that of the first call.
 */
export async function terminatePartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Termination | Failure> {
  const db = registryOf(ctx);
  const at = { terminatedAt: ctx.nowMs, purgeAfter: ctx.nowMs + TERMINATION_GRACE_MS };
  const audit = auditRow('partner.terminate', partnerId, {}, ctx.nowMs);
  const [, , , , [partner]] = await db.batch([
    insertAuditWhere(db, audit, wherePartnerIsOpen(partnerId)),
    endPartner(db, partnerId, at),
    ...cancelRecalculations(db, { partnerId }, ctx.nowMs),
    selectPartner(db, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  const { terminatedAt, purgeAfter } = partner;
  if (terminatedAt === null || purgeAfter === null) throw new Error('a terminated partner must have dates');
  const endContext = { env: ctx.env, meter: ctx.log, registry: db, nowMs: ctx.nowMs };
  const ended = await endAccess(endContext, partner, BATCHES_MAX);
  if (!ended.isDone) throw new StorageUnavailable('there are more connections than one request ends');
  return { terminatedAt, purgeAfter };
}
