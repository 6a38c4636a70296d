import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conditionsOf, PRELUDE, without } from '../mutations/conditions.ts';
import { SURVIVORS } from '../mutations/survivors.ts';
import { TESTS_OF, testsOf } from '../mutations/tests-of.ts';

/** Returns what each dropped condition leaves of a source. */
function left(source: string): readonly string[] {
  return conditionsOf('example.ts', source).map((condition) =>
    without(source, condition).slice(PRELUDE.length),
  );
}

describe('npm run mutate drops', () => {
  test('each term of and, or and where, and a comparison alone', () => {
    expect(left('q.where(and(eq(a, 1), or(isNull(b), c)))')).toEqual([
      'q.where(and(undefined, or(isNull(b), c)))',
      'q.where(and(eq(a, 1), undefined))',
      'q.where(and(eq(a, 1), or(undefined, c)))',
      'q.where(and(eq(a, 1), or(isNull(b), undefined)))',
    ]);
    expect(left('q.where(isOwn(key))')).toEqual(['q.where(undefined)']);
    expect(left('const IS = eq(a, 1);')).toEqual(['const IS = alwaysTrue`1`;']);
  });

  test('a term that is only sometimes there, once', () => {
    expect(left('and(after === null ? undefined : lt(a, after))')).toEqual(['and(undefined)']);
  });

  test('the condition of a join, an insert and a conflict', () => {
    expect(left('q.innerJoin(t, eq(t.id, u.id))')).toEqual(['q.innerJoin(t, alwaysTrue`1`)']);
    expect(left('insertWhere(db, t, row, isLive)')).toEqual(['insertWhere(db, t, row, alwaysTrue`1`)']);
    expect(left('q.onConflictDoUpdate({ setWhere: eq(a, 1) })')).toEqual([
      'q.onConflictDoUpdate({ setWhere: alwaysTrue`1` })',
    ]);
  });

  test('terms of raw SQL, with the values in them', () => {
    expect(left(`sql\`EXISTS (SELECT 1 FROM t WHERE t.a = \${a} AND t.b = 'x AND y')\``)).toEqual([
      'sql`1`',
      "sql`EXISTS (SELECT 1 FROM t WHERE 1 AND t.b = 'x AND y')`",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the value is part of the source.
      'sql`EXISTS (SELECT 1 FROM t WHERE t.a = ${a} AND 1)`',
    ]);
    expect(left('sql`a BETWEEN 1 AND 2 AND b`')).toEqual(['sql`1 AND b`', 'sql`a BETWEEN 1 AND 2 AND 1`']);
    expect(left('sql`SELECT 1 FROM t JOIN u ON t.a = u.a ORDER BY b`')).toEqual([
      'sql`SELECT 1 FROM t JOIN u ON 1 ORDER BY b`',
    ]);
    expect(left('sql`CASE WHEN a > 1 THEN 2 ELSE 3 END`')).toEqual(['sql`CASE WHEN 1 THEN 2 ELSE 3 END`']);
  });

  test('an arm of an OR as never true, and the terms in it', () => {
    expect(left('sql`a = 1 OR (b = 2 AND c = 3)`')).toEqual([
      'sql`0 OR (b = 2 AND c = 3)`',
      'sql`a = 1 OR 0`',
      'sql`a = 1 OR (1 AND c = 3)`',
      'sql`a = 1 OR (b = 2 AND 1)`',
    ]);
  });

  test('nothing of an expression that is no condition', () => {
    expect(
      left("sql`json_object('a', b) || c ->> '$.d'`; sql`max(a, b) + 1`; q.set({ a: sql`a + 1` })"),
    ).toEqual([]);
  });
});

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes("from 'drizzle-orm'"));

test('every file with conditions has tests for its mutations, and every beginning of a path that is named has such a file', () => {
  const withConditions = FILES.filter((path) => conditionsOf(path, readFileSync(path, 'utf8')).length > 0);
  const named = withConditions.map((path) => testsOf(path));
  for (const path of new Set(named.flat())) readFileSync(path);
  const unused = Object.keys(TESTS_OF).filter(
    (beginning) => !withConditions.some((path) => path.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test('every surviving condition that has a reason is there', () => {
  const there = new Set(
    FILES.flatMap((path) =>
      conditionsOf(path, readFileSync(path, 'utf8')).map(({ within, text }) => `${path} ${within}: ${text}`),
    ),
  );
  const gone = Object.keys(SURVIVORS).filter((name) => !there.has(name.replace(/ #\d+$/, '')));
  expect(gone).toEqual([]);
});
