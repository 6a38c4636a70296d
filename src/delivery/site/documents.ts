/** A documentation page written in Markdown, with its entry for lists of pages. */
export interface DocumentEntry {
  /** Path of the page. Its Markdown is at the same path plus `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, shown in lists of pages. */
  readonly summary: string;
}

/** Guides in the order an integration needs them. */
export const GUIDES: readonly DocumentEntry[] = [
  guide(
    'one-element',
    'One call, one element',
    'The plan inside your own page, with everything that must be shown with it.',
  ),
  guide('quick-start', 'Quick start', 'Your first prescription with its ceiling, in three requests.'),
  guide('nightly-sync', 'Nightly sync', 'Sync athletes and sessions in batches that are safe to retry.'),
  guide(
    'importing',
    'Importing',
    'Move years of athletes and sessions here: units, names of sports, and what a check finds.',
  ),
  guide('client', 'TypeScript client', 'Install the package, sync a platform, render a plan.'),
  guide('python', 'Python client', 'Download one file, sync a platform, verify a webhook.'),
  guide(
    'show-it-right',
    'Displaying results',
    'What to show with every number, what is not allowed, and what a teaser sees.',
  ),
  guide(
    'without-personal-data',
    'Without personal data',
    'Calculate without storing anyone, and see what each health field changes.',
  ),
  guide(
    'caching',
    'Caching and staleness',
    'What you may store, how to revalidate cheaply, and when a number is out of date.',
  ),
  guide('oauth', 'OAuth', 'Let athletes connect their own accounts.'),
  guide('webhooks', 'Webhooks', 'Receive events and verify who sent them.'),
  guide(
    'files-and-libraries',
    'Files and libraries',
    'What files, devices and libraries really do, each row run with its version.',
  ),
  guide(
    'kitchen-mix',
    'Kitchen mix in five minutes',
    'An athlete’s own bottle, gel or bar: store it once, plan with it everywhere.',
  ),
  guide('devices', 'Devices', 'The plan on handlebars, wrists, bottles, calendars and paper.'),
  guide(
    'trajectory',
    'Session over time',
    'Weight, blood sodium and gut over time: what each line means and how to draw it.',
  ),
  guide('assistants', 'Assistants', 'Let an athlete’s AI assistant plan with Musette (MCP).'),
  guide(
    'teaching',
    'Teaching the athlete’s numbers',
    'Feedback and weighed sessions make the numbers personal.',
  ),
  guide(
    'console',
    'Console',
    'Manage keys, usage, webhooks and members in a browser, and request production access.',
  ),
  guide('going-live', 'Going live', 'What to check before the first athlete sees a number.'),
];

/** Reference pages for developers. */
export const LISTS: readonly DocumentEntry[] = [
  page('/docs/warnings', 'Warnings', 'Every warning code: meaning, trigger, severity and what to show.'),
  page('/docs/errors', 'Errors', 'Every error code and how to fix it.'),
  page(
    '/docs/intended-use',
    'Intended use',
    'Who Musette is for, what it does not do, and when a person must review the plan first.',
  ),
  page(
    '/docs/science',
    'The science',
    'What each number rests on, graded A to D, what was held out, and what we would not sign.',
  ),
  page(
    '/docs/science/method',
    'Methods and sources',
    'How each number is calculated, and from which source.',
  ),
  page('/docs/science/report', 'Validation report', 'Published cases, targets and simulations, as measured.'),
  page(
    '/docs/science/calibration',
    'Calibration by people',
    'How often ranges held on people who were weighed, class by class, and what would prove us wrong.',
  ),
  page(
    '/docs/science/calibration-protocol',
    'Calibration protocol',
    'Which weighings count, what is measured, and when a claim is withdrawn. Written before the first one.',
  ),
  page('/docs/data', 'Data and privacy', 'What we store, for how long, and the rules for partners.'),
  page('/docs/changelog', 'Changelog', 'What changed in the API, and how we announce changes.'),
  page('/docs/reference', 'Reference as text', 'The descriptions from the API reference, as text.'),
];

function guide(name: string, title: string, summary: string): DocumentEntry {
  return page(`/docs/guides/${name}`, title, summary);
}

function page(path: string, title: string, summary: string): DocumentEntry {
  return { path, title, summary };
}

/** Placeholder address in document sources. Pages replace it with the installation's own. */
export const SAMPLE_URL = 'https://musette.example';

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
