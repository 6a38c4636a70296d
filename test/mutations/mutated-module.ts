import ts from 'typescript';

/** The global that says which copy of a changed module the tests call: its number, 0 for the unchanged one. */
export const CHOSEN = 'musetteMutation';

/** Returns the path of a copy of a module or of a test. */
export function pathOfCopy(path: string, number: number): string {
  return path.replace(/(\.test)?\.ts$/, `.m${number}$1.ts`);
}

/**
 * Returns a module that stands for several copies of one: whatever it exports is that of the copy that is chosen at the
 * time of the use. So one runtime, whose start costs more than most tests, tries all copies one after another.
 *
 * @throws Error if the module exports a class, because an instance would belong to one copy
 */
export function standIn(path: string, source: string, numbers: readonly number[]): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  const nameOf = (number: number) => `./${pathOfCopy(path, number).replace(/^.*\//, '')}`;
  const values = file.statements.filter(isExported).flatMap((statement) => exportsOf(statement, file));
  return [
    ...numbers.map((number) => `import * as copy${number} from '${nameOf(number)}';`),
    // Types are those of the unchanged copy.
    `export type * from '${nameOf(0)}';`,
    `const copies = { ${numbers.map((number) => `${number}: copy${number}`).join(', ')} };`,
    `const chosen = () => copies[globalThis.${CHOSEN}] ?? copies[0];`,
    'const forward = (name) => new Proxy(copies[0][name], {',
    '  get: (_, member) => Reflect.get(chosen()[name], member),',
    '  apply: (_, self, given) => Reflect.apply(chosen()[name], self, given),',
    '});',
    "const isForwarded = (value) => typeof value === 'function' || (typeof value === 'object' && value !== null);",
    ...values.map(
      (name) => `export const ${name} = isForwarded(copy0.${name}) ? forward('${name}') : copy0.${name};`,
    ),
  ].join('\n');
}

/**
 * Returns a copy of a test file in which one copy of the changed module is chosen, and in which no test runs after one that
 * failed.
 */
export function testChoosing(source: string, number: number): string {
  return `${source}
import { afterAll as afterThisFile, afterEach as afterEachHere, beforeEach as beforeEachHere } from 'vitest';
globalThis.${CHOSEN} = ${number};
let hasFailed = false;
beforeEachHere((ctx) => {
  globalThis.${CHOSEN} = ${number};
  if (hasFailed) ctx.skip();
});
afterEachHere((ctx) => {
  hasFailed ||= ctx.task.result?.state === 'fail' || (ctx.task.result?.errors?.length ?? 0) > 0;
});
afterThisFile(() => {
  globalThis.${CHOSEN} = 0;
});
`;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return (
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) || ts.isExportDeclaration(statement)
  );
}

/** Returns the names of the values that a statement exports. */
function exportsOf(statement: ts.Statement, file: ts.SourceFile): readonly string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText(file));
  }
  if (ts.isExportDeclaration(statement)) {
    const { exportClause: clause } = statement;
    if (statement.isTypeOnly || !clause || !ts.isNamedExports(clause)) return [];
    return clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
  }
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [];
  throw new Error(`${file.fileName} exports what no other module can stand for`);
}
