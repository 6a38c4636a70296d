import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operate } from '#tools/cli/operator-command.ts';

/** Command-line tools as tests run them: the operator's commands in this process, and any tool in one of its own. */

type Surroundings = Parameters<typeof operate>[1];

const CLI = join(import.meta.dirname, '../../src/tools/cli');
export const OPERATOR_TOKEN = 'an-operator-token-of-32-characters-or-more';

/** Runs a command of the operator, who types nothing. `text` has all that was printed, in order. */
export async function runOperator(
  argv: readonly string[],
  surroundings: Pick<Surroundings, 'fetch'> & Partial<Surroundings>,
) {
  const out: string[] = [];
  const err: string[] = [];
  const all: string[] = [];
  const exitCode = await operate(argv, {
    variables: { OPERATOR_TOKEN },
    storedToken: async () => null,
    bindings: async () => ['REGISTRY', 'ATHLETES_LIVE_WEUR_0'],
    ask: async () => null,
    print: (line) => {
      out.push(line);
      all.push(line);
    },
    complain: (line) => {
      err.push(line);
      all.push(line);
    },
    ...surroundings,
  });
  return { exitCode, out: out.join('\n'), err: err.join('\n'), text: all.join('\n') };
}

/** Runs a tool of `src/tools/cli` in a process of its own, until it ends. */
export async function runTool(
  tool: string,
  args: readonly string[] = [],
  options: SpawnOptionsWithoutStdio = {},
) {
  const child = spawn(process.execPath, ['--no-warnings', join(CLI, tool), ...args], options);
  child.stdin.end();
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode, out, err };
}
