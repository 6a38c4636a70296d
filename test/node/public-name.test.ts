import { describe, expect, test } from 'vitest';
import { isPublicName } from '#platform/http/public-name.ts';

const ofCodes = (...codes: readonly number[]) => String.fromCodePoint(...codes);

describe('names of partners, platforms and OAuth clients', () => {
  test.each([
    'A',
    'Sample Training Platform',
    'Åre & Söner',
    'Run+Ride',
    'Café-Vélo (Paris), Nº 3',
    'TrainerRoad™ Pro®',
    '45° Nord | Coaching',
    '训练平台',
    'トレーニング・クラブ',
    'תוכנית אימון',
    'برنامج التدريب',
    'हिन्दी प्रशिक्षण',
    `e${ofCodes(0x301)}`,
    'x'.repeat(80),
    '𝒳'.repeat(80),
    'Muse Tte',
    'Verify & Office',
  ])('takes %j', (name) => {
    expect(isPublicName(name)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['a space in front', ' Platform'],
    ['a space behind', 'Platform '],
    ['two spaces in a row', 'Training  Platform'],
    ['a no-break space', `Training${ofCodes(0xa0)}Platform`],
    ['an ideographic space', `Training${ofCodes(0x3000)}Platform`],
    ['81 characters', 'x'.repeat(81)],
    ['an escape sequence', `${ofCodes(0x1b)}[2J${ofCodes(0x1b)}]0;owned${ofCodes(7)}`],
    ['a C1 control sequence', `${ofCodes(0x9b)}31mRed`],
    ['a bell', `Plat${ofCodes(7)}form`],
    ['a delete', `Plat${ofCodes(0x7f)}form`],
    ['NUL', `Plat${ofCodes(0)}form`],
    ['a line feed', 'A\nB'],
    ['a tab', 'A\tB'],
    ['a line separator', `A${ofCodes(0x2028)}B`],
    ['a paragraph separator', `A${ofCodes(0x2029)}B`],
    ['a right-to-left override', `Plat${ofCodes(0x202e)}form`],
    ['an isolate', `Plat${ofCodes(0x2067)}form`],
    ['an Arabic letter mark', `Plat${ofCodes(0x61c)}form`],
    ['a zero-width space', `Plat${ofCodes(0x200b)}form`],
    ['a soft hyphen', `Plat${ofCodes(0xad)}form`],
    ['a byte order mark', `Plat${ofCodes(0xfeff)}form`],
    ['tag characters', `Platform${ofCodes(0xe0041, 0xe0042)}`],
    ['a variation selector', `Plat${ofCodes(0xfe0f)}form`],
    ['a Hangul filler', ofCodes(0x3164)],
    ['a half-width Hangul filler', ofCodes(0xffa0)],
    ['jamo fillers', ofCodes(0x115f, 0x1160)],
    ['a blank braille cell', ofCodes(0x2800)],
    ['a hieroglyphic blank', ofCodes(0x13441)],
    ['a combining mark alone', ofCodes(0x301)],
    ['punctuation alone', '…'],
    ['a lone surrogate', `Plat${ofCodes(0xd800)}form`],
    ['a private character', `Plat${ofCodes(0xe000)}form`],
    ['an emoji', '🏃 Club'],
    ['markup', '<b>Platform</b>'],
    ['a currency', 'Ca$h'],
    ['musette', 'My Musette Club'],
    ['musette, full width', 'ＭＵＳＥＴＴＥ'],
    ['musette, mathematical', '𝗠𝘂𝘀𝗲𝘁𝘁𝗲'],
    ['musette, with a long s', 'Muſette'],
    ['verified', 'VERIFIED Coach'],
    ['verified, with a ligature', 'Veriﬁed Coach'],
    ['official', 'UnofFicial Club'],
    ['official, with a ligature', 'Oﬃcial'],
  ])('refuses %s', (_what, name) => {
    expect(isPublicName(name)).toBe(false);
  });
});
