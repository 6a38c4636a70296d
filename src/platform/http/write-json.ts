import { inTurn, LIGHT_US, type Work, type WorkOwner } from './heavy-work.ts';

/** Time to write one character of JSON (measured, rounded up). */
const CHARACTER_US = 0.004;
/** Members of a list are written together until they have about this many characters. */
const PIECE_CHARACTERS = 32 * 1024;
/** Long lists are at most this deep, such as the points of an activity's course. */
const DEPTH_MAX = 4;

/**
 * Returns a value as JSON, as `JSON.stringify` does: in a turn once what is written took as long as ten calculations. A
 * caller without a key has no turn.
 */
export async function writeJson(owner: WorkOwner | null, value: unknown): Promise<string> {
  if (owner === null) return JSON.stringify(value);
  const parts: string[] = [];
  const work = writeInto(parts, value, 0);
  let us = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return parts.join('');
    us += step.value;
    // The request has already had its effect.
    if (us > LIGHT_US) {
      return inTurn(
        owner,
        async (pace) => {
          await pace.run(work);
          return parts.join('');
        },
        'as long as it takes',
      );
    }
  }
}

/** Writes a value piece by piece. Only plain objects and lists are taken apart. */
function* writeInto(parts: string[], value: unknown, depth: number): Work<void> {
  if (depth < DEPTH_MAX && Array.isArray(value)) yield* writeList(parts, value);
  else if (depth < DEPTH_MAX && isPlain(value)) yield* writeMembers(parts, value, depth);
  else {
    const text = JSON.stringify(value) ?? 'null';
    parts.push(text);
    yield text.length * CHARACTER_US;
  }
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function* writeMembers(parts: string[], value: object, depth: number): Work<void> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    parts.push(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    yield* writeInto(parts, member, depth + 1);
  }
  parts.push(separator === '{' ? '{}' : '}');
}

function* writeList(parts: string[], list: readonly unknown[]): Work<void> {
  parts.push('[');
  let together = 1;
  for (let at = 0; at < list.length; ) {
    const text = JSON.stringify(list.slice(at, at + together)).slice(1, -1);
    parts.push(at === 0 ? text : `,${text}`);
    at += together;
    if (text.length < PIECE_CHARACTERS) together *= 2;
    else if (together > 1 && text.length > 2 * PIECE_CHARACTERS) together = Math.ceil(together / 2);
    yield text.length * CHARACTER_US;
  }
  parts.push(']');
}
