import type { Reply, Send } from './writer.ts';

/** An event as the feed shows it. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Follows the events of a key's environment by cursor, as a platform does: it reads no page twice, whoever is killed. */
export class EventFollower {
  /** All events that were read, in the order of the feed. */
  readonly events: FeedEvent[] = [];
  readonly #send: Send;
  readonly #key: string;
  #cursor: string | null = null;

  constructor(send: Send, key: string) {
    this.#send = send;
    this.#key = key;
  }

  /** Reads to the end of the feed from its last position. Returns the new events. */
  async follow(): Promise<readonly FeedEvent[]> {
    const before = this.events.length;
    for (let hasMore = true; hasMore; ) {
      const page: Reply['json'] = await this.#readPage();
      this.events.push(...page.data);
      this.#cursor = String(page.next_cursor);
      hasMore = page.has_more;
    }
    return this.events.slice(before);
  }

  async #readPage() {
    const query = new URLSearchParams({
      limit: '100',
      ...(this.#cursor === null ? {} : { cursor: this.#cursor }),
    });
    const reply = await this.#send({ method: 'GET', path: `/v1/events?${query}`, key: this.#key });
    if (reply?.status !== 200) throw new Error(`the feed answered ${JSON.stringify(reply)}`);
    return reply.json;
  }
}
