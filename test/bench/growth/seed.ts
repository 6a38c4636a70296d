import type { InstalledService } from '../../support/deployment.ts';
import { type Cloned, type Cloning, cloneRows, hashOf, idOf, type SeedDatabase } from './clone-rows.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Activities of one athlete, and athletes of one partner, of the many. */
export const ACTIVITIES_OF_ONE = 50;
const ATHLETES_OF_PARTNER = 10;
/** Rows that every purge finds due at the smallest size already: more than one of its steps takes. */
const DUE_ROWS = 1500;
/** Numbers of due rows, away from all others. */
const DUE_FROM = 5_000_000;

/** The owners of the copied rows, and of the large shares. */
export interface SeedPlan {
  /** The partner whose requests are measured. Owns half of all athletes. */
  readonly partnerId: string;
  /** Owns a fifth of all activities; its first rows are the templates. */
  readonly heavyAthleteId: string;
  /** Gets a fifth of the activities of this growth only, to be erased after it. */
  readonly doomedAthleteId: string;
  readonly nowMs: number;
  /** Which shard the athletes are in. */
  readonly place: SeedPlace;
}

/** A plan for all databases. */
export interface WholeSeedPlan extends SeedPlan {}

/** One of several shards that are seeded alike; every identifier is of one of them only. */
export interface SeedPlace {
  readonly shard: string;
  readonly index: number;
  readonly of: number;
}

/** Grows all databases from so many activities to so many, and all else in proportion. */
export async function grow(
  { miniflare }: InstalledService,
  plan: WholeSeedPlan,
  from: number,
  to: number,
  report: (line: string) => void,
): Promise<void> {
  const registry = await miniflare.getD1Database('REGISTRY', 'musette');
  const athletes = await miniflare.getD1Database('ATHLETES_TEST_WEUR_0', 'musette');
  for (const cloning of [...registryRows(plan, from, to), ...dueRegistryRows(plan, from)]) {
    await clone(registry, cloning, report);
  }
  for (const cloning of [
    ...athleteRows(plan, from, to),
    ...activityRows(plan, from, to),
    ...dueRows(plan, from),
  ]) {
    await clone(athletes, cloning, report);
  }
}

/** Tables that an athlete database keeps until an athlete is erased. The rest is purged after a day or a few. */
const KEPT = [
  'athletes',
  'learned_states',
  'activities',
  'prescriptions',
  'activity_products',
  'feedback',
  'sweat_tests',
];

