import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGuide } from './read-guide.ts';

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
