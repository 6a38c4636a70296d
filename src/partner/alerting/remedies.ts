import { type Region, regionOfShard } from '#platform/regions.ts';

/** Instructions about a problem for somebody who was woken. Alerts, `operator doctor` and the runbook show this text. */
export interface Remedy {
  /** The people who notice the problem, and its effect on them. */
  readonly affected: string;
  /**
   * The commands to run, in order. `{url}` is the service's address, `{mail_domain}` that of its sender, `{binding}` and
   * `{region}` those of the database concerned.
   */
  readonly next: readonly string[];
  /** Actions that make it worse. */
  readonly never: string;
}

const SMOKE = 'npm run smoke -- --url {url} --key sk_test_0000';
const DOCTOR = 'npm run operator -- doctor';
const JOBS = 'npm run operator -- jobs';
const DEPLOYMENTS = 'npx wrangler deployments list';

/** The remedy of each alert, and of each problem that only somebody outside the service can notice. */
export const REMEDIES = {
  shard_full: {
    affected:
      'Partners notice nothing until a database is full. Then changes to its athletes get 503 `storage_full`. Reads and exports work, and erasures take place once there is space.',
    next: [
      'npm run operator -- plan-shards --region {region} --athletes 4000 --years 3',
      'npm run deploy',
      'npm run operator -- shards',
    ],
    never: 'delete rows by hand, and never rename or remove a binding.',
  },
  schema_behind: {
    affected:
      "The database's athletes get 503, and so do lists that include them. Erasures are recorded (202), and keys and partners end as always. It gets no new athletes.",
    next: ['npm run migrate -- --remote', JOBS, SMOKE],
    never:
      'create tables or insert into `schema_migrations` by hand, and never bypass the refusal by running `wrangler deploy`.',
  },
  job_overdue: {
    affected:
      'Partners notice nothing at first. Erasures, terminations and purges wait, and so do events whose wake was lost.',
    next: [JOBS, 'npx wrangler queues info musette-jobs', DOCTOR],
    never: 'purge the queue to speed things up, and never edit `job_states`.',
  },
  dispatcher_lag: {
    affected: 'Partners get events late. Nothing is lost: events stay in their database for 30 days.',
    next: [JOBS, DEPLOYMENTS, DOCTOR],
    never: 'delete rows of `subscribers`: a dispatcher without one deletes its events.',
  },
  mail_refused: {
    affected: 'Athletes and partners cannot sign in, and partners get no notices by email.',
    next: ['npx wrangler email sending settings {mail_domain}', DEPLOYMENTS],
    never:
      'send codes through another channel, and never try to read one from the registry, which holds only hashes.',
  },
  mail_flood: {
    affected:
      'Addresses that no athlete record names get no sign-in code until the hour ends. Known addresses and the console are not affected.',
    next: ['npm run operator -- alerts', DEPLOYMENTS],
    never:
      'raise `MAIL_FLOOR_PER_HOUR` while the requests look like one sender: the emails would cost your domain its reputation, and then nobody gets a code.',
  },
  error_budget: {
    affected: 'Partners get 500 or 503.',
    next: [DEPLOYMENTS, SMOKE, 'npm run rollback <version>'],
    never:
      'roll back past a deployment that changed a secret, and never restore a database because of errors.',
  },
  unreachable: {
    affected: 'Everybody: the service does not answer.',
    next: [DEPLOYMENTS, SMOKE, 'npm run rollback <version>'],
    never: 'delete and recreate the Worker: its Durable Objects and their data would be gone.',
  },
  unconfigured: {
    affected: 'Everybody: every request gets 503, because a binding, a var or a secret is missing.',
    next: ['npm run preflight', 'npx wrangler secret put <name>', 'npm run deploy'],
    never:
      'create a new secret in place of one whose value you have, and never bind another database under a name that is missing.',
  },
  silent_database: {
    affected:
      "The athletes of this database get 503, and so do their partners' lists and events. Other athletes are served.",
    next: [
      'npx wrangler d1 info {binding}',
      DOCTOR,
      'npx wrangler d1 execute {binding} --remote --command "SELECT 1"',
    ],
    never:
      'restore a database because it is silent, and never remove its binding: its athletes would be 503.',
  },
  silent_store: {
    affected:
      'Requests that need it get 503: of the registry, new keys, sign-ins and erasures; of KV or a key guard, those of keys that no isolate knows.',
    next: ['npx wrangler d1 info REGISTRY', DOCTOR, DEPLOYMENTS],
    never: 'restore the registry because it is silent.',
  },
  restored_database: {
    affected:
      'The athletes of the restored database get 503 until a job has ended and erased again what the restore brought back, usually within ten minutes.',
    next: [DOCTOR, JOBS],
    never: 'open traffic to a restored registry before `/health/ready` no longer names it.',
  },
  crons_stopped: {
    affected:
      'No cron has run for half an hour, so nobody is alerted to anything. Erasures, terminations and purges wait.',
    next: ['npx wrangler triggers deploy', DEPLOYMENTS, DOCTOR],
    never: 'trust the other alerts while this lasts: they are as old as the last cron.',
  },
  receiver_down: {
    affected:
      'One partner gets no events, or none of some types. Nothing is lost: they stay in the feed for 30 days. After five days of failures the webhook is disabled.',
    next: ['npm run operator -- webhooks', 'npm run operator -- show <partner_id>'],
    never: 'delete the webhook: its position in the events would be lost.',
  },
} as const satisfies Readonly<Record<string, Remedy>>;

type ProblemName = keyof typeof REMEDIES;

/** Names that the commands of a remedy contain. */
interface Concerned {
  readonly url: string;
  readonly mailDomain?: string;
  /** A text that may name an athlete database, such as `live.c000`. */
  readonly about?: string;
}

/** Returns a remedy with its commands for this service and database. An unknown problem has that of `error_budget`. */
export function remedyOf(name: string, { url, mailDomain, about = '' }: Concerned): Remedy {
  const database = databaseIn(about);
  const values: Readonly<Record<string, string>> = {
    url,
    mail_domain: mailDomain ?? '<domain of MAIL_FROM>',
    binding: database?.binding ?? '<binding>',
    region: database?.region ?? '<region>',
  };
  const { affected, next, never }: Remedy = isProblem(name) ? REMEDIES[name] : REMEDIES.error_budget;
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? key);
  return { affected, next: next.map(fill), never: `Never ${never}` };
}

function isProblem(name: string): name is ProblemName {
  return Object.hasOwn(REMEDIES, name);
}

/** Returns region and binding of the first athlete database that a text names. */
function databaseIn(text: string): { readonly region: Region; readonly binding: string } | null {
  const [, environment = '', shard = ''] = /\b(test|live)(?:\.| shard )([a-g][0-9a-z]{3})\b/.exec(text) ?? [];
  const region = regionOfShard(shard);
  if (region === null) return null;
  const ordinal = Number.parseInt(shard.slice(1), 36);
  return { region, binding: `ATHLETES_${environment}_${region}_${ordinal}`.toUpperCase() };
}
