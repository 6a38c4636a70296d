import { expect, test } from 'vitest';
import { renderMarkdown } from '#tools/cli/render-markdown.ts';

const fenced = (language: string) => `\`\`\`${language}\ncode\n\`\`\`\n`;

/** The groups of code blocks of a page, each with its languages; the open ones in capitals. */
function groupsOf(markdown: string): readonly string[] {
  const blocks = [
    ...renderMarkdown(markdown).matchAll(
      /<details class="code" name="([^"]+)" data-language="\w+"( open)?><summary>(\w+)/g,
    ),
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
  expect(renderMarkdown(`${create}\nText between.\n\n${verify}`).match(/<div class="codes">/g)).toHaveLength(
    2,
  );
});

test('code is coloured by its language, and its text stays the same', () => {
  const code = `curl -s "$API/v1?a=1&b=<2>" -d '{"body_mass_kg": 58, "on": true}' # a comment`;
  for (const language of ['sh', 'ts', 'python', 'json', 'text']) {
    const html = renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\`\n`);
    const [, shown = ''] = /<pre tabindex="0"><code>([\s\S]*)<\/code><\/pre>/.exec(html) ?? [];
    const text = shown
      .replace(/<\/?span[^>]*>/g, '')
      .replace(/&(lt|gt|quot|amp|#x27);/g, (_all, name: string) => {
        return { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" }[name] ?? '';
      });
    expect(text.trimEnd(), language).toBe(code);
    expect(shown.includes('class="hljs-'), language).toBe(language !== 'text');
  }
});

test('names in the first column of a table break between words only', () => {
  const html = renderMarkdown('| type | when |\n| --- | --- |\n| `key.rotation_due` | `a.b` |\n');
  expect(html).toContain('<td><code>key.<wbr>rotation_<wbr>due</code></td>');
});

test('every table is a region with a name of its own', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
  const names = renderMarkdown(`${table}\nText between.\n\n${table}`).match(/(?<=aria-label=")[^"]+/g);
  expect(names).toEqual(['Table 1', 'Table 2']);
});
