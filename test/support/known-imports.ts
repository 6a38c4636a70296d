/** The part of Vitest's module runner that finds modules. Vitest publishes no type of it, so an update may move it. */
interface ModuleRunner {
  readonly evaluatedModules: { getModuleByUrl(url: string): { readonly evaluated: boolean } | undefined };
  cachedModule(url: string, importer?: string): Promise<unknown>;
}

/**
 * Answers imports of evaluated modules within the runtime. Vitest asks its own process about every import, in case a file
 * has changed. Nothing changes during a run, but each request of the Worker imports several modules: a fifth of the time.
 */
function answerKnownImports(): void {
  const runner = moduleRunner();
  const { cachedModule } = runner;
  runner.cachedModule = async (url, importer) => {
    const known = runner.evaluatedModules.getModuleByUrl(url);
    return known?.evaluated ? known : await cachedModule.call(runner, url, importer);
  };
}

answerKnownImports();

function moduleRunner(): ModuleRunner {
  const mocker: unknown = Reflect.get(globalThis, '__vitest_mocker__');
  const runner: unknown = mocker instanceof Object ? Reflect.get(mocker, 'moduleRunner') : undefined;
  if (!isModuleRunner(runner)) throw new Error('Vitest has moved its module runner: fix known-imports.ts');
  return runner;
}

function isModuleRunner(value: unknown): value is ModuleRunner {
  return value instanceof Object && 'evaluatedModules' in value && 'cachedModule' in value;
}
