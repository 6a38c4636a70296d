import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INTRODUCTION = 'introduction';
/** The operator's operations are not for partners. */
const LEFT_OUT = ['operator', INTRODUCTION];

/** Combines the texts of the reference into one Markdown document, for readers without JavaScript. */
export function referenceMarkdown(): string {
  const names = readdirSync(join(import.meta.dirname, 'guides'))
    .map((file) => file.replace(/\.md$/, ''))
    .filter((name) => !LEFT_OUT.includes(name))
    .sort();
  const sections = names.map((name) => `## ${titleOf(name)}\n\n${readGuide(name)}`);
  const everything = 'Every operation, field and example is in [/openapi.json](/openapi.json).';
  return [everything, readGuide(INTRODUCTION), ...sections].join('\n\n');
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ').replace('api', 'API').replace('oauth', 'OAuth');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the Markdown that `/docs` shows partners under this name: `introduction`, or a tag in kebab case.
 *
 * @throws Error if src/tools/cli/guides has no such file, because every tag of the OpenAPI document needs a guide
 */
export function readGuide(name: string): string {
  return readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8').trimEnd();
}
