/**
 * Collects this column of the rows that the statements of a batch returned: the identifiers of the written
 * rows.
 */
export function writtenIds(results: readonly unknown[], name: 'id' | 'activityId'): ReadonlySet<string> {
  const rows = results.flatMap((result): unknown[] => (Array.isArray(result) ? result : []));
  return new Set(rows.flatMap((row) => textOf(row, name)));
}

function textOf(row: unknown, name: string): string[] {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
  return typeof value === 'string' ? [value] : [];
}
