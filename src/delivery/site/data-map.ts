/** One kind of personal data, with what an athlete may ask about it. */
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

const ATHLETE_DATABASE =
  "The athlete's database, in the region that the partner chose; sandbox and production are separate.";
const UNTIL_ERASED = 'Until the athlete is erased, or 30 days after the partner is terminated.';
const PARTNER_ONLY =
  'The partner, through its keys; applications that the athlete connected, within their scopes.';

/** Every kind of personal data that the service stores. */
export const DATA_MAP: readonly HeldData[] = [
  {
    what: 'Profile',
    fields:
      "The partner's own identifier, name, e-mail address; language; sex, year of birth, mass, height, fitness, sweat and gut; diet; caffeine that they usually take, and whether they want or avoid it; the bottles that they usually carry; products that they own or avoid and formats that they like; health conditions that change what is safe. Every field is optional.",
    tables: ['athletes'],
    why: 'To calculate numbers and ceilings for this person. Calculations never use the name or the address; the address links a sign-in to its record.',
    where: ATHLETE_DATABASE,
    howLong: UNTIL_ERASED,
    readBy: PARTNER_ONLY,
  },
  {
    what: 'Activities, prescriptions and plans',
    fields:
      'Sessions and races with their time, length, steps, weather and power; the course, which may tell places, its stations, and the bottles carried; caffeine taken that day and the time of sleep; prescriptions with warnings, and for 90 days the part of the profile, of the session and of what was learned that each was calculated from; products that the athlete plans to take.',
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
    what: 'Consents by address',
    fields:
      'The e-mail address that was used to consent, as a keyed hash; the connection, its scopes and the database that holds it.',
    tables: ['consents'],
    why: 'So that whoever owns the address sees and ends the connection, even if the partner changes or removes the email of the athlete.',
    where: 'The registry.',
    howLong: 'Until the connection ends.',
    readBy: 'The owner of the address, on the page of their connections.',
  },
  {
    what: 'Sign-ins',
    fields:
      'E-mail address, encrypted with a key that only the browser has, and as a keyed hash; one-time code as a keyed hash; the network address that asked for it as a keyed hash; session as a hash. For 180 days the browser keeps a signed cookie which shows that it proved the address.',
    tables: ['login_codes', 'athlete_sessions'],
    why: 'To verify that the person who connects an application owns the address, and to limit the codes that are sent to it or asked for from one network.',
    where: "Codes in the registry; sessions in the home database of the application's partner.",
    howLong:
      'Codes for a day, sessions for an hour; they are deleted within the hour after that. An erasure does not delete them earlier, because they do not reveal the address.',
    readBy: 'Nobody.',
  },
  {
    what: 'Idempotency records',
    fields:
      "The answer to a request that carried an Idempotency-Key. The partner's home database also holds the key's hash as a reservation, which names no athlete.",
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
    what: 'A move to another region',
    fields: 'The identifier that the athlete is about to get there.',
    tables: ['rehomes'],
    why: 'To go on where the move was interrupted.',
    where: ATHLETE_DATABASE,
    howLong: 'Until the move is done.',
    readBy: 'The operator.',
  },
  {
    what: 'Events',
    fields:
      "Which record of the athlete changed, when, and the names of the fields that changed, never their values; the partner's own identifiers of athlete and activity.",
    tables: ['events'],
    why: "So that the partner's systems learn of a change without asking for it.",
    where: ATHLETE_DATABASE,
    howLong:
      '30 days. An erasure leaves only the event that reports it, with the identifier and nothing else, for 30 days.',
    readBy: 'The partner, through its keys.',
  },
  {
    what: 'Deliveries of events',
    fields:
      "The athlete's identifier; the place and type of an event, when it was sent to an address of the partner, and the status of the answer. The answer itself is not stored.",
    tables: [],
    why: 'To deliver each event at least once, and to show the partner what was delivered.',
    where: 'One Durable Object per webhook and database of athletes, in the region of the database.',
    howLong: '30 days, at most as long as the athlete.',
    readBy: 'The partner, through its keys.',
  },
  {
    what: 'Directory of identifiers',
    fields:
      "The partner's own identifier of an athlete, together with the partner, as a keyed hash; the athlete's identifier and region.",
    tables: [],
    why: "So that a partner's own identifier belongs to one athlete, whichever database holds the athlete.",
    where: "One Durable Object per partner and environment, in the partner's home region.",
    howLong:
      'Until the identifier changes or the athlete is erased; an erasure is complete only when it is gone from here.',
    readBy: 'Nobody.',
  },
  {
    what: 'Recalculations',
    fields:
      'Identifiers of the athletes whose prescriptions are to be calculated anew, and how far that has come.',
    tables: ['recalculations'],
    why: 'To continue where an interruption stopped the work.',
    where: 'The registry.',
    howLong:
      'Until the recalculation ends: minutes, or an hour after it fails. Its counts, without any identifier of an athlete, 30 days.',
    readBy: 'The partner reads the counts.',
  },
  {
    what: 'Rate limits',
    fields:
      'Identifiers of the products that an athlete was shown on the last day of use (UTC), and counts of requests and exports, by partner and athlete identifier. For about a minute also the requests of a connected application, by operation, until they are added to the numbers of its partner.',
    tables: [],
    why: 'To prevent copying of the catalogue through one athlete.',
    where: 'One Durable Object per partner and athlete, near the athlete, and one per connection.',
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
    what: 'Ledger of ends',
    fields: 'Identifiers of API keys, clients, webhooks, members, invitations and partners that have ended.',
    tables: ['ends'],
    why: 'The registry may be restored to an earlier day; what had ended since then ends there again.',
    where: 'The registry, and a copy in one athlete database.',
    howLong: '35 days, or until the partner is purged.',
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
    what: 'Members of partners',
    fields:
      'E-mail address and role of each person who uses the console of a partner; addresses that were invited. Sessions: the address, encrypted with a key that only the browser has, when it began and was last used.',
    tables: ['members', 'invitations', 'console_sessions'],
    why: 'To let people of a partner sign in, and to email admins about changes. No athlete is in it.',
    where: 'The registry.',
    howLong:
      'Members until 30 days after they are removed; invitations until 30 days after they expire; sessions at most 12 hours, deleted within the hour after that; all of it until 30 days after the partner is terminated.',
    readBy: 'Admins of the same partner.',
  },
  {
    what: 'Audit of the console',
    fields:
      'Who did what, when and in which environment, with identifiers of members, keys, webhooks and clients; never an address, a secret or an athlete.',
    tables: ['console_audit'],
    why: 'So that a partner can trace every change that its people and the operator made.',
    where: 'The registry.',
    howLong: '400 days, at most until 30 days after the partner is terminated.',
    readBy: 'Members of the same partner.',
  },
  {
    what: 'Requests for live access',
    fields:
      "The partner's contact for data protection; the address of the admin who accepted the terms and the data processing agreement, with their addresses; expected number of athletes.",
    tables: ['live_access_requests'],
    why: 'To decide about production, and to prove who accepted which version of the documents.',
    where: 'The registry.',
    howLong: 'Until 30 days after the partner is terminated.',
    readBy: 'The operator and members of the same partner.',
  },
  {
    what: 'Requests for access',
    fields:
      'Name of a platform, what it wants to build, and the e-mail address of the person who asks. The network address that sent it, as a keyed hash, for at most two hours.',
    tables: ['access_requests'],
    why: 'To decide about the request, to send the link to a key, and to limit requests from one place. No athlete is in it.',
    where: 'The registry.',
    howLong: '90 days after the decision, or after the request if nobody decides.',
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
