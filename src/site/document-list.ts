import { type DocumentEntry, GUIDES, LISTS } from './documents.ts';

const MORE = `## For programs

- [OpenAPI document](/openapi.json): every operation, field and example
- [Assistants](/docs/guides/assistants.md): the same operations over the Model Context Protocol, at \`/mcp\`
- [Data and privacy](/docs/data): what is held, for how long, and the rules for partners`;

/** Writes `/llms.txt` and the Markdown of the list of guides. */
export function documentList(baseUrl: string): string {
  return `# Musette

> In-activity nutrition for endurance athletes: carbohydrate, sodium and fluid, per hour and in total, with the safety limits that belong to that one person. A number is never shown without its ceiling.

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
