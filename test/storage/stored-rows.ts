import { sql } from 'drizzle-orm';
import {
  activities,
  activityProducts,
  appliedErasures,
  athletes,
  connections,
  feedback,
  learnedStates,
  productAccessLog,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import { ends, idempotencyKeys } from '#platform/storage/common-schema.ts';
import {
  consoleAudit,
  consoleSessions,
  invitations,
  liveAccessRequests,
  members,
} from '#platform/storage/console-schema.ts';
import { events, type SubscriberRow, subscribers, suspensions } from '#platform/storage/events-schema.ts';
import {
  apiKeys,
  consents,
  erasureLedger,
  oauthClients,
  partnerEnds,
  partners,
  type RecalculationRow,
  recalculations,
  usage,
  webhooks,
} from '#platform/storage/registry-schema.ts';
import { rowsOf } from './situations.ts';

/** Rows as they are stored, each with its table, for the situations in which statements are tried. */

export const OTHER_PARTNER = { partnerId: 'prt_b' };
export const LIVE = { environment: 'live' };
export const NOW = 1_800_000_000_000;
export const TRUE = sql`1`;

export const PARTNER = {
  id: 'prt_a',
  name: 'A',
  useCase: '',
  contactEmail: 'first@platform.example',
  defaultTier: 'full',
  status: 'active',
  createdAt: 1,
  purgeAfter: null,
  accessEndedAt: null,
  homeRegion: 'weur',
  regions: ['weur'],
  testShards: ['c000'],
  liveShards: ['c000'],
} as const;
export const TERMINATED = { status: 'terminated', purgeAfter: NOW } as const;
export const partner = rowsOf(partners, PARTNER);
export const otherPartner = partner({ id: 'prt_b' });
export const KEY = {
  id: 'key_a',
  partnerId: 'prt_a',
  environment: 'test',
  name: '',
  hash: 'a',
  prefix: '',
  last4: '',
  status: 'active',
  createdAt: 1,
  region: 'weur',
  createdBy: null,
} as const;
export const key = rowsOf(apiKeys, KEY);
export const ADMIN = {
  id: 'mbr_admin',
  partnerId: 'prt_a',
  email: 'first@platform.example',
  role: 'admin',
  createdAt: 1,
  removedAt: null,
  invitedBy: null,
} as const;
export const TARGET = { ...ADMIN, id: 'mbr_target', email: 'target@platform.example' } as const;
export const admin = rowsOf(members, ADMIN);
export const target = rowsOf(members, TARGET);
export const INVITATION = {
  id: 'inv_a',
  partnerId: 'prt_a',
  email: 'new@platform.example',
  role: 'viewer',
  createdAt: NOW,
  expiresAt: NOW + 1,
  endedAt: null,
  invitedBy: 'mbr_target',
  secretHash: 'secret',
  secretUsedAt: null,
} as const;
export const invitation = rowsOf(invitations, INVITATION);
export const SESSION = {
  id: 'session',
  sealedEmail: '',
  memberId: 'mbr_target',
  createdAt: NOW,
  seenAt: NOW,
  codeEnteredAt: NOW,
  addressHash: 'address',
} as const;
export const session = rowsOf(consoleSessions, SESSION);
export const LIVE_REQUEST = {
  id: 'lar_a',
  partnerId: 'prt_a',
  status: 'pending',
  tier: 'full',
  dataProtectionContact: '',
  expectedAthletes: 1,
  checklist: [],
  acceptedBy: '',
  termsUrl: '',
  dpaUrl: '',
  createdAt: 1,
  decidedAt: null,
  decidedTier: null,
} as const;
export const liveRequest = rowsOf(liveAccessRequests, LIVE_REQUEST);
export const CLIENT = {
  clientId: 'cli_a',
  partnerId: 'prt_a',
  environment: 'test',
  name: '',
  redirectUris: [],
  allowedScopes: [],
  secretHash: '',
  status: 'active',
  createdAt: 1,
  updatedAt: 1,
  createdBy: null,
} as const;
export const client = rowsOf(oauthClients, CLIENT);
export const CONSENT = {
  connectionId: 'con_a',
  addressHash: 'a',
  environment: 'test',
  shard: 'c000',
  clientId: 'cli_a',
  scopes: ['profile:read'],
  activation: 2,
  connectedAt: 1,
  unconfirmedAt: NOW,
} as const;
export const consent = rowsOf(consents, CONSENT);
export const ATHLETE = {
  id: 'ath_tc000a',
  partnerId: 'prt_a',
  status: 'live',
  revision: 1,
  tier: 'full',
  externalId: 'rider',
  createdAt: 1,
  updatedAt: 1,
} as const;
export const athlete = rowsOf(athletes, ATHLETE);
/** Another athlete of the same partner. */
export const OTHER_ATHLETE = { id: 'ath_tc000b', externalId: 'other' } as const;
export const otherAthlete = athlete(OTHER_ATHLETE);
export const ACTIVITY = {
  id: 'act_a',
  athleteId: ATHLETE.id,
  revision: 1,
  type: 'run',
  durationMin: 60,
  effectiveAt: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;
export const activity = rowsOf(activities, ACTIVITY);
const EVIDENCE = { athleteId: ATHLETE.id, changes: [], remarks: [], createdAt: 1 } as const;
export const FEEDBACK = {
  ...EVIDENCE,
  id: 'fbk_a',
  activityId: ACTIVITY.id,
  sessionAt: 1,
  source: 'scale',
  updatedAt: 1,
} as const;
export const givenFeedback = rowsOf(feedback, FEEDBACK);
export const SWEAT_TEST = {
  ...EVIDENCE,
  id: 'swt_a',
  effectiveAt: 1,
  type: 'run',
  durationMin: 60,
  bodyMassBeforeKg: 70,
  bodyMassAfterKg: 69,
  source: 'scale',
  fluidMl: 0,
} as const;
export const sweatTest = rowsOf(sweatTests, SWEAT_TEST);
export const LEARNED = {
  athleteId: ATHLETE.id,
  revision: 'l',
  engineVersion: '',
  eventsSinceState: 0,
  updatedAt: 1,
} as const;
export const learned = rowsOf(learnedStates, LEARNED);
export const attached = rowsOf(activityProducts, {
  activityId: ACTIVITY.id,
  productId: 'prd_a',
  athleteId: ATHLETE.id,
  servings: 1,
  attachedAt: 1,
  position: 0,
});
/** The creation of an athlete with this hash of its identifier is forbidden: it was erased. */
export const erased = rowsOf(appliedErasures, { idHash: 'a', appliedAt: 1 });
export const CONNECTION = {
  id: 'con_a',
  athleteId: ATHLETE.id,
  partnerId: 'prt_a',
  clientId: 'cli_a',
  scopes: ['profile:read'],
  status: 'active',
  grantId: null,
  createdAt: 1,
  connectedAt: 1,
} as const;
export const connection = rowsOf(connections, CONNECTION);
export const LEDGER = {
  idHash: 'a',
  environment: 'test',
  shard: 'c000',
  erasedAt: NOW,
  searchedTo: null,
} as const;
export const ledger = rowsOf(erasureLedger, LEDGER);
export const RECALCULATION: RecalculationRow = {
  id: 'rcl_a',
  partnerId: 'prt_a',
  environment: 'test',
  status: 'running',
  onlyStale: false,
  fromAt: 0,
  beforeAt: 1,
  athleteIds: null,
  shards: [],
  afterAthlete: '',
  afterActivity: '',
  afterAt: 0,
  moves: 1,
  calculated: 0,
  unchanged: 0,
  failed: 0,
  dueAt: 1,
  claims: 0,
  createdAt: 1,
  startedAt: 1,
  finishedAt: null,
};
export const recalculation = rowsOf(recalculations, RECALCULATION);

export const WEBHOOK = {
  id: 'whk_a',
  partnerId: 'prt_a',
  environment: 'test',
  url: '',
  events: [],
  status: 'active',
  secret: '',
  version: 1,
  fannedOut: 1,
  activation: 1,
  createdAt: 1,
  createdBy: null,
} as const;
export const webhook = rowsOf(webhooks, WEBHOOK);
export const EVENT = {
  partnerId: 'prt_a',
  environment: 'test',
  type: 'activity.created',
  athleteId: ATHLETE.id,
  data: { activityId: 'act_a' },
  createdAt: 1,
} as const;
export const event = rowsOf(events, EVENT);
export const SUBSCRIBER: SubscriberRow = {
  partnerId: 'prt_a',
  environment: 'test',
  webhookId: 'whk_a',
  store: 'tc000',
  region: 'weur',
  version: 1,
  status: 'active',
  url: '',
  types: [],
  secret: '',
  previousSecret: null,
  previousSecretUntil: null,
  activation: 1,
  startsAfter: 0,
  acknowledged: 4,
  acceptedAt: {},
  resumeAt: null,
};
export const subscriber = rowsOf(subscribers, SUBSCRIBER);
export const suspension = rowsOf(suspensions, { partnerId: 'prt_a', suspendedAt: 1, version: 5 });
/** The claim of a request with an Idempotency-Key. */
export const CLAIM = {
  partnerId: 'prt_a',
  environment: 'test',
  keyHash: 'a',
  requestHash: 'a',
  nowMs: NOW,
} as const;
/** The key of that request, with the identifier that it reserved. */
export const kept = rowsOf(idempotencyKeys, {
  ...{ partnerId: 'prt_a', environment: 'test', keyHash: 'a', requestHash: 'a', resourceId: 'reserved' },
  expiresAt: NOW,
});
export const counted = rowsOf(usage, {
  ...{ partnerId: 'prt_a', environment: 'test', hour: NOW, operationId: 'getAthlete', statusClass: '2xx' },
  requests: 1,
});
export const end = rowsOf(ends, {
  id: 'key_a',
  kind: 'key',
  partnerId: 'prt_a',
  endedAt: NOW,
  isCopied: false,
});
/** A part of a terminated partner that has ended in a database. */
export const endedPart = rowsOf(partnerEnds, {
  partnerId: 'prt_a',
  part: 'connections',
  database: 'test.c000',
});
export const ACCESS = {
  ...{ id: 'acc_a', partnerId: 'prt_a', athleteId: ATHLETE.id, query: '', at: 1, resultCount: 0 },
} as const;
export const access = rowsOf(productAccessLog, ACCESS);
export const AUDIT = { id: 'aud_m', partnerId: 'prt_a', at: 1, action: '', outcome: 'done' } as const;
export const audit = rowsOf(consoleAudit, AUDIT);
