import type { Answer, CallOptions, Input } from './calls.ts';

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
