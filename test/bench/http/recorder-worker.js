// The service with its storage calls written down: the floor Worker repeats them without the service.
import worker from './index.js';

export * from './index.js';

export default {
  async fetch(request, bindings, execution) {
    const calls = [];
    const recorded = { ...bindings };
    for (const [name, binding] of Object.entries(bindings)) {
      // By name: a service binding says of every member that it has it, `prepare` too.
      if (/^(REGISTRY$|ATHLETES_(TEST|LIVE)_)/.test(name))
        recorded[name] = recordingDatabase(name, binding, calls);
    }
    recorded.API_KEYS = recordingKeys(bindings.API_KEYS, calls);
    const response = await worker.fetch(request, recorded, execution);
    const body = await response.text();
    return Response.json({ status: response.status, bytes: body.length, body, calls });
  },
};

function recordingDatabase(name, database, calls) {
  const texts = new WeakMap();
  return {
    prepare: (sql) => ({
      bind: (...parameters) => {
        const statement = database.prepare(sql).bind(...parameters);
        texts.set(statement, { sql, parameters: parameters.map(asJson) });
        return statement;
      },
    }),
    batch: (statements) => {
      calls.push({
        kind: 'batch',
        database: name,
        statements: statements.map((statement) => texts.get(statement)),
      });
      return database.batch(statements);
    },
  };
}

/** Bytes have no form of their own in JSON. */
function asJson(parameter) {
  if (parameter instanceof ArrayBuffer) return { bytes: [...new Uint8Array(parameter)] };
  return ArrayBuffer.isView(parameter) ? { bytes: [...parameter] } : parameter;
}

function recordingKeys(keys, calls) {
  return {
    get: (name, options) => {
      calls.push({ kind: 'get', name, options });
      return keys.get(name, options);
    },
    put: (name, value) => {
      calls.push({ kind: 'put', name, value });
      return keys.put(name, value);
    },
  };
}
