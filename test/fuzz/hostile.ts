import fc from 'fast-check';

/** Texts that have broken parsers, databases and pages before. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\ufeff',
    '\u202e',
    '💧'.repeat(600),
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
    "'; DROP TABLE athletes; --",
    '" OR 1=1 --',
    '<script>alert(1)</script>',
    '{{7*7}}',
    'NaN',
    '-0',
    '1e309',
    '9'.repeat(400),
    'null',
    'true',
    '__proto__',
    'constructor',
    'toString',
    'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

/** Values of every JSON kind, the odd ones first. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    5e-324,
    2 ** 53,
    2 ** 53 + 1,
    1e21,
    [],
    {},
    [[]],
    [null],
    { length: 1 },
  ),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
);

const hostileName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    '',
    'a/b',
    'a~b',
    'duration',
    'tier',
  ),
  fc.string({ maxLength: 12 }),
);

/** A value with one thing changed, somewhere in it: replaced, removed, added or wrapped. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc.oneof(
      hostileValue,
      fc
        .nat({ max: value.length - 1 })
        .chain((at) =>
          mutated(value[at]).map((item) => value.map((old, index) => (index === at ? item : old))),
        ),
      fc.constant([...value, ...value, ...value]),
    );
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const names = Object.keys(value);
    const members = new Map(Object.entries(value));
    return fc.oneof(
      { arbitrary: hostileValue, weight: 1 },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(...names)
          .chain((name) => mutated(members.get(name)).map((member) => ({ ...value, [name]: member }))),
      },
      { weight: 2, arbitrary: fc.constantFrom(...names).map((name) => omit(value, name)) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(hostileName, hostileValue)
          .map(([name, member]) => Object.fromEntries([...members, [name, member]])),
      },
    );
  }
  return hostileValue;
}

function omit(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
