import { DAY_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { openRegistry } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { sendAll } from '#platform/storage/statements.ts';
import {
  mayChange,
  noteItem,
  replaceRequest,
  selectSandboxUse,
  updateTerminationRequest,
} from './repository.ts';
import type { MemberSession } from './sessions.ts';
import { selectLatestLiveAccess } from './shared-repository.ts';

/** The choices of a partner who requests live access, and the documents that it accepts. */
export interface LiveAccessInput
  extends Pick<LiveAccessRow, 'tier' | 'dataProtectionContact' | 'expectedAthletes' | 'termsUrl' | 'dpaUrl'> {
  readonly checklist: readonly ChecklistItem[];
}

/** Reads a partner's latest request for live access. Returns null if there is none. */
export async function readLiveAccess(ctx: RequestContext, partnerId: string): Promise<LiveAccessRow | null> {
  const registry = registryOf(ctx);
  const [[latest]] = await registry.batch([selectLatestLiveAccess(registry, partnerId)]);
  return latest ?? null;
}

/**
 * Stores a request for live access, with the admin and the documents accepted, and emails the operator.
 * Replaces a pending request. Returns null if the member is no longer an admin or the account has ended.
 */
export async function requestLiveAccess(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  input: LiveAccessInput,
): Promise<LiveAccessRow | null> {
  const registry = registryOf(ctx);
  const row: LiveAccessRow = {
    ...input,
    checklist: [...input.checklist],
    id: newId('lar', ctx.nowMs),
    partnerId: partner.id,
    status: 'pending',
    acceptedBy: member.email,
    createdAt: ctx.nowMs,
    decidedAt: null,
    decidedTier: null,
  };
  const [, inserted] = await registry.batch(replaceRequest(registry, row, mayChange(member, 'admin')));
  if (inserted.meta.changes === 0) return null;
  emailOperator(
    ctx,
    `Live access requested: ${partner.name}`,
    `${partner.name} (${partner.id}) requests live access, ${row.tier} tier, for about ${row.expectedAthletes} athletes.\n\nDecide with:\n\nnpm run operator -- live-access-requests\nnpm run operator -- approve-live ${partner.id} --tier ${row.tier}\n`,
  );
  return row;
}

/** Emails the operator, unless no contact is configured. */
function emailOperator(ctx: RequestContext, subject: string, text: string): void {
  const { contactEmail } = ctx.env.operator;
  if (contactEmail !== null) sendEmail(ctx, { to: contactEmail, subject, text });
}

/** The steps of an integration in the sandbox before it goes live, in their usual order. */
export const CHECKLIST = {
  key_used: 'Used a sandbox key',
  athlete_created: 'Sent an athlete',
  prescription_calculated: 'Calculated a prescription',
  teaser_read: 'Read a teaser athlete’s prescription',
  changes_received: 'Received changes, by webhook or from the events feed',
  key_rotated: 'Rotated a sandbox key',
  athlete_erased: 'Erased an athlete',
} as const;

export type ChecklistItem = keyof typeof CHECKLIST;

export const CHECKLIST_ITEMS = Object.keys(CHECKLIST).filter(isChecklistItem);

function isChecklistItem(text: string): text is ChecklistItem {
  return Object.hasOwn(CHECKLIST, text);
}

/** Operations whose success completes an item. */
const OPERATIONS: Partial<Record<ChecklistItem, readonly string[]>> = {
  athlete_created: ['createAthlete', 'upsertAthletes'],
  prescription_calculated: ['calculatePrescription', 'calculateNutrition', 'calculateNutritionBatch'],
  changes_received: ['listEvents'],
  athlete_erased: ['eraseAthlete'],
};

/** The period of usage that we search for incomplete items. */
const SEARCHED_MS = 30 * DAY_MS;

/**
 * Reads which items of the checklist are done: those seen before, and those that keys, webhooks and 30 days
 * of usage show now. Stores new ones after the answer.
 */
export async function readChecklist(
  ctx: RequestContext,
  { id, checklistDone }: PartnerRow,
): Promise<ReadonlySet<ChecklistItem>> {
  const known = new Set(checklistDone.filter(isChecklistItem));
  if (known.size === CHECKLIST_ITEMS.length) return known;
  const registry = registryOf(ctx);
  const [[keys], [hooks], operations] = await registry.batch(
    selectSandboxUse(registry, id, ctx.nowMs - SEARCHED_MS),
  );
  const called = new Set(operations.map(({ operationId }) => operationId));
  const isCalled = (item: ChecklistItem) => OPERATIONS[item]?.some((one) => called.has(one)) ?? false;
  const isSeen: Partial<Record<ChecklistItem, boolean>> = {
    key_used: (keys?.used ?? 0) > 0,
    key_rotated: (keys?.rotated ?? 0) > 0,
    changes_received: (hooks?.seen ?? 0) > 0,
  };
  const done = CHECKLIST_ITEMS.filter((item) => known.has(item) || isSeen[item] || isCalled(item));
  const added = done.filter((item) => !known.has(item));
  if (added.length > 0) ctx.waitUntil(noteDone(ctx.env, id, added).catch(() => undefined));
  return new Set(done);
}

/**
 * Records each completed item of a partner's checklist once. Metered separately, because no request waits for
 * it.
 */
export async function noteDone(
  env: Pick<Env, 'registry'>,
  partnerId: string,
  items: readonly ChecklistItem[],
): Promise<void> {
  const registry = openRegistry(env);
  const notes = items.map((item) => noteItem(registry, partnerId, item));
  await sendAll(registry, notes);
}

/**
 * Records that an admin requests termination of the account, or with null that the request is withdrawn, and
 * emails the operator. Returns false if nothing changes.
 */
export async function setTerminationRequest(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  requestedAt: number | null,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const [changed] = await registry.batch([
    updateTerminationRequest(registry, partner.id, requestedAt, mayChange(member, 'admin')),
  ]);
  if (changed.meta.changes === 0) return false;
  const what = requestedAt === null ? 'withdrew its request for termination' : 'requests termination';
  emailOperator(
    ctx,
    `${partner.name} ${what}`,
    `${partner.name} (${partner.id}) ${what}.\n\nnpm run operator -- terminate ${partner.id} ends the account. Confirm with its admins first.\n`,
  );
  return true;
}
