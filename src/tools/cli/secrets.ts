import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { SECRET_CHARACTERS_MIN } from '#platform/env.ts';
import { missingFrom, parseNames, SECRETS } from './deploy-plan.ts';
import { escapeLayout } from './foreign-text.ts';
import { CONFIG, linesOfFailure, NotSignedIn, type RunWrangler, runWrangler } from './wrangler.ts';

/**
 * `npm run secrets`: creates the secrets that the Worker lacks and shows each once, to be kept. Cloudflare never shows them
 * again, and a rotation asks for the former value.
 *
 * With `--rotate NAME`, replaces one. The former value of SIGNING_SECRET or LOOKUP_KEY is read from standard input, so that
 * what it signed or hashed stays valid.
 */

const SECRET_BYTES = 32;
const USAGE = `npm run secrets                        create what is missing
npm run secrets -- --rotate ${SECRETS.join('|')}`;

type SecretName = (typeof SECRETS)[number];

/** Secrets whose former value the Worker still accepts, and its name. */
const FORMER: Readonly<Partial<Record<SecretName, string>>> = {
  SIGNING_SECRET: 'FORMER_SIGNING_SECRET',
  LOOKUP_KEY: 'FORMER_LOOKUP_KEY',
};

interface SecretTools {
  readonly run: RunWrangler;
  /** Reads the former value. */
  readonly ask: (prompt: string) => Promise<string>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Creates missing secrets or rotates one. Returns an exit code. */
export async function manageSecrets(args: readonly string[], tools: SecretTools): Promise<number> {
  const { print, complain } = tools;
  const { values } = parseArgs({ args: [...args], options: { rotate: { type: 'string' } } });
  const printed = await tools.run(['secret', 'list', CONFIG]).catch(textUnlessNotSignedIn);
  const isNew = /Worker "[^"]*".* not found/.test(printed);
  if (!isNew && !/^\[/m.test(printed)) {
    complain(escapeLayout(printed));
    return 1;
  }
  const missing = missingFrom(isNew ? [] : parseNames(printed), SECRETS);
  if (values.rotate !== undefined) return rotate(values.rotate, missing, tools);
  if (missing.length === 0) {
    print(`The Worker has all secrets: ${SECRETS.join(', ')}.`);
    return 0;
  }
  await put(tools, Object.fromEntries(missing.map((name) => [name, newSecret()])));
  return 0;
}

/** Returns what wrangler printed about a Worker that does not exist yet, for example. */
function textUnlessNotSignedIn(cause: unknown): string {
  if (cause instanceof NotSignedIn) throw cause;
  return String(cause);
}

async function rotate(name: string, missing: readonly string[], tools: SecretTools): Promise<number> {
  const secret = SECRETS.find((known) => known === name);
  if (secret === undefined || missing.includes(secret)) {
    tools.complain(secret === undefined ? USAGE : `The Worker has no ${secret}. Create it: npm run secrets`);
    return 2;
  }
  const formerName = FORMER[secret];
  if (formerName === undefined) {
    await put(tools, { [secret]: newSecret() });
    return 0;
  }
  const former = (await tools.ask(`The present value of ${secret}: `)).trim();
  if (former.length < SECRET_CHARACTERS_MIN) {
    tools.complain(`Nothing was changed. A secret has ${SECRET_CHARACTERS_MIN} characters or more.`);
    return 2;
  }
  await put(tools, { [secret]: newSecret(), [formerName]: former }, [secret]);
  return 0;
}

/** Sets all secrets in one call, so none is set without the others, and shows them. */
async function put(
  { run, print }: SecretTools,
  secrets: Readonly<Record<string, string>>,
  shown: readonly string[] = Object.keys(secrets),
): Promise<void> {
  await run(['secret', 'bulk', CONFIG], JSON.stringify(secrets));
  print('Keep these in your secret store. They are shown only now.');
  for (const name of shown) print(`${name}=${secrets[name]}`);
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

async function askStandardInput(prompt: string): Promise<string> {
  console.error(`${prompt}(end with Enter and Ctrl-D)`);
  return text(process.stdin);
}

if (import.meta.main) {
  const tools = { run: runWrangler, ask: askStandardInput, print: console.log, complain: console.error };
  process.exitCode = await manageSecrets(process.argv.slice(2), tools).catch((cause: unknown) => {
    console.error(escapeLayout(linesOfFailure(cause, (message) => `${message}\n${USAGE}`)));
    return 1;
  });
}
