/** One kind of personal data, with the answers to an athlete's likely questions. */
interface HeldData {
  readonly what: string;
  readonly fields: string;
  /** Tables that store it. A test compares them with those that erasure clears. */
  readonly tables: readonly string[];
  readonly why: string;
  readonly where: string;
  readonly howLong: string;
  readonly readBy: string;
}

const ATHLETE_DATABASE =
  'The athlete’s database, in the region that the partner chose; sandbox and production are separate.';
const UNTIL_ERASED = 'Until the athlete is erased, or 30 days after the partner is terminated.';
const PARTNER_ONLY =
  'The partner, through its keys; applications that the athlete connected, within their scopes.';

/** Every kind of personal data that the service stores. */
export const DATA_MAP: readonly HeldData[] = [
  {
    what: 'Profile',
    fields:
      'The partner’s own identifier, name and email address; language, units and time zone; sex, year of birth, weight, the weight before its last change, height, fitness, heat, sweat and gut data; diet; usual caffeine intake, and whether they want or avoid caffeine; the bottles they usually carry; products they own or avoid, and formats they like; health conditions that change what is safe. Every field is optional.',
    tables: ['athletes'],
    why: 'To calculate numbers and ceilings for this person. Calculations never use the name or the email address. The email address links a sign-in to its record. The earlier weight shows typing errors; it is cleared with the weight.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Activities, prescriptions and plans',
    fields:
      'Sessions and races with their time and time zone, length, distance, climb, altitude, intensity, steps, heat or weather, power, the weight carried and a triathlon’s format; the course, which may reveal places, its aid stations and waypoints, and the bottles carried; caffeine taken that day and bedtime; prescriptions with warnings, and for 90 days the profile, session and learned values each was calculated from; products the athlete plans to take.',
    tables: ['activities', 'prescriptions', 'activity_products'],
    why: 'They are the purpose of the service.',
    where: ATHLETE_DATABASE,
    howLong: 'Until the activity is deleted, at most as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Feedback, sweat tests and learned values',
    fields:
      'Food and drink taken, how it felt, weight and what measured it, free-text notes; estimates of sweat rate and gut tolerance, and how often a wearable measured.',
    tables: ['feedback', 'sweat_tests', 'learned_states'],
    why: 'To make later prescriptions more personal. Notes are stored and shown; calculations never use them.',
    where: ATHLETE_DATABASE,
    howLong: 'Until it is deleted, at most as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Own products',
    fields:
      'Products and mixes that were created for the athlete: name, maker, barcode, figures of a serving or the recipe.',
    tables: ['own_products'],
    why: 'To plan with what the athlete really takes. The name is shown as it was written; calculations never use it.',
    where: ATHLETE_DATABASE,
    howLong: 'Until the product is deleted, at most as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Product access log',
    fields: 'Products looked up for an athlete or newly attached to an activity, and when.',
    tables: ['product_access_log'],
    why: 'To verify that the catalogue is used only for athletes.',
    where: ATHLETE_DATABASE,
    howLong: '400 days, at most as long as the profile.',
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Connections',
    fields:
      'Applications the athlete connected, when, and their scopes; grants and tokens, the tokens as hashes. For 30 seconds after a refresh, also the new refresh token, encrypted with the old one.',
    tables: ['connections', 'oauth_records'],
    why: 'To let athletes connect and disconnect applications.',
    where: ATHLETE_DATABASE,
    howLong: 'Access tokens for an hour, grants until they end, the rest as long as the profile.',
    readBy: 'The athlete, on their connections page; the partner, without the tokens.',
  },
  {
    what: 'Consents by address',
    fields:
      'The email address used to consent, as a keyed hash; the connection, its scopes and the database that stores it.',
    tables: ['consents'],
    why: 'To let the owner of the address see and end the connection, even if the partner changes or removes the athlete’s email address.',
    where: 'The registry.',
    howLong: 'Until the connection ends.',
    readBy: 'The owner of the address, on their connections page.',
  },
  {
    what: 'Sign-ins',
    fields:
      'Email address, encrypted with a key that only the browser has, and as a keyed hash; one-time code as a keyed hash; the requesting network address and its IPv6 network as keyed hashes; session as a hash. For 180 days the browser keeps a signed cookie showing that it verified the address.',
    tables: ['login_codes', 'athlete_sessions'],
    why: 'To verify that the person connecting an application owns the address, and to limit the codes sent to one address or requested from one network.',
    where: 'Codes in the registry; sessions in the home database of the application’s partner.',
    howLong:
      'Codes for a day, sessions for an hour, both deleted within the following hour. Erasure does not delete them earlier, because they do not reveal the address.',
    readBy: 'Nobody.',
  },
  {
    what: 'Idempotency records',
    fields:
      'The response to a request with an Idempotency-Key. The partner’s home database also stores the key’s hash as a reservation, which names no athlete.',
    tables: ['idempotency_keys'],
    why: 'To make a retried request take effect only once.',
    where: ATHLETE_DATABASE,
    howLong: '24 hours, at most as long as the profile.',
    readBy: 'The partner that sent the request, by retrying it.',
  },
  {
    what: 'Subscription',
    fields: 'The tier, and the subscribe links already used.',
    tables: ['used_subscribe_links'],
    why: 'To know what the athlete subscribed to, and to accept each link only once.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Page sessions',
    fields:
      'Which pages the athlete may open, of which activity, until when; the key that allowed it, the address to return to, a hash of the secret, and the number of page views in a minute.',
    tables: ['page_sessions'],
    why: 'To show a plan to the athlete on the partner’s page or behind a link, and to end that at any time.',
    where: ATHLETE_DATABASE,
    howLong: 'Until it expires, at most a day, and up to an hour more; at most as long as the profile.',
    readBy: 'The partner, without the secret.',
  },
  {
    what: 'Events',
    fields:
      'Which of the athlete’s records changed, when, and the names of the changed fields, never their values; the partner’s own identifiers for the athlete and the activity.',
    tables: ['events'],
    why: 'To notify the partner’s systems of changes without polling.',
    where: ATHLETE_DATABASE,
    howLong:
      '30 days. Erasure leaves only the event that reports it, with the identifier and nothing else, for 30 days.',
    readBy: 'The partner, through its keys.',
  },
  {
    what: 'Deliveries of events',
    fields:
      'The athlete’s identifier; the position and type of an event, when it was sent to one of the partner’s addresses, and the response status. The response itself is not stored.',
    tables: [],
    why: 'To deliver each event at least once, and to show the partner its deliveries.',
    where: 'One Durable Object per webhook and athlete database, in the region of the database.',
    howLong: '30 days, at most as long as the athlete.',
    readBy: 'The partner, through its keys.',
  },
  {
    what: 'Directory of identifiers',
    fields:
      'The partner’s own identifier for an athlete, combined with the partner, as a keyed hash; the athlete’s identifier and region.',
    tables: [],
    why: 'To ensure that each partner identifier belongs to only one athlete across all databases.',
    where: 'One Durable Object per partner and environment, in the partner’s home region.',
    howLong:
      'Until the identifier changes or the athlete is erased. Erasure is complete only once it is deleted here.',
    readBy: 'Nobody.',
  },
  {
    what: 'Recalculations',
    fields: 'Identifiers of the athletes whose prescriptions are being recalculated, and the progress.',
    tables: ['recalculations'],
    why: 'To resume interrupted work.',
    where: 'The registry.',
    howLong:
      'Until the recalculation ends, usually within minutes, or for an hour after it fails. Its counts, without athlete identifiers, for 30 days.',
    readBy: 'The partner reads the counts.',
  },
  {
    what: 'Rate limits',
    fields:
      'Identifiers of the products shown to an athlete on the last day of use (UTC), and counts of requests and exports, by partner and athlete identifier. For about a minute, also a connected application’s requests by operation, until they are added to its partner’s usage.',
    tables: [],
    why: 'To prevent copying the catalogue through one athlete.',
    where: 'One Durable Object per partner and athlete, near the athlete, and one per connection.',
    howLong: UNTIL_ERASED,
    readBy: 'Nobody.',
  },
  {
    what: 'Erasure ledger',
    fields: 'The SHA-256 hash of an erased athlete’s identifier. Nothing else.',
    tables: ['erasure_ledger', 'applied_erasures'],
    why: 'If a database is restored to an earlier day, the ledger repeats the erasures that the restore undid.',
    where: 'The registry, and the database that the athlete was erased from.',
    howLong: '35 days in the registry, 42 in the database.',
    readBy: 'Nobody.',
  },
  {
    what: 'Ledger of ends',
    fields: 'Identifiers of API keys, clients, webhooks, members, invitations and partners that have ended.',
    tables: ['ends'],
    why: 'The registry may be restored to an earlier day; what had ended since then ends there again.',
    where: 'The registry, and a copy in one athlete database.',
    howLong: '35 days, or until the partner is purged.',
    readBy: 'Nobody.',
  },
  {
    what: 'Operator audit log',
    fields: 'Changes to an athlete’s tier, under the SHA-256 hash of the identifier; changes to partners.',
    tables: ['audit_log'],
    why: 'To trace every change by the operator.',
    where: 'The registry.',
    howLong: 'Indefinitely. It does not identify any athlete.',
    readBy: 'The operator.',
  },
  {
    what: 'Partner members',
    fields:
      'Email address and role of each person who uses a partner’s console; invited addresses; which member invited each. A hash of the secret in an invitation’s email. Sessions: the address, encrypted with a key that only the browser has, and as a keyed hash; when the session began and was last used.',
    tables: ['members', 'invitations', 'console_sessions'],
    why: 'To let a partner’s staff sign in, and to email admins about changes. It contains no athlete data.',
    where: 'The registry.',
    howLong:
      'Members until 30 days after they are removed; invitations until 30 days after they expire; sessions at most 12 hours, deleted within the following hour. All of it at most until 30 days after the partner is terminated.',
    readBy: 'Admins of the same partner.',
  },
  {
    what: 'Console audit log',
    fields:
      'Who did what, when and in which environment, with identifiers of members, keys, webhooks and clients. Never an address, a secret or an athlete.',
    tables: ['console_audit'],
    why: 'To let a partner trace every change by its members and the operator.',
    where: 'The registry.',
    howLong: '400 days, at most until 30 days after the partner is terminated.',
    readBy: 'Members of the same partner.',
  },
  {
    what: 'Requests for live access',
    fields:
      'The partner’s data protection contact; the address of the admin who accepted the terms and the data processing agreement, with the links to both documents; the expected number of athletes.',
    tables: ['live_access_requests'],
    why: 'To decide on production access, and to prove who accepted which version of the documents.',
    where: 'The registry.',
    howLong: 'Until 30 days after the partner is terminated.',
    readBy: 'The operator and members of the same partner.',
  },
  {
    what: 'Requests for access',
    fields:
      'The platform’s name, what it wants to build, and the requester’s email address. The sender’s network address, as a keyed hash, for at most two hours.',
    tables: ['access_requests'],
    why: 'To decide on the request, to send the key link, and to limit requests from one network. It contains no athlete data.',
    where: 'The registry.',
    howLong: '90 days after the decision, or after the request if no decision is made.',
    readBy: 'The operator.',
  },
  {
    what: 'Logs',
    fields:
      'One line per request: its number, route pattern, partner, key, status and durations. No name, address, athlete identifier, query or free text.',
    tables: [],
    why: 'To run the service.',
    where: 'The platform’s log storage.',
    howLong: 'As long as the operator has configured.',
    readBy: 'The operator.',
  },
];

