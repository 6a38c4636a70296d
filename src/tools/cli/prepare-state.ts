import { nowMs, SECOND_MS } from '#platform/clock.ts';
import { WHOLE_NUMBER } from '#platform/env.ts';
import { loadCatalogue } from './catalogue.ts';
import { checkDatabases } from './check-databases.ts';
import { createDemoPartner, keptKey } from './demo-partner.ts';
import { withLocalDatabases, withLocalWorker } from './local-databases.ts';
import { localSecrets, protectState } from './local-state.ts';
import { migrateLocalState } from './migrate.ts';
import { onFilesOf, Refusal } from './refusal.ts';
import { takeState } from './state-lock.ts';

/** Ten years: further from today, certificates and signatures are not valid yet or no longer. */
const CLOCK_OFFSET_MAX_S = 10 * 365 * 86_400;

/** A sandbox about to start: `npm start` or plain `wrangler dev`. */
export interface Start {
  readonly stateDir: string;
  /** A process with the sandbox's lifetime. */
  readonly pid: number;
  /** Vars and secrets set by the user, and their source. Empty ones count as missing. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly place: string;
  readonly baseUrl: string;
}

/** The secrets and vars of a Worker that is ready to start. */
export interface PreparedState {
  readonly secrets: Readonly<Record<string, string>>;
  readonly sandboxKey: string;
}

/** Returns the wrangler.toml vars that differ in a local installation. */
export function localVars(baseUrl: string): Readonly<Record<string, string>> {
  // Low enough that a handful of athletes fills a shard.
  return { ENVIRONMENT: 'local', BASE_URL: baseUrl, ATHLETES_PER_SHARD: '4' };
}

/**
 * Prepares a state directory for one sandbox: locks it, creates its secrets, checks and migrates its databases, loads the
 * catalogue and creates the demo partner, skipping finished steps. Can be interrupted anywhere and repeated.
 *
 * @returns null if this process already prepared it
 * @throws Refusal if something on this machine must be fixed first
 */
export async function prepareState(start: Start): Promise<PreparedState | null> {
  return onFilesOf(start.stateDir, () => prepare(start));
}

async function prepare({ stateDir, pid, given, place, baseUrl }: Start): Promise<PreparedState | null> {
  const clockOffsetS = given.CLOCK_OFFSET_S || '0';
  if (!WHOLE_NUMBER.test(clockOffsetS) || Math.abs(Number(clockOffsetS)) > CLOCK_OFFSET_MAX_S) {
    throw new Refusal(
      `CLOCK_OFFSET_S must be a whole number of seconds, at most ${CLOCK_OFFSET_MAX_S} (ten years) either way. In ${place} it is "${clockOffsetS}".`,
    );
  }
  await protectState(stateDir);
  if (!takeState(stateDir, pid)) return null;
  const secrets = await localSecrets(stateDir, given, place);
  await checkDatabases(stateDir);
  const key = await withLocalDatabases(stateDir, async (databaseOf) => {
    await migrateLocalState(databaseOf);
    const registry = await databaseOf('REGISTRY');
    await loadCatalogue(registry, (line) => console.log(line));
    return keptKey(stateDir, registry, nowMs({ clockOffsetMs: Number(clockOffsetS) * SECOND_MS }));
  });
  if (key !== null) return { secrets, sandboxKey: key };
  console.log('Creating the demo partner …');
  const vars = { ...localVars(baseUrl), ...secrets, CLOCK_OFFSET_S: clockOffsetS };
  const create = (send: Parameters<typeof createDemoPartner>[1]) =>
    createDemoPartner(stateDir, send, secrets.OPERATOR_TOKEN ?? '');
  return { secrets, sandboxKey: await withLocalWorker(stateDir, vars, create) };
}

/** Returns a curl command that requests a prescription. */
export function firstCurl(baseUrl: string, key: string): string {
  const scenario = {
    profile: { sex: 'female', birth_year: 1991, body_mass_kg: 58, fitness_level: 6 },
    activity: {
      type: 'run',
      duration_min: 210,
      intensity_level: 7,
      thermal_stress_level: 4,
      is_race_event: true,
    },
  };
  return `curl -s ${baseUrl}/v1/nutrition/calculate -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(scenario)}'`;
}
