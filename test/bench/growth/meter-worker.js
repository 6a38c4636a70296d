// The service with D1's own counts of what every statement read and wrote, the work after the answer included.
import worker from './index.js';

export * from './index.js';

export default {
  async fetch(request, bindings) {
    const batches = [];
    const metered = { ...bindings };
    const offset = request.headers.get('x-meter-clock-offset-s');
    if (offset) metered.CLOCK_OFFSET_S = offset;
    for (const [name, binding] of Object.entries(bindings)) {
      if (binding && typeof binding === 'object' && 'prepare' in binding)
        metered[name] = meteredDatabase(name, binding, batches);
    }
    const cron = request.headers.get('x-meter-cron');
    const pending = [];
    const execution = { waitUntil: (work) => pending.push(work), passThroughOnException: () => undefined };
    const response = cron
      ? await worker.scheduled({ cron }, metered).then(() => new Response('ran'))
      : await worker.fetch(request, metered, execution);
    const body = await response.text();
    await Promise.allSettled(pending);
    return Response.json({ status: response.status, headers: [...response.headers], body, batches });
  },
};

function meteredDatabase(name, database, batches) {
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
