import { SESSION_MAX_MIN } from '@musette/engine/fields';
import { and, eq, gte, lte, or } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { type Failure, fail, invalid } from '#platform/http/errors.ts';
import type { KnownMoment } from '#platform/local-time.ts';
import { type SweatTestRow, sweatTests } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { SweatTestEvidence } from './history.ts';

/** No clock on Earth is further ahead of UTC. */
const AHEAD_OF_UTC_MAX_MS = 14 * HOUR_MS;
/** The longest test, and the widest gap between two clocks that show the same instant. */
const REACH_MS = SESSION_MAX_MIN * MINUTE_MS + 26 * HOUR_MS;

/** A test that was sent. */
export interface SentTest {
  readonly evidence: SweatTestEvidence;
  /** Null for a local time whose zone is unknown. */
  readonly testedAt: number | null;
  readonly externalId: string | null;
  /** False if no time was sent, so that it took place now. */
  readonly isTimed: boolean;
}

/** Selects the tests that a new one may repeat, replace or contradict: of the same hours, or of its `external_id`. */
export function selectRivals(db: Database, athleteId: string, nearMs: number, externalId: string | null) {
  return db
    .select()
    .from(sweatTests)
    .where(
      and(
        eq(sweatTests.athleteId, athleteId),
        or(
          and(gte(sweatTests.effectiveAt, nearMs - REACH_MS), lte(sweatTests.effectiveAt, nearMs + REACH_MS)),
          externalId === null ? undefined : eq(sweatTests.externalId, externalId),
        ),
      ),
    );
}

/** What a new test is to the stored ones: one of them, the next version of one, a contradiction, or new. */
export type Repetition =
  | { readonly kind: 'new' }
  | { readonly kind: 'unchanged' | 'replaces' | 'contradicts'; readonly stored: SweatTestRow };

/** Compares a test with the stored ones of its hours. One event counts once, however often it is sent. */
export function repetitionOf(sent: SentTest, rivals: readonly SweatTestRow[]): Repetition {
  const named =
    sent.externalId === null ? undefined : rivals.find(({ externalId }) => externalId === sent.externalId);
  if (named && isSameEvent(sent, named)) return { kind: 'unchanged', stored: named };
  const others = rivals.filter((rival) => rival !== named);
  const contradicted = others.find((rival) => contradicts(sent, rival));
  if (contradicted) return { kind: 'contradicts', stored: contradicted };
  if (named) return { kind: 'replaces', stored: named };
  const same = others.find((rival) => isSameEvent(sent, rival));
  return same ? { kind: 'unchanged', stored: same } : { kind: 'new' };
}

function isSameEvent(sent: SentTest, stored: SweatTestRow): boolean {
  const apartMs = Math.abs(laterMs(sent, stored));
  return (sent.isTimed ? apartMs === 0 : apartMs <= DAY_MS) && hasSameFigures(sent.evidence, stored);
}

/** Returns how much later a test was than a stored one: between two instants if both are known, else by the local clock. */
function laterMs({ evidence, testedAt }: SentTest, stored: SweatTestRow): number {
  return testedAt !== null && stored.testedAt !== null
    ? testedAt - stored.testedAt
    : evidence.effectiveAt - stored.effectiveAt;
}

/** Compares what teaches, as it is stored. */
function hasSameFigures(evidence: SweatTestEvidence, stored: SweatTestRow): boolean {
  const { id: _id, effectiveAt: _at, ...figures } = evidence;
  return (Object.keys(figures) as (keyof typeof figures)[]).every(
    (name) => JSON.stringify(figures[name]) === JSON.stringify(stored[name]),
  );
}

/** Two weighings of the same hours by one instrument have one weight before and one after. */
function contradicts(sent: SentTest, stored: SweatTestRow): boolean {
  const { evidence } = sent;
  const startsLaterMs = laterMs(sent, stored);
  const overlaps =
    startsLaterMs < stored.durationMin * MINUTE_MS && -startsLaterMs < evidence.durationMin * MINUTE_MS;
  return (
    overlaps &&
    evidence.source === stored.source &&
    (evidence.bodyMassBeforeKg !== stored.bodyMassBeforeKg ||
      evidence.bodyMassAfterKg !== stored.bodyMassAfterKg)
  );
}

/** Rejects a test that contradicts a stored one. */
export function failOverlapping({ id }: SweatTestRow): Failure {
  return fail('overlapping_test', { details: { resource_id: id } });
}

/**
 * Rejects what has not happened yet: a start more than a day ahead, wherever the athlete is. Programs send a whole calendar, and
 * what nobody did teaches nothing.
 *
 * @param remedy what the caller can do about it
 */
export function refuseFuture(
  { atMs, localMs }: KnownMoment,
  nowMs: number,
  { pointer, remedy }: { readonly pointer: string; readonly remedy: string },
): Failure | null {
  const earliestMs = atMs ?? (localMs ?? nowMs) - AHEAD_OF_UTC_MAX_MS;
  if (earliestMs <= nowMs + DAY_MS) return null;
  return invalid({ pointer, code: 'in_future', message: `is more than a day ahead. ${remedy}` });
}
