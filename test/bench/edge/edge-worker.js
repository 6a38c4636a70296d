// The service with its remote calls recorded, and the rows that its Durable Objects store counted.

import { RemoteCallRecorder } from '../../support/remote-calls.ts';
import worker, { KeyGuard as ServiceKeyGuard, ProductLimiter as ServiceProductLimiter } from './index.js';

export * from './index.js';

/** Rows that Durable Objects wrote, which live in this isolate too. */
let objectRowsWritten = 0;
let isCounting = false;

function countWrites(state) {
  if (isCounting) return;
  isCounting = true;
  const methods = Object.getPrototypeOf(state.storage.kv);
  for (const name of ['put', 'delete']) {
    const method = methods[name];
    methods[name] = function counted(...given) {
      objectRowsWritten += 1;
      return method.apply(this, given);
    };
  }
}

export class KeyGuard extends ServiceKeyGuard {
  constructor(state, bindings) {
    countWrites(state);
    super(state, bindings);
  }
}

export class ProductLimiter extends ServiceProductLimiter {
  constructor(state, bindings) {
    countWrites(state);
    super(state, bindings);
  }
}

/** One recorder an isolate that is played: the service keeps its memory by the bindings it is given. */
const isolates = new Map();

export default {
  async fetch(request, bindings) {
    const isolate = request.headers.get('x-edge-isolate') ?? '';
    const recorder = isolates.get(isolate) ?? new RemoteCallRecorder(bindings);
    isolates.set(isolate, recorder);
    const pending = [];
    const execution = { waitUntil: (work) => pending.push(work), passThroughOnException: () => undefined };
    const writtenBefore = objectRowsWritten;
    const { answer, calls } = await recorder.record(async (onAnswer) => {
      const isAlone = request.headers.get('x-edge-lease') === 'none';
      const given = isAlone ? recorder.withoutLease() : recorder.bindings;
      const response = await worker.fetch(request, given, execution);
      const body = await response.text();
      onAnswer();
      return { status: response.status, headers: [...response.headers], body };
    });
    await Promise.allSettled(pending);
    return Response.json({ ...answer, calls, objectRowsWritten: objectRowsWritten - writtenBefore });
  },
};