/** Other records of the service. They name no person. */
const OTHER_RECORDS = [
  ['Events of keys and of the service', 'the registry', '30 days'],
  [
    'The last day on which a partner showed a product, without an athlete',
    'athlete databases',
    'until the partner’s data is deleted',
  ],
  ['Ended keys', 'the registry', '90 days'],
  ['Usage: requests by partner, environment, hour, operation and status class', 'the registry', '13 months'],
  ['Requests of a key by day and status class', 'the key’s Durable Object, in its region', '30 days'],
  [
    'The last 200 failed requests of a key: time, route pattern, status, code, the name of the first invalid field and the request’s number, without bodies',
    'the key’s Durable Object, in its region',
    '7 days',
  ],
  ['Counts of responses, errors, durations and emails', 'the registry', '31 days'],
  ['Number of wrong sign-in codes per minute, all addresses together', 'the registry', '30 days'],
  ['Sizes of databases by day', 'the registry', '15 days'],
  [
    'The last run of each job, and the last notice of each alert: names of databases and jobs',
    'the registry',
    'until the next',
  ],
] as const;

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
  return [LEAD, held, ...DATA_MAP.map(entryOf), others(), '---', HOSTING, RIGHTS, RULES, DISCLAIMER].join(
    '\n\n',
  );
}

function others(): string {
  const rows = OTHER_RECORDS.map((cells) => `| ${cells.join(' | ')} |`);
  return [
    '### Records that name no person',
    ['| data | where | how long |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
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
