import { ATHLETE_BYTES_PER_YEAR, type Environment, parseShardBinding } from '#platform/env.ts';
import type { Region } from '#platform/regions.ts';
import { creationOf } from './deploy-plan.ts';

/** The expected growth. */
export interface Growth {
  readonly region: Region;
  readonly environment: Environment;
  readonly athletes: number;
  readonly years: number;
}

/** The planned maximum size of a database. D1's limit is 10 GB. */
const FILLED_BYTES = 8e9;
/** D1's default limit per account, which Cloudflare can raise. */
const ACCOUNT_BYTES = 1e12;

/**
 * Returns the wrangler.toml blocks and the commands that create the databases needed for this growth, in order. Ordinals
 * continue from the existing bindings.
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
      ? [`# The account limit is ${gigabytes(ACCOUNT_BYTES)}. Ask Cloudflare to raise it in time.`]
      : []),
    ...made.map(({ binding, name }) => `npx ${creationOf(name, binding)}`),
    '# Add to wrangler.toml, with the identifiers printed by the commands above:',
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
