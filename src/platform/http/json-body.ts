import { finish, type Work } from '@musette/basics/work';
import { parseStrictJson } from '@musette/files/parse-json';
import { type Failure, fail } from './errors.ts';

type ParsedJson = { readonly value: unknown } | Failure;

/** A request body, read once and parsed at most once. */
export interface RequestBody {
  readonly sizeBytes: number;
  readonly isEmpty: boolean;
  /** Returns the JSON value, or a failure if the body is not valid JSON, for example empty. */
  parse(): ParsedJson;
  /** Does the same in steps, for a large body. */
  parseInSteps(): Work<ParsedJson>;
  /** Returns the bytes of a file for its parser. Works only once. */
  takeFile(): Uint8Array<ArrayBuffer>;
}

/** Received bytes, and whether a parser has them. */
interface Received {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly release?: () => void;
}

/** Wraps the bytes of a body. Parsing waits for the first call of `parse`, so a rejected caller costs no parsing. */
export function newRequestBody(received: Received): RequestBody {
  const { sizeBytes, takeFile } = newFileBody(received);
  let parsed: ParsedJson | null = null;
  function* parseInSteps(): Work<ParsedJson> {
    parsed ??= yield* parseJsonInSteps(takeFile());
    return parsed;
  }
  return { sizeBytes, isEmpty: sizeBytes === 0, parse: () => finish(parseInSteps()), parseInSteps, takeFile };
}

/** Wraps a file body, which is never parsed as JSON, so members such as `athlete_id` in it are ignored. */
export function newFileBody({ bytes, release }: Received): RequestBody {
  let left = bytes;
  return {
    sizeBytes: bytes.length,
    isEmpty: bytes.length === 0,
    parse: () => fail('malformed_json'),
    *parseInSteps() {
      yield 0;
      return fail('malformed_json');
    },
    takeFile: () => {
      const taken = left;
      left = new Uint8Array();
      release?.();
      return taken;
    },
  };
}

export const EMPTY_BODY = newRequestBody({ bytes: new Uint8Array() });

/**
 * Parses a body as JSON. Rejects ambiguous input: invalid UTF-8 and objects with duplicate members, of which `JSON.parse`
 * keeps the last (RFC 8259 §4). Ignores one leading byte order mark, as RFC 8259 §8.1 allows; anywhere else it is invalid.
 */
export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  return finish(parseJsonInSteps(bytes));
}

/** Parses a large body as JSON, like `parseJsonBody`. */
function* parseJsonInSteps(bytes: Uint8Array): Work<ParsedJson> {
  const parsed = yield* parseStrictJson(bytes);
  if ('value' in parsed) return parsed;
  return fail('malformed_json', parsed.message === undefined ? {} : { message: parsed.message });
}
