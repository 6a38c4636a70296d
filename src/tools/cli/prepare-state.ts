import { createHash } from 'node:crypto';
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nowMs, SECOND_MS } from '#platform/clock.ts';
import { WHOLE_NUMBER_PATTERN } from '#platform/env.ts';
import { loadCatalogue } from './catalogue.ts';
import { memberOf } from './foreign-text.ts';
import {
  bindingOfFile,
  migrateLocalState,
  type Send,
  withLocalDatabases,
  withLocalWorker,
} from './local-databases.ts';
import {
  localSecrets,
  onFilesOf,
  protectState,
  Refusal,
  readStored,
  takeState,
  writeStored,
} from './local-state.ts';
import { localVars } from './local-vars.ts';

/** Ten years: further from today, certificates and signatures are not valid yet or no longer. */
const CLOCK_OFFSET_MAX_S = 10 * 365 * 86_400;

/** A sandbox about to start: `npm start` or plain `wrangler dev`. */
interface Start {
  readonly stateDir: string;
  /** A process with the sandbox's lifetime. */
  readonly pid: number;
  /** Vars and secrets set by the user, and their source. Empty ones count as missing. */
  readonly input: Readonly<Record<string, string | undefined>>;
  readonly source: string;
  readonly baseUrl: string;
}

/** The secrets and vars of a Worker that is ready to start. */
interface PreparedState {
  readonly secrets: Readonly<Record<string, string>>;
  readonly sandboxKey: string;
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

async function prepare({ stateDir, pid, input, source, baseUrl }: Start): Promise<PreparedState | null> {
  const clockOffsetS = input.CLOCK_OFFSET_S || '0';
  if (!WHOLE_NUMBER_PATTERN.test(clockOffsetS) || Math.abs(Number(clockOffsetS)) > CLOCK_OFFSET_MAX_S) {
    throw new Refusal(
      `CLOCK_OFFSET_S must be a whole number of seconds, at most ${CLOCK_OFFSET_MAX_S} (ten years) either way. In ${source} it is "${clockOffsetS}".`,
    );
  }
  await protectState(stateDir);
  if (!takeState(stateDir, pid)) return null;
  const secrets = await localSecrets(stateDir, input, source);
  await checkDatabases(stateDir);
  const key = await withLocalDatabases(stateDir, async (databaseOf) => {
    await migrateLocalState(databaseOf);
    const registry = await databaseOf('REGISTRY');
    await loadCatalogue(registry, (line) => console.log(line));
    return storedKey(stateDir, registry, nowMs({ clockOffsetMs: Number(clockOffsetS) * SECOND_MS }));
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

const STORED_AS = 'sandbox-key';
const USABLE = `SELECT 1 FROM api_keys JOIN partners ON partners.id = api_keys.partner_id
  WHERE hash = ? AND api_keys.status <> 'revoked' AND (expires_at IS NULL OR expires_at > ?) AND partners.status = 'active'`;

/** Returns the demo partner's stored sandbox key, or null if there is none or it is no longer valid. */
async function storedKey(stateDir: string, registry: D1Database, nowMs: number): Promise<string | null> {
  const key = await readStored(stateDir, STORED_AS);
  if (!key) return null;
  const hash = createHash('sha256').update(key).digest('hex');
  const usable = await registry.prepare(USABLE).bind(hash, nowMs).first();
  if (usable) return key;
  console.log('The stored sandbox key is no longer valid. Creating another partner with its own sandbox.');
  return null;
}

/** Creates the demo partner, whose sandbox has the standard athletes, and stores its sandbox key. */
async function createDemoPartner(stateDir: string, send: Send, operatorToken: string): Promise<string> {
  const response = await send('/operator/v1/partners', {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Demo partner',
      use_case: 'Trying the service on this machine',
      contact_email: 'demo@musette.example',
      default_tier: 'full',
      regions: ['weur', 'enam'],
    }),
  });
  const answer: unknown = await response.json();
  const secret = secretOf(answer);
  if (!secret) throw new Error(`Could not create the demo partner: ${JSON.stringify(answer)}`);
  await writeStored(stateDir, STORED_AS, secret);
  return secret;
}

function secretOf(answer: unknown): string | null {
  const secret = memberOf(memberOf(answer, 'sandbox_key'), 'secret');
  return typeof secret === 'string' ? secret : null;
}

/**
 * Checks the structure of every database file in a state directory. A Worker would only notice a damaged page when it
 * reads it, and would report itself ready until then.
 *
 * @throws Refusal for the first damaged file
 */
export async function checkDatabases(stateDir: string): Promise<void> {
  const names = await readdir(join(stateDir, 'v3'), { recursive: true });
  for (const path of names
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(stateDir, 'v3', name))) {
    await access(path, constants.R_OK | constants.W_OK);
    const damage = damageOf(path);
    if (damage !== null) {
      const binding = bindingOfFile(path);
      throw new Refusal(
        `The database ${binding === null ? path : `${binding} (${path})`} is damaged (${damage}). Restore ${stateDir} from a backup, or delete ${join(stateDir, 'v3')} to start with empty databases.`,
      );
    }
  }
}

/** Returns the first problem SQLite finds in a file, or null. */
function damageOf(path: string): string | null {
  try {
    const database = new DatabaseSync(path);
    try {
      const found = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
      return found === 'ok' ? null : found.replaceAll('\n', ' ');
    } finally {
      database.close();
    }
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
