import { unstable_readConfig as readConfig } from 'wrangler';

/** Every var and secret of the Worker in tests: whatever `.dev.vars` says of one, tests are the same with and without it. */
export const TEST_VARS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(readConfig({ config: 'wrangler.toml' }).vars).map(([name, value]) => [
      name,
      String(value),
    ]),
  ),
  ENVIRONMENT: 'local',
  BASE_URL: 'https://musette.test',
  // So few that a handful of athletes crosses shards.
  ATHLETES_PER_SHARD: '4',
  SIGNING_SECRET: 'a signing secret that only tests use, 32+',
  WEBHOOK_KEY: 'a webhook key that only tests use, 32+ long',
  LOOKUP_KEY: 'a lookup key that only tests use, 32+ long',
  OPERATOR_TOKEN: 'an operator token that only tests use, 32+',
};
