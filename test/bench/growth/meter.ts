import type { SendRequest } from '../../support/connect-over-http.ts';

interface MeteredBatch {
  readonly database: string;
  readonly statements: readonly { readonly sql: string; readonly read: number; readonly written: number }[];
}

/** D1's report of one operation. */
export interface Reading {
  readonly read: number;
  readonly written: number;
  /** Rows that the one batch read which read most. */
  readonly largestBatch: number;
  readonly batches: readonly MeteredBatch[];
}

/** The answer to a request, and its cost. */
export interface MeteredReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly reading: Reading;
}

export type MeteredSend = (request: Parameters<SendRequest>[0]) => Promise<MeteredReply>;

/** Sends through the meter Worker, which tells what each statement read and wrote. */
export function meteredSend(baseUrl: string): MeteredSend {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === null ? {} : { body }),
    });
    const metered = JSON.parse(await response.text());
    const batches: MeteredBatch[] = metered.batches;
    const readOf = (batch: MeteredBatch) => sum(batch.statements.map(({ read }) => read));
    return {
      status: metered.status,
      headers: new Headers(metered.headers),
      text: metered.body,
      reading: {
        read: sum(batches.map(readOf)),
        written: sum(batches.flatMap(({ statements }) => statements.map(({ written }) => written))),
        largestBatch: Math.max(0, ...batches.map(readOf)),
        batches,
      },
    };
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
