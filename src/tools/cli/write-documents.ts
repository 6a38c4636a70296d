import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dataMarkdown } from '#delivery/site/data-markdown.ts';
import { type DocumentEntry, GUIDES, LISTS } from '#delivery/site/documents.ts';
import { errorsMarkdown } from '#delivery/site/error-list.ts';
import { warningsMarkdown } from '#delivery/site/warnings/warnings-markdown.ts';
import { eventTypesMarkdown } from './event-webhooks.ts';
import { readGuide, referenceMarkdown } from './guides.ts';

const SOURCES = join(import.meta.dirname, '../../delivery/site/guides');

/** Documents whose Markdown is generated from code. */
const MADE: Readonly<Record<string, () => string>> = {
  '/docs/data': dataMarkdown,
  '/docs/errors': errorsMarkdown,
  '/docs/warnings': warningsMarkdown,
  '/docs/reference': referenceMarkdown,
};

/** Returns the Markdown of every document, by asset path without a file extension. */
export async function writeDocuments(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of [...GUIDES, ...LISTS]) {
    const markdown = `# ${entry.title}\n\n${(await sourceOf(entry)).trim()}\n`;
    files.set(entry.path.slice(1), markdown);
  }
  return files;
}

/** Reads a document's source, or the reference's text with the same name. */
async function sourceOf({ path }: DocumentEntry): Promise<string> {
  const made = MADE[path];
  if (made) return made();
  const own = join(SOURCES, `${basename(path)}.md`);
  const text = existsSync(own) ? await readFile(own, 'utf8') : readGuide(basename(path));
  return text.replace('{{event types}}', eventTypesMarkdown);
}
