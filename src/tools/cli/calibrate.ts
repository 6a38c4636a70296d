import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CALIBRATED,
  type CalibratedClass,
  CLASS_KEYS,
  type ClassFile,
  ENGINE_VERSION,
  positionsOf,
} from '@musette/engine/calibration';
import { escapeLayout } from './foreign-text.ts';
import { type JudgedExport, type JudgedWeighing, REASONS, type Reason, readExport } from './judge-export.ts';

/**
 * `npm run calibrate -- FOLDER`: reads exports of athletes who agreed to be counted, judges each weighed session by the
 * prediction that was stored before it, and prints how many lie inside their range, class by class. Stores nothing, asks no
 * service, and prints nothing of a person: no name of a file, no identifier, and no position of a class below 20 weighings.
 * `--json` prints the file of classes.
 */

/** The most weighings that one athlete adds to a class: the first. */
const PER_ATHLETE = 5;
/** Weighings from which a class may be shown, and from which it has a claim of its own. */
const SHOWN_FROM = 20;
const CLAIMED_FROM = 80;
/** What makes a claim of 80 % fail. */
const FAILURE = { worst: 0.65, mean: [0.78, 0.82], median: 0.15 } as const;
const QUANTILE_80 = 1.2816;
const DAY_CHARACTERS = 10;

/** What a folder held. */
export interface Counted {
  readonly files: number;
  readonly damaged: number;
  readonly withoutConsent: number;
  readonly twice: number;
  readonly athletes: number;
  readonly refused: ReadonlyMap<Reason, number>;
  readonly beyondFive: number;
  /** Weighings by class, each with the athlete's number. */
  readonly weighings: ReadonlyMap<string, readonly (JudgedWeighing & { readonly athlete: number })[]>;
}

/** Judges the exports in these texts. An athlete counts once, by the newest export. */
export function countExports(texts: readonly string[]): Counted {
  const newest = new Map<string, JudgedExport>();
  let [damaged, withoutConsent, twice] = [0, 0, 0];
  for (const text of texts) {
    const read = readExport(text);
    if (read === null) damaged += 1;
    else if (!read.consent) withoutConsent += 1;
    else {
      const judged = read.judge();
      const known = newest.get(judged.athleteId);
      if (known) twice += 1;
      if (!known || known.generatedAt < judged.generatedAt) newest.set(judged.athleteId, judged);
    }
  }
  const refused = new Map<Reason, number>();
  const weighings = new Map<string, (JudgedWeighing & { athlete: number })[]>();
  let beyondFive = 0;
  for (const [athlete, judged] of [...newest.values()].entries()) {
    for (const reason of judged.refused) refused.set(reason, (refused.get(reason) ?? 0) + 1);
    const own = Map.groupBy(judged.weighings, ({ key }) => key);
    for (const [key, all] of own) {
      const first = all.toSorted((one, other) => one.startMs - other.startMs).slice(0, PER_ATHLETE);
      beyondFive += all.length - first.length;
      weighings.set(key, [...(weighings.get(key) ?? []), ...first.map((each) => ({ ...each, athlete }))]);
    }
  }
  const files = texts.length;
  return { files, damaged, withoutConsent, twice, athletes: newest.size, refused, beyondFive, weighings };
}

/** Returns the file of classes: those with 20 weighings and more, because fewer would show single people. */
export function classFileOf({ weighings }: Counted): ClassFile {
  const shown = [...weighings].filter(([, all]) => all.length >= SHOWN_FROM);
  const days = shown.flatMap(([, all]) => all.map(({ startMs }) => new Date(startMs).toISOString()));
  const sorted = days.map((day) => day.slice(0, DAY_CHARACTERS)).toSorted();
  const classes = shown.map(
    ([key, all]): CalibratedClass => ({
      key,
      n: all.length,
      athletes: new Set(all.map(({ athlete }) => athlete)).size,
      ...positionsOf(all.map(({ z }) => z)),
    }),
  );
  return {
    ...CALIBRATED,
    engine: classes.length === 0 ? null : ENGINE_VERSION,
    from: sorted[0] ?? null,
    to: sorted.at(-1) ?? null,
    classes: classes.toSorted((one, other) => CLASS_KEYS.indexOf(one.key) - CLASS_KEYS.indexOf(other.key)),
  };
}

/** Returns what the command prints. */
export function linesOfCount(counted: Counted): readonly string[] {
  const { files, damaged, withoutConsent, twice, athletes, refused, beyondFive, weighings } = counted;
  const lines = [
    `Engine ${ENGINE_VERSION}. ${files} files: ${damaged} damaged or cut off, ${withoutConsent} without consent, ${twice} of an athlete who is there twice, ${athletes} athletes counted.`,
    ...[...refused].map(([reason, count]) => `not counted: ${count} because ${REASONS[reason]}`),
    ...(beyondFive > 0
      ? [`not counted: ${beyondFive} beyond the first ${PER_ATHLETE} of an athlete in a class`]
      : []),
  ];
  if (weighings.size === 0) return [...lines, 'No weighing was counted: no data yet.'];
  const shares: number[] = [];
  const failures: string[] = [];
  for (const key of CLASS_KEYS) {
    const all = weighings.get(key);
    if (all === undefined) continue;
    const people = new Set(all.map(({ athlete }) => athlete)).size;
    const counts = `${key}: ${all.length} weighings of ${people} athletes`;
    if (all.length < SHOWN_FROM) {
      lines.push(`${counts}, too few to show`);
      continue;
    }
    const share = all.filter(({ z }) => Math.abs(z) <= QUANTILE_80).length / all.length;
    lines.push(
      `${counts}, ${percent(share)} inside the range${all.length < CLAIMED_FROM ? ', no claim yet' : ''}`,
    );
    if (all.length < CLAIMED_FROM) continue;
    shares.push(share);
    if (share < FAILURE.worst) failures.push(`${key} is below ${percent(FAILURE.worst)}`);
    const { z50 } = positionsOf(all.map(({ z }) => z));
    const sigma = all.reduce((sum, one) => sum + one.sigma, 0) / all.length;
    if (Math.abs(z50 * sigma) > FAILURE.median)
      failures.push(`the middle of ${key} is more than ${percent(FAILURE.median)} off`);
  }
  if (shares.length > 0) {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const [low, high] = FAILURE.mean;
    lines.push(`Mean of the classes with ${CLAIMED_FROM} weighings and more: ${percent(mean)}`);
    if (mean < low || mean > high) failures.push(`the mean is outside ${percent(low)} to ${percent(high)}`);
  }
  return [
    ...lines,
    ...failures.map((failure) => `Failed: ${failure}. The claim of 80 % is withdrawn there.`),
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

async function readFolder(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const texts: string[] = [];
  for (const name of names) texts.push(await readFile(join(folder, name), 'utf8'));
  return texts;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    console.error(
      'npm run calibrate -- FOLDER [--json]   (a folder of exports, each with its athlete’s consent)',
    );
    return 2;
  }
  const texts = await readFolder(folder).catch(() => null);
  if (texts === null) {
    console.error(`The folder cannot be read: ${escapeLayout(folder)}`);
    return 1;
  }
  const counted = countExports(texts);
  if (values.json) console.log(JSON.stringify(classFileOf(counted), null, 2));
  else for (const line of linesOfCount(counted)) console.log(line);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
