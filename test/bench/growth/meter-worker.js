// The service with D1's own counts of what every statement read and wrote, the work after the answer included.
import worker from './index.js';

export * from './index.js';

/** Batches of the current request. Requests arrive one after the other. */
let batches = [];
/** The same for every request, as a deployment's are: what the service keeps by them stays kept. */
let metered;

export default {
  async fetch(request, bindings) {
    batches = [];
    metered ??= meteredBindings(bindings);
    const cron = request.headers.get('x-meter-cron');
    const pending = [];
    const execution = { waitUntil: (work) => pending.push(work), passThroughOnException: () => undefined };
    let response;
    if (cron) {
      const jobs = [];
      const queue = { sendBatch: async (sent) => void jobs.push(...sent) };
      await worker.scheduled({ cron }, { ...metered, JOB_QUEUE: queue });
      // One at a time, as the queue hands them over.
      for (const { body } of jobs) await worker.queue({ messages: [messageOf(body)] }, metered, execution);
      response = new Response('ran');
    } else {
      response = await worker.fetch(request, metered, execution);
    }
    const body = await response.text();
    await Promise.allSettled(pending);
    return Response.json({ status: response.status, headers: [...response.headers], body, batches });
  },
};

function messageOf(body) {
  const retry = () => {
    throw new Error('the message failed');
  };
  return { body, ack: () => undefined, retry };
}

function meteredBindings(bindings) {
  // A service binding says of every member that it has it, `prepare` too.
  const isDatabase = (name) => /^(REGISTRY|ATHLETES_(TEST|LIVE)_)/.test(name);
  return Object.fromEntries(
    Object.entries(bindings).map(([name, binding]) => [
      name,
      isDatabase(name) ? meteredDatabase(name, binding) : binding,
    ]),
  );
}

function meteredDatabase(name, database) {
  const texts = new WeakMap();
  return {
    prepare: (sql) => {
      const bare = database.prepare(sql);
      texts.set(bare, sql);
      const bind = bare.bind.bind(bare);
      bare.bind = (...parameters) => {
        const bound = bind(...parameters);
        texts.set(bound, sql);
        return bound;
      };
      return bare;
    },
    batch: async (statements) => {
      const results = await database.batch(statements);
      batches.push({
        database: name,
        statements: results.map(({ meta }, index) => ({
          sql: texts.get(statements[index]),
          read: meta.rows_read,
          written: meta.rows_written,
        })),
      });
      return results;
    },
  };
}
