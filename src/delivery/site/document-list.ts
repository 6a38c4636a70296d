import { type DocumentEntry, GUIDES, LISTS } from './documents.ts';

const FIRST = `## Start here

- [What to eat and drink on the way](/index.md): one calculation, and the request that gives it without a key
- [A key for your platform](/access.md): how to ask for a sandbox key`;

const MORE = `## For programs

- [OpenAPI document](/openapi.json): every operation, field and example
- [Assistants](/docs/guides/assistants.md): the same operations over the Model Context Protocol, at \`/mcp\`
- [Logos](/brand/index.md): files, and when to name Musette`;

/** Writes `/llms.txt` and the Markdown of the list of guides. */
export function documentList(baseUrl: string): string {
  return `# Musette

> In-activity nutrition for endurance athletes: carbohydrate, sodium and fluid, per hour and in total, with the safety limits that belong to that one person. A number is never shown without its ceiling.

${FIRST}

## Guides

${linesOf(GUIDES)}

## Lists

${linesOf(LISTS)}

${MORE}
`.replaceAll('](/', `](${baseUrl}/`);
}

function linesOf(entries: readonly DocumentEntry[]): string {
  return entries.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`).join('\n');
}
