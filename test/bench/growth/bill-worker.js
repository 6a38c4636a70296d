// The service with all that it is billed for counted: the work after answers, in objects and of crons included. What
// dispatchers do is not: it depends on how events spread over time, so `npm run bench:edge -- --dispatch` measures it.

import * as service from './index.js';

export * from './index.js';

const NOTHING = {
  requests: 0,
  cronRuns: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  objectRequests: 0,
  objectRowsWritten: 0,
  queueMessages: 0,
};
let totals = { ...NOTHING };

/** Calls on Durable Objects that are billed, and the bindings of their namespaces. */
const OBJECTS = /^(KEY_GUARD|PRODUCT_LIMITER|DIRECTORY)$/;
const DATABASES = /^(REGISTRY|ATHLETES_(TEST|LIVE)_)/;

/** The counted bindings of each set: the service keeps its memory by the bindings that it is given. */
const counted = new WeakMap();

function countedBindings(bindings) {
  const known = counted.get(bindings);
  if (known) return known;
  const entries = Object.entries(bindings).map(([name, binding]) => [name, countedBinding(name, binding)]);
  const made = Object.fromEntries(entries);
  counted.set(bindings, made);
  return made;
}

function countedBinding(name, binding) {
  if (DATABASES.test(name)) return countedDatabase(binding);
  if (name === 'API_KEYS') return countedKv(binding);
  if (OBJECTS.test(name)) return countedNamespace(binding);
  return binding;
}

function countedDatabase(database) {
  return {
    prepare: (sql) => database.prepare(sql),
    batch: async (statements) => {
      const results = await database.batch(statements);
      for (const { meta } of results) {
        totals.d1RowsRead += meta.rows_read;
        totals.d1RowsWritten += meta.rows_written;
      }
      return results;
    },
  };
}

function countedKv(kv) {
  return countedMembers(kv, (name) => {
    totals[name === 'get' ? 'kvReads' : 'kvWrites'] += 1;
  });
}

function countedNamespace(namespace) {
  return new Proxy(namespace, {
    get: (target, name) => {
      const method = boundMember(target, name);
      if (name === 'jurisdiction') return (...given) => countedNamespace(method(...given));
      if (name !== 'get' && name !== 'getByName') return method;
      return (...given) =>
        countedMembers(method(...given), () => {
          totals.objectRequests += 1;
        });
    },
  });
}

function countedMembers(target, count) {
  return new Proxy(target, {
    get: (_target, name) => {
      const method = boundMember(target, name);
      if (typeof method !== 'function') return method;
      return (...given) => {
        count(name);
        return method(...given);
      };
    },
  });
}

function boundMember(target, name) {
  const member = Reflect.get(target, name, target);
  // Not `bind`: an object's stub takes every member for a message.
  return typeof member === 'function' ? (...given) => Reflect.apply(member, target, given) : member;
}

let isCountingStorage = false;
/** Storages of dispatchers, which are not counted. */
const ofDispatchers = new WeakSet();

function countStorage({ storage }) {
  if (isCountingStorage) return;
  isCountingStorage = true;
  const count = (part, name, rowsOf) => {
    const methods = Object.getPrototypeOf(part);
    const method = methods[name];
    methods[name] = function billed(...given) {
      const result = method.apply(this, given);
      if (!ofDispatchers.has(this)) totals.objectRowsWritten += rowsOf(result);
      return result;
    };
  };
  for (const name of ['put', 'delete', 'setAlarm']) count(storage, name, () => 1);
  for (const name of ['put', 'delete']) count(storage.kv, name, () => 1);
  count(storage.sql, 'exec', ({ rowsWritten }) => rowsWritten);
}

function billed(Base) {
  return class extends Base {
    constructor(state, bindings) {
      countStorage(state);
      super(state, countedBindings(bindings));
    }
  };
}

export const KeyGuard = billed(service.KeyGuard);
export const ProductLimiter = billed(service.ProductLimiter);
export const Directory = billed(service.Directory);
/** A version before dispatchers has none. */
export const Dispatcher = class extends (service.Dispatcher ?? class {}) {
  constructor(state, bindings) {
    for (const part of [state.storage, state.storage.kv, state.storage.sql]) ofDispatchers.add(part);
    super(state, bindings);
  }
};

function count(messages) {
  totals.queueMessages += messages;
}

/** Messages of queues, one after the other with all that they began. */
let delivered = Promise.resolve();

function withQueue(bindings) {
  const deliver = (body) => {
    totals.queueMessages += 1;
    delivered = delivered.then(async () => {
      const { pending, execution } = newExecution();
      await service.default.queue(batchOf(body), made, execution);
      await Promise.allSettled(pending);
    });
  };
  const queue = {
    send: async (body) => deliver(body),
    sendBatch: async (sent) => {
      for (const { body } of sent) deliver(body);
    },
  };
  // An older version delivered by a queue: its messages are counted, not its deliveries.
  const uncounted = { send: async () => count(1), sendBatch: async (sent) => count(sent.length) };
  const made = { ...bindings, JOB_QUEUE: queue, WEBHOOK_QUEUE: uncounted };
  return made;
}

function newExecution() {
  const pending = [];
  return {
    pending,
    execution: { waitUntil: (work) => pending.push(work), passThroughOnException: () => undefined },
  };
}

function batchOf(body) {
  return { messages: [{ body, attempts: 1, ack: () => undefined, retry: () => undefined }] };
}

/** Waits until no message is left. */
async function emptyQueue() {
  let last;
  do {
    last = delivered;
    await last;
  } while (last !== delivered);
}

let given;

export default {
  async fetch(request, bindings) {
    given ??= withQueue(countedBindings(bindings));
    const asked = request.headers.get('x-bill');
    if (asked === 'totals') {
      await emptyQueue();
      const taken = totals;
      totals = { ...NOTHING };
      return Response.json(taken);
    }
    if (asked === 'cron') {
      totals.cronRuns += 1;
      const later = withQueue({ ...given, CLOCK_OFFSET_S: request.headers.get('x-bill-offset-s') });
      await service.default.scheduled({ cron: request.headers.get('x-bill-cron') }, later);
      await emptyQueue();
      return new Response('ran');
    }
    totals.requests += 1;
    const { pending, execution } = newExecution();
    const response = await service.default.fetch(request, given, execution);
    const body = await response.arrayBuffer();
    await Promise.allSettled(pending);
    return new Response(body.byteLength === 0 ? null : body, response);
  },
};
