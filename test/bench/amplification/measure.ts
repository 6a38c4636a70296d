import { CONNECTIONS, median } from '../http/load.ts';
import { type Case, casesOf } from './cases.ts';
import { type Bench, sendCase, unitsOf } from './service.ts';

/** A case with what it cost. */
export interface Measured {
  readonly request: Case;
  readonly status: number;
  readonly cpuMs: number;
  /** Its processor time in calculations of the same run. */
  readonly calculations: number;
  readonly units: number;
  readonly calculationsPerUnit: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bytesRatio: number;
}

/** The processor counts in hundredths of a second, so a measurement is at least this long. */
const CPU_MS_MIN = 200;
/** The calculation that costs are compared with is the median of as many measurements. */
const CALIBRATIONS = 3;
/** Measurements before those count: the first thousands of requests compile what later ones reuse. */
const WARM_ROUNDS = 5;
const WALL_MS_MAX = 6000;
const REQUESTS_MAX = 400;
/** Path, method and the headers that every request has. */
const HEADER_BYTES = 300;

/** Returns the bytes of a request, its headers roughly. */
export function bytesInOf({ body, path }: Case): number {
  return HEADER_BYTES + path.length + Buffer.byteLength(body ?? '');
}

/** Returns the processor time of one request of a case, over as many as a measurement needs. */
async function cpuPerRequestMs({ service, cpuMs }: Bench, request: Case, connections = 1): Promise<number> {
  const [beforeMs, startedAt] = [await cpuMs(), performance.now()];
  for (let count = connections; ; count += connections) {
    await Promise.all(Array.from({ length: connections }, () => sendCase(service, request)));
    const usedMs = (await cpuMs()) - beforeMs;
    const isLong = performance.now() - startedAt > WALL_MS_MAX;
    if ((usedMs >= CPU_MS_MIN && count >= 3) || count >= REQUESTS_MAX || isLong) return usedMs / count;
  }
}

/** Measures cases next to a usual calculation, which is measured again after every few of them. */
export class Meter {
  readonly #bench: Bench;
  readonly #usual: Case;
  readonly #calibrations: number[] = [];
  #measured = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
    const usual = casesOf(bench.world).find(
      ({ operationId, name }) => operationId === 'calculateNutrition' && name === 'the example',
    );
    if (!usual) throw new Error('the usual calculation is missing');
    this.#usual = usual;
  }

  /** Returns the processor time of a usual calculation, by the last measurements. */
  get calculationMs(): number {
    return median(this.#calibrations.slice(-CALIBRATIONS));
  }

  /** Measures a case. */
  async measure(request: Case): Promise<Measured> {
    if (this.#measured++ % 10 === 0) await this.#calibrate();
    const first = await sendCase(this.#bench.service, request);
    const cpuMs = await cpuPerRequestMs(this.#bench, request);
    const units = await unitsOf(this.#bench, request);
    const bytesIn = bytesInOf(request);
    const calculations = cpuMs / this.calculationMs;
    return {
      request,
      status: first.status,
      cpuMs,
      calculations,
      units,
      calculationsPerUnit: calculations / units,
      bytesIn,
      bytesOut: first.bytes,
      bytesRatio: first.bytes / bytesIn,
    };
  }

  async #calibrate(): Promise<void> {
    // Several at a time, because an isolate that waits for each request pays for waking up, too.
    const isFirst = this.#calibrations.length === 0;
    for (let warm = 0; isFirst && warm < WARM_ROUNDS; warm++) {
      await cpuPerRequestMs(this.#bench, this.#usual, CONNECTIONS);
    }
    for (let round = 0; round < (isFirst ? CALIBRATIONS : 1); round++) {
      this.#calibrations.push(await cpuPerRequestMs(this.#bench, this.#usual, CONNECTIONS));
    }
  }
}
