import { parseArgs } from 'node:util';
import { escapeLayout } from './foreign-text.ts';
import { isSandboxKey, runSmoke } from './smoke-walk.ts';

/**
 * `npm run smoke -- --url https://… --key sk_test_…`: walks through a running service's sandbox and prints failures.
 * Without `--key` it uses MUSETTE_SMOKE_KEY, which no other user of the machine can read.
 */

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { url: text, key: text } });
const key = values.key ?? process.env.MUSETTE_SMOKE_KEY ?? '';
const complain = (line: string) => console.error(escapeLayout(line));
if (values.url === undefined || !URL.canParse(values.url) || !isSandboxKey(key)) {
  complain('npm run smoke -- --url https://… --key sk_test_…   (a sandbox key, or set MUSETTE_SMOKE_KEY)');
  process.exitCode = 2;
} else {
  const isFine = await runSmoke({ baseUrl: values.url, key, fetch, print: console.log, complain });
  process.exitCode = isFine ? 0 : 1;
}
