import ts from 'typescript';
import { TOOLS } from '#delivery/agents/tools.ts';
import type { DocumentationMember } from '#platform/http/route.ts';

/** Members of a route that only the OpenAPI document and tests read. */
const DOCUMENTATION: Readonly<Record<DocumentationMember, true>> = {
  tag: true,
  summary: true,
  description: true,
  bodyExample: true,
  responses: true,
  cost: true,
};

/** Assistants are told the schemas of the answers to these. */
const OPERATIONS_OF_TOOLS: ReadonlySet<string> = new Set(TOOLS.map(({ operationId }) => operationId));

/** Whether a module defines routes. */
export function definesRoutes(source: string): boolean {
  return source.includes('defineRoute({');
}

/**
 * Returns a module with blanks for the documentation of its routes, so that all else keeps its position. Without it, the
 * bundle lacks the schemas of most answers too. Reading and building both took a sixth of an isolate's start.
 */
export function withoutDocumentation(source: string): string {
  const file = ts.createSourceFile('routes.ts', source, ts.ScriptTarget.Latest);
  const documented: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (isRoute(node)) documented.push(...node.arguments.flatMap((spec) => documentationOf(spec, file)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return documented.reduce(blank, source);
}

function isRoute(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'defineRoute'
  );
}

function documentationOf(spec: ts.Expression, file: ts.SourceFile): readonly ts.TextRange[] {
  if (!ts.isObjectLiteralExpression(spec)) return [];
  const nameOf = ({ name }: ts.ObjectLiteralElementLike) => name?.getText(file) ?? '';
  const operation = spec.properties.find((member) => nameOf(member) === 'operationId');
  const operationId =
    operation && ts.isPropertyAssignment(operation) && ts.isStringLiteral(operation.initializer)
      ? operation.initializer.text
      : '';
  return spec.properties.filter((member) => {
    const name = nameOf(member);
    if (name === 'responses' && OPERATIONS_OF_TOOLS.has(operationId)) return false;
    return Object.hasOwn(DOCUMENTATION, name);
  });
}

/** Blanks a member and the comma after it. */
function blank(source: string, { pos, end }: ts.TextRange): string {
  const after = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  const member = source.slice(pos, end + after);
  return source.slice(0, pos) + member.replaceAll(/[^\n]/g, ' ') + source.slice(end + after);
}
