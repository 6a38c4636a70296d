import { sql } from 'drizzle-orm';
import {
  activities,
  activityProducts,
  appliedErasures,
  athletes,
  connections,
  feedback,
  learnedStates,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import {
  consoleSessions,
  invitations,
  liveAccessRequests,
  members,
} from '#platform/storage/console-schema.ts';
import { events, type SubscriberRow, subscribers } from '#platform/storage/events-schema.ts';
import {
  apiKeys,
  consents,
  erasureLedger,
  oauthClients,
  partners,
  type RecalculationRow,
  recalculations,
  webhooks,
} from '#platform/storage/registry-schema.ts';

/** Rows as they are stored, each with its table, for the situations in which statements are tried. */

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
export const partner = (changes: object = {}) => [partners, { ...PARTNER, ...changes }] as const;
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
export const key = (changes: object = {}) => [apiKeys, { ...KEY, ...changes }] as const;
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
export const member = (row: object, changes: object = {}) => [members, { ...row, ...changes }] as const;
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
export const invitation = (changes: object = {}) => [invitations, { ...INVITATION, ...changes }] as const;
export const SESSION = {
  id: 'session',
  sealedEmail: '',
  memberId: 'mbr_target',
  createdAt: NOW,
  seenAt: NOW,
  codeEnteredAt: NOW,
  addressHash: 'address',
} as const;
export const session = (changes: object = {}) => [consoleSessions, { ...SESSION, ...changes }] as const;
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
export const liveRequest = (changes: object = {}) =>
  [liveAccessRequests, { ...LIVE_REQUEST, ...changes }] as const;
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
export const client = (changes: object = {}) => [oauthClients, { ...CLIENT, ...changes }] as const;
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
export const consent = (changes: object = {}) => [consents, { ...CONSENT, ...changes }] as const;
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
export const athlete = (changes: object = {}) => [athletes, { ...ATHLETE, ...changes }] as const;
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
export const activity = (changes: object = {}) => [activities, { ...ACTIVITY, ...changes }] as const;
const EVIDENCE = { athleteId: ATHLETE.id, changes: [], remarks: [], createdAt: 1 } as const;
export const FEEDBACK = {
  ...EVIDENCE,
  id: 'fbk_a',
  activityId: ACTIVITY.id,
  sessionAt: 1,
  source: 'scale',
  updatedAt: 1,
} as const;
export const givenFeedback = (changes: object = {}) => [feedback, { ...FEEDBACK, ...changes }] as const;
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
export const sweatTest = (changes: object = {}) => [sweatTests, { ...SWEAT_TEST, ...changes }] as const;
export const LEARNED = {
  athleteId: ATHLETE.id,
  revision: 'l',
  engineVersion: '',
  eventsSinceState: 0,
  updatedAt: 1,
} as const;
export const learned = (changes: object = {}) => [learnedStates, { ...LEARNED, ...changes }] as const;
export const attached = (changes: object = {}) =>
  [
    activityProducts,
    {
      activityId: ACTIVITY.id,
      productId: 'prd_a',
      athleteId: ATHLETE.id,
      servings: 1,
      attachedAt: 1,
      position: 0,
      ...changes,
    },
  ] as const;
/** The creation of the athlete with this hash of its identifier is forbidden: it was erased. */
export const erased = (idHash: string) => [appliedErasures, { idHash, appliedAt: 1 }] as const;
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
export const connection = (changes: object = {}) =>
  [athlete(), [connections, { ...CONNECTION, ...changes }] as const] as const;
export const LEDGER = {
  idHash: 'a',
  environment: 'test',
  shard: 'c000',
  erasedAt: NOW,
  searchedTo: null,
} as const;
export const ledger = (changes: object = {}) => [erasureLedger, { ...LEDGER, ...changes }] as const;
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
export const recalculation = (changes: object = {}) =>
  [recalculations, { ...RECALCULATION, ...changes }] as const;

export const OTHER_PARTNER = { partnerId: 'prt_b' };
export const LIVE = { environment: 'live' };

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
export const webhook = (changes: object = {}) => [webhooks, { ...WEBHOOK, ...changes }] as const;
export const EVENT = {
  partnerId: 'prt_a',
  environment: 'test',
  type: 'activity.created',
  athleteId: ATHLETE.id,
  data: { activityId: 'act_a' },
  createdAt: 1,
} as const;
export const event = (changes: object = {}) => [events, { ...EVENT, ...changes }] as const;
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
export const subscriber = (changes: object = {}) => [subscribers, { ...SUBSCRIBER, ...changes }] as const;