/** Grows one shard by activities and all that is kept with them. Returns by table how far it grew. */
export async function growShard(
  database: SeedDatabase,
  plan: SeedPlan,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, Cloned>> {
  const cloned = new Map<string, Cloned>();
  for (const cloning of [...athleteRows(plan, from, to), ...activityRows(plan, from, to)]) {
    if (KEPT.includes(cloning.table)) cloned.set(cloning.table, await cloneRows(database, cloning));
  }
  return cloned;
}

async function clone(
  database: SeedDatabase,
  cloning: Cloning,
  report: (line: string) => void,
): Promise<void> {
  report(`${cloning.table} ${cloning.from}–${cloning.to}`);
  await cloneRows(database, cloning);
}

function partnerOf(plan: SeedPlan, athleteNumber: string): string {
  return `CASE WHEN ${athleteNumber} % 2 = 0 THEN '${plan.partnerId}' ELSE ${idOf('prt_', `${athleteNumber} / ${ATHLETES_OF_PARTNER}`)} END`;
}

/** Returns the registry rows of all partners, and of the measured one: keys revoked last month, deleted clients. */
function registryRows(plan: SeedPlan, from: number, to: number): Cloning[] {
  const { partnerId, nowMs } = plan;
  const partners = [from, to].map((size) => size / ACTIVITIES_OF_ONE / ATHLETES_OF_PARTNER) as [
    number,
    number,
  ];
  const hundredth = { from: from / 100, to: to / 100 };
  const own = `template.partner_id = '${partnerId}'`;
  const other = idOf('prt_', `i % ${Math.max(1, Math.floor(partners[1]))}`);
  const halfOwn = `CASE WHEN CAST(i AS INTEGER) % 2 = 0 THEN '${partnerId}' ELSE ${other} END`;
  return [
    {
      table: 'partners',
      template: `template.id = '${partnerId}'`,
      from: Math.floor(partners[0]) + (from === 0 ? 0 : 1),
      to: Math.floor(partners[1]) + 1,
      columns: { id: idOf('prt_', 'i') },
    },
    ...[partnerId, null].map((owner) => ({
      table: 'api_keys',
      template: own,
      ...hundredth,
      columns: {
        id: idOf('key_', owner ? 'i' : 'i + 1000000'),
        partner_id: owner ? `'${owner}'` : other,
        hash: hashOf(owner ? 'i' : 'i + 1000000'),
        status: owner ? `'revoked'` : `'active'`,
        revoked_at: owner ? String(nowMs - 30 * DAY_MS) : 'NULL',
      },
    })),
    ...(['active', 'deleted'] as const).map((status) => ({
      table: 'oauth_clients',
      template: own,
      ...hundredth,
      columns: {
        client_id: idOf('cli_', status === 'deleted' ? 'i' : 'i + 1000000'),
        partner_id: status === 'deleted' ? `'${partnerId}'` : idOf('prt_', 'i / 100'),
        status: `'${status}'`,
      },
    })),
    {
      table: 'audit_log',
      template: '1',
      ...hundredth,
      columns: { id: idOf('aud_', 'i') },
    },
    {
      table: 'webhooks',
      template: own,
      ...hundredth,
      columns: { id: idOf('whk_', 'i'), partner_id: other },
    },
    {
      table: 'events',
      template: own,
      from: from / 10,
      to: to / 10,
      columns: { ...eventColumns(plan), partner_id: halfOwn },
    },
    {
      table: 'recalculations',
      template: own,
      ...hundredth,
      columns: { id: `'rcl_01z' || printf('%023d', i)`, partner_id: halfOwn },
    },
    {
      table: 'access_requests',
      template: `template.status = 'pending'`,
      ...hundredth,
      columns: { id: idOf('acr_', 'i'), address_hash: 'NULL' },
    },
    {
      table: 'live_access_requests',
      template: `template.status = 'pending'`,
      ...hundredth,
      columns: { id: idOf('lar_', 'i'), partner_id: idOf('prt_9', 'i') },
    },
    {
      table: 'usage',
      template: '1',
      from: from / 10,
      to: to / 10,
      // Before the week that is shown unless another one is asked for.
      columns: {
        partner_id: halfOwn,
        hour: `${Math.floor(nowMs / HOUR_MS) - 24 * 8} * ${HOUR_MS} - CAST(i AS INTEGER) / 40 * ${HOUR_MS}`,
        operation_id: `'operation-' || (CAST(i AS INTEGER) % 40)`,
      },
    },
    {
      table: 'usage_flushes',
      template: '1',
      ...hundredth,
      columns: { guard: hashOf('i') },
    },
    {
      table: 'login_codes',
      template: '1',
      from: from / ACTIVITIES_OF_ONE,
      to: to / ACTIVITIES_OF_ONE,
      columns: {
        id: hashOf('i'),
        address_hash: hashOf('i'),
        created_at: String(nowMs - 60 * MINUTE_MS),
      },
    },
    {
      table: 'erasure_ledger',
      template: '1',
      from: from / 20,
      to: to / 20,
      columns: { id_hash: hashOf('i'), erased_at: `${nowMs - 2 * DAY_MS} - i * 60000` },
    },
  ];
}

/** Events of the last weeks, each recorded after the one before it. */
function eventColumns(plan: SeedPlan): Readonly<Record<string, string>> {
  return {
    sequence: 'NULL',
    created_at: `${plan.nowMs - 20 * DAY_MS} + i`,
  };
}

/** Returns the rows that the registry's purges will remove, the same number at every size. */
function dueRegistryRows({ nowMs, partnerId }: SeedPlan, from: number): Cloning[] {
  const numbers = { from: DUE_FROM + from, to: DUE_FROM + from + DUE_ROWS };
  return [
    {
      table: 'api_keys',
      template: `template.partner_id = '${partnerId}'`,
      ...numbers,
      to: numbers.from + DUE_ROWS / 3,
      columns: {
        id: idOf('key_', 'i'),
        hash: hashOf('i'),
        status: `'revoked'`,
        revoked_at: String(nowMs - 100 * DAY_MS),
      },
    },
    {
      table: 'recalculations',
      template: `template.partner_id = '${partnerId}'`,
      ...numbers,
      columns: { id: idOf('rcl_', 'i') },
    },
    {
      table: 'access_requests',
      template: `template.status = 'pending'`,
      ...numbers,
      columns: { id: idOf('acr_', 'i'), address_hash: 'NULL', purge_after: String(nowMs - DAY_MS) },
    },
    {
      table: 'usage',
      template: '1',
      ...numbers,
      columns: { operation_id: `'operation-' || i`, hour: String(nowMs - 400 * DAY_MS) },
    },
    {
      table: 'usage_flushes',
      template: '1',
      ...numbers,
      columns: { guard: hashOf('i'), at: String(nowMs - 8 * DAY_MS) },
    },
    {
      table: 'login_codes',
      template: '1',
      ...numbers,
      columns: { id: hashOf('i'), created_at: String(nowMs - 3 * DAY_MS) },
    },
    {
      table: 'erasure_ledger',
      template: '1',
      ...numbers,
      columns: { id_hash: hashOf('i'), erased_at: String(nowMs - 40 * DAY_MS) },
    },
  ];
}

/** A number that no other of the shards gives. */
function numberOf({ place }: SeedPlan, number: string): string {
  // D1 binds numbers as REAL, whose division has a remainder.
  return `(CAST(${number} AS INTEGER) * ${place.of} + ${place.index})`;
}

function athleteIdOf(plan: SeedPlan, number: string): string {
  return idOf(`ath_t${plan.place.shard}`, numberOf(plan, number));
}

/** The many athletes, with all that hangs on an athlete and on no activity. */
function athleteRows(plan: SeedPlan, from: number, to: number): Cloning[] {
  const { heavyAthleteId, nowMs } = plan;
  const numbers = { from: from / ACTIVITIES_OF_ONE, to: to / ACTIVITIES_OF_ONE };
  const id = athleteIdOf(plan, 'i');
  const own = `template.athlete_id = '${heavyAthleteId}'`;
  const email = `'athlete-' || i || '@athletes.example'`;
  return [
    {
      table: 'athletes',
      template: `template.id = '${heavyAthleteId}'`,
      ...numbers,
      columns: {
        id,
        partner_id: partnerOf(plan, 'i'),
        external_id: `'external-' || ${numberOf(plan, 'i')}`,
        email,
      },
    },
    { table: 'learned_states', template: own, ...numbers, columns: { athlete_id: id } },
    { table: 'used_subscribe_links', template: own, ...numbers, columns: { athlete_id: id } },
    {
      table: 'connections',
      template: own,
      ...numbers,
      columns: {
        id: idOf('con_', 'i'),
        athlete_id: id,
        partner_id: partnerOf(plan, 'i'),
        client_id: `CASE WHEN i % 10 = 0 THEN template.client_id ELSE ${idOf('cli_', 'i % 7')} END`,
        status: `CASE WHEN i = 0 THEN 'revoked' ELSE 'active' END`,
      },
    },
    ...['grant:', 'token:'].map((kind) => ({
      table: 'oauth_records',
      template: `${own} AND template.key LIKE '${kind}%'`,
      ...numbers,
      columns: {
        key: `'${kind}' || ${id} || ':grant:' || i`,
        athlete_id: id,
        expires_at: String(Math.floor(nowMs / 1000) + 3600),
      },
    })),
    {
      table: 'athlete_sessions',
      template: '1',
      ...numbers,
      columns: { id: hashOf('i'), expires_at: String(nowMs + 30 * MINUTE_MS) },
    },
    {
      table: 'applied_erasures',
      template: '1',
      from: from / 20,
      to: to / 20,
      columns: { id_hash: hashOf('i'), applied_at: `${nowMs - 2 * DAY_MS} - i * 60000` },
    },
  ];
}

/** The activities, with all that hangs on them. Numbers divisible by 5 are the heavy athlete's, the next the doomed one's. */
function activityRows(plan: SeedPlan, from: number, to: number): Cloning[] {
  const { heavyAthleteId, doomedAthleteId, nowMs } = plan;
  const athlete = `CASE i % 5 WHEN 0 THEN '${heavyAthleteId}' WHEN 1 THEN '${doomedAthleteId}' ELSE ${athleteIdOf(plan, `i / ${ACTIVITIES_OF_ONE}`)} END`;
  const partner = `CASE WHEN i % 5 < 2 THEN '${plan.partnerId}' ELSE ${partnerOf(plan, `(i / ${ACTIVITIES_OF_ONE})`)} END`;
  // Every five minutes, the newest yesterday: most of a year.
  const at = `${nowMs - DAY_MS - 100_000 * 5 * MINUTE_MS} + i * ${5 * MINUTE_MS}`;
  const activity = idOf('act_', numberOf(plan, 'i'));
  const own = `template.athlete_id = '${heavyAthleteId}'`;
  return [
    {
      table: 'activities',
      template: own,
      from,
      to,
      columns: {
        id: activity,
        athlete_id: athlete,
        effective_at: at,
        scheduled_at: at,
        type: `CASE WHEN i % 35 = 0 THEN 'bike' ELSE 'run' END`,
        external_id: `'activity-' || i`,
      },
    },
    {
      table: 'prescriptions',
      template: own,
      from,
      to,
      columns: { activity_id: activity, athlete_id: athlete },
    },
    {
      table: 'activity_products',
      template: own,
      from,
      to,
      where: 'i % 2 = 0',
      columns: { activity_id: activity, athlete_id: athlete },
    },
    {
      table: 'feedback',
      template: own,
      from,
      to,
      where: 'i % 3 = 0',
      columns: {
        id: idOf('fbk_', numberOf(plan, 'i')),
        activity_id: activity,
        athlete_id: athlete,
        session_at: at,
        // As the service keeps it: with one of some sixteen events.
        state_after: `CASE WHEN i % 60 = 0 THEN (SELECT state FROM learned_states WHERE athlete_id = '${plan.heavyAthleteId}') END`,
      },
    },
    {
      table: 'sweat_tests',
      template: own,
      from,
      to,
      where: 'i % 10 IN (0, 3)',
      columns: {
        id: idOf('swt_', numberOf(plan, 'i')),
        athlete_id: athlete,
        tested_at: at,
        effective_at: at,
      },
    },
    {
      table: 'product_access_log',
      template: own,
      from,
      to,
      // Not due: the purge of these goes by the time in their identifiers.
      columns: {
        id: `'acc_01z' || printf('%023d', ${numberOf(plan, 'i')})`,
        athlete_id: athlete,
        partner_id: partner,
        at,
      },
    },
    {
      table: 'events',
      template: own,
      from,
      to,
      where: 'i % 2 = 0',
      columns: { ...eventColumns(plan), athlete_id: athlete, partner_id: partner },
    },
    {
      table: 'idempotency_keys',
      template: own,
      from,
      to,
      where: 'i % 4 = 0',
      columns: {
        key_hash: hashOf(numberOf(plan, 'i')),
        athlete_id: athlete,
        partner_id: partner,
        expires_at: String(nowMs + DAY_MS / 2),
      },
    },
  ];
}

/** Returns the rows that an athlete database's purges will remove, the same number at every size. */
function dueRows({ heavyAthleteId, nowMs }: SeedPlan, from: number): Cloning[] {
  const numbers = { from: DUE_FROM + from, to: DUE_FROM + from + DUE_ROWS };
  const own = `template.athlete_id = '${heavyAthleteId}'`;
  return [
    {
      table: 'product_access_log',
      template: own,
      ...numbers,
      columns: { id: idOf('acc_', 'i'), at: String(nowMs - 500 * DAY_MS) },
    },
    {
      table: 'idempotency_keys',
      template: own,
      ...numbers,
      columns: { key_hash: hashOf('i'), expires_at: String(nowMs - DAY_MS) },
    },
    {
      table: 'oauth_records',
      template: `template.key LIKE 'token:%'`,
      ...numbers,
      columns: {
        key: `'token:' || template.athlete_id || ':due:' || i`,
        expires_at: String(Math.floor(nowMs / 1000) - 3600),
      },
    },
    {
      table: 'athlete_sessions',
      template: '1',
      ...numbers,
      columns: { id: hashOf('i'), expires_at: String(nowMs - DAY_MS) },
    },
    {
      table: 'applied_erasures',
      template: '1',
      ...numbers,
      columns: { id_hash: hashOf('i'), applied_at: String(nowMs - 60 * DAY_MS) },
    },
  ];
}
