import { describe, expect, test, vi } from 'vitest';
import { isFailure } from '#platform/http/errors.ts';
import { newRequestBody, parseJsonBody } from '#platform/http/json-body.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { fc } from '../support/random-seed.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => parseJsonBody(encode(text));
const DUPLICATE = 'An object in the body has duplicate members.';

/** Names that are easily confused with each other, or with something other than a name. */
const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'length',
    '0',
    '00',
    '1',
    '',
    'a',
    'A',
    'é',
    'e\u0301',
  ),
  fc.constantFrom('"', '\\', '\\"', ':', '{"a":1,"a":2}', '\u2028', '\ud83d\ude00', '\u0000', '\\u0061'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const leaf = fc.oneof(
  fc.constantFrom('0', '-1e3', 'true', 'null', '"a:b"', '"\\"a\\":1"', '"\\\\"', '[]', '{}', '"{\\"a\\":1}"'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);

/** A name in one of the ways that JSON has to write it: as it is, or with some of its units as \u escapes. */
const spelled = (text: string) =>
  fc.infiniteStream(fc.boolean()).map(
    (choices) =>
      `"${Array.from({ length: text.length }, (_, index) => {
        if (choices.next().value) return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
        return JSON.stringify(text.charAt(index)).slice(1, -1);
      }).join('')}"`,
  );

interface Written {
  readonly json: string;
  readonly hasDuplicate: boolean;
}

/** JSON texts that know whether an object in them has two members of one name. */
const { written } = fc.letrec<{ written: Written; list: Written; object: Written }>((tie) => ({
  written: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf.map((json) => ({ json, hasDuplicate: false })),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('written'), { maxLength: 4 }).map((items) => ({
    json: `[${items.map((item) => item.json).join(', ')}]`,
    hasDuplicate: items.some((item) => item.hasDuplicate),
  })),
  object: fc
    .array(
      name.chain((text) =>
        fc.record({ text: fc.constant(text), spelling: spelled(text), value: tie('written') }),
      ),
      { maxLength: 5 },
    )
    .map((members) => ({
      json: `{ ${members.map(({ spelling, value }) => `${spelling} :\t${value.json}`).join(',\n')} }`,
      hasDuplicate:
        new Set(members.map(({ text }) => text)).size < members.length ||
        members.some(({ value }) => value.hasDuplicate),
    })),
}));

describe('reading JSON', () => {
  test('refuses duplicate members, at any depth and in any spelling, and nothing else that JSON.parse takes', () => {
    let duplicates = 0;
    fc.assert(
      fc.property(written, ({ json, hasDuplicate }) => {
        duplicates += hasDuplicate ? 1 : 0;
        const outcome = read(json);
        if (hasDuplicate) expect(outcome).toMatchObject({ failure: 'malformed_json', message: DUPLICATE });
        else expect(outcome).toEqual({ value: JSON.parse(json) });
      }),
      { numRuns: 2000 },
    );
    expect(duplicates).toBeGreaterThan(50);
  });

  test('accepts and rejects the same texts as JSON.parse if no member is duplicated', () => {
    const character = fc.constantFrom(
      ...'{}[]",:\\u0061 \n-.e1tfn',
      'true',
      'null',
      '"a"',
      '{"a":',
      '\u00a0',
    );
    const json = fc.json({ noUnicodeString: false });
    fc.assert(
      fc.property(
        fc.oneof(
          json,
          fc.array(character).map((parts) => parts.join('')),
        ),
        (text) => {
          let expected: unknown;
          try {
            expected = { value: JSON.parse(text.toWellFormed()) };
          } catch {
            expected = { failure: 'malformed_json' };
          }
          const outcome = read(text);
          const isDoubled = isFailure(outcome) && outcome.message === DUPLICATE;
          if (isDoubled) expect(expected).toHaveProperty('value');
          else expect(outcome).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"__proto__":1,"\\u005f_proto__":2}',
    '{"1":1,"1":2}',
    '{"":0,"":0}',
    '{"\\ud83d\\ude00":1,"\u{1f600}":2}',
    '[[{"b":{"a":{},"a":[]}}]]',
    '{"a":{"a":1},"b":[{"a":2,"c":":","a":3}]}',
    '{"\\"":1,"\\u0022":2}',
  ])('rejects duplicate members: %s', (json) => {
    expect(read(json)).toMatchObject({ failure: 'malformed_json', message: DUPLICATE });
  });

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":"\\\\","b":":"}',
    '{"__proto__":{"a":1},"a":1}',
    '{"é":1,"e\u0301":2}',
    '{"a":1,"A":2}',
    '":::"',
  ])('accepts names that only look like duplicates: %s', (json) => {
    expect(read(json)).toEqual({ value: JSON.parse(json) });
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate half (CESU-8)', [0xed, 0xa0, 0xbd]],
    ['a cut sequence', [0xe2, 0x82]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0xe9]],
  ])('rejects invalid UTF-8: %s', (_what, bytes) => {
    const body = new Uint8Array([...new TextEncoder().encode('"x'), ...bytes, 0x22]);
    expect(parseJsonBody(body)).toEqual({
      failure: 'malformed_json',
      message: 'The body is not valid UTF-8.',
    });
  });

  test('ignores one byte order mark at the beginning, and takes no other, nor UTF-16', () => {
    expect(read('\ufeff{"a":"\ufeff"}')).toEqual({ value: { a: '\ufeff' } });
    for (const text of ['\ufeff\ufeff{}', '{}\ufeff', '{\ufeff}', '\ufeff', '']) {
      expect(read(text), JSON.stringify(text)).toEqual({ failure: 'malformed_json' });
    }
    const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]);
    expect(parseJsonBody(utf16)).toMatchObject({ failure: 'malformed_json' });
  });

  test('is not stopped by the deepest nesting that a batch has room for', () => {
    const [lists, objects] = [131_072, 43_000];
    expect(read('['.repeat(lists) + ']'.repeat(lists))).toHaveProperty('value');
    expect(read(`${'{"a":'.repeat(objects)}1${'}'.repeat(objects)}`)).toHaveProperty('value');
    const doubled = `${'{"a":'.repeat(objects)}{"b":1,"b":2}${'}'.repeat(objects)}`;
    expect(read(doubled)).toMatchObject({ message: DUPLICATE });
  });
});

