import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isPublicName, ownName } from '#platform/http/wire-fields.ts';
import { runTool } from '../support/tools.ts';

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
    'Läufergruppe Müßiggang Grünwald',
    'Vélo-Club de l’Île-d’Orléans',
    'Klub Sportowy Śląsk Łódź Żabno',
    'Câu lạc bộ chạy bộ Sài Gòn ế ữ ặ',
    'Çağrı Koşu Kulübü',
    'ランニングクラブ東京',
    '東京ジムABC',
    '대한달리기협회 Run',
    '상하이上海Run클럽',
    '北京跑步俱乐部Beijing',
    'ㄅㄆㄇ跑步',
    'نادي الجَرْي الدُّوَلِيّ',
    'נָבֶט־רִיצָה תֵּל־אָבִיב',
    'सड़कों का दौड़ क्लब',
    'बड़ों की दौड़',
    'নদী দৌড় সংঘ',
    'ชมรมวิ่งกรุงเทพ น้ำ',
    'Δρομείς Αθήνας ᾧ',
    'Бегуны Санкт-Петербурга',
    'Клуб Run Москва',
    'Спорт-Sport',
    'Köln 2024 Nº 5',
    'Officina Veloce',
    'Very Fine Musetto',
  ])('takes %j', async (name) => {
    expect(await isPublicName(name)).toBe(true);
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
    ['musette, with accents', 'Müsétte'],
    ['musette, with r and n', 'rnusette Club'],
    ['musette, with a Cyrillic letter', `Mus${ofCodes(0x435)}tte`],
    ['musette, with a Greek letter', `m${ofCodes(0x3c5)}sette`],
    ['musette, with a letter of IPA', `m${ofCodes(0x28b)}sette Club`],
    ['musette, with Lisu capitals', `MUS${ofCodes(0xa4f0, 0xa4d4, 0xa4d4, 0xa4f0)}`],
    ['official, with a zero', '0fficial'],
    ['official, with an l', 'Officia1'],
    ['official, with capitals I', 'OfficiaI'],
    ['official, with l for i', 'offlclal'],
    ['official, with an o of Hebrew', `${ofCodes(0x5e1)}fficial`],
    ['official, with a stroke', 'Øfficial'],
    ['verified, with a script g', `ver${ofCodes(0x131)}f${ofCodes(0x131)}ed`],
    ['verified, with a hook', `Veri${ofCodes(0x192)}ied`],
    ['Cyrillic within Latin', `Tr${ofCodes(0x430)}ining`],
    ['Cherokee, a script of letters like Latin ones', ofCodes(0x13d9, 0x13a9, 0x13ac)],
    ['a lone Greek letter before Latin', `${ofCodes(0x3bc)}Coach`],
    ['a micro sign before Latin', `${ofCodes(0xb5)}Coach`],
    ['Hebrew within Arabic', `${ofCodes(0x628, 0x5d0)}`],
    ['Cyrillic with Chinese', `${ofCodes(0x411)}跑步`],
    ['three marks on a letter', `e${ofCodes(0x301, 0x302, 0x303)}`],
    ['three marks on a composed letter', `${ofCodes(0xe9)}${ofCodes(0x301, 0x302, 0x303)}`],
    ['an address', 'https://attacker.example'],
    ['an address, full width', 'https：／／attacker.example'],
  ])('refuses %s', async (_what, name) => {
    expect(await isPublicName(name)).toBe(false);
  });

  test('the table of look-alikes is what its script writes, names its Unicode version, and has at most 12 KB', async () => {
    const table = 'src/platform/http/look-alikes.ts';
    const { exitCode, err } = await runTool('look-alikes.ts', ['--check']);
    expect([exitCode, err]).toEqual([0, '']);
    expect((await readFile(table, 'utf8')).split('export')[0]).toContain('Unicode 13.0.0 (UTS 39');
    expect((await stat(table)).size).toBeLessThanOrEqual(12_000);
  });
});

describe('names of keys', () => {
  const isTaken = (name: string) => ownName('A name.').safeParse(name).success;

  test.each([
    'Backend, staging',
    'Musette (official, verified)',
    'x'.repeat(100),
    'Ключ №1 <b>',
    '🏃 Club',
    ' a ',
  ])('take %j', (name) => {
    expect(isTaken(name)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['spaces alone', '   '],
    ['101 characters', 'x'.repeat(101)],
    ['a line feed', 'a\nBcc: victim@example.com'],
    ['an escape sequence', `a${ofCodes(0x1b)}[2J`],
    ['a right-to-left override', `a${ofCodes(0x202e)}b`],
    ['an isolate', `a${ofCodes(0x2066)}b`],
    ['a zero-width space', `a${ofCodes(0x200b)}`],
    ['a no-break space', `a${ofCodes(0xa0)}b`],
    ['a line separator', `a${ofCodes(0x2028)}b`],
    ['a Hangul filler', ofCodes(0x3164)],
    ['a blank braille cell', ofCodes(0x2800)],
    ['tag characters', `a${ofCodes(0xe0041)}`],
    ['a private character', `a${ofCodes(0xe000)}`],
    ['a lone surrogate', `a${ofCodes(0xd800)}`],
  ])('refuse %s', (_what, name) => {
    expect(isTaken(name)).toBe(false);
  });
});
