import * as z from 'zod/mini';
import { machineNowMs, SECOND_MS } from '../clock.ts';
import { isObject, memberOf } from '../members.ts';
import { afterOthers } from '../storage/optimistic-write.ts';
import type { PartnerContext } from './context.ts';
import { type ErrorBody, errorBodies, type Failure, fail, isFailure, PROBLEMS_MAX } from './errors.ts';
import { inTurn, LIGHT_US, type Pace, type Patience } from './heavy-work.ts';
import { refuseOtherEnvironment } from './request-identifiers.ts';
import { refuseInvalid } from './validation.ts';

/** The largest body of a batch of stored resources, about 5 KB per item. */
export const BATCH_BODY_BYTES = 512 * 1024;
const BATCH_ITEMS_MAX = 100;
/** The number of items, or legs of their sessions, per unit of the key's budget. */
const LEGS_PER_UNIT = 10;

const documentedItems = new WeakMap<z.core.$ZodType, z.ZodMiniType>();

/**
 * Creates the schema of a batch's items. They are `unknown` here because each is parsed separately, so an invalid item does
 * not affect others. The OpenAPI document shows them as `item`.
 */
export function batchItems(item: z.ZodMiniType, max = BATCH_ITEMS_MAX) {
  const unparsed = z.unknown();
  documentedItems.set(unparsed, item);
  return z.array(unparsed).check(z.minLength(1), z.maxLength(max));
}

/** Returns a batch's item schema for the OpenAPI document, or undefined for any other schema. */
export function documentedItem(schema: z.core.$ZodType): z.ZodMiniType | undefined {
  return documentedItems.get(schema);
}

/** The cost of a batch, as the reference states it. */
export const BATCH_COST = '1 unit per started ten items, or per started ten legs of multi-sport sessions';

/** Returns the units that a batch costs. An item counts as one leg, or as many as its session's `segments` have. */
export function unitsOfItems(items: readonly unknown[]): number {
  return Math.ceil(items.reduce<number>((sum, item) => sum + legsOf(item), 0) / LEGS_PER_UNIT);
}

/** Returns the number of legs in an unvalidated item's session, or 1 if it has no `segments`. */
function legsOf(item: unknown): number {
  const session = isObject(item) && 'activity' in item ? item.activity : item;
  const segments = memberOf(session, 'segments');
  return Array.isArray(segments) ? Math.max(1, segments.length) : 1;
}

/** A request whose caller has access to one environment. */
interface OfEnvironment {
  readonly principal: Pick<PartnerContext['principal'], 'environment'>;
}

/** The problems found so far in the batch of a request. */
const problemsFound = new WeakMap<OfEnvironment, number>();

/**
 * Parses one item of a batch. The pointers of a failure are relative to the item. Once the batch has as many problems as an
 * answer lists, an invalid item is checked up to its first problem only.
 */
export function parseItem<Schema extends z.ZodMiniType>(
  ctx: OfEnvironment,
  schema: Schema,
  item: unknown,
): { readonly item: z.output<Schema> } | Failure {
  const foreign = refuseOtherEnvironment(ctx.principal.environment, [memberOf(item, 'athlete_id')]);
  if (foreign) return foreign;
  const found = problemsFound.get(ctx) ?? 0;
  if (found >= PROBLEMS_MAX && !z.validate(schema, item)) return UNDESCRIBED;
  const parsed = schema.safeParse(item);
  if (parsed.success) return { item: parsed.data };
  const failure = refuseInvalid(parsed.error, 'body');
  problemsFound.set(ctx, found + (failure.problems?.length ?? 0));
  return failure;
}

const UNDESCRIBED = fail('validation_failed', { furtherProblems: 1 });

/**
 * The outcome of an item that conflicted with another write. `conflict` is its result if every attempt conflicts.
 */
export interface Conflict {
  readonly conflict: Failure;
}

/** The conflict when a row changed after it was read. */
export const CHANGED_MEANWHILE: Conflict = { conflict: fail('temporarily_unavailable') };

function isConflict(outcome: unknown): outcome is Conflict {
  return isObject(outcome) && 'conflict' in outcome;
}

/** The number of attempts per request before giving up on an item that keeps conflicting. */
const ATTEMPTS_MAX = 10;
/** Conflicting items are retried for this long. The second and third attempts are always made. */
const DECIDED_WITHIN_MS = SECOND_MS;
const PAUSE_STEP_MS = 20;

/**
 * Attempts all valid items of a batch together, then retries conflicting items until each is resolved, for up to a second,
 * with random pauses. A partner's retries run one after another in an isolate, so that concurrent writers of one resource
 * take turns. Failures keep their positions.
 *
 * @param attempt returns one outcome per item, in order; `round` counts from 0
 */
