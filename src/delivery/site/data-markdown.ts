import { DATA_MAP, type HeldData } from './data-map.ts';

const LEAD = `The partner is the controller of its athletes’ personal data, and Musette processes it only for that partner. We do not sell it, share it, combine it across partners or train models on it.`;

const HOSTING = `The operator has technical access to every database and uses it only for operation and support. Cloudflare hosts all data as a processor. Sandbox and production use separate databases, so synthetic and real people cannot mix.

On your own machine (\`npm start\`, \`npx wrangler dev\`) the databases are SQLite files. SQLite does not overwrite deleted data. Anyone who can read the file may find erased text in its free pages and write-ahead log until they are reused. If you tested with real data, delete the state directory afterwards. Plain \`wrangler dev\` also records requests with their URLs in that directory until its next start.`;

const RIGHTS = `## Export and erasure

\`POST /v1/athletes/{athlete_id}/export\` returns everything we store about an athlete, in every tier. \`DELETE /v1/athletes/{athlete_id}\` erases all of it. As soon as you get the response, the athlete is unknown everywhere. Records that do not fit in one request are deleted within the hour. Erasure cannot be undone, and restoring a backup does not bring an erased athlete back.

If an athlete asks us directly, we refer them to the partner that manages the account. Athletes can disconnect applications themselves on [their connections page](/account/connections).

## When a partnership ends

For 30 days the partner’s keys can still list, export and erase athletes. We then delete all of the partner’s data: athletes in both environments, keys and applications. We keep only a record that the partner existed: its identifier, its name, and when it started, ended and was deleted. Within the same 30 days the partner must delete everything it has cached.`;

const RULES = `## Rules for partners

Permitted:

- showing prescriptions and safety metadata to athletes;
- storing data temporarily to serve the application;
- caching prescriptions until the profile changes (the prescription’s \`ETag\` changes with it).

Prohibited:

- training or fine-tuning machine-learning or AI models;
- building competing prescription algorithms;
- aggregating data across athletes for statistics or resale;
- reverse engineering the calculations;
- redistributing data to third parties;
- building derivative databases from product catalogue data.

**Attribution.** For teaser-tier data the text “Powered by Musette” must be visible near the nutrition data and link to this site or to the \`subscribe_url\`. For full-tier data it is optional. Logos are optional. The approved ones are at [/brand/](/brand/) and must not be altered or used misleadingly. The \`X-Service-Data-Attribution\` header on every response says which rule applies.

**Safety.** Do not strip, hide or downplay safety metadata or warnings. Do not override risk levels. Never show a prescription without its safety context.`;

const DISCLAIMER = `## Disclaimer your application must show

Prescriptions are personalised guidance from physiological models, not a substitute for professional medical evaluation. Consult a healthcare provider for medical dietary needs.`;

/** Writes the data and privacy page as Markdown: the stored personal data and the rules for partners. */
export function dataMarkdown(): string {
  const held = '## What we store, why, where, for how long, and who can read it';
  return [LEAD, held, ...DATA_MAP.map(entryOf), '---', HOSTING, RIGHTS, RULES, DISCLAIMER].join('\n\n');
}

function entryOf({ what, fields, why, where, howLong, readBy }: HeldData): string {
  const answers = [
    `**Why:** ${why}`,
    `**Where:** ${where}`,
    `**How long:** ${howLong}`,
    `**Read by:** ${readBy}`,
  ];
  return [`### ${what}`, fields, answers.map((answer) => `- ${answer}`).join('\n')].join('\n\n');
}
