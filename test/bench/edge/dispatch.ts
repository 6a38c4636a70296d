import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DispatchCosts, pricePerMillionEvents } from './bill.ts';

/** Rates of events that are measured, each for so long. */
const RATES = [
  { perSecond: 0.2, seconds: 100 },
  { perSecond: 100, seconds: 30 },
] as const;
/** Time that the receiver takes. */
const ANSWER_MS = 100;
const DRAINED_AFTER_MS = 15_000;

/**
 * Prints what a million events to one webhook cost at two rates, from what its dispatchers counted: requests and alarms,
 * how long they worked, and rows written and read. The changes themselves are in the table of operations.
 */
export async function measureDispatch(
  baseUrl: string,
  send: (path: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  let arrived = 0;
  const receiver = createServer((_request, response) => {
    arrived += 1;
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const takeCosts = async (): Promise<DispatchCosts> => {
    const answer = await fetch(baseUrl, { headers: { 'x-edge-dispatched': '1' } });
    return answer.json() as Promise<DispatchCosts>;
  };
  try {
    await send('/v1/webhooks', { url: `http://127.0.0.1:${port}/hook`, events: ['athlete.created'] });
    console.log(
      '\n| events a second | events | requests and alarms | ms | object rows | US$ per million events |',
    );
    console.log('| ---: | ---: | ---: | ---: | ---: | ---: |');
    for (const { perSecond, seconds } of RATES) {
      await takeCosts();
      arrived = 0;
      const everyMs = perSecond < 1 ? 1000 / perSecond : 1000;
      for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs += everyMs) {
        const nextAt = Date.now() + everyMs;
        const athletes = Array.from({ length: Math.max(1, perSecond) }, (_, index) => ({
          external_id: `edge-${perSecond}-${elapsedMs}-${index}`,
        }));
        await send('/v1/athletes/batch', { athletes });
        await pause(nextAt - Date.now());
      }
      await pause(DRAINED_AFTER_MS);
      const costs = await takeCosts();
      const { requests, ms, objectRowsWritten } = costs;
      const price = pricePerMillionEvents(costs, arrived).toFixed(2);
      console.log(`| ${perSecond} | ${arrived} | ${requests} | ${ms} | ${objectRowsWritten} | ${price} |`);
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
