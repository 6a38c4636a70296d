import { createRequire } from 'node:module';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

/** A fenced block as micromark writes it. */
const CODE = /<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g;
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' };
/** Blocks of one group, side by side. */
const GROUP = /(?:<details class="code"[\s\S]*?<\/details>\s*)+/g;

/**
 * Renders Markdown as HTML: headings get anchors, and adjacent code blocks in several languages become one
 * group to choose from. HTML in the source is shown as text.
 */
export function renderMarkdown(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  return withTables(withCode(withAnchors(html)));
}

function withAnchors(html: string): string {
  return html.replace(/<h([23])>(.*?)<\/h\1>/g, (_heading, level: string, content: string) => {
    return `<h${level} id="${anchorOf(content)}">${content}</h${level}>`;
  });
}

/** Returns the anchor of a heading. A code, such as a warning's, is its own. */
export function anchorOf(content: string): string {
  const text = content.replace(/<[^>]+>/g, '');
  if (content.startsWith('<code>')) return text;
  return text
    .toLowerCase()
    .replace(/&\w+;|[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');
}

/**
 * Colours code, makes blocks reachable by keyboard, since they scroll, and folds all but the first language of a group.
 */
function withCode(html: string): string {
  let group = 0;
  let endOfBefore = 0;
  const folded = html.replace(CODE, (whole, language: string | undefined, code: string, start: number) => {
    const block = `<pre tabindex="0"><code>${highlightCode(code, language)}</code></pre>`;
    const name = LANGUAGE_NAMES[language ?? ''];
    if (name === undefined) return block;
    const isFirst = group === 0 || html.slice(endOfBefore, start).trim() !== '';
    endOfBefore = start + whole.length;
    if (isFirst) group += 1;
    const open = isFirst ? ' open' : '';
    return `<details class="code" name="code-${group}" data-language="${language}"${open}><summary>${name}</summary>${block}</details>`;
  });
  return folded.replace(GROUP, (blocks) => `<div class="codes">${blocks.trimEnd()}</div>\n`);
}

/** Makes tables scroll, each a region with a name of its own, and lets the names in their first column break only between words. */
function withTables(html: string): string {
  let count = 0;
  return html
    .replace(/(?<=<td><code>)[\w.]+(?=<\/code><\/td>)/g, (name) => name.replaceAll(/[._]/g, '$&<wbr>'))
    .replaceAll('<table>', () => {
      count += 1;
      return `<div class="table" tabindex="0" role="region" aria-label="Table ${count}"><table>`;
    })
    .replaceAll('</table>', '</table></div>');
}

/** The part of highlight.js that is used. Importing its own types would give every file of the Worker those of a browser. */
interface Highlighter {
  readonly getLanguage: (name: string) => unknown;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}

const loaded: unknown = createRequire(import.meta.url)('highlight.js/lib/common');
if (!isHighlighter(loaded)) throw new Error('highlight.js is not what it was');
const highlighter = loaded;

function isHighlighter(value: unknown): value is Highlighter {
  return typeof value === 'object' && value !== null && 'highlight' in value && 'getLanguage' in value;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Colours a block of code that is already escaped for HTML: each part that has a colour gets an element with a class, and the
 * text stays the same. Code in a language that is not known here is returned as it is.
 */
function highlightCode(escaped: string, language: string | undefined): string {
  if (language === undefined || !highlighter.getLanguage(language)) return escaped;
  const code = escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  return highlighter.highlight(code, { language }).value;
}
