import { finish } from '@musette/basics/work';
import { readCourse } from '@musette/files/courses/read-course';
import { isUnreadable } from '@musette/files/text-reader';
import { readWorkout } from '@musette/files/workouts/read-workout';
import { describe, expect, test } from 'vitest';
import { isFailure } from '#platform/http/errors.ts';
import { mutatedFile, outcomeOf } from '../fuzz/mutated-files.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = 3000;

test(`${RUNS} mutated files are read into valid answers or are unreadable; 100,000 are npm run fuzz:files`, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(mutatedFile, (file) => {
      const outcome = outcomeOf(file);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      expect(['read', 'unreadable']).toContain(outcome);
    }),
    { numRuns: RUNS },
  );
  // A run in which everything is refused, or nothing, would prove nothing.
  expect(seen.get('read')).toBeGreaterThan(RUNS / 20);
  expect(seen.get('unreadable')).toBeGreaterThan(RUNS / 20);
});

const encode = (text: string) => new TextEncoder().encode(text);
const gpx = (body: string) => `<?xml version="1.0"?>\n<gpx>${body}</gpx>`;
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><gpx><name>&b;</name></gpx>`;

const MIB = 1024 * 1024;
const lines = '\n'.repeat(MIB / 4);
/** Pieces of one character that an XML parser buffers until the construct ends. */
const UNREPORTED = {
  'a comment': `<gpx><!--${'- '.repeat(MIB)}`,
  'a CDATA section': `<gpx><![CDATA[${']a'.repeat(MIB)}`,
  'an instruction': `<gpx><?x ${'?a'.repeat(MIB)}`,
  'an attribute': `<gpx a="${'\n'.repeat(2 * MIB)}`,
  'a tag': `<gpx ${Array.from({ length: 8 }, (_, index) => `a${index}="${lines}"`).join(' ')}>`,
};

const BOMBS: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['an empty file', new Uint8Array(), /^Byte 0: the file is empty\.$/],
  ['billion laughs', encode(LAUGHS), /^Line 1, column \d+: a DOCTYPE is not accepted\.$/],
  [
    'an external entity',
    encode('<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>'),
    /^Line 1, column \d+: a DOCTYPE is not accepted\.$/,
  ],
  [
    'an entity that nothing defines',
    encode(gpx('<name>&x;</name>')),
    /^Line 2, column \d+: undefined entity\.$/,
  ],
  [
    'deep nesting',
    encode(gpx('<a>'.repeat(100_000))),
    /^Line 2, column \d+: elements are nested more than 32 deep\.$/,
  ],
  [
    'many attributes',
    encode(gpx(`<a ${Array.from({ length: 5000 }, (_, index) => `a${index}="1"`).join(' ')}/>`)),
    /an element has more than 64 attributes\.$/,
  ],
  [
    'a huge text',
    encode(gpx(`<name>${'x'.repeat(4_000_000)}</name>`)),
    /a text has more than 100000 characters\.$/,
  ],
  ['UTF-16 with its mark and nothing else', utf16(gpx('')), /^The course has fewer than two points/],
  ['UTF-16 without its mark', utf16(gpx('')).subarray(2), /^Byte 0: the text must be UTF-8/],
  [
    'an unknown encoding',
    encode('<?xml version="1.0" encoding="klingon"?><gpx/>'),
    /^Line 1, column \d+: the encoding that the file names is not known\.$/,
  ],
  [
    'invalid UTF-8',
    Uint8Array.from([...encode('<gpx>'), 0xc3, 0x28]),
    /^Byte 6: the text is not valid UTF-8\.$/,
  ],
  [
    'invalid UTF-8 behind 64 KiB',
    Uint8Array.from([...encode(`<gpx>${' '.repeat(65_530)}é`), 0xff, ...encode('</gpx>')]),
    /^Byte 65537: the text is not valid UTF-8\.$/,
  ],
  ['a NUL', encode(gpx('\0')), /^Line 2, column \d+: disallowed character\.$/],
  ...Object.entries(UNREPORTED).map(
    ([name, text]) =>
      [
        `${name} of 2 MiB`,
        encode(text),
        /: a comment, CDATA section, instruction or tag has more than 1 MiB\.$/,
      ] as const,
  ),
  ['two roots', encode('<gpx></gpx><gpx></gpx>'), /^Line 1, column \d+: /],
  ['an unclosed root', encode('<gpx>\r\n\r<trk>'), /^Line 3, column \d+: unclosed tag: trk\.$/],
  ['an unclosed comment', encode('<gpx><!-- '), /^Line 1, column \d+: /],
  ['a repeated attribute', encode(gpx('<a b="1" b="2"/>')), /^Line 2, column \d+: duplicate attribute: b\.$/],
];

