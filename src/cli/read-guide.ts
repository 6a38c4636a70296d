import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the Markdown that `/docs` shows partners under this name: `introduction`, or a tag in kebab case.
 *
 * @throws Error if src/cli/guides has no such file: every tag of the OpenAPI document has a guide
 */
export function readGuide(name: string): string {
  return readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8').trimEnd();
}
