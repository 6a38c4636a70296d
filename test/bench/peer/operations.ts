import { finish } from '@musette/basics/work';
import type { Language } from '@musette/languages/languages';
import { chooseLanguage, textsOf } from '@musette/languages/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type Calculation,
  calculateEach,
  parseScenario,
} from '#nutrition/prescriptions/calculate-scenarios.ts';
import { prescriberFor } from '#nutrition/prescriptions/derivation.ts';
import { envelopeToWire, withExplanation } from '#nutrition/prescriptions/envelope-shape.ts';
import { prescriptionToWire } from '#nutrition/prescriptions/prescription-shape.ts';
import { BatchInput, includeExplanation, Scenario } from '#nutrition/prescriptions/requests.ts';
import type { Showing } from '#nutrition/prescriptions/tier-shape.ts';
import type { ActivityDetails } from '#nutrition/records/read-activity.ts';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { SECOND_MS } from '#platform/clock.ts';
import { namesTag, tagInLanguages } from '#platform/http/answer.ts';
import { unitsOfItems } from '#platform/http/batch.ts';
import { errorBody, type Failure, fail, invalid, isFailure } from '#platform/http/errors.ts';
import { pageQuery } from '#platform/http/pagination.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import type { KeyRecord } from '#platform/storage/key-projection.ts';
import type { Admission } from './admission.ts';
import { cursorAt, placeOf, prescribed, showActivity, tagOf, withFingerprint } from './answers.ts';
import type { Store } from './store.ts';

/** The names that an operation takes from its path. Empty if the path has none. */
export interface Names {
  readonly athlete_id?: string;
  readonly activity_id?: string;
}

/** An admitted request. */
export interface Call extends Showing {
  readonly store: Store;
  readonly admission: Admission;
  readonly request: FastifyRequest<{ Params: Names }>;
  readonly reply: FastifyReply;
  readonly key: KeyRecord;
}

export interface Shown {
  readonly body: unknown;
  readonly languages: readonly string[];
  readonly tiers: readonly string[];
}

export type Operation = (call: Call) => Promise<Shown | Failure>;

const NO_FIELDS = z.strictObject({});

/** Takes units of the key's budget, and says in the headers what is left. Returns the refusal if they are not left. */
export function charge({ admission, reply, key, nowMs }: Omit<Call, 'env'>, units: number): Failure | null {
  const { budget, remaining, resetMs, isAllowed, retryAfterMs } = admission.charge(key, units, nowMs);
  reply.header('RateLimit-Policy', `"standard";q=${budget};w=60`);
  reply.header('RateLimit', `"standard";r=${remaining};t=${Math.ceil(resetMs / SECOND_MS)}`);
  if (isAllowed) return null;
  return fail('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / SECOND_MS)) });
}

/** Calculates one scenario. */
export const calculate: Operation = async (call) => {
  const body = parse(Scenario, call.request.body, 'body');
  if (isFailure(body)) return body;
  const results = await calculateAll(call, [fromWire(body.value)]);
  if (isFailure(results)) return results;
  const [result] = results;
  if (result === undefined) throw new Error('one scenario must have one result');
  if (isFailure(result)) return result;
  const languages = [languageOf(call, result.reader.locale)];
  return { body: await showCalculation(call, result), languages, tiers: [result.tier] };
};

/** Calculates up to 50 scenarios. */
export const calculateBatch: Operation = async (call) => {
  const body = parse(BatchInput, call.request.body, 'body');
  if (isFailure(body)) return body;
  const { scenarios } = body.value;
  const units = unitsOfItems(scenarios) - 1;
  const limited = units <= 0 ? null : charge(call, units);
  if (limited) return limited;
  const parsed = scenarios.map((scenario) => parseScenario({ principal: call.key }, scenario));
  const results = await calculateAll(call, parsed);
  if (isFailure(results)) return results;
  const shown = await Promise.all(
    results.map((result) =>
      isFailure(result)
        ? errorBody(result, call.request.id, call.env.baseUrl)
        : showCalculation(call, result),
    ),
  );
  const done = results.flatMap((result) => (isFailure(result) ? [] : [result]));
  return {
    body: { results: shown },
    languages: languagesOf(
      call,
      done.map(({ reader }) => reader),
    ),
    tiers: done.map(({ tier }) => tier),
  };
};

/** Reads an activity with everything that is shown with it. */
export const getActivity: Operation = async (call) => {
  const { request, reply, key, store } = call;
  const query = parse(NO_FIELDS, request.query, 'query');
  if (isFailure(query)) return query;
  const { athlete_id = '', activity_id = '' } = request.params;
  const stored = store.readActivity(key.partnerId, athlete_id, activity_id, true);
  if (typeof stored === 'string') return fail(stored);
  const details = withFingerprint(stored);
  const { tier, locale } = details.athlete;
  const languages = [languageOf(call, locale)];
  const tag = tagInLanguages(tagOf(details, store.catalogue), languages);
  reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache' });
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) reply.code(304);
  return { body: await show(call, details), languages, tiers: [tier] };
};

