import * as z from 'zod/mini';
import { parseAthleteId } from '../storage/ids.ts';
import type { PartnerContext } from './context.ts';
import { type ErrorBody, errorBody, type Failure, fail, invalid, isFailure } from './errors.ts';
import { problemsOf } from './validation.ts';

/** The largest body of a batch of stored things: an item may have some 5 KB. */
export const BATCH_BODY_BYTES = 512 * 1024;
export const BATCH_ITEMS_MAX = 100;
/** Items that one unit of the key's budget pays for. */
const ITEMS_PER_UNIT = 10;

const documentedItems = new WeakMap<z.core.$ZodType, z.ZodMiniType>();

/**
 * Makes the schema of a batch's items. They are `unknown` here: each is parsed alone, so that an invalid one does not
 * affect others. The OpenAPI document shows them as `item`.
 */
export function batchItems(item: z.ZodMiniType, max = BATCH_ITEMS_MAX) {
  const unparsed = z.unknown();
  documentedItems.set(unparsed, item);
  return z.array(unparsed).check(z.minLength(1), z.maxLength(max));
}

/** Returns the schema of a batch's item that the OpenAPI document shows; undefined for any other schema. */
export function documentedItem(schema: z.core.$ZodType): z.ZodMiniType | undefined {
  return documentedItems.get(schema);
}

/** Returns the units that a batch of this many items costs in addition to the unit of its admission. */
export function furtherUnits(items: number): number {
  return Math.max(0, Math.ceil(items / ITEMS_PER_UNIT) - 1);
}

/** A request whose caller reaches one environment. */
interface OfEnvironment {
  readonly principal: Pick<PartnerContext['principal'], 'environment'>;
}

/** Parses one item of a batch. The pointers of a failure are relative to the item. */
export function parseItem<Schema extends z.ZodMiniType>(
  ctx: OfEnvironment,
  schema: Schema,
  item: unknown,
): { readonly item: z.output<Schema> } | Failure {
  if (namesForeignAthlete(ctx, item)) return fail('environment_mismatch');
  const parsed = schema.safeParse(item);
  return parsed.success ? { item: parsed.data } : invalid(...problemsOf(parsed.error, 'body'));
}

function namesForeignAthlete(ctx: OfEnvironment, item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('athlete_id' in item)) return false;
  const address = typeof item.athlete_id === 'string' ? parseAthleteId(item.athlete_id) : null;
  return address !== null && address.environment !== ctx.principal.environment;
}

/**
 * The outcome of an item that conflicted with another write: `failure` is its answer if the second attempt
 * conflicts, too.
 */
export interface Conflict {
  readonly conflict: Failure;
}

/** The conflict of a row that changed after it was read. */
export const CHANGED_MEANWHILE: Conflict = { conflict: fail('temporarily_unavailable') };

export function isConflict(outcome: unknown): outcome is Conflict {
  return typeof outcome === 'object' && outcome !== null && 'conflict' in outcome;
}

/**
 * Attempts all valid items of a batch at once, and those with a conflict once more. Failures keep their places.
 *
 * @param attempt returns one outcome per item, in order
 */
export async function attemptTwice<Item extends object, Result extends object>(
  items: readonly (Item | Failure)[],
  attempt: (items: readonly Item[]) => Promise<readonly (Result | Failure | Conflict)[]>,
): Promise<(Result | Failure)[]> {
  const outcomes: (Result | Failure | Conflict | undefined)[] = items.map((item) =>
    isFailure(item) ? item : undefined,
  );
  for (let round = 0; round < 2; round++) {
    const open = items.flatMap((item, index) => {
      const isOpen = outcomes[index] === undefined || isConflict(outcomes[index]);
      return isOpen && !isFailure(item) ? [{ item, index }] : [];
    });
    if (open.length === 0) break;
    const attempted = await attempt(open.map(({ item }) => item));
    for (const [at, { index }] of open.entries()) outcomes[index] = attempted[at];
  }
  return outcomes.map((outcome) => {
    if (outcome === undefined) throw new Error('an attempt must return one outcome per item');
    return isConflict(outcome) ? outcome.conflict : outcome;
  });
}

/** Replaces every item whose key an earlier item has by a failure. */
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
 * Maps the results of a batch in order; a failure becomes the error body that it would have as a single
 * request.
 */
export function showResults<Result extends object, Shown>(
  ctx: PartnerContext,
  results: readonly (Result | Failure)[],
  show: (result: Result) => Shown | Promise<Shown>,
): Promise<(Shown | ErrorBody)[]> {
  return Promise.all(
    results.map((result) =>
      isFailure(result) ? errorBody(result, ctx.requestId, ctx.env.baseUrl) : show(result),
    ),
  );
}
