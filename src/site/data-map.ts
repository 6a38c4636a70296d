/** One kind of personal data: what it is and everything an athlete may ask about it. */
export interface HeldData {
  readonly what: string;
  readonly fields: string;
  /** The tables that hold it; a test compares them with those that erasure knows. */
  readonly tables: readonly string[];
  readonly why: string;
  readonly where: string;
  readonly howLong: string;
  readonly readBy: string;
}

const ATHLETE_DATABASE = "The database of the partner's shard, one for sandbox and one for production.";
const UNTIL_ERASED = 'Until the athlete is erased, or 30 days after the partner is terminated.';
const PARTNER_ONLY =
  'The partner, through its keys; an application that the athlete connected, as far as its scopes go.';

/** The data map: which personal data is held, where, why, how long, and who reads it. */
export const DATA_MAP: readonly HeldData[] = [
  {
    what: 'Profile',
    fields:
      "The partner's own identifier, name, e-mail address; sex, year of birth, mass, height, fitness, sweat and gut; diet; health conditions that change what is safe. Every field is optional.",
    tables: ['athletes'],
    why: 'To calculate numbers and ceilings that belong to this person. Name and address are never used in a calculation; the address links a sign-in to its record.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Activities, prescriptions and plans',
    fields:
      'Sessions and races with their time, length, weather and power; what was prescribed, with warnings and the steps behind each number; products that the athlete plans to take.',
    tables: ['activities', 'prescriptions', 'activity_products'],
    why: 'They are what the service is for.',
    where: ATHLETE_DATABASE,
    howLong: 'Until the activity is deleted, or as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Feedback, sweat tests and what was learned',
    fields: 'What was eaten and drunk, how it felt, body mass, free-text notes; estimates of sweat and gut.',
    tables: ['feedback', 'sweat_tests', 'learned_states'],
    why: 'To make later prescriptions more personal. Notes are stored and shown, and never read by a calculation.',
    where: ATHLETE_DATABASE,
    howLong: 'Until it is deleted, or as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Product access log',
    fields: 'Which products were looked up for whom or newly attached to an activity, and when.',
    tables: ['product_access_log'],
    why: 'The catalogue may only be used for athletes; the log shows that it is.',
    where: ATHLETE_DATABASE,
    howLong: '400 days, or as long as the profile.',
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Connections',
    fields:
      'Which application an athlete allowed what, and when; grants and tokens, the tokens as hashes; for 30 seconds after a refresh the new refresh token too, encrypted with the used one.',
    tables: ['connections', 'oauth_records'],
    why: 'So that an athlete can let an application in, and end it.',
    where: ATHLETE_DATABASE,
    howLong: 'Tokens an hour, grants until they end; the rest as long as the profile.',
    readBy: 'The athlete, on the page of their connections; the partner, without the tokens.',
  },
  {
    what: 'Sign-ins',
    fields:
      'E-mail address, encrypted with a key that only the browser has, and as a keyed hash; one-time code as a keyed hash; session as a hash. The browser keeps a signed cookie for 180 days that shows that it proved the address.',
    tables: ['login_codes', 'athlete_sessions'],
    why: 'To know that whoever connects an application owns the address, and to count the codes that are sent to it.',
    where: "Codes in the registry; sessions in an athlete database: that of the application's partner.",
    howLong:
      'Codes a day, sessions an hour, then until the next night. An erasure leaves them alone: nothing in them tells the address.',
    readBy: 'Nobody.',
  },
  {
    what: 'Kept answers',
    fields: 'The answer to a request that carried an Idempotency-Key.',
    tables: ['idempotency_keys'],
    why: 'So that a repeated request acts once.',
    where: ATHLETE_DATABASE,
    howLong: '24 hours, or as long as the profile.',
    readBy: 'The partner that sent the request, by repeating it.',
  },
  {
    what: 'Subscription',
    fields: 'The tier, and which subscribe links were used.',
    tables: ['used_subscribe_links'],
    why: 'To show what the athlete subscribed to, and to let a link act once.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Rate limits',
    fields: 'Counts of product records and exports of the day, under the identifier of the athlete.',
    tables: [],
    why: 'To keep one athlete from being used to copy the catalogue.',
    where: 'One object per athlete and one per connection at the edge.',
    howLong: UNTIL_ERASED,
    readBy: 'Nobody.',
  },
  {
    what: 'Erasure ledger',
    fields: 'SHA-256 of the identifier of an erased athlete. Nothing else.',
    tables: ['erasure_ledger', 'applied_erasures'],
    why: 'A database can be restored to an earlier day; the ledger erases again whom that would bring back.',
    where: 'The registry, and the database that the athlete was erased from.',
    howLong: '35 days in the registry, 42 in the database.',
    readBy: 'Nobody.',
  },
  {
    what: 'Acts of the operator',
    fields: "Changes of an athlete's tier, under the SHA-256 of the identifier; acts on partners.",
    tables: ['audit_log'],
    why: 'So that whoever can act on everything leaves a trace.',
    where: 'The registry.',
    howLong: 'Without end. No athlete can be told from it.',
    readBy: 'The operator.',
  },
  {
    what: 'Logs',
    fields:
      'One line a request: its number, route pattern, partner, key, status and durations. No name, no address, no identifier of an athlete, no query, no free text.',
    tables: [],
    why: 'To run the service.',
    where: 'The platform’s log storage.',
    howLong: 'As long as the operator lets the platform keep them.',
    readBy: 'The operator.',
  },
];
