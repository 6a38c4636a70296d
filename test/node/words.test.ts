import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Phrases that no native reader would write, with what to write. CONTRIBUTING says how Musette sounds. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bon the way\b/i, 'during the session'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/(?<![-_.])\b(e-)?mail(s|ed|ing)?\b(?!_)/i, 'email'],
  [/\bfor ever\b/i, 'permanently'],
  [/\btaken to manage\b/i, 'we assume your gut handles'],
  [/\bsurer\b/i, 'more certain'],
  [/\bgravest\b/i, 'most severe'],
  [/\bin words\b/i, 'as text'],
  [/\bdecided by the\b/i, 'set by, limited by'],
  [/\bslip of the keyboard\b/i, 'typo'],
  [/\b(go|goes|gone|went) on with\b/i, 'continue'],
  [/\bis (yours|theirs|ours) to\b/i, 'needs … on your side'],
  [/\bloud wrong\b/i, 'confident mistake'],
];

/** Banned in prose only: fields of the interface and types have this name. */
const BANNED_IN_PROSE: readonly (readonly [RegExp, string])[] = [
  [/\bvessels?\b/i, 'bottle'],
  [/\bbeside\b/i, 'next to, with'],
  [/\bdepartures?\b/i, 'deviation'],
];

const FILES = globSync(
  ['*.md', 'src/**/*.{ts,tsx,md,css,py}', 'test/**/*.{ts,md}', 'migrations/**/*.sql', 'wrangler.toml'],
  { exclude: (name) => /node_modules|languages\/src\/(de|es|fr|it|ja)$|words\.test\.ts|lexicon/.test(name) },
).filter(
  (file) =>
    !/^THIRD-PARTY|src\/.*\/(api-types|compiled-words)\.|packages\/titles\/test|site\/assets/.test(file),
);

test('no page, text, document or comment has a banned phrase', () => {
  const found = FILES.flatMap((file) => phrasesOf(file));
  expect(FILES.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});

function phrasesOf(file: string): string[] {
  const isMarkdown = file.endsWith('.md');
  let isCode = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (isMarkdown && line.startsWith('```')) isCode = !isCode;
      const banned = isProse(line, isMarkdown && !isCode) ? [...BANNED, ...BANNED_IN_PROSE] : BANNED;
      const text = line.replace(/`[^`]*`/g, '');
      return banned
        .filter(([phrase]) => phrase.test(text))
        .map(([phrase, better]) => `${file}:${index + 1}: ${text.match(phrase)?.[0]} → ${better}`);
    });
}

function isProse(line: string, isMarkdown: boolean): boolean {
  return isMarkdown || /^\s*(\*|\/\*\*|\/\/|--|# )/.test(line);
}
