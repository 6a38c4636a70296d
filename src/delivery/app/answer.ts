import type { Context } from 'hono';
import type { ChecklistItem } from '#partner/console/account.ts';
import { charge, chargeInvalid } from '#platform/access/admit.ts';
import { refuseOtherAthlete } from '#platform/access/scopes.ts';
import {
  type Answer,
  acceptsGzip,
  namesTag,
  streamedBody,
  tagInLanguages,
  writeJson,
} from '#platform/http/answer.ts';
import { isPartnerContext, type PartnerContext, type RequestContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure, RequestRefused } from '#platform/http/errors.ts';
import { bodyOf, readClaim, type Success } from '#platform/http/idempotency.ts';
import { explainIdentifier, namedAthletes } from '#platform/http/request-identifiers.ts';
import type { ServedRoute } from '#platform/http/route.ts';
import { respondWith, type ServiceEnv } from '#platform/http/service.ts';
import { memberOf } from '#platform/members.ts';

type PartnerRoute = Extract<ServedRoute, { access: 'partner' }>;
type RouteInput = Parameters<PartnerRoute['handler']>[1];
type AnswerContext = Context<ServiceEnv, string, { out: { json: unknown; query: unknown } }>;

/** Bytes of a file per unit of the key's budget. */
const FILE_BYTES_PER_UNIT = 256 * 1024;

/** Calls a route's handler with its validated input and maps the outcome to a response. */
export async function answer(route: ServedRoute, c: AnswerContext): Promise<Response> {
  const ctx = c.env;
  const refusal = ctx.principal && refuseOtherAthlete(ctx.principal, namedAthletes(ctx, c.req));
  if (refusal) return respondWith(c, refusal);
  const query = c.req.valid('query');
  const body = route.method === 'GET' || route.file ? {} : c.req.valid('json');
  const outcome = await callHandler(route, ctx, {
    params: c.req.param(),
    query,
    body,
    headers: c.req.raw.headers,
    path: c.req.path,
    claim: null,
  });
  if (!isFailure(outcome)) {
    const isCalculated = [query, body].some((input) => memberOf(input, 'calculate') === true);
    noteMilestones(ctx, route, outcome, isCalculated);
    return toResponse(route, c, outcome);
  }
  return respondWith(c, explainIdentifier(outcome, c.req.param(), namedAthletes(ctx, c.req)));
}

/** Calls a route's handler. The input's `claim` is filled in from the `Idempotency-Key`. */
export async function callHandler(
  route: ServedRoute,
  ctx: RequestContext,
  input: RouteInput,
): Promise<Success | Failure> {
  if (route.access !== 'partner') return route.handler(ctx, input);
  return isPartnerContext(ctx) ? callOnce(route, ctx, input) : fail('missing_authorization');
}

/**
 * Calls the handler once the units that the request tells are charged. Where reads may run during admission, they also run
 * during the charge. Writes and the answer wait for it.
 */
async function callOnce(
  route: PartnerRoute,
  ctx: PartnerContext,
  input: RouteInput,
): Promise<Success | Failure> {
  const units = unitsOf(route, ctx, input);
  if (units <= 1) return handle(route, ctx, input, units);
  const charging = charge(ctx, units);
  if (route.duringAdmission !== true) return (await charging) ?? handle(route, ctx, input, units);
  // Always awaited below. Prevents an unhandled rejection until then.
  charging.catch(() => undefined);
  ctx.writeConditions.push(async () => {
    const refusal = await charging;
    if (refusal) throw new RequestRefused(refusal);
  });
  const outcome = await handle(route, ctx, input, units);
  return (await charging) ?? outcome;
}

/** A batch with an invalid item costs at least what its body would as an invalid request. */
async function handle(
  route: PartnerRoute,
  ctx: PartnerContext,
  input: RouteInput,
  paidUnits: number,
): Promise<Success | Failure> {
  const claim = route.idempotent === true ? await readClaim(ctx, { method: route.method, ...input }) : null;
  const outcome = isFailure(claim) ? claim : await route.handler(ctx, { ...input, claim });
  if (ctx.hasInvalidItem) await chargeInvalid(ctx, paidUnits);
  return outcome;
}

/** Returns what a request costs as far as it tells. Its handler charges what only stored data tells. */
function unitsOf(route: PartnerRoute, ctx: PartnerContext, input: RouteInput): number {
  if (route.file) return Math.ceil(ctx.body.sizeBytes / FILE_BYTES_PER_UNIT);
  return route.unitsOfBody?.(input.body) ?? route.unitsOfQuery?.(input.query) ?? 1;
}

/** A replayed answer has neither pieces nor content: these forms are never stored. */
const JSON_ONLY: Pick<Answer, 'pieces' | 'content'> = {};

