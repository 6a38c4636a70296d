import ts from 'typescript';

/** The global that says which copy of a changed module the tests call: its number, 0 for the unchanged one. */
const CHOSEN = 'globalThis.musetteMutation';
/** The global that gathers the exports that were used. */
const USED = 'globalThis.musetteUsed';

/** Returns the path of a copy of a module or of a test. */
export function pathOfCopy(path: string, number: number): string {
  return path.replace(/(\.test)?\.ts$/, `.m${number}$1.ts`);
}

/**
 * Returns a module that stands for several copies of one: whatever it exports is that of the copy that is chosen at the
 * time of the use, which is noted. So one runtime, whose start costs more than most tests, tries all copies one after
 * another, each with those tests only that use what it changes.
 *
 * @throws Error if the module exports a class, because an instance would belong to one copy
 */
export function standIn(path: string, source: string, numbers: readonly number[]): string {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  const nameOf = (number: number) => `./${pathOfCopy(path, number).replace(/^.*\//, '')}`;
  const values = file.statements.filter(isExported).flatMap((statement) => namesOf(statement, file));
  return [
    ...numbers.map((number) => `import * as copy${number} from '${nameOf(number)}';`),
    // Types are those of the unchanged copy.
    `export type * from '${nameOf(0)}';`,
    `const copies = { ${numbers.map((number) => `${number}: copy${number}`).join(', ')} };`,
    'const chosen = (name) => {',
    `  ${USED}?.add('${path} ' + name);`,
    `  return (copies[${CHOSEN}] ?? copies[0])[name];`,
    '};',
    'const forward = (name) => new Proxy(copies[0][name], {',
    '  get: (_, member) => Reflect.get(chosen(name), member),',
    '  apply: (_, self, given) => Reflect.apply(chosen(name), self, given),',
    '});',
    "const isForwarded = (value) => typeof value === 'function' || (typeof value === 'object' && value !== null);",
    ...values.map(
      (name) => `export const ${name} = isForwarded(copy0.${name}) ? forward('${name}') : copy0.${name};`,
    ),
  ].join('\n');
}

/**
 * Returns the exports of a module, each after the module's path, that depend on what is written at a position: the
 * statement there, those that name it, and so on.
 */
export function exportsThrough(path: string, source: string, position: number): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  const isAt = (statement: ts.Statement) => statement.pos <= position && position < statement.end;
  const through = new Set(file.statements.filter(isAt));
  for (let before = -1; before < through.size; ) {
    before = through.size;
    const names = new Set([...through].flatMap((statement) => namesOf(statement, file)));
    for (const statement of file.statements) if (mentions(statement, names)) through.add(statement);
  }
  const exported = [...through].filter(isExported).flatMap((statement) => namesOf(statement, file));
  return exported.map((name) => `${path} ${name}`);
}

function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  return ts.forEachChild(node, (child) => mentions(child, names) || undefined) ?? false;
}

/**
 * Returns a copy of a test file in which one copy of the changed module is chosen, in which only the tests at these places
 * of the order run (all, if null), and none after one that failed. Each test notes its place and what it used.
 */
export function testChoosing(source: string, number: number, places: readonly number[] | null): string {
  return `${source}
import { afterAll as afterThisFile, afterEach as afterEachHere, beforeEach as beforeEachHere } from 'vitest';
${CHOSEN} = ${number};
${USED} = new Set();
const usedAround = new Set();
const places = ${JSON.stringify(places)};
let place = -1;
let hasFailed = false;
beforeEachHere((ctx) => {
  ${CHOSEN} = ${number};
  place++;
  // By modules as they load, and by hooks before tests.
  for (const name of ${USED}) usedAround.add(name);
  ${USED}.clear();
  if (hasFailed || (places !== null && !places.includes(place))) ctx.skip();
});
afterEachHere((ctx) => {
  hasFailed ||= ctx.task.result?.state === 'fail' || (ctx.task.result?.errors?.length ?? 0) > 0;
  ctx.task.meta.mutation = { place, used: [...usedAround, ...${USED}] };
});
afterThisFile(() => {
  ${CHOSEN} = 0;
});
`;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return (
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) || ts.isExportDeclaration(statement)
  );
}

/** Returns the names of the values that a statement declares or exports. */
function namesOf(statement: ts.Statement, file: ts.SourceFile): readonly string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText(file));
  }
  if (ts.isExportDeclaration(statement)) {
    const { exportClause: clause } = statement;
    if (statement.isTypeOnly || !clause || !ts.isNamedExports(clause)) return [];
    return clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
  }
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (isType || !isExported(statement)) return [];
  throw new Error(`${file.fileName} exports what no other module can stand for`);
}
