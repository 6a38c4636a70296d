import * as z from 'zod/mini';
import { otherEnvironment } from '../env.ts';
import { type CursorScope, decodeCursor, encodeCursor, type Position } from '../storage/cursor.ts';
import type { Answer } from './answer.ts';
import type { PartnerContext, RequestContext } from './context.ts';
import { type Failure, invalid, isFailure } from './errors.ts';
import { described, documented } from './openapi-metadata.ts';
import { between, inputInstant } from './wire-fields.ts';

/** Creates the schema of a whole number in a query. Checks the text first, because coercion reads an empty value as 0. */
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

/** Creates the schema of a boolean in a query: `true` or `false`. */
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

/** The filter for lists that partners mirror. */
export const updatedSince = described(
  z.optional(inputInstant()),
  'Only records created or changed at or after this instant, oldest change first. Records that change while you page appear on later pages. Begin the next run a minute before this one began.',
);

/** The query parameters common to all lists. */
export const pageQuery = {
  limit: z.optional(queryInteger(1, 100, { default: 20, description: 'Maximum number of items per page.' })),
  cursor: z.optional(cursor),
};

const hasMore = z.boolean();
const nextCursor = z.nullable(z.string());

/** Creates the members of a list page, to spread into a page with additional members. */
export function pageFields<Item extends z.ZodMiniType>(item: Item) {
  return { data: z.array(item), has_more: hasMore, next_cursor: nextCursor };
}

/** Creates the schema of a list page, with its name in the OpenAPI document. */
export function pageOf<Item extends z.ZodMiniType>(item: Item, id: string) {
  return documented(z.object(pageFields(item)), { id });
}

/** Documents a page of a list by its only item. `id` names its schema in the OpenAPI document. */
export function pageResponse<Item extends z.ZodMiniType>(
  description: string,
  item: Item,
  id: string,
  example: z.output<Item>,
) {
  return {
    description,
    schema: pageOf(item, id),
    example: { data: [example], has_more: false, next_cursor: null },
  };
}

/** The members other than `data` of a list that is always complete. */
export const wholeList = { has_more: z.literal(false), next_cursor: z.null() };

/** The rows to read for a page. */
export interface PageRequest {
  /** The number of rows to read: one more than the page shows, to detect whether more follow. */
  readonly limit: number;
  /** The sort keys of the last row already shown, or null on the first page. */
  readonly after: Position | null;
  /** The last of those keys as text: the row's identifier, in lists sorted by it. */
  readonly afterId: string | null;
}

/** A page request and the parameters of its cursors. */
interface RequestedPage extends PageRequest {
  readonly encode: (position: Position) => Promise<string>;
}

type Filters = Readonly<Record<string, string | undefined>>;

interface ListRequest {
  readonly path: string;
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
}

/** Parses the page parameters of a list request, or returns a 422 for a cursor that this list did not issue. */
export async function readPageRequest(
  ctx: RequestContext,
  { path, query }: ListRequest,
  filters: Filters,
  defaultLimit = 20,
): Promise<RequestedPage | Failure> {
  const scope = scopeOf(ctx, path, filters);
  const after = query.cursor === undefined ? null : await decodeCursor(scope, query.cursor);
  if (query.cursor !== undefined && after === null) {
    return invalid({
      pointer: '?cursor',
      code: 'invalid_cursor',
      message: 'is not a cursor for this list and these filters. Restart without it',
    });
  }
  return {
    limit: (query.limit ?? defaultLimit) + 1,
    after,
    afterId: after === null ? null : String(after.at(-1)),
    encode: (position) => encodeCursor(scope, position),
  };
}

/** Returns the context that a cursor of this list with these filters is bound to. */
function scopeOf(ctx: RequestContext, path: string, filters: Filters): CursorScope {
  // The operator is not a partner and has its own cursors.
  const { partnerId, environment } = ctx.principal ?? { partnerId: 'operator', environment: 'none' };
  const { signingSecret: secret, formerSigningSecret: formerSecret } = ctx.env;
  return { secret, formerSecret, partnerId, environment, path, filters };
}

/** Returns whether this list issued the cursor to a key of the caller's partner in the other environment. */
export async function isCursorOfOtherEnvironment(
  ctx: PartnerContext,
  { path, query }: ListRequest,
  filters: Filters,
): Promise<boolean> {
  const environment = otherEnvironment(ctx.principal.environment);
  return (await decodeCursor({ ...scopeOf(ctx, path, filters), environment }, query.cursor ?? '')) !== null;
}

/** The result of reading a list: its rows, or an object that contains them. */
export type Found<Row> = readonly Row[] | { readonly rows: readonly Row[] };

/** A page of rows not yet mapped to the wire. */
export interface Page<Row, Read> {
  readonly rows: readonly Row[];
  /** The result of `read`. */
  readonly found: Read;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface List<Row, Read extends Found<Row>> {
  /** The filters that the list's cursors are bound to. */
  readonly filters?: Filters;
  readonly defaultLimit?: number;
  /** Reads `limit` rows after a position, in the order of the list. */
  readonly read: (page: PageRequest) => Promise<(Read & Found<Row>) | Failure>;
  /** Returns the sort keys of a row. */
  readonly positionOf: (row: Row) => Position;
}

/** Reads one page of a list. Returns its rows and the other members. */
export async function readPage<Row, Read extends Found<Row>>(
  ctx: RequestContext,
  request: ListRequest,
  list: List<Row, Read>,
): Promise<Page<Row, Read> | Failure> {
  const page = await readPageRequest(ctx, request, list.filters ?? {}, list.defaultLimit);
  if (isFailure(page)) return page;
  const found = await list.read(page);
  if (isFailure(found)) return found;
  const rows = 'rows' in found ? found.rows : found;
  const shown = rows.slice(0, page.limit - 1);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length && last !== undefined;
  const next_cursor = hasMore ? await page.encode(list.positionOf(last)) : null;
  return { rows: shown, found, has_more: hasMore, next_cursor };
}

/** Returns the body of a page, with its wire rows in order. */
export function pageWith<Shown>({ has_more, next_cursor }: Page<unknown, unknown>, data: Shown[]) {
  return { data, has_more, next_cursor };
}

/** Answers with one page of a list whose rows need nothing but `toWire`. */
export async function answerPage<Row, Shown>(
  ctx: RequestContext,
  request: ListRequest,
  list: List<Row, Found<Row>> & { readonly toWire: (row: Row) => Shown },
): Promise<Answer<ReturnType<typeof pageWith<Shown>>, 200> | Failure> {
  const page = await readPage(ctx, request, list);
  if (isFailure(page)) return page;
  const data = page.rows.map((row) => list.toWire(row));
  return { status: 200, body: pageWith(page, data) };
}
