/**
 * Draws every character as the same box, so that lines wrap in the same words on every machine, whichever fonts it has,
 * and a random identifier is as wide as another.
 */

const UNITS_PER_EM = 1000;
const ASCENT = 800;
const DESCENT = -200;
/** Somewhat more than the mean of the fonts that our pages ask for. */
const ADVANCE = 540;
const MAC_EPOCH = [0, 0] as const;

const words = (...values: readonly number[]) =>
  values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
const longs = (...values: readonly number[]) =>
  values.flatMap((value) => words(value >>> 16, value & 0xffff));

const BOUNDS = [40, 0, ADVANCE - 40, 700] as const;
const [LEFT, BOTTOM, RIGHT, TOP] = BOUNDS;
/** One contour of four points on the curve, each with the distance from the one before. */
const BOX = [
  ...words(1, ...BOUNDS, 3, 0),
  ...[1, 1, 1, 1],
  ...words(LEFT, 0, RIGHT - LEFT, 0),
  ...words(BOTTOM, TOP - BOTTOM, 0, BOTTOM - TOP),
  ...words(0),
];

/** The tables of a TrueType font with two equal glyphs: the first one stands for a missing character. */
const TABLES: Readonly<Record<string, readonly number[]>> = {
  'OS/2': [
    ...words(0, ADVANCE, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0),
    ...new Array(10 + 16 + 4).fill(0),
    ...words(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
  ],
  // Format 13 maps a whole range of characters to one glyph.
  cmap: [...words(0, 1, 3, 10), ...longs(12), ...words(13, 0), ...longs(28, 0, 1, 0x20, 0x10ffff, 1)],
  glyf: [...BOX, ...BOX],
  head: [
    ...longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
    ...words(0, UNITS_PER_EM),
    ...longs(...MAC_EPOCH, ...MAC_EPOCH),
    ...words(...BOUNDS, 0, 8, 2, 0, 0),
  ],
  hhea: [
    ...longs(0x10000),
    ...words(ASCENT, DESCENT, 0, ADVANCE, LEFT, LEFT, RIGHT, 1, 0, 0, 0, 0, 0, 0, 0, 2),
  ],
  hmtx: words(ADVANCE, LEFT, ADVANCE, LEFT),
  loca: words(0, BOX.length / 2, BOX.length),
  maxp: [...longs(0x10000), ...words(2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
  name: words(0, 0, 6),
  post: [...longs(0x30000, 0), ...words(-100, 50), ...longs(1, 0, 0, 0, 0)],
};

function fontFile(): readonly number[] {
  const names = Object.keys(TABLES);
  let offset = 12 + 16 * names.length;
  const directory: number[] = [];
  const content: number[] = [];
  for (const [name, table] of Object.entries(TABLES)) {
    // Chromium computes the checksums anew.
    directory.push(...Buffer.from(name), ...longs(0, offset, table.length));
    const padding = -table.length & 3;
    content.push(...table, ...new Array(padding).fill(0));
    offset += table.length + padding;
  }
  return [
    ...longs(0x10000),
    ...words(names.length, 128, 3, 16 * names.length - 128),
    ...directory,
    ...content,
  ];
}

/** The font's file in base64. */
export const BOX_FONT = Buffer.from(fontFile()).toString('base64');
