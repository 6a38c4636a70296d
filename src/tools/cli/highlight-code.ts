import { createRequire } from 'node:module';

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
export function highlightCode(escaped: string, language: string | undefined): string {
  if (language === undefined || !highlighter.getLanguage(language)) return escaped;
  const code = escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  return highlighter.highlight(code, { language }).value;
}
