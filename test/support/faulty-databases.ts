/** Wraps a database so that `act` runs in place of each batch; `send` sends it. */
export function withBatches(
  database: D1Database,
  act: (send: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => act(() => target.batch(statements));
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Wraps a database so that it answers no batch. */
export function away(database: D1Database): D1Database {
  return withBatches(database, () => Promise.reject(new Error('the database is away')));
}

/** Wraps a database so that it has no room while `isFull` says so: it refuses each batch that inserts or updates. */
export function full(database: D1Database, isFull = () => true): D1Database {
  return awayFor(database, /^\s*(insert|update)/i, 'D1_ERROR: Exceeded maximum DB size', isFull);
}

/** Wraps a database so that it answers neither a batch nor a statement that runs by itself. */
export function silent(database: D1Database): D1Database {
  return new Proxy(away(database), {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name !== 'prepare') return member;
      return (query: string) =>
        Object.assign(Object.create(database.prepare(query)), {
          bind: (...values: unknown[]) => database.prepare(query).bind(...values),
          run: () => Promise.reject(new Error('the database does not answer')),
        });
    },
  });
}

/** Wraps a database so that it answers batches with a statement like this with a message while `isAway` says so. */
export function awayFor(
  database: D1Database,
  statement: RegExp,
  message = 'the database is away',
  isAway = () => true,
): D1Database {
  return withBatchesOf(database, statement, (send) =>
    isAway() ? Promise.reject(new Error(message)) : send(),
  );
}

/** Wraps a database so that `act` runs in place of each batch with a statement like this; `send` sends it. */
export function withBatchesOf(
  database: D1Database,
  statement: RegExp,
  act: (send: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database {
  const texts = new WeakMap<object, string>();
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => {
          const prepared = target.prepare(query);
          return new Proxy(prepared, {
            get: (one, member) =>
              member === 'bind'
                ? (...values: unknown[]) => {
                    const bound = one.bind(...values);
                    texts.set(bound, query);
                    return bound;
                  }
                : Reflect.get(one, member),
          });
        };
      }
      if (name !== 'batch') {
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return (statements: D1PreparedStatement[]) => {
        const send = () => target.batch(statements);
        return statements.some((one) => statement.test(texts.get(one) ?? '')) ? act(send) : send();
      };
    },
  });
}

/** Wraps a database so that each batch waits first while `isSlow` says so. */
export function slow(database: D1Database, waitMs: number, isSlow: () => boolean): D1Database {
  return withBatches(database, async (send) => {
    if (isSlow()) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return send();
  });
}
