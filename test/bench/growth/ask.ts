import { encodeCursor, type Position } from '#platform/storage/cursor.ts';
import type { Client } from '../../support/connect-over-http.ts';
import type { MeteredReply, MeteredSend, Reading } from './meter.ts';

/**
 * The quantity that an operation's rows may grow with. `nothing`: they stay the same. `own history`: they follow the
 * rows of the one athlete whom it rewrites or shows whole, and never others'. `webhooks`: an operator's list reads a row of
 * each partner's webhook. `steps`: a job takes as many steps as there is work, and each is bounded.
 */
export type GrowsWith = 'nothing' | 'own history' | 'webhooks' | 'steps';

export interface Measurement {
  /** The name of the route, the path of the page or the cron of the job. */
  readonly operation: string;
  readonly variant: string;
  readonly growsWith: GrowsWith;
  readonly reading: Reading;
}

/** Two athletes and a partner's credentials to ask with. */
export interface WalkWorld {
  readonly send: MeteredSend;
  readonly signingSecret: string;
  readonly operatorToken: string;
  readonly partnerId: string;
  readonly key: string;
  readonly client: Client;
  /** Has a fifth of all activities there are. */
  readonly heavyAthleteId: string;
  /** Has had a fifth of those that came last; the walk erases it. */
  readonly doomedAthleteId: string;
  readonly productId: string;
  /** Has nearly all deliveries of the partner. */
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly nowMs: number;
  /** Leaves a request of a partner for live access, as its page in the console does. */
  readonly requestLiveAccess: (partnerId: string) => Promise<void>;
}

/** Pages so small that the smallest size fills them too. */
export const LIMIT = 5;

interface AskOptions {
  /** Text goes as a form, unless the headers say otherwise. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly growsWith?: GrowsWith;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; a member that is missing fails the next request
type Json = any;
/** Sends a request, and notes what it cost. Throws where it is refused. */
export type Ask = (
  operation: string,
  variant: string,
  method: string,
  path: string,
  options?: AskOptions,
) => Promise<Json>;
/** Notes what a request cost. */
export type Note = (operation: string, variant: string, reply: MeteredReply, growsWith?: GrowsWith) => void;
/** Returns a cursor of a list for a position in it. */
export type CursorAt = (
  position: Position,
  path: string,
  filters?: Record<string, string>,
) => Promise<string>;

/** Returns with what a walk asks, and the measurements of what it has asked. */
export function beginAsking(world: WalkWorld) {
  const taken: Measurement[] = [];
  const { send, key } = world;
  const note: Note = (operation, variant, reply, growsWith = 'nothing') => {
    taken.push({ operation, variant, growsWith, reading: reply.reading });
  };
  const ask: Ask = async (operation, variant, method, path, options = {}) => {
    const { body, growsWith = 'nothing', token = key, headers = {} } = options;
    const form = typeof body === 'string';
    const reply = await send({
      method,
      path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : form ? body : JSON.stringify(body),
    });
    if (reply.status >= 400) {
      throw new Error(`${operation} (${variant}) answered ${reply.status}: ${reply.text.slice(0, 500)}`);
    }
    note(operation, variant, reply, growsWith);
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(reply.text) : {};
  };
  const at: CursorAt = (position: Position, path: string, filters = {}) => {
    const { signingSecret: secret, partnerId } = world;
    return encodeCursor({ secret, partnerId, environment: 'test', path, filters }, position);
  };
  return { taken, ask, note, at };
}
