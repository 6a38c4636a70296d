import { fromBase64Url, toBase64Url } from './base64url.ts';
import { equalInConstantTime, sign } from './digest.ts';

/** A position in a list: the sort keys of the last row that was shown. */
export type Position = readonly (string | number)[];

/** The request that a cursor is bound to. One of another partner, path or filter is rejected. */
export interface CursorScope {
  readonly secret: string;
  readonly partnerId: string;
  readonly environment: string;
  readonly path: string;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Encodes a position as a signed cursor. */
export async function encodeCursor(scope: CursorScope, position: Position): Promise<string> {
  const payload = JSON.stringify(position);
  const tag = await sign(scope.secret, 'cursor', `${scopeText(scope)}\n${payload}`);
  return toBase64Url(new TextEncoder().encode(`${tag}.${payload}`));
}

/** Decodes a cursor to its position; null if this scope did not issue it. */
export async function decodeCursor(scope: CursorScope, cursor: string): Promise<Position | null> {
  const bytes = fromBase64Url(cursor);
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  const dot = text.indexOf('.');
  if (dot < 0) return null;
  const payload = text.slice(dot + 1);
  const expected = await sign(scope.secret, 'cursor', `${scopeText(scope)}\n${payload}`);
  if (!(await equalInConstantTime(text.slice(0, dot), expected))) return null;
  // The tag is valid, so encodeCursor wrote the payload.
  const position: unknown = JSON.parse(payload);
  return isPosition(position) ? position : null;
}

function scopeText(scope: CursorScope): string {
  const filters = Object.entries(scope.filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([scope.partnerId, scope.environment, scope.path, filters]);
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
