import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/cli/render-markdown.ts';

const fenced = (language: string) => `\`\`\`${language}\ncode\n\`\`\`\n`;

/** The groups of code blocks of a page, each with its languages; the open ones in capitals. */
function groupsOf(markdown: string): readonly string[] {
  const blocks = [
    ...renderMarkdown(markdown).matchAll(/<details class="code" name="([^"]+)"( open)?><summary>(\w+)/g),
  ];
  const groups = new Map<string, string[]>();
  for (const [, group = '', open, name = ''] of blocks) {
    groups.set(group, [...(groups.get(group) ?? []), open ? name.toUpperCase() : name.toLowerCase()]);
  }
  return [...groups.values()].map((names) => names.join(' '));
}

test('adjacent code blocks are one group whose first language is open, whichever it is', () => {
  const create = ['sh', 'ts', 'python'].map(fenced).join('\n');
  const verify = ['ts', 'python'].map(fenced).join('\n');
  expect(groupsOf(`${create}\nText between.\n\n${verify}`)).toEqual([
    'CURL typescript python',
    'TYPESCRIPT python',
  ]);
});
