// The service with its remote calls recorded, and the rows that its Durable Objects store counted.

import { RemoteCallRecorder } from '../../support/remote-calls.ts';
import worker, {
  Dispatcher as ServiceDispatcher,
  KeyGuard as ServiceKeyGuard,
  ProductLimiter as ServiceProductLimiter,
} from './index.js';

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

/** The cost of dispatchers since the last report. */
let dispatched = noCosts();

function noCosts() {
  return { wakes: 0, alarms: 0, ms: 0, objectRowsWritten: 0, rowsRead: 0, rowsWritten: 0 };
}

/** The storages of dispatchers, with their parts. */
const ofDispatchers = new WeakSet();
let isCountingDispatchers = false;

/** Counts rows that dispatchers write to their storage; an alarm that is set costs as much as one. */
function countDispatcherWrites({ storage }) {
  for (const part of [storage, storage.kv, storage.sql]) ofDispatchers.add(part);
  if (isCountingDispatchers) return;
  isCountingDispatchers = true;
  const count = (part, name, rowsOf) => {
    const methods = Object.getPrototypeOf(part);
    const method = methods[name];
    methods[name] = function counted(...given) {
      const result = method.apply(this, given);
      if (ofDispatchers.has(this)) dispatched.objectRowsWritten += rowsOf(result);
      return result;
    };
  };
  count(storage, 'setAlarm', () => 1);
  count(storage.kv, 'put', () => 1);
  count(storage.kv, 'delete', () => 1);
  count(storage.sql, 'exec', ({ rowsWritten }) => rowsWritten);
}

export class Dispatcher extends ServiceDispatcher {
  #working = 0;
  #sinceMs = 0;

  constructor(state, bindings) {
    countDispatcherWrites(state);
    const databases = Object.entries(bindings).filter(([name]) =>
      /^(REGISTRY|ATHLETES_(TEST|LIVE)_)/.test(name),
    );
    const counted = databases.map(([name, database]) => [name, countedDatabase(database)]);
    super(state, { ...bindings, ...Object.fromEntries(counted) });
  }

  wake(subscriber) {
    dispatched.wakes += 1;
    return this.#timed(() => super.wake(subscriber));
  }

  alarm() {
    dispatched.alarms += 1;
    return this.#timed(() => super.alarm());
  }

  /** Counts the time in which the object is at work, once for all that it does at the same time. */
  async #timed(work) {
    if (this.#working === 0) this.#sinceMs = Date.now();
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      if (this.#working === 0) dispatched.ms += Date.now() - this.#sinceMs;
    }
  }
}

function countedDatabase(database) {
  return {
    prepare: (query) => database.prepare(query),
    batch: async (statements) => {
      const results = await database.batch(statements);
      for (const { meta } of results) {
        dispatched.rowsRead += meta.rows_read;
        dispatched.rowsWritten += meta.rows_written;
      }
      return results;
    },
  };
}

/** One recorder an isolate that is played: the service keeps its memory by the bindings it is given. */
const isolates = new Map();

export default {
  async fetch(request, bindings) {
    if (request.headers.has('x-edge-dispatched')) {
      const costs = dispatched;
      dispatched = noCosts();
      return Response.json(costs);
    }
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
