/** Strings of 2,000 characters that slow down careless readers. The benchmark times the same ones. */
export const LENGTH = 2000;

function filled(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

export const HOSTILE: Readonly<Record<string, string>> = {
  'one letter': filled('a'),
  'one letter, then a mark': `${filled('a').slice(1)}!`,
  digits: filled('9'),
  'digits and points': filled('1.'),
  'digits and colons': filled('1:'),
  'opening brackets': filled('('),
  'nested repeats': filled('3x('),
  'repeats of legs': filled("3x(20'bike+5'run)"),
  blanks: filled(' '),
  'blanks and a letter': `${filled(' ').slice(1)}x`,
  'plus signs': filled('+'),
  'slashes between numbers': filled('1/'),
  'hyphens in words': filled('a-'),
  'unfinished phrase': filled('long '),
  'unfinished compound': filled('trainings'),
  'one long compound': filled('lauf'),
  'near misses': filled('runnin cyclin swimmin '),
  'sports without end': filled('swim bike run '),
  'katakana without end': filled('ラン'),
  'one katakana sign': filled('ー'),
  'chinese without end': filled('骑跑'),
  'emoji with skin and joiners': filled('🏃🏽‍♀️'),
  'combining accents': filled('e\u0301\u0301\u0301'),
  'expanding ligature': filled('\ufdfa'),
  'half surrogates': filled('\ud83c'),
  'capitals in turn': filled('aB'),
  'negations without end': filled('no run '),
  'e-mail-like': filled('a@a.'),
  'nul characters': filled('\u0000'),
  'unicode spaces': filled('\u2003\u200b'),
};
