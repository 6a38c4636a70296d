import type { Bindings } from '#platform/env.ts';
import service, { Dispatcher as ServiceDispatcher } from '../../src/index.ts';
import { awayFor, full, silent } from '../support/faulty-databases.ts';

export { Directory, KeyGuard, ProductLimiter } from '../../src/index.ts';

/** What is broken. `/drill/faults` sets it while the service runs. */
export interface Faults {
  /** By binding: refuses new rows, answers nothing, or fails like code with a bug. */
  readonly databases: Readonly<Record<string, 'full' | 'silent' | 'buggy'>>;
  readonly missing: readonly string[];
  /** Vars and secrets of the present deployment. */
  readonly vars: Readonly<Record<string, string>>;
  readonly isQueueDown: boolean;
  readonly areDispatchersStuck: boolean;
}

let faults: Faults = {
  databases: {},
  missing: [],
  vars: {},
  isQueueDown: false,
  areDispatchersStuck: false,
};

/** By binding. Wrapped once, because what an isolate remembers belongs to its stores. */
const wrapped = new Map<string, unknown>();

function isDatabase(binding: unknown): binding is D1Database {
  return typeof binding === 'object' && binding !== null && 'prepare' in binding && 'batch' in binding;
}

function withFaults(name: string, binding: unknown): unknown {
  if (name === 'JOB_QUEUE') return faults.isQueueDown ? { sendBatch: refuse, send: refuse } : binding;
  if (!isDatabase(binding)) return binding;
  const known = wrapped.get(name);
  if (known) return known;
  const broken = {
    full: full(binding),
    silent: silent(binding),
    buggy: awayFor(binding, /^\s*select/i, 'D1_ERROR: near "SELCT": syntax error'),
  };
  const database = new Proxy(binding, {
    get(_, member) {
      const fault = faults.databases[name];
      const target = fault ? broken[fault] : binding;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  wrapped.set(name, database);
  return database;
}

const refuse = () => Promise.reject(new Error('the queue is down'));

/** The bindings of the present deployment, made once for each, as a deployment makes new isolates. */
let deployed: { readonly key: string; readonly bindings: Bindings } | null = null;

function deployedBindings(bindings: Bindings): Bindings {
  const key = JSON.stringify([faults.missing, faults.vars, faults.isQueueDown]);
  if (deployed?.key !== key) {
    const all = { ...bindings, ...faults.vars };
    const entries = Object.entries(all).filter(([name]) => !faults.missing.includes(name));
    const own = Object.fromEntries(entries.map(([name, binding]) => [name, withFaults(name, binding)]));
    deployed = { key, bindings: Object.assign(Object.create(null), bindings, own) };
    for (const name of faults.missing) Reflect.deleteProperty(deployed.bindings, name);
  }
  return deployed.bindings;
}

/** The service's dispatcher, whose alarm does nothing while dispatchers are stuck. */
export class Dispatcher extends ServiceDispatcher {
  constructor(ctx: DurableObjectState, bindings: Bindings) {
    super(ctx, deployedBindings(bindings));
  }

  override async alarm(...args: Parameters<ServiceDispatcher['alarm']>): Promise<void> {
    if (!faults.areDispatchersStuck) await super.alarm(...args);
  }
}

/** The service with a way to break it, and to look into its databases. */
export default {
  async fetch(request, bindings, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === '/drill/faults') {
      faults = await request.json<Faults>();
      return Response.json({});
    }
    if (pathname === '/drill/sql') {
      const { binding, statements } = await request.json<{ binding: string; statements: string[] }>();
      const database: unknown = Reflect.get(bindings, binding);
      if (!isDatabase(database)) return Response.json({}, { status: 404 });
      return database.batch(statements.map((statement) => database.prepare(statement))).then(
        (results) => Response.json(results.map((result) => result.results)),
        (cause: unknown) => new Response(String(cause), { status: 500 }),
      );
    }
    return service.fetch(request, deployedBindings(bindings), execution);
  },
  queue: (batch, bindings) => service.queue(batch, deployedBindings(bindings)),
  scheduled: (controller, bindings) => service.scheduled(controller, deployedBindings(bindings)),
} satisfies ExportedHandler<Bindings>;
