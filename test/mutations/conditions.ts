import ts from 'typescript';
import { type Dropped, droppedInSql, type Placed } from './sql-conditions.ts';

/** A condition of a query, and the change to its source that drops it. */
export interface Condition extends Dropped {
  /** The function or constant that it is in, by which a reader finds it. */
  readonly within: string;
  /** Its text, on one line. */
  readonly text: string;
}

/** Drizzle's functions that build one condition. */
const BUILDERS = new Set([
  ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'like', 'between', 'not'],
  ...['isNull', 'isNotNull', 'inArray', 'notInArray', 'exists', 'notExists'],
]);
/** Members of options that hold a condition. */
const OPTIONS = new Set(['setWhere', 'targetWhere', 'onlyWhere', 'condition']);
/** Functions of `src/platform/storage` that take a condition, and at which position. */
const TAKES_CONDITION = new Map([
  ['insertWhere', 3],
  ['deleteSome', 2],
  ['insertAuditWhere', 2],
]);
/** Conditions with which nothing is lost: a grammar needs one there. */
const ALWAYS_HOLD = new Set(['true', 'sql`true`', '1', 'sql`1`']);
/** Replaces a dropped condition where a query needs one. The import is prepended to the changed source. */
const ALWAYS = 'alwaysTrue`1`';
export const PRELUDE = "import { sql as alwaysTrue } from 'drizzle-orm';\n";

/**
 * Returns every condition of a source file's queries, in the order of the text: arguments of `and` and `or`, what `where`
 * and joins are given, calls of Drizzle's comparisons, and the terms of conditions inside raw `sql` texts.
 */
export function conditionsOf(path: string, source: string): readonly Condition[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  const found = new Map<string, Dropped>();
  const note = (dropped: Dropped) => found.set(`${dropped.start}-${dropped.end}`, dropped);
  visit(file, false);
  return [...found.values()]
    .filter(({ start, end }) => !ALWAYS_HOLD.has(source.slice(start, end)))
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((dropped) => ({
      ...dropped,
      within: nameAround(file, dropped.start),
      text: source.slice(dropped.start, dropped.end).replace(/\s+/g, ' '),
    }));

  /** `isDropped`: an enclosing condition is this one and is dropped already. */
  function visit(node: ts.Node, isDropped: boolean): void {
    if (ts.isTaggedTemplateExpression(node)) visitTemplate(node, isDropped);
    else if (ts.isCallExpression(node)) visitCall(node, isDropped);
    else if (ts.isPropertyAssignment(node) && OPTIONS.has(node.name.getText(file))) {
      visitCondition(node.initializer, ALWAYS);
    } else {
      const isTransparent = ts.isConditionalExpression(node) || ts.isParenthesizedExpression(node);
      ts.forEachChild(node, (child) => visit(child, isDropped && isTransparent));
    }
  }

  function visitCall(call: ts.CallExpression, isDropped: boolean): void {
    const name = nameOfCallee(call);
    const joined = name === 'and' || name === 'or';
    if (BUILDERS.has(name) && !isDropped) note(placed(call, ALWAYS));
    visit(call.expression, false);
    call.arguments.forEach((argument, at) => {
      if (joined || name === 'where' || (name.endsWith('Join') && at === 1)) {
        visitCondition(argument, name.endsWith('Join') ? ALWAYS : 'undefined', name === 'or');
      } else if (TAKES_CONDITION.get(name) === at) visitCondition(argument, ALWAYS);
      else visit(argument, name === 'not');
    });
  }

  /** Drops a whole expression, unless its parts are dropped one at a time. `isArm`: it is one of an `or`. */
  function visitCondition(expression: ts.Expression, replacement: string, isArm = false): void {
    if (expression.getText(file) === 'undefined') return;
    const isJoined = ts.isCallExpression(expression) && nameOfCallee(expression) === 'and' && !isArm;
    const isSplit = ts.isTaggedTemplateExpression(expression) && termsOf(expression).length > 0;
    if (!isJoined && !isSplit) note(placed(expression, replacement));
    visit(expression, !isSplit);
  }

  function visitTemplate(node: ts.TaggedTemplateExpression, isDropped: boolean): void {
    if (isSql(node) && !isDropped) for (const term of termsOf(node)) note(term);
    if (ts.isTemplateExpression(node.template)) {
      for (const { expression } of node.template.templateSpans) visit(expression, false);
    }
  }

  function placed(node: ts.Node, replacement: string): Dropped {
    return { start: node.getStart(file), end: node.getEnd(), replacement };
  }

  function isSql(node: ts.TaggedTemplateExpression): boolean {
    return node.tag.getText(file) === 'sql';
  }

  function termsOf(node: ts.TaggedTemplateExpression): readonly Dropped[] {
    return isSql(node) ? droppedInSql(source, placeOf(node.template)) : [];
  }

  function placeOf(template: ts.TemplateLiteral): Placed {
    const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
    return {
      start: template.getStart(file) + 1,
      end: template.getEnd() - 1,
      // With the two characters before an expression and the brace after it.
      values: spans.map(({ expression, literal }) => ({
        start: expression.getFullStart() - 2,
        end: literal.getStart(file) + 1,
      })),
    };
  }
}

/** Returns the source without a condition. */
export function without(source: string, { start, end, replacement }: Dropped): string {
  return PRELUDE + source.slice(0, start) + replacement + source.slice(end);
}

function nameOfCallee({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** Returns the name of the innermost named function around a position, or of the outermost constant. */
function nameAround(file: ts.SourceFile, position: number): string {
  let inner = '';
  const look = (node: ts.Node): void => {
    if (position < node.getStart(file) || position >= node.getEnd()) return;
    const isNamed =
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      (ts.isVariableDeclaration(node) && (inner === '' || isFunction(node.initializer)));
    if (isNamed && node.name) inner = node.name.getText(file);
    ts.forEachChild(node, look);
  };
  look(file);
  return inner;
}

function isFunction(node: ts.Expression | undefined): boolean {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}
