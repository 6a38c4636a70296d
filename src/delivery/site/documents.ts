/** A page of the documentation that is written in Markdown, and how lists of pages name it. */
export interface DocumentEntry {
  /** Path of the page; its Markdown is at the same path with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence for lists of pages. */
  readonly summary: string;
}

/** Guides in the order in which an integration needs them. */
export const GUIDES: readonly DocumentEntry[] = [
  guide('quick-start', 'Quick start', 'A first prescription with its ceiling, in three requests.'),
  guide(
    'nightly-sync',
    'Nightly sync',
    'Keep athletes and sessions in step, in batches that are safe to repeat.',
  ),
  guide('client', 'TypeScript client', 'Install the package, synchronize a platform, draw a plan.'),
  guide('python', 'Python client', 'Download one file, synchronize a platform, verify a webhook.'),
  guide(
    'show-it-right',
    'Displaying results',
    'What must stand beside a number, and what must never happen to a ceiling.',
  ),
  guide(
    'caching',
    'Caching and staleness',
    'What you may keep, how you ask cheaply, and when a number is no longer current.',
  ),
  guide('oauth', 'OAuth', 'Let athletes connect their own accounts.'),
  guide('webhooks', 'Webhooks', 'Receive events, and verify who sent them.'),
  guide('devices', 'Devices', 'The plan on handlebar, wrist, bottle, calendar and paper.'),
  guide(
    'trajectory',
    'Session over time',
    'Weight, blood sodium and gut over the hours: what the lines mean and how to draw them.',
  ),
  guide('assistants', 'Assistants', 'Let an athlete’s assistant plan with Musette (MCP).'),
  guide(
    'teaching',
    'Teaching the athlete’s numbers',
    'Feedback and weighed sessions make the numbers personal.',
  ),
  guide('console', 'Console', 'Keys, usage, webhooks and members in a browser, and the way to production.'),
  guide('going-live', 'Going live', 'What to check before the first athlete sees a number.'),
];

/** Reference lists for programs and their authors. */
export const LISTS: readonly DocumentEntry[] = [
  page('/docs/warnings', 'Warnings', 'Every warning code: meaning, trigger, severity and what to show.'),
  page('/docs/errors', 'Errors', 'Every error code, and what to do about it.'),
  page(
    '/docs/intended-use',
    'Intended use',
    'For whom Musette is, what it does not do, and when a person must look first.',
  ),
  page('/docs/data', 'Data and privacy', 'What is held, for how long, and the rules for partners.'),
  page('/docs/changelog', 'Changelog', 'What changed in the interface, and how changes are announced.'),
  page('/docs/reference', 'Reference as text', 'What the reference says about each part of the interface.'),
];

function guide(name: string, title: string, summary: string): DocumentEntry {
  return page(`/docs/guides/${name}`, title, summary);
}

function page(path: string, title: string, summary: string): DocumentEntry {
  return { path, title, summary };
}

/** Address in the sources of documents; a page shows the installation's own in its place. */
export const SAMPLE_URL = 'https://musette.example';
