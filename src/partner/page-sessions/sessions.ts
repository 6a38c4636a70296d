import { MINUTE_MS } from '#platform/clock.ts';
import { type Answer, created } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, invalid } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import type { AthletePage, PageSessionRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId, requireAddressOfAthlete } from '#platform/storage/ids.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { originsIn, selectPartner } from '#platform/storage/partner.ts';
import { STEP_ROWS } from '#platform/storage/statements.ts';
import { codeOf, grantText, hashOf, newSessionSecret, tokenOf } from './credentials.ts';
import { normalReturnUrl } from './origins.ts';
import {
  deleteExpiredSessions,
  deletePageSession,
  endOldestSessions,
  insertPageSession,
  selectActivityId,
  selectPageSession,
  selectPageSessions,
} from './repository.ts';
import { type NewPageSession, newPageSessionToWire } from './session-shape.ts';

interface SessionInput {
  readonly pages: readonly AthletePage[];
  readonly activityId: string | null;
  readonly ttlMin: number;
  readonly returnUrl: string | null;
}

/**
 * Creates a session for pages of an athlete. It belongs to the calling key: if the key ends, so does the session. The
 * 21st live session of an athlete ends the oldest.
 */
export async function createPageSession(
  ctx: PartnerContext,
  athleteId: string,
  { pages, activityId, ttlMin, returnUrl }: SessionInput,
): Promise<Answer<NewPageSession, 201> | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const registry = registryOf(ctx);
  const { partnerId, environment, keyId, guardRegion, limits } = ctx.principal;
  const [[[athlete], activity], [[partner]]] = await Promise.all([
    db.batch([
      selectLiveAthlete(db, partnerId, athleteId),
      selectActivityId(db, athleteId, activityId ?? ''),
    ]),
    registry.batch([selectPartner(registry, partnerId)]),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (activityId !== null && activity.length === 0) return fail('activity_not_found');
  if (!partner) throw new Error('an admitted caller must have a partner');
  const origins = originsIn(environment, partner);
  const normalUrl = returnUrl === null ? null : normalReturnUrl(returnUrl, origins);
  if (returnUrl !== null && normalUrl === null) return RETURN_URL_ELSEWHERE;

  const sessionId = newId('ses', ctx.nowMs);
  const secret = newSessionSecret();
  const grant = { sessionId, athleteId, partnerId, keyId, guardRegion, activityId, limits };
  const row: PageSessionRow = {
    id: sessionId,
    athleteId,
    hash: await hashOf(secret),
    keyId,
    grantText: grantText(grant),
    pages: [...pages],
    activityId,
    origins: [...origins],
    returnUrl: normalUrl,
    partnerName: partner.name,
    views: 0,
    viewedSince: 0,
    createdAt: ctx.nowMs,
    expiresAt: ctx.nowMs + ttlMin * MINUTE_MS,
  };
  const [inserted] = await db.batch([insertPageSession(db, partnerId, row), endOldestSessions(db, row)]);
  if (inserted.meta.changes === 0) return fail('athlete_not_found');
  const { baseUrl } = ctx.env;
  const code = await codeOf(ctx, { ...requireAddressOfAthlete(athleteId), sessionId, secret });
  const token = await tokenOf(ctx, environment, row.grantText, secret);
  const secrets = { token, url: `${baseUrl}/a/s/${code}` };
  return created(
    `${baseUrl}/v1/athletes/${athleteId}/sessions/${sessionId}`,
    newPageSessionToWire(row, secrets),
  );
}

const RETURN_URL_ELSEWHERE = invalid({
  pointer: '/return_url',
  code: 'origin_not_allowed',
  message:
    'must be an https address on one of your allowed origins: set `allowed_origins` with `PATCH /v1/partner`',
});

/** Reads the live sessions of an athlete, newest first. */
export async function listPageSessions(
  ctx: PartnerContext,
  athleteId: string,
  page: PageRequest,
): Promise<readonly PageSessionRow[] | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], rows] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectPageSessions(db, athleteId, ctx.nowMs, page),
  ]);
  return athlete ? rows : fail('athlete_not_found');
}

/** Reads a live session of an athlete. */
export async function getPageSession(
  ctx: PartnerContext,
  athleteId: string,
  sessionId: string,
): Promise<PageSessionRow | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [row]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectPageSession(db, athleteId, sessionId, ctx.nowMs),
  ]);
  if (!athlete) return fail('athlete_not_found');
  return row ?? fail('session_not_found');
}

/** Ends a live session of an athlete. No page is shown from the answer on. Null means ended. */
export async function endPageSession(
  ctx: PartnerContext,
  athleteId: string,
  sessionId: string,
): Promise<Failure | null> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete]] = await db.batch([selectLiveAthlete(db, ctx.principal.partnerId, athleteId)]);
  if (!athlete) return fail('athlete_not_found');
  const [deleted] = await db.batch([deletePageSession(db, athleteId, sessionId, ctx.nowMs)]);
  return deleted.meta.changes === 0 ? fail('session_not_found') : null;
}

/** Removes expired sessions of a database, at most 1,000 per call. They are already ignored. */
export async function purgePageSessions(db: Database, nowMs: number): Promise<JobStep> {
  const [removed] = await db.batch([deleteExpiredSessions(db, nowMs)]);
  const rows = removed.meta.changes;
  return { counts: { rows }, isDone: rows < STEP_ROWS };
}
