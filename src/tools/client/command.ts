#!/usr/bin/env node
/// <reference types="node" />
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkImport, writeCsv } from './check-import.ts';
import { MusetteError } from './errors.ts';
import { listen } from './listen.ts';
import { Musette } from './musette.ts';

const USAGE = `musette listen <url> [--types <types>]        sends each new sandbox event to a server on this machine
musette check-import <csv> [--fix <csv>]     finds pounds, seconds, decimal commas and foreign names of sports

Both read MUSETTE_API_KEY and MUSETTE_BASE_URL.`;

async function run(): Promise<number> {
  const options = { types: { type: 'string' }, fix: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, target, ...others] = positionals;
  if (target === undefined || others.length > 0) return refuse(USAGE);
  if (command === 'check-import') return check(target, values.fix);
  if (command !== 'listen') return refuse(USAGE);
  const { MUSETTE_API_KEY: key = '' } = process.env;
  if (key.startsWith('sk_live_')) return refuse('listen forwards sandbox events only. Set a sandbox key.');
  const isLocal =
    URL.canParse(target) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(target).hostname);
  if (!isLocal)
    return refuse(`listen forwards to this machine only, such as http://localhost:3000/hook, not ${target}`);
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  await listen(new Musette(), target, { types: values.types, signal: ended.signal, print });
  return 0;
}

async function check(path: string, fixed: string | undefined): Promise<number> {
  const { data: types } = await new Musette().listActivityTypes();
  const { findings, rows } = checkImport(await readFile(path, 'utf8'), types);
  print([`${rows.length} rows`, ...findings].join('\n'));
  if (fixed !== undefined) {
    await writeFile(fixed, writeCsv(rows));
    print(`Wrote ${fixed}. Compare a few rows with the source before you import it.`);
  }
  return findings.length > 0 && fixed === undefined ? 1 : 0;
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
