import { DAY_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { openDatabase } from '#platform/storage/database.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { noteItem, selectSandboxUse } from './repository.ts';

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

/** Returns whether a stored text names an item that still exists. */
export function isChecklistItem(text: string): text is ChecklistItem {
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
  const registry = openDatabase(env.registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
  const [first, ...others] = items.map((item) => noteItem(registry, partnerId, item));
  if (first) await registry.batch([first, ...others]);
}