export async function attemptUntilDecided<Item extends object, Result extends object>(
  { principal }: PartnerContext,
  items: readonly (Item | Failure)[],
  attempt: (items: readonly Item[], round: number) => Promise<readonly (Result | Failure | Conflict)[]>,
): Promise<(Result | Failure)[]> {
  const outcomes: (Result | Failure | Conflict | undefined)[] = items.map((item) =>
    isFailure(item) ? item : undefined,
  );
  const attemptOpen = async (round: number) => {
    const open = items.flatMap((item, index) => {
      const isOpen = outcomes[index] === undefined || isConflict(outcomes[index]);
      return isOpen && !isFailure(item) ? [{ item, index }] : [];
    });
    const attempted =
      open.length === 0
        ? []
        : await attempt(
            open.map(({ item }) => item),
            round,
          );
    for (const [at, { index }] of open.entries()) outcomes[index] = attempted[at];
    return outcomes.some(isConflict);
  };
  if (await attemptOpen(0)) {
    await afterOthers(`${principal.environment}:${principal.partnerId}`, async () => {
      const endsAtMs = machineNowMs() + DECIDED_WITHIN_MS;
      for (let round = 1; await attemptOpen(round); round++) {
        if (round + 1 >= ATTEMPTS_MAX || (round > 2 && machineNowMs() >= endsAtMs)) return;
        await scheduler.wait(Math.random() * PAUSE_STEP_MS * round);
      }
    });
  }
  return outcomes.map((outcome) => {
    if (outcome === undefined) throw new Error('an attempt must return one outcome per item');
    return isConflict(outcome) ? outcome.conflict : outcome;
  });
}

/**
 * Processes each item of a batch when the batch's turn comes in this isolate, while other requests continue. Returns the
 * results in order.
 *
 * @param costUs returns the maximum time that an item takes
 */
export async function eachInTurn<Item, Result>(
  { principal }: PartnerContext,
  items: readonly Item[],
  costUs: (item: Item) => number,
  each: (item: Item) => Result | Promise<Result>,
  patience?: Patience,
): Promise<Result[]> {
  const all = async (pace: Pick<Pace, 'spend'> | null) => {
    const results: Result[] = [];
    for (const item of items) {
      const result = each(item);
      // Awaiting only what is a promise spares small items a turn of the microtask queue.
      results.push(result instanceof Promise ? await result : result);
      const pausing = pace?.spend(costUs(item));
      if (pausing) await pausing;
    }
    return results;
  };
  const isLight = items.reduce((sum, item) => sum + costUs(item), 0) <= LIGHT_US;
  return isLight ? all(null) : inTurn(principal, all, patience);
}

/** Time to parse or render an item. Rounded up from five times the 6 µs that it takes once the code is warm. */
const ITEM_US = 40;

/** Returns the time to parse or render a resource with its session. */
export function itemUs(item: unknown): number {
  return ITEM_US * legsOf(item);
}

/** Parses the items of a batch one by one, taking turns with the isolate's other heavy work. */
export async function parseItems<Result>(
  ctx: PartnerContext,
  items: readonly unknown[],
  parse: (item: unknown) => Result,
): Promise<Result[]> {
  const parsed = await eachInTurn(ctx, items, itemUs, parse);
  if (parsed.some(isFailure)) ctx.hasInvalidItem = true;
  return parsed;
}

/** Replaces every item whose key duplicates an earlier item's with a failure. */
export function refuseDuplicates<Item extends object>(
  items: readonly (Item | Failure)[],
  keyOf: (item: Item) => string,
): (Item | Failure)[] {
  const seen = new Set<string>();
  return items.map((item) => {
    if (isFailure(item)) return item;
    const key = keyOf(item);
    if (seen.has(key)) return fail('duplicate_item');
    seen.add(key);
    return item;
  });
}

/**
 * Maps the results of a batch in order. A failure becomes the error body that it would have as a single request.
 *
 * @param costUs returns the time to render a result, in microseconds
 */
export function showResults<Result extends object, Shown>(
  ctx: PartnerContext,
  results: readonly (Result | Failure)[],
  show: (result: Result) => Shown | Promise<Shown>,
  costUs: (result: Result) => number = () => ITEM_US,
): Promise<(Shown | ErrorBody)[]> {
  const failures = results.filter(isFailure);
  const bodies = errorBodies(failures, ctx.requestId, ctx.env.baseUrl).values();
  return eachInTurn(
    ctx,
    results,
    (result) => (isFailure(result) ? ITEM_US : costUs(result)),
    (result) => (isFailure(result) ? nextOf(bodies) : show(result)),
    'as long as it takes',
  );
}

/** Returns the body of the next failure. Failures are shown in their order. */
function nextOf(bodies: Iterator<ErrorBody>): ErrorBody {
  const next = bodies.next();
  if (next.done === true) throw new Error('a failure has one body');
  return next.value;
}
