import type { Answer, CallOptions, Input, OperationId } from './calls.ts';

/** The operations with pages. Excludes the event feed, which has no end. */
export type ListOperationId = {
  [Id in OperationId]: Answer<Id> extends PageOf<unknown> ? (Id extends 'listEvents' ? never : Id) : never;
}[OperationId];

/** One item of a list. */
export type Item<Id extends ListOperationId> = Answer<Id> extends PageOf<infer Each> ? Each : never;

/** A page of any list. */
export interface PageOf<Each> {
  readonly data: readonly Each[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Returns whether a response has the shape of a page. Trusts its items to match the OpenAPI document. */
export function isPage<Each>(answer: unknown): answer is PageOf<Each> {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data);
}

/** Yields every item of a list, page by page. */
export async function* itemsOf<Each>(
  list: (cursor: { readonly cursor?: string }) => Promise<PageOf<Each>>,
): AsyncGenerator<Each, void, undefined> {
  let page = await list({});
  yield* page.data;
  while (page.has_more && page.next_cursor !== null) {
    page = await list({ cursor: page.next_cursor });
    yield* page.data;
  }
}

type Page = Answer<'listEvents'>;
type Event = Page['data'][number];

/** The most events of one request. */
const PAGE = 100;

/**
 * Iterates over the events since a cursor, and stops once it has caught up. The next run resumes from `cursor`, which moves
 * past a page once all its events were handled. After a crash, events may repeat but none is lost.
 */
export class EventFeed implements AsyncIterable<Event> {
  readonly #list: (input: Input<'listEvents'>, options: CallOptions) => Promise<Page>;
  readonly #input: Input<'listEvents'>;
  readonly #options: CallOptions;
  #cursor: string | null;

  constructor(
    list: (input: Input<'listEvents'>, options: CallOptions) => Promise<Page>,
    input: Input<'listEvents'>,
    options: CallOptions,
  ) {
    this.#list = list;
    this.#input = input;
    this.#options = options;
    this.#cursor = input.cursor ?? null;
  }

  /** The cursor for the next run. Null until the first page was handled. */
  get cursor(): string | null {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (let hasMore = true; hasMore; ) {
      const from = this.#cursor === null ? {} : { cursor: this.#cursor };
      const page = await this.#list({ limit: PAGE, ...this.#input, ...from }, this.#options);
      yield* page.data;
      this.#cursor = page.next_cursor;
      hasMore = page.has_more;
    }
  }
}
