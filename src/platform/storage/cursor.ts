import { equalInConstantTime, fromBase64Url, sign, toBase64Url } from './cryptography.ts';

/**
 * A position in a list: the sort keys of the last row shown. If the last text starts with a zero, it contains one byte per
 * character (`src/partner/events/feed-position.ts`) and takes no more space in the cursor.
 */
export type Position = readonly (string | number)[];

/** The request that a cursor is bound to. Cursors of other partners, paths or filters are rejected. */
export interface CursorScope {
  readonly secret: string;
  /** The previous secret, whose cursors stay valid after a rotation. */
  readonly formerSecret?: string | null;
  readonly partnerId: string;
  readonly environment: string;
  readonly path: string;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Encodes a position as a signed cursor. */
export async function encodeCursor(scope: CursorScope, position: Position): Promise<string> {
  const payload = payloadOf(position);
  return toBase64Url(joined(new TextEncoder().encode(`${await tagOf(scope, payload)}.`), payload));
}

/** Decodes a cursor to its position, or null if this scope did not issue it. */
export async function decodeCursor(scope: CursorScope, cursor: string): Promise<Position | null> {
  const bytes = fromBase64Url(cursor);
  const dot = bytes?.indexOf(DOT) ?? -1;
  if (!bytes || dot < 0) return null;
  const payload = bytes.subarray(dot + 1);
  const tag = new TextDecoder().decode(bytes.subarray(0, dot));
  const { formerSecret = null } = scope;
  const isIssued =
    (await equalInConstantTime(tag, await tagOf(scope, payload))) ||
    (formerSecret !== null &&
      (await equalInConstantTime(tag, await tagOf({ ...scope, secret: formerSecret }, payload))));
  if (!isIssued) return null;
  // The tag is valid, so encodeCursor wrote the payload.
  const end = payload.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? payload : payload.subarray(0, end));
  const position: unknown = JSON.parse(text);
  if (!isPosition(position)) return null;
  return end < 0 ? position : [...position, String.fromCharCode(...payload.subarray(end))];
}

const DOT = '.'.charCodeAt(0);

/** Serializes a position as JSON, followed by a zero, which JSON never contains, and its bytes. */
function payloadOf(position: Position): Uint8Array {
  const last = position.at(-1);
  if (typeof last !== 'string' || !last.startsWith('\0'))
    return new TextEncoder().encode(JSON.stringify(position));
  const bytes = Uint8Array.from(last, (character) => character.charCodeAt(0));
  return joined(new TextEncoder().encode(JSON.stringify(position.slice(0, -1))), bytes);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function tagOf(scope: CursorScope, payload: Uint8Array): Promise<string> {
  return sign(scope.secret, 'cursor', `${scopeText(scope)}\n${toBase64Url(payload)}`);
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