describe('a request body', () => {
  const headers = { 'content-type': 'application/json' };
  const path = '/v1/athletes';

  test('is parsed once, however many steps use its JSON', async () => {
    const { testKey: key } = await makePartner();
    const { json: athlete } = await call('POST', path, { key, body: {} });
    const rawBody = `{"athlete_id":"${athlete.id}","activity":{"type":"run","duration_min":60}}`;
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const reply = await call('POST', '/v1/nutrition/calculate', { key, rawBody, headers });
      expect(reply.status).toBe(200);
      expect(parse.mock.calls.filter(([text]) => text === rawBody)).toHaveLength(1);
    } finally {
      parse.mockRestore();
    }
  });

  test('of 256 KiB counts a slice of work, after which other requests continue, and one of 2 KiB little', () => {
    const countedUs = (bytes: number) => {
      const body = newRequestBody({ bytes: new Uint8Array(encode('{"a":{"b":0}}'.padEnd(bytes))) });
      const sumUs = [...body.parseInSteps()].reduce((sum, us) => sum + us, 0);
      expect(body.parse()).toEqual({ value: { a: { b: 0 } } });
      return sumUs;
    };
    expect(countedUs(256 * 1024)).toBeGreaterThan(8000);
    expect(countedUs(2 * 1024)).toBeLessThan(200);
  });

  test('that is not JSON is reported as malformed_json at every parse, without parsing it twice', () => {
    const body = newRequestBody({ bytes: Uint8Array.from(encode('{')) });
    expect(body.parse()).toMatchObject({ failure: 'malformed_json' });
    expect(body.parse()).toBe(body.parse());
  });

  test.each([
    ['a doubled member', '{"body_mass_kg":70,"body_mass_kg":700}'],
    ['a doubled member in two spellings', '{"body_mass_kg":70,"body_mass_\\u006bg":700}'],
    ['a doubled __proto__', '{"__proto__":1,"__proto__":2}'],
    ['bytes that are no UTF-8', new Uint8Array([...encodeBytes('{"name":"'), 0xe9, ...encodeBytes('"}')])],
    ['nothing but a byte order mark', '\ufeff'],
  ])('with %s is malformed_json and changes nothing', async (_what, rawBody) => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', path, { key, rawBody, headers });
    expect(refusal(reply)).toMatchObject({ status: 400, code: 'malformed_json' });
    expect((await call('GET', path, { key })).json.data).toEqual([]);
  });

  test('with duplicate members is malformed_json as part of a batch too', async () => {
    const { testKey: key } = await makePartner();
    const activity = '"activity":{"type":"run","duration_min":60}';
    const scenario = (athlete: string) => `{${activity},"athlete":{${athlete}}}`;
    const batch = (athlete: string) => ({
      key,
      headers,
      rawBody: `{"scenarios":[${scenario('"body_mass_kg":70')},${scenario(athlete)}]}`,
    });
    const at = '/v1/nutrition/calculate/batch';
    expect((await call('POST', at, batch('"body_mass_kg":71'))).status).toBe(200);
    const doubled = await call('POST', at, batch('"body_mass_kg":71,"body_mass_kg":17'));
    expect(refusal(doubled)).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(doubled.json.error.message).toBe(DUPLICATE);
  });

  test('may begin with a byte order mark', async () => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', path, { key, rawBody: '\ufeff{"name":"N\u00e9"}', headers });
    expect([reply.status, reply.json.name]).toEqual([201, 'N\u00e9']);
  });
});

function encodeBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
