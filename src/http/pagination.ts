import * as z from 'zod/mini';
import { otherEnvironment } from '../env.ts';
import { type CursorScope, decodeCursor, encodeCursor, type Position } from '../storage/cursor.ts';
import type { PartnerContext, RequestContext } from './context.ts';
import { type Failure, invalid } from './errors.ts';
import { described, documented } from './openapi-metadata.ts';
import { between, givenInstant } from './wire-fields.ts';

/** Makes the schema of a whole number in a query. Coercion would read an empty parameter as 0, so the text is checked first. */
export function queryInteger(
  min: number,
  max: number,
  documentation: { default?: number; description: string },
) {
  return documented(
    z.pipe(
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, { error: 'must be a whole number' })),
        z.transform(Number),
      ),
      between(min, max),
    ),
    { override: { type: 'integer', minimum: min, maximum: max, ...documentation } },
  );
}

/** Makes the schema of a flag in a query: `true` or `false`. */
export function queryFlag(description: string) {
  return documented(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => value === 'true'),
    ),
    { override: { type: 'boolean', enum: [true, false], description } },
  );
}

const cursor = described(
  z.string().check(z.maxLength(500)),
  '`next_cursor` of the previous page. Bound to this path and these filters.',
);

/** The filter of lists that partners mirror. */
export const updatedSince = described(
  z.optional(givenInstant()),
  'Only what was created or changed at or after this instant, in the order of change: the oldest change first, so that what changes while you page comes later. Begin the next run a minute before this one began.',
);

/** The query parameters of every list, to spread into the list's own. */
export const pageQuery = {
  limit: z.optional(queryInteger(1, 100, { default: 20, description: 'The most items of a page.' })),
  cursor: z.optional(cursor),
};

const hasMore = z.boolean();
const nextCursor = z.nullable(z.string());

/** Makes the members of one page of a list, to spread into a page that has more of them. */
export function pageFields<Item extends z.ZodMiniType>(item: Item) {
  return { data: z.array(item), has_more: hasMore, next_cursor: nextCursor };
}

/** Makes the schema of one page of a list, with its name in the OpenAPI document. */
export function pageOf<Item extends z.ZodMiniType>(item: Item, id: string) {
  return documented(z.object(pageFields(item)), { id });
}

/** Members beside `data` of a list that is always complete. */
export const wholeList = { has_more: z.literal(false), next_cursor: z.null() };

export interface PageRequest {
  readonly limit: number;
  /** The sort keys of the last row already shown, or null on the first page. */
  readonly after: Position | null;
  readonly encode: (position: Position) => Promise<string>;
}

type Filters = Readonly<Record<string, string | undefined>>;

/** Reads the page that a list request asks for, or returns the 422 of a cursor that this list did not issue. */
export async function readPageRequest(
  ctx: RequestContext,
  path: string,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  filters: Filters,
  defaultLimit = 20,
): Promise<PageRequest | Failure> {
  const scope = scopeOf(ctx, path, filters);
  const after = query.cursor === undefined ? null : await decodeCursor(scope, query.cursor);
  if (query.cursor !== undefined && after === null) {
    return invalid({
      pointer: '?cursor',
      code: 'invalid_cursor',
      message: 'is not a cursor of this list with these filters; restart without it',
    });
  }
  return { limit: query.limit ?? defaultLimit, after, encode: (position) => encodeCursor(scope, position) };
}

/** Returns what a cursor of this list with these filters is bound to. */
function scopeOf(ctx: RequestContext, path: string, filters: Filters): CursorScope {
  // The operator is not a partner; its cursors are its own.
  const { partnerId, environment } = ctx.principal ?? { partnerId: 'operator', environment: 'none' };
  return { secret: ctx.env.signingSecret, partnerId, environment, path, filters };
}

/** Returns whether this list issued the cursor to a key of the caller's partner in its other environment. */
export async function isCursorOfOtherEnvironment(
  ctx: PartnerContext,
  path: string,
  cursor: string,
  filters: Filters,
): Promise<boolean> {
  const environment = otherEnvironment(ctx.principal.environment);
  return (await decodeCursor({ ...scopeOf(ctx, path, filters), environment }, cursor)) !== null;
}

/** Makes a page from up to `limit + 1` rows: the extra one only indicates that there are more. */
export async function toPage<Row>(
  page: PageRequest,
  rows: readonly Row[],
  show: (row: Row) => unknown,
  positionOf: (row: Row) => Position,
): Promise<{ data: unknown[]; has_more: boolean; next_cursor: string | null }> {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit && last !== undefined;
  return {
    data: shown.map(show),
    has_more: hasMore,
    next_cursor: hasMore ? await page.encode(positionOf(last)) : null,
  };
}
