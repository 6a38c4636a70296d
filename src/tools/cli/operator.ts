import { createInterface } from 'node:readline/promises';
import { readStored, STATE_DIR } from './local-state.ts';
import { operate } from './operator-command.ts';

/** `npm run operator -- …`: operates the service from a terminal, through the operator API. */

process.exitCode = await operate(process.argv.slice(2), {
  variables: process.env,
  storedToken: () => readStored(STATE_DIR, 'operator-token'),
  bindings: async () =>
    (await import('./local-databases.ts')).configuredDatabases().map(({ binding }) => binding),
  fetch,
  ask,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
