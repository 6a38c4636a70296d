import type { Answer, OperationId } from './calls.ts';

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
