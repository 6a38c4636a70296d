#!/usr/bin/env node
/// <reference types="node" />
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkImport, type RefusedRow } from './check-import.ts';
import { decodeText, writeCsv } from './csv.ts';
import { MusetteError } from './errors.ts';
import { listen } from './listen.ts';
import { Musette } from './musette.ts';

const USAGE = `musette listen <url> [--types <types>]     sends each new sandbox event to a server on this machine
musette check-import <csv> [--fix <csv>] [--drop-cells]
    finds pounds, seconds, units, dates, decimal commas, foreign names of sports, and what the API would refuse

Both read MUSETTE_API_KEY and MUSETTE_BASE_URL. listen signs with MUSETTE_WEBHOOK_SECRET, or prints a secret for its run.
--drop-cells empties optional cells that the API would refuse, in place of leaving out their rows.
check-import exits with 1 if it found something to correct, with --fix only if it left rows out.`;

async function run(): Promise<number> {
  const options = {
    types: { type: 'string' },
    fix: { type: 'string' },
    'drop-cells': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [command, target, ...others] = positionals;
  if (target === undefined || others.length > 0) return refuse(USAGE);
  if (command === 'check-import') return check(target, values.fix, values['drop-cells'] ?? false);
  if (command !== 'listen') return refuse(USAGE);
  const { MUSETTE_API_KEY: key = '', MUSETTE_WEBHOOK_SECRET: secret } = process.env;
  if (key.startsWith('sk_live_')) return refuse('listen forwards sandbox events only. Set a sandbox key.');
  const isLocal =
    URL.canParse(target) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(target).hostname);
  if (!isLocal)
    return refuse(`listen forwards to this machine only, such as http://localhost:3000/hook, not ${target}`);
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  await listen(new Musette(), target, { types: values.types, secret, signal: ended.signal, print });
  return 0;
}

async function check(path: string, fixed: string | undefined, dropCells: boolean): Promise<number> {
  const text = decodeText(await readFile(path));
  if (fixed !== undefined && resolve(fixed) === resolve(path))
    return refuse('Write to another file with --fix, so that you keep the source.');
  const { data: types } = await new Musette().listActivityTypes();
  const { unreadable, findings, refused, emptied, rows } = checkImport(text, types, { dropCells });
  if (unreadable !== null) return refuse(unreadable);
  print([countRows(rows.length + refused.length), ...findings].join('\n'));
  if (refused.length > 0) {
    print(
      `${countRows(refused.length)} ${fixed === undefined ? 'to correct yourself' : 'left out, to correct yourself'}:`,
    );
    refused.forEach(printLine);
  }
  if (emptied.length > 0) {
    print(
      `${emptied.length === 1 ? '1 cell' : `${emptied.length} cells`} emptied, which the API would refuse:`,
    );
    emptied.forEach(printLine);
  }
  if (fixed === undefined) return findings.length + refused.length + emptied.length > 0 ? 1 : 0;
  await writeFile(fixed, writeCsv(rows));
  print(
    `Wrote ${fixed} with ${countRows(rows.length)}. Compare a few with the source before you import them.`,
  );
  return refused.length > 0 ? 1 : 0;
}

function printLine({ line, external_id: id, reason }: RefusedRow): void {
  print(`  line ${line}${id === '' ? '' : ` (${id})`}: ${reason}`);
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`);
  return 2;
}

try {
  process.exitCode = await run();
} catch (err) {
  const isOurs = err instanceof MusetteError || (err instanceof Error && 'code' in err);
  if (!isOurs) throw err;
  process.exitCode = refuse(err.message);
}