async function toResponse(route: ServedRoute, c: AnswerContext, answer: Success): Promise<Response> {
  const headers = new Headers(answer.headers);
  const rule = attribution(answer);
  if (rule !== undefined) headers.set('X-Service-Data-Attribution', rule);
  addLanguages(headers, answer);
  addCachingHeaders(headers, route, answer);
  if (isUnchanged(route, c, headers.get('ETag'))) return new Response(null, { status: 304, headers });
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  const { pieces, content } = 'replayedBody' in answer ? JSON_ONLY : answer;
  headers.set('Content-Type', content?.type ?? 'application/json; charset=utf-8');
  if (pieces) return streamedResponse(c, answer.status, headers, pieces);
  const body = content?.body ?? (await writeJson(c.env.principal, bodyOf(answer)));
  return new Response(body, { status: answer.status, headers });
}

/** Adds the languages of an answer's texts, and `Vary` for the header that chose them. */
function addLanguages(headers: Headers, { languages }: Success): void {
  if (languages === undefined) return;
  headers.append('Vary', 'Accept-Language');
  // The units are an extension of the tag.
  const spoken = new Set(languages.map((tag) => tag.split('-u-')[0]));
  if (spoken.size > 0) headers.set('Content-Language', [...spoken].join(', '));
}

/**
 * Sets the caching headers of CONTRACT §1 on a success. Only reads may be cached. Writes return the new tag.
 */
function addCachingHeaders(
  headers: Headers,
  route: ServedRoute,
  { entityTag, languages = [] }: Success,
): void {
  if (entityTag !== undefined) {
    const isRead = route.method === 'GET';
    if (isRead && !route.entityTag) throw new Error(`${route.operationId} lacks entityTag: true`);
    headers.set('ETag', tagInLanguages(entityTag, languages));
    headers.set('Cache-Control', isRead ? 'private, no-cache' : 'no-store');
  } else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', 'no-store');
  }
}

/** Returns whether a reading caller already has this state (RFC 9110 §13.1.2). */
function isUnchanged(route: ServedRoute, c: AnswerContext, entityTag: string | null): boolean {
  const ifNoneMatch = c.req.header('if-none-match');
  if (!route.entityTag || entityTag === null || ifNoneMatch === undefined) return false;
  return namesTag(ifNoneMatch, entityTag);
}

/** Streams an answer while it is produced. The platform compresses it if the header says so. */
function streamedResponse(
  c: AnswerContext,
  status: number,
  headers: Headers,
  pieces: NonNullable<Answer['pieces']>,
): Response {
  headers.append('Vary', 'Accept-Encoding');
  if (acceptsGzip(c.req.raw)) headers.set('Content-Encoding', 'gzip');
  return new Response(streamedBody(c.env, pieces), { status, headers });
}

/** Returns `optional` only if all athlete data in the answer is full-tier (CONTRACT §1). Without such data, the caller decides. */
export function attribution({ tiers = [] }: Success): 'optional' | 'required' | undefined {
  if (tiers.length === 0) return undefined;
  return tiers.every((tier) => tier === 'full') ? 'optional' : 'required';
}

/** Operations that answer with a prescription in the shape of its athlete's tier. */
const PRESCRIPTIONS: readonly string[] = ['calculatePrescription', 'getPrescription', 'calculateNutrition'];

/** Partners and items that this isolate has noted. */
const noted = new Set<string>();
const NOTED_MAX = 10_000;

/**
 * Ticks what the usage of operations cannot show in the console's checklist: that a sandbox key wrote sessions with
 * `calculate`, or read a teaser prescription. Writes once per isolate, partner and item, after the answer.
 */
function noteMilestones(
  ctx: RequestContext,
  { operationId }: ServedRoute,
  { tiers = [] }: Success,
  isCalculated: boolean,
): void {
  const { principal } = ctx;
  if (principal?.environment !== 'test' || principal.athleteId !== null || tiers.length === 0) return;
  const hasPrescription = isCalculated || PRESCRIPTIONS.includes(operationId);
  const { partnerId } = principal;
  if (isCalculated) note(ctx, partnerId, 'prescription_calculated');
  if (hasPrescription && tiers.includes('teaser')) note(ctx, partnerId, 'teaser_read');
}

function note(ctx: RequestContext, partnerId: string, item: ChecklistItem): void {
  const entry = `${partnerId} ${item}`;
  if (noted.has(entry)) return;
  if (noted.size >= NOTED_MAX) noted.clear();
  noted.add(entry);
  const write = async () => {
    const { noteDone } = await import('#partner/console/account.ts');
    await noteDone(ctx.env, partnerId, [item]);
  };
  ctx.waitUntil(write().catch(() => noted.delete(entry)));
}
