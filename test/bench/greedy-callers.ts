import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of callers that send one body after the other, each on a connection of its own, and wait a second after a 503, as
 * `Retry-After` says, or after a lost connection. It ends with the statuses that they got when it is told to.
 */

/** The requests of the callers. */
export interface GreedyCallers {
  readonly requests: readonly {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array<ArrayBuffer> | string | null;
  }[];
}

const { requests }: GreedyCallers = workerData;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
const statuses = await Promise.all(
  requests.map(async ({ url, method, headers, body }) => {
    const own: number[] = [];
    while (!isOver) {
      const status = await fetch(url, { method, headers, body })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        })
        .catch(() => 0);
      own.push(status);
      if (status === 503 || status === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    return own;
  }),
);
parentPort?.postMessage(statuses.flat());
