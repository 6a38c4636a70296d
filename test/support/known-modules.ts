/**
 * The runner of modules. At each import, even of a module that it has, it asks the process of the run twice: where the module
 * is, and whether it has changed. Each message to a Durable Object is such an import, and so is each `import()` of a request.
 */
interface ModuleRunner {
  readonly vitestOptions: {
    readonly transport: { resolveId: (id: string, importer?: string) => Promise<unknown> };
  };
  getModuleInformation: (
    url: string,
    importer: string | undefined,
    known: { readonly meta?: unknown } | undefined,
  ) => Promise<unknown>;
}

let isTaught = false;

/** Lets the runner import a module that it has without asking, until Vitest invalidates the module. */
export function useKnownModules(): void {
  if (isTaught) return;
  isTaught = true;
  const runner = moduleRunner();
  const ask = runner.getModuleInformation.bind(runner);
  runner.getModuleInformation = async (url, importer, known) =>
    known?.meta === undefined ? ask(url, importer, known) : known;
  const { transport } = runner.vitestOptions;
  const resolve = transport.resolveId.bind(transport);
  const resolved = new Map<string, unknown>();
  transport.resolveId = async (id, importer) => {
    if (importer !== undefined) return resolve(id, importer);
    const known = resolved.get(id) ?? (await resolve(id));
    resolved.set(id, known);
    return known;
  };
}

function moduleRunner(): ModuleRunner {
  const runner: unknown = Reflect.get(Reflect.get(globalThis, '__vitest_mocker__') ?? {}, 'moduleRunner');
  if (isModuleRunner(runner)) return runner;
  throw new Error('Vitest has another runner of modules than before');
}

function isModuleRunner(value: unknown): value is ModuleRunner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'vitestOptions' in value &&
    typeof Reflect.get(value, 'getModuleInformation') === 'function'
  );
}
