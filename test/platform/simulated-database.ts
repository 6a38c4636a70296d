import {
  NEEDED_MIGRATIONS,
  SELECT_MIGRATIONS,
  SELECT_MIGRATIONS_AND_RUNS,
} from '#platform/storage/needed-migrations.ts';

/** A migrated database that holds nothing but old events, of which it keeps only the number, and that counts the statements it gets. */
export class SimulatedDatabase {
  readonly name: string;
  oldEvents = 0;
  queries = 0;

  constructor(name: string) {
    this.name = name;
  }

  get binding(): D1Database {
    const prepare = (sql: string) => {
      const statement = { sql, bind: () => ({ ...statement }), run: async () => this.#answer(sql) };
      return statement;
    };
    const batch = async (statements: readonly { readonly sql: string }[]) =>
      statements.map(({ sql }) => this.#answer(sql));
    return { prepare, batch } as unknown as D1Database;
  }

  #answer(sql: string) {
    this.queries += 1;
    const changes = sql.startsWith('delete from "events"') ? Math.min(1000, this.oldEvents) : 0;
    this.oldEvents -= changes;
    const results = [SELECT_MIGRATIONS, SELECT_MIGRATIONS_AND_RUNS].includes(sql)
      ? NEEDED_MIGRATIONS.athletes.map((name) => ({ name }))
      : [];
    return { success: true, results, meta: { changes, rows_read: 0, rows_written: changes } };
  }
}
