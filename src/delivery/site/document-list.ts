import { type DocumentEntry, GUIDES, LISTS } from './documents.ts';

const FIRST = `## Start here

- [Fuel and fluids for every session](/index.md): one calculation and the request behind it. No key needed
- [Get a key](/access.md): how to request a sandbox key`;

const MORE = `## For programs

- [OpenAPI document](/openapi.json): every operation, field and example
- [Assistants](/docs/guides/assistants.md): the same operations over the Model Context Protocol, at \`/mcp\`
- [Logos](/brand/index.md): logo files and attribution rules`;

/** Writes `/llms.txt` and the Markdown of the list of guides. */
export function documentList(baseUrl: string): string {
  return `# Musette

> In-activity nutrition for endurance athletes: carbohydrate, sodium and fluid, per hour and in total, with personal safety limits. A number is never shown without its ceiling.

${FIRST}

## Guides

${linesOf(GUIDES)}

## Reference

${linesOf(LISTS)}

${MORE}
`.replaceAll('](/', `](${baseUrl}/`);
}

function linesOf(entries: readonly DocumentEntry[]): string {
  return entries.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`).join('\n');
}
