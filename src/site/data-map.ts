/** One kind of personal data, with the answers to an athlete's questions about it. */
export interface HeldData {
  readonly what: string;
  readonly fields: string;
  /** Tables that hold it; a test compares them with those that erasure knows. */
  readonly tables: readonly string[];
  readonly why: string;
  readonly where: string;
  readonly howLong: string;
  readonly readBy: string;
}

const ATHLETE_DATABASE = "The database of the partner's shard, one for sandbox and one for production.";
const UNTIL_ERASED = 'Until the athlete is erased, or 30 days after the partner is terminated.';
const PARTNER_ONLY =
  'The partner, through its keys; applications that the athlete connected, within their scopes.';

/** Every kind of personal data that the service stores. */
export const DATA_MAP: readonly HeldData[] = [
  {
    what: 'Profile',
    fields:
      "The partner's own identifier, name, e-mail address; sex, year of birth, mass, height, fitness, sweat and gut; diet; health conditions that change what is safe. Every field is optional.",
    tables: ['athletes'],
    why: 'To calculate numbers and ceilings for this person. Calculations never use the name or the address; the address links a sign-in to its record.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Activities, prescriptions and plans',
    fields:
      'Sessions and races with their time, length, weather and power; prescriptions with warnings and the steps behind each number; products that the athlete plans to take.',
    tables: ['activities', 'prescriptions', 'activity_products'],
    why: 'They are the purpose of the service.',
    where: ATHLETE_DATABASE,
    howLong: 'Until the activity is deleted, at most as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Feedback, sweat tests and learned values',
    fields:
      'Food and drink that was taken, how it felt, body mass, free-text notes; estimates of sweat rate and gut tolerance.',
    tables: ['feedback', 'sweat_tests', 'learned_states'],
    why: 'To make later prescriptions more personal. Notes are stored and shown; calculations never use them.',
    where: ATHLETE_DATABASE,
    howLong: 'Until it is deleted, at most as long as the profile.',
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Product access log',
    fields: 'Products that were looked up for an athlete or newly attached to an activity, and when.',
    tables: ['product_access_log'],
    why: 'To check that the catalogue is only used for athletes.',
    where: ATHLETE_DATABASE,
    howLong: '400 days, at most as long as the profile.',
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Connections',
    fields:
      'Applications that an athlete connected, their scopes, and when; grants and tokens, the tokens as hashes; for 30 seconds after a refresh also the new refresh token, encrypted with the used one.',
    tables: ['connections', 'oauth_records'],
    why: 'So that athletes can connect applications and disconnect them.',
    where: ATHLETE_DATABASE,
    howLong: 'Access tokens for an hour, grants until they end; the rest as long as the profile.',
    readBy: 'The athlete, on the page of their connections; the partner, without the tokens.',
  },
  {
    what: 'Sign-ins',
    fields:
      'E-mail address, encrypted with a key that only the browser has, and as a keyed hash; one-time code as a keyed hash; session as a hash. For 180 days the browser keeps a signed cookie which shows that it proved the address.',
    tables: ['login_codes', 'athlete_sessions'],
    why: 'To verify that the person who connects an application owns the address, and to limit the codes that are sent to it.',
    where: "Codes in the registry; sessions in the athlete database of the application's partner.",
    howLong:
      'Codes for a day, sessions for an hour; they are deleted the following night. An erasure does not delete them earlier, because they do not reveal the address.',
    readBy: 'Nobody.',
  },
  {
    what: 'Idempotency records',
    fields: 'The answer to a request that carried an Idempotency-Key.',
    tables: ['idempotency_keys'],
    why: 'So that a retried request takes effect once.',
    where: ATHLETE_DATABASE,
    howLong: '24 hours, at most as long as the profile.',
    readBy: 'The partner that sent the request, by retrying it.',
  },
  {
    what: 'Subscription',
    fields: 'The tier, and the subscribe links that were used.',
    tables: ['used_subscribe_links'],
    why: 'To know what the athlete subscribed to, and to accept each link once.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: 'The partner and the operator.',
  },
  {
    what: 'Rate limits',
    fields: 'Counts of the product records and exports of the day, by athlete identifier.',
    tables: [],
    why: 'To prevent copying of the catalogue through one athlete.',
    where: 'One Durable Object per athlete and one per connection.',
    howLong: UNTIL_ERASED,
    readBy: 'Nobody.',
  },
  {
    what: 'Erasure ledger',
    fields: 'SHA-256 of the identifier of an erased athlete. Nothing else.',
    tables: ['erasure_ledger', 'applied_erasures'],
    why: 'A database may be restored to an earlier day; the ledger then repeats the erasures that the restore undid.',
    where: 'The registry, and the database that the athlete was erased from.',
    howLong: '35 days in the registry, 42 in the database.',
    readBy: 'Nobody.',
  },
  {
    what: 'Audit log of the operator',
    fields: "Changes of an athlete's tier, under the SHA-256 of the identifier; changes of partners.",
    tables: ['audit_log'],
    why: 'To make every change by the operator traceable.',
    where: 'The registry.',
    howLong: 'Indefinitely. It does not identify any athlete.',
    readBy: 'The operator.',
  },
  {
    what: 'Logs',
    fields:
      'One line per request: its number, route pattern, partner, key, status and durations. It contains no name, address, athlete identifier, query or free text.',
    tables: [],
    why: 'To run the service.',
    where: 'The platform’s log storage.',
    howLong: 'As long as the operator configures the platform to keep them.',
    readBy: 'The operator.',
  },
];
