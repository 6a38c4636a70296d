import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of callers that send one body after the other, each on a connection of its own, and wait a second after a 503, as
 * `Retry-After` says. It ends with the statuses that they got when it is told to.
 */

/** The requests of the callers. */
export interface GreedyCallers {
  readonly requests: readonly {
    readonly url: string;
    readonly key: string;
    readonly type: string;
    readonly body: Uint8Array<ArrayBuffer>;
  }[];
}

const { requests }: GreedyCallers = workerData;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
const statuses = await Promise.all(
  requests.map(async ({ url, key, type, body }) => {
    const own: number[] = [];
    while (!isOver) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      await answer?.arrayBuffer();
      own.push(answer?.status ?? 0);
      if (answer?.status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    return own;
  }),
);
parentPort?.postMessage(statuses.flat());