describe('hostile files', () => {
  test.each(BOMBS)('%s is refused with its place', (_name, bytes, message) => {
    const course = finish(readCourse(bytes));
    expect(isFailure(course) ? course.message : course).toMatch(message);
    const workout = finish(readWorkout(bytes));
    expect(workout).toMatchObject({ failure: 'unreadable_file' });
  });

  test('a huge attribute of an element that is not read is skipped, and one that is read is refused', () => {
    const huge = '9'.repeat(1_000_000);
    const points = '<trkpt lat="47" lon="8"/><trkpt lat="47.1" lon="8"/>';
    const skipped = finish(readCourse(encode(gpx(`<x y="${huge}"/><trk><trkseg>${points}</trkseg></trk>`))));
    expect(isFailure(skipped)).toBe(false);
    const lat = finish(readCourse(encode(gpx(`<trk><trkseg><trkpt lat="${huge}" lon="8"/></trkseg></trk>`))));
    expect(isFailure(lat) ? lat.message : lat).toMatch(/lat and lon must be degrees\.$/);
  });

  test.each([
    ['a root', (name: string) => `<${name}/>`],
    ['an open element', (name: string) => `<gpx><${name}>`],
    ['an entity', (name: string) => `<gpx>&${name};</gpx>`],
  ])('%s with a name of a million characters is refused in a short message with its place', (_, fileOf) => {
    for (const name of ['n'.repeat(1_000_000), '😀'.repeat(200_000)]) {
      for (const read of [readCourse, readWorkout]) {
        const refused = finish<unknown>(read(encode(fileOf(name))));
        const message = (isFailure(refused) && refused.message) || 'was read';
        expect(message).toMatch(/^Line 1, column \d+: /);
        expect([message.length <= 401, message.isWellFormed()]).toEqual([true, true]);
      }
    }
  });

  test('names are one line without controls, at most 200 characters, and never half a character', () => {
    const points = '<trkpt lat="47" lon="8"/><trkpt lat="47.1" lon="8"/>';
    const named = (name: string) => {
      const course = finish(
        readCourse(encode(gpx(`<trk><name>${name}</name><trkseg>${points}</trkseg></trk>`))),
      );
      return isUnreadable(course) ? course.message : course.name;
    };
    expect(named('a\r\nb\t&#x85;c')).toBe('a b c');
    expect(named('  ')).toBeNull();
    const long = named(`x${'😀'.repeat(300)}`) ?? '';
    expect([long.length, long.isWellFormed()]).toEqual([199, true]);
  });

  test('the place of a fault in JSON is the one that the parser of the platform names, where it names one', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '\\', '\u0001', 'x', '1'))
      .map(([json, at, put]) => {
        const file = `{"steps":[${json}]}`;
        const place = at % file.length;
        return file.slice(0, place) + put + file.slice(place + 1);
      });
    let compared = 0;
    fc.assert(
      fc.property(broken, (file) => {
        const place = placeByPlatform(file);
        if (place === 'valid') return;
        const workout = finish(readWorkout(encode(file)));
        const message = (isFailure(workout) && workout.message) || 'was read';
        if (place === null || !file.startsWith('{')) return;
        compared += 1;
        const named = Number(/^Line 1, column (\d+): /.exec(message)?.[1]) - 1;
        // The platform points into a number, a word or an escape, this reader at its beginning.
        expect(file.slice(named, place)).toMatch(/^\\?[\w.+-]*$/);
        expect(named).toBeLessThanOrEqual(place);
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

/** Returns the position, counted from 0, of `JSON.parse`'s error. Null if its message names none. */
function placeByPlatform(file: string): number | 'valid' | null {
  try {
    JSON.parse(file);
    return 'valid';
  } catch (fault) {
    const place = /at position (\d+)/.exec(String(fault))?.[1];
    return place === undefined ? null : Number(place);
  }
}
