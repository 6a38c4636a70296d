import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type DispatchCosts, pricePerMillionEvents } from './bill.ts';

/** Rates of events that are measured, each for so long and at a receiver that takes so long. */
const RATES = [
  { perSecond: 0.2, seconds: 100, answerMs: 100 },
  // All in one store, whose dispatcher has five connections.
  { perSecond: 100, seconds: 30, answerMs: 20 },
] as const;
/** The figures that FIGURES.md quotes. */
const FIGURES = join(import.meta.dirname, '../figures/dispatch.json');
/** The most that a batch takes. */
const BATCH = 50;
const DRAINED_AFTER_MS = 15_000;

/**
 * Prints what a million events to one webhook cost at two rates, from what its dispatchers counted: wakes and alarms, how
 * long they worked, and rows written and read. The changes themselves are in the table of operations. Writes the same to
 * `test/bench/figures/dispatch.json`.
 */
export async function measureDispatch(
  baseUrl: string,
  send: (path: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  let arrived = 0;
  let answerMs = 0;
  const receiver = createServer((_request, response) => {
    arrived += 1;
    setTimeout(() => response.writeHead(204).end(), answerMs);
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
      '\n| events a second, wanted and reached | events | wakes | alarms | ms | object rows | US$ per million events |',
    );
    console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
    const figures: object[] = [];
    for (const rate of RATES) {
      const { perSecond, seconds } = rate;
      answerMs = rate.answerMs;
      await takeCosts();
      arrived = 0;
      const tookS = await change(send, perSecond, seconds);
      await pause(DRAINED_AFTER_MS);
      const costs = await takeCosts();
      const { wakes, alarms, ms, objectRowsWritten } = costs;
      const reached = Number((arrived / tookS).toFixed(1));
      const dollarsPerMillion = Number(pricePerMillionEvents(costs, arrived).toFixed(2));
      figures.push({ perSecond, answerMs, reached, events: arrived, ...costs, dollarsPerMillion });
      console.log(
        `| ${perSecond}, ${reached} | ${arrived} | ${wakes} | ${alarms} | ${ms} | ${objectRowsWritten} | ${dollarsPerMillion} |`,
      );
    }
    await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Creates so many athletes a second, as fast as the machine can. Returns the seconds that it took. */
async function change(
  send: (path: string, body: unknown) => Promise<unknown>,
  perSecond: number,
  seconds: number,
): Promise<number> {
  const startedAt = Date.now();
  const count = Math.round(perSecond * seconds);
  const size = Math.max(1, Math.min(BATCH, perSecond));
  for (let done = 0; done < count; done += size) {
    await pause(startedAt + (done / perSecond) * 1000 - Date.now());
    const athletes = Array.from({ length: size }, (_, index) => ({
      external_id: `edge-${perSecond}-${done + index}`,
    }));
    await send('/v1/athletes/batch', { athletes });
  }
  return (Date.now() - startedAt) / 1000;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