/** Lists an athlete's activities, newest first. */
export const listActivities: Operation = async (call) => {
  const { request, key, store, env } = call;
  const query = parse(z.strictObject(pageQuery), request.query, 'query');
  if (isFailure(query)) return query;
  const { cursor, limit = 20 } = query.value;
  const { athlete_id: athleteId = '' } = request.params;
  const scope = { secret: env.signingSecret, partnerId: key.partnerId, athleteId };
  const after = cursor === undefined ? null : placeOf(scope, cursor);
  if (cursor !== undefined && after === null) {
    const message = 'is not a cursor for this list and these filters. Restart without it';
    return invalid({ pointer: '?cursor', code: 'invalid_cursor', message });
  }
  const found = store.listActivities(key.partnerId, athleteId, { after, limit: limit + 1 });
  if (typeof found === 'string') return fail(found);
  const details = found.slice(0, limit).map(withFingerprint);
  const last = found.length > limit ? details.at(-1) : undefined;
  const data = await Promise.all(details.map((each) => show(call, each)));
  const athletes = details.map(({ athlete }) => athlete);
  return {
    body: { data, has_more: last !== undefined, next_cursor: last ? cursorAt(scope, last) : null },
    languages: languagesOf(call, athletes),
    tiers: athletes.map(({ tier }) => tier),
  };
};

/** Calculates the prescription of an activity and stores it, with its event. */
export const calculatePrescription: Operation = async (call) => {
  const { request, reply, key, store, env, nowMs } = call;
  const query = parse(NO_FIELDS, request.query, 'query');
  if (isFailure(query)) return query;
  const body = parse(NO_FIELDS, request.body ?? {}, 'body');
  if (isFailure(body)) return body;
  const { athlete_id = '', activity_id = '' } = request.params;
  const stored = store.readActivity(key.partnerId, athlete_id, activity_id, false);
  if (typeof stored === 'string') return fail(stored);
  // Nothing is awaited between the read and the write, so nothing can come between them.
  const row = prescribed(withFingerprint(stored), nowMs);
  store.savePrescription(key, stored, row);
  const { id, tier } = stored.athlete;
  reply.header('Content-Location', `${env.baseUrl}/v1/athletes/${id}/activities/${activity_id}/prescription`);
  const teaser = tier === 'teaser' ? { tier, subscribe_url: await subscribeUrl(env, nowMs, id) } : {};
  return { body: { ...prescriptionToWire(row, tier), ...teaser }, languages: [], tiers: [tier] };
};

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
  where: 'body' | 'query',
): { readonly value: z.output<Schema> } | Failure {
  const parsed = z.safeParse(schema, given);
  return parsed.success ? { value: parsed.data } : refuseInvalid(parsed.error, where);
}

const CALCULATION_QUERY = z.strictObject(includeExplanation);

async function calculateAll(call: Call, scenarios: Parameters<typeof calculateEach>[0]) {
  const { key, nowMs, request, store } = call;
  const query = parse(CALCULATION_QUERY, request.query, 'query');
  if (isFailure(query)) return query;
  const named = scenarios.map((each) => (isFailure(each) ? null : each.athleteId));
  const athletes = store.readAthletes(
    key.partnerId,
    named.filter((id) => typeof id === 'string'),
  );
  const withExplanation = query.value.include === 'explanation';
  const prescribe = await prescriberFor(withExplanation);
  const circumstances = { nowMs, defaultTier: key.partner.defaultTier, prescribe, withExplanation };
  return finish(calculateEach(scenarios, athletes, circumstances));
}

async function showCalculation(call: Call, calculation: Calculation): Promise<unknown> {
  const texts = await textsOf(languageOf(call, calculation.reader.locale));
  const envelope = await envelopeToWire(call, { ...calculation, isStale: false }, texts);
  const { derived } = calculation;
  return derived.explanation ? withExplanation(envelope, derived, texts) : envelope;
}

async function show(call: Call, details: ActivityDetails): Promise<unknown> {
  const texts = await textsOf(languageOf(call, details.athlete.locale));
  return showActivity(call, details, texts, call.store.catalogue);
}

function languageOf({ request }: Call, locale: string | null): Language {
  return chooseLanguage(request.headers['accept-language'] ?? null, locale);
}

function languagesOf(call: Call, of: readonly { readonly locale: string | null }[]): Language[] {
  return [...new Set(of.map(({ locale }) => languageOf(call, locale)))];
}
