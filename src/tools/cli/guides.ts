import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INTRODUCTION = 'introduction';
/** Operations of the operator are not a partner's. */
const LEFT_OUT = ['operator', INTRODUCTION];

/** Writes the texts of the reference as one Markdown document, for readers without script. */
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
 * @throws Error if src/tools/cli/guides has no such file: every tag of the OpenAPI document has a guide
 */
export function readGuide(name: string): string {
  return readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8').trimEnd();
}
