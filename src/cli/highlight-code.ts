import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

/** Languages of the guides, by the names of their blocks. */
const LANGUAGES = { bash, json, python, typescript };
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);

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
