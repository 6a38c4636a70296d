import { readKept, STATE_DIR } from './local-state.ts';
import { operate } from './operator-command.ts';

/** `npm run operator -- …`: operates the service from a terminal, through the operator API. */

process.exitCode = await operate(process.argv.slice(2), {
  variables: process.env,
  keptToken: () => readKept(STATE_DIR, 'operator-token'),
  bindings: async () =>
    (await import('./local-databases.ts')).configuredDatabases().map(({ binding }) => binding),
  fetch,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
