// Measures the storage calls of one operation on their own: the same calls, then a constant of the same size. Each
// operation's calls are recorded from the service itself, in these stores, so that the floor cannot be too low or
// too high. They arrive by PUT.

let operations = {};

export default {
  async fetch(request, bindings) {
    if (request.method === 'PUT') {
      operations = await request.json();
      return new Response(null, { status: 204 });
    }
    const { calls, bytes, guardId, fresh } = operations[new URL(request.url).pathname];
    // A second insert of the recorded identifiers would be refused.
    const made = fresh.map((text) => [text, randomLike(text)]);
    const renew = (value) => {
      if (value?.bytes) return new Uint8Array(value.bytes);
      return typeof value === 'string'
        ? made.reduce((text, [old, own]) => text.replaceAll(old, own), value)
        : value;
    };
    let guarded = null;
    for (const call of calls) {
      if (call.kind === 'get') await bindings.API_KEYS.get(call.name, call.options);
      // As in the service, the guard is asked after the key is known, and a read runs beside it.
      guarded ??= bindings.KEY_GUARD.get(bindings.KEY_GUARD.idFromName(guardId)).admit(1e9);
      if (call.kind === 'put') await bindings.API_KEYS.put(renew(call.name), call.value);
      if (call.kind === 'batch') {
        const database = bindings[call.database];
        if (request.method !== 'GET') await guarded;
        await database.batch(
          call.statements.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters.map(renew))),
        );
      }
    }
    await guarded;
    await request.text();
    return new Response('x'.repeat(bytes), { headers: { 'content-type': 'application/json' } });
  },
};

function randomLike(text) {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz';
  const keep = text.indexOf('_') + 1;
  let made = text.slice(0, keep);
  for (const byte of crypto.getRandomValues(new Uint8Array(text.length - keep))) made += letters[byte % 16];
  return made;
}
