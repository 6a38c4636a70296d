import { describe, expect, test } from 'vitest';
import { SHORTEST_MISSPELT, type TreeNode, unpackLexicon } from '../src/compiled-lexicon.ts';
import { WORDS } from '../src/compiled-words.js';
import { compileLexicons, type LexiconTree } from '../src/lexicon/compile.ts';
import { packLexicon } from '../src/lexicon/pack.ts';
import { readWordList } from '../src/lexicon/read-word-list.ts';
import { compileWordLists } from './lexicon.ts';

const FROM_FILES = compileWordLists();

/** Lists the phrases of a tree whose meanings are missing or different in another tree. */
function differences(node: LexiconTree['root'], other: TreeNode | undefined, phrase = ''): string[] {
  const own = JSON.stringify(node.entries) === JSON.stringify(other?.entries) ? [] : [phrase];
  const below = [...node.next].flatMap(([token, next]) =>
    differences(next, other?.next.get(token), `${phrase} ${token}`),
  );
  return [...own, ...below];
}

describe('the compiled word lists', () => {
  test('match the files: every phrase, ending and grammar word of the lexicon', () => {
    const compiled = unpackLexicon(WORDS);
    expect(differences(FROM_FILES.root, compiled.root)).toEqual([]);
    expect(compiled.endings).toEqual(FROM_FILES.endings);
    expect(compiled.tails).toEqual(FROM_FILES.tails);
    expect(compiled.longestEnding).toBe(FROM_FILES.longestEnding);
    expect(compiled.grammar).toEqual(FROM_FILES.grammar);
  });

  test('contain no other phrase: they are the packed files', () => {
    expect(WORDS).toEqual(packLexicon(FROM_FILES));
  });

  test('find a sport word by its spelling with one letter missing, but not by a shorter one', () => {
    const { sportWords, misspellings } = FROM_FILES;
    expect(sportWords.length).toBeGreaterThan(500);
    for (const word of sportWords) {
      expect(word.length).toBeGreaterThanOrEqual(SHORTEST_MISSPELT);
      for (let at = 1; at < word.length; at += 1) {
        const spelling = word.slice(0, at) + word.slice(at + 1);
        const found = misspellings.lackingLetter(spelling) ?? '';
        // Two words may be one letter away from one spelling: "gehender" is short for either of two cases.
        expect(found.length).toBe(word.length);
        expect(
          [...found].some((_, left) => found.slice(0, left) + found.slice(left + 1) === spelling),
          spelling,
        ).toBe(true);
      }
      expect(misspellings.lackingLetter(word.slice(0, -2))).not.toBe(word);
    }
  });
});

describe('a word list', () => {
  const read = (text: string) => readWordList('xx', () => text);

  test('gives each phrase the senses of its heading, and compounds those of an ending', () => {
    const list =
      'language: xx\n\n# Feet\n[sport run strong, intensity easy]\nzock zock\n\n[endings: hint walk weak]\nzuckel\n';
    const { root, endings } = compileLexicons([read(list)]);
    expect(root.next.get('zock')?.next.get('zock')?.entries).toMatchObject([
      {
        language: 'xx',
        senses: [
          { kind: 'sport', type: 'run', weight: 0.82 },
          { hint: 'easy', level: 3 },
        ],
      },
    ]);
    expect(endings.get('zuckel')).toMatchObject([{ senses: [{ type: 'walk', yields: true }] }]);
  });

  test.each([
    ['[sport running strong]', 'xx.txt:2: "running" is none of run, '],
    ['[sport run loud]', 'xx.txt:2: "loud" is none of certain, '],
    ['[mark rase]', 'xx.txt:2: "rase" is none of race, '],
    ['[intensity gentle]', 'xx.txt:2: "gentle" is none of recovery, '],
    ['[grammar hour]', 'xx.txt:2: "hour" is none of hours, '],
    ['[starts: sport run strong]', 'xx.txt:2: "starts" is none of words, '],
    ['[event run strong km long]', 'xx.txt:2: km is not a number'],
    ['[sprot run strong]', 'xx.txt:2: no sense is called "sprot"'],
    ['jog', 'xx.txt:2: "jog" is under no heading'],
  ])('that cannot be read fails the build with file and line: %s', (line, message) => {
    expect(() => read(`language: xx\n${line}\n`)).toThrow(message);
  });

  test('without a language fails the build', () => {
    expect(() => read('[sport run strong]\njog\n')).toThrow('xx: lacks its language');
  });
});
