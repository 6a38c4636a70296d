import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

interface Entry<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

/**
 * Hono's fastest router, extended to allow a fixed path next to a parameter: `/v1/products/categories` next to
 * `/v1/products/{product_id}`. Hono's own router rejects such a pair, and its fallback would search a tree on every
 * request. Here the fixed path has its own table and takes precedence.
 */
export class FixedPathsFirstRouter<T> implements Router<T> {
  readonly name = 'FixedPathsFirstRouter';
  readonly #entries: Entry<T>[] = [];
  #tables: { readonly fixed: ReadonlyMap<string, Router<T>>; readonly others: Router<T> } | null = null;

  add(method: string, path: string, handler: T): void {
    if (this.#tables) throw new Error('A route cannot be added after a request has been matched.');
    this.#entries.push({ method, path, handler });
  }

  match(method: string, path: string): Result<T> {
    this.#tables ??= this.#build();
    return (this.#tables.fixed.get(path) ?? this.#tables.others).match(method, path);
  }

  #build() {
    const patterns = this.#entries.filter(({ path }) => path.includes('/:')).map(({ path }) => path);
    const isShadowed = ({ path }: Entry<T>) =>
      isFixed(path) && patterns.some((pattern) => matches(pattern, path));
    const shadowed = new Set(this.#entries.filter(isShadowed).map(({ path }) => path));
    const tableFor = (fixedPath: string): [string, Router<T>] => [
      fixedPath,
      routerOf(this.#entries.filter(({ path }) => path === fixedPath || isMiddlewareFor(path, fixedPath))),
    ];
    return {
      fixed: new Map([...shadowed].map(tableFor)),
      others: routerOf(this.#entries.filter(({ path }) => !shadowed.has(path))),
    };
  }
}

function routerOf<T>(entries: readonly Entry<T>[]): Router<T> {
  const router = new RegExpRouter<T>();
  for (const { method, path, handler } of entries) router.add(method, path, handler);
  return router;
}

function isFixed(path: string): boolean {
  return !/[:*]/.test(path);
}

/** Returns whether a pattern matches this fixed path by segment. A parameter matches any segment. */
function matches(pattern: string, fixedPath: string): boolean {
  const [segments, fixed] = [pattern.split('/'), fixedPath.split('/')];
  return (
    segments.length === fixed.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === fixed[index])
  );
}

/** Returns whether a wildcard path (`*`, `/.well-known/*`) covers this fixed path. */
function isMiddlewareFor(path: string, fixedPath: string): boolean {
  return path.endsWith('*') && fixedPath.startsWith(path.slice(0, -1));
}
