import { ATHLETE_BYTES_PER_YEAR, type Environment, parseShardBinding } from '#platform/env.ts';
import type { Region } from '#platform/regions.ts';
import { creationOf } from './deploy-plan.ts';

/** What databases are planned for. */
export interface Growth {
  readonly region: Region;
  readonly environment: Environment;
  readonly athletes: number;
  readonly years: number;
}

/** Bytes that a database holds at the end: D1 takes 10 GB. */
const FILLED_BYTES = 8e9;
/** D1's limit for an account, unless Cloudflare has raised it. */
const ACCOUNT_BYTES = 1e12;

/**
 * Returns the blocks of wrangler.toml and the commands that make the databases which so many athletes need after these
 * years, in their order. Ordinals follow those of the databases that are bound already.
 */
export function planShards(
  { region, environment, athletes, years }: Growth,
  bound: readonly string[],
): readonly string[] {
  const perShard = Math.max(1, Math.floor(FILLED_BYTES / (ATHLETE_BYTES_PER_YEAR * years)));
  const count = Math.ceil(athletes / perShard);
  const taken = bound.flatMap((name) => {
    const shard = parseShardBinding(name);
    return shard?.region === region && shard.environment === environment ? [shard.ordinal] : [];
  });
  const first = Math.max(-1, ...taken) + 1;
  const made = Array.from({ length: count }, (_, index) => {
    const binding = `ATHLETES_${environment}_${region}_${first + index}`.toUpperCase();
    return { binding, name: `musette-${binding.toLowerCase().replaceAll('_', '-')}` };
  });
  const gigabytes = (bytes: number) => `${Math.round(bytes / 1e9).toLocaleString('en')} GB`;
  const total = athletes * years * ATHLETE_BYTES_PER_YEAR;
  return [
    `# ${athletes.toLocaleString('en')} athletes for ${years} years: ${gigabytes(total)} in ${count} databases of ${region}.`,
    `# Set ATHLETES_PER_SHARD = "${Math.min(perShard, athletes)}" in wrangler.toml.`,
    ...(total > ACCOUNT_BYTES
      ? [`# An account has ${gigabytes(ACCOUNT_BYTES)}: ask Cloudflare for more before they are full.`]
      : []),
    ...made.map(({ binding, name }) => `npx ${creationOf(name, binding)}`),
    '# Into wrangler.toml, with the identifiers that the commands above printed:',
    ...made.flatMap(({ binding, name }) => [
      '[[d1_databases]]',
      `binding = "${binding}"`,
      `database_name = "${name}"`,
      'database_id = ""',
      'migrations_dir = "migrations/athletes"',
      '',
    ]),
    '# Then:',
    'npm run bindings',
    'npm run migrate -- --remote',
    'npm run deploy',
  ];
}
