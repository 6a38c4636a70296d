import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/**
 * `npm run size`: prints how much one person has to hold, as lines of code of the service, of each package and of the tests,
 * and compares them with size-budget.json. Exits 1 above it. Only CI runs it, because it judges the sum and no file: nobody
 * makes a line longer or drops a comment for it. `--write` stores what stands now, in a commit that says why.
 */

const BUDGET = 'size-budget.json';

/** What a line is. A table is data: a literal at the top of a file, apart from the functions in it. */
const KINDS = ['code', 'data', 'imports', 'comments', 'blank'] as const;
type Kind = (typeof KINDS)[number];

interface Size extends Record<Kind, number> {
  files: number;
}

/** Returns the part of the repository that a file belongs to. */
function partOf(path: string): string {
  if (/^test\/|\/test\/|[.]test-d[.]ts$|^vitest/.test(path)) return 'tests';
  return /^src\/packages\/([^/]+)\//.exec(path)?.[1] ?? 'service';
}

/** Counts the lines of each kind in a TypeScript file. */
export function measure(path: string, text: string): Record<Kind, number> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines: Kind[] = text.split('\n').map((line) => (line.trim() === '' ? 'blank' : 'comments'));
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const mark = (node: ts.Node, kind: Kind) => {
    for (let line = lineOf(node.getStart(file)); line <= lineOf(node.getEnd()); line++) {
      if (lines[line] !== 'code') lines[line] = kind;
    }
  };
  const markTokens = (node: ts.Node, kind: Kind) => {
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0 && node.getWidth(file) > 0) mark(node, kind);
    for (const child of children) markTokens(child, ts.isFunctionLike(child) ? 'code' : kind);
  };
  for (const statement of file.statements) markTokens(statement, kindOf(statement));
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  // The last line ends with the file.
  for (const kind of text.endsWith('\n') ? lines.slice(0, -1) : lines) counts[kind] += 1;
  return counts;
}

function kindOf(statement: ts.Statement): Kind {
  if (ts.isImportDeclaration(statement)) return 'imports';
  if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) return 'imports';
  return isTable(statement) ? 'data' : 'code';
}

/** Returns whether a statement is one constant that is a literal. */
function isTable(statement: ts.Statement): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  const [declaration, ...others] = statement.declarationList.declarations;
  let value = declaration?.initializer;
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  if (value === undefined || others.length > 0) return false;
  return ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value);
}

/** Adds up the files that git knows below a folder, by part. */
export function sizesOf(root: string, nameOf = partOf): Record<string, Size> {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  const sizes: Record<string, Size> = {};
  for (const path of listed.split('\n').filter((each) => /^(src|test|vitest)/.test(each))) {
    if (path === 'src/bindings.d.ts') continue;
    const size = sizes[nameOf(path)] ?? { files: 0, code: 0, data: 0, imports: 0, comments: 0, blank: 0 };
    sizes[nameOf(path)] = size;
    size.files += 1;
    const counted = measure(path, readFileSync(join(root, path), 'utf8'));
    for (const kind of KINDS) size[kind] += counted[kind];
  }
  return sizes;
}

function run(): void {
  const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
  const sizes = sizesOf('.');
  const code = Object.fromEntries(
    Object.entries(sizes)
      .map(([part, size]) => [part, size.code] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  if (values.write) writeFileSync(BUDGET, `${JSON.stringify(code, null, 2)}\n`);
  const budget: Readonly<Record<string, number>> = JSON.parse(readFileSync(BUDGET, 'utf8'));
  console.log(['part', 'budget', ...KINDS, 'files'].map((word) => word.padStart(10)).join(''));
  for (const [part, lines] of Object.entries(code)) {
    const size = sizes[part];
    const cells = [part, budget[part] ?? 'none', ...KINDS.map((kind) => size?.[kind]), size?.files];
    const isAbove = lines > (budget[part] ?? 0);
    console.log(
      `${cells.map((cell) => String(cell).padStart(10)).join('')}${isAbove ? '  above its budget' : ''}`,
    );
    if (isAbove) process.exitCode = 1;
  }
  if (process.exitCode === 1)
    console.log(
      'Take something away, or run `npm run size -- --write` in a commit that says what is worth more lines.',
    );
}

if (import.meta.main) run();
