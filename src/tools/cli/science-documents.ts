import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from './render-markdown.ts';

const SRC = join(import.meta.dirname, '../..');

/** Quantities of published cases, as the page names them. */
const QUANTITIES: Readonly<Record<string, string>> = {
  carbGPerHr: 'carbohydrate',
  fluidMlPerHr: 'fluid',
  maxSafeFluidMlPerHr: 'fluid ceiling',
  sodiumMgPerHr: 'sodium',
  sodiumLossMgPerHr: 'sodium lost in sweat',
  sweatRateLPerHr: 'sweat rate',
  bodyMassChangePercent: 'change of weight',
};
const SPORTS: Readonly<Record<string, string>> = {
  run: 'running',
  bike: 'cycling',
  indoorBike: 'indoor cycling',
  treadmill: 'treadmill',
  swim: 'swimming',
};
/** Kinds of study that measured athletes. */
const MEASURED = ['field', 'laboratory', 'normative'];

/** The engine's documents, in Markdown. */
interface Sources {
  readonly science: string;
  readonly report: string;
}

/**
 * Returns the Markdown of `/docs/science`: its own text, with tables of the report and the list of SCIENCE.
 *
 * @throws Error if a table, a section or the word for a quantity is missing
 */
export function scienceMarkdown({ science, report }: Sources = readSources()): string {
  const heldOut = rowsOf(sectionOf(report, 'Published cases')).filter(([, , , use]) => use === 'held out');
  const parts: Readonly<Record<string, string>> = {
    engine: /^Engine (\d+\.\d+\.\d+);/m.exec(report)?.[1] ?? missing('the version of the engine'),
    'held out': heldOutTable(heldOut),
    measured: measuredSentence(heldOut),
    coverage: tableOf(sectionOf(report, 'Calibration')),
    targets: targetsText(rowsOf(sectionOf(report, 'Targets'))),
    refused: sectionOf(science, 'What an expert would still refuse to sign'),
    'long events': longEventsTable(report),
    ...engineFigures(report),
  };
  const filled = read('delivery/site/guides/science.md').replace(
    /\{\{(.+?)\}\}/g,
    (_placeholder, name: string) => parts[name] ?? missing(name),
  );
  return linkSections(filled, science, '/docs/science/method');
}

/** Returns the Markdown of SCIENCE as a page: sections are links, and other files of the repository are not. */
export function methodMarkdown({ science }: Sources = readSources()): string {
  return linkSections(withoutTitle(science), science, '')
    .replace('The code cites these sections as "SCIENCE §n". ', '')
    .replace(/\[([^\]]+)\]\([\w.-]+\.md\)/g, '$1');
}

/** Returns the Markdown of the laboratory's report as a page. */
export function reportMarkdown({ report }: Sources = readSources()): string {
  return withoutTitle(report).replace(/^Written by .*\n+/, '');
}

function readSources(): Sources {
  return { science: read('packages/engine/SCIENCE.md'), report: read('packages/engine/REPORT.md') };
}

function read(path: string): string {
  return readFileSync(join(SRC, path), 'utf8');
}

function withoutTitle(markdown: string): string {
  return markdown.replace(/^# .*\n+/, '');
}

/** Links every § outside a heading to its section, at this path. */
function linkSections(markdown: string, science: string, path: string): string {
  const headings = [...science.matchAll(/^## (§\d+) .*$/gm)];
  const anchors = new Map(headings.map(([line, section]) => [section, anchorOf(line.slice(3))]));
  return markdown.replace(/^#.*$|§\d+/gm, (found) =>
    found.startsWith('#') ? found : `[${found}](${path}#${anchors.get(found) ?? missing(found)})`,
  );
}

/** Returns the text between a heading and the next one, of level three or above. */
function sectionOf(markdown: string, title: string): string {
  const found = new RegExp(`^(#+) ${title}$\\n([\\s\\S]*?)(?=^#{1,3} |$(?![\\s\\S]))`, 'm').exec(markdown);
  return found?.[2]?.trim() ?? missing(title);
}

/** Returns the first table of a section. */
function tableOf(section: string): string {
  return /(?:^\|.*\n?)+/m.exec(section)?.[0].trim() ?? missing('a table');
}

/** Returns the cells of the first table of a section, without its heading. */
function rowsOf(section: string): string[][] {
  const [, , ...lines] = tableOf(section).split('\n');
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function heldOutTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(([quantity = '', kind, sport = '', , count, lnRatio = '']) =>
    [named(QUANTITIES, quantity), kind, named(SPORTS, sport), count, difference(lnRatio)].join(' | '),
  );
  const head =
    '| number | compared with | sport | comparisons | engine reads |\n| --- | --- | --- | --- | --- |';
  return [head, ...lines.map((line) => `| ${line} |`)].join('\n');
}

/** Converts a mean logarithm, as the report writes it, to a difference in percent. */
function difference(lnRatio: string): string {
  const percent = Math.round(100 * Math.expm1(Number(lnRatio.replace('−', '-'))));
  if (Number.isNaN(percent)) return missing(`a number instead of ${lnRatio}`);
  if (percent === 0) return 'the same';
  return `${Math.abs(percent)} % ${percent > 0 ? 'higher' : 'lower'}`;
}

/** Says how many of these comparisons are with measured athletes, for each quantity. */
function measuredSentence(rows: readonly (readonly string[])[]): string {
  const counts = new Map(Object.keys(QUANTITIES).map((quantity) => [quantity, 0]));
  for (const [quantity = '', kind = '', , , count] of rows)
    if (MEASURED.includes(kind)) counts.set(quantity, (counts.get(quantity) ?? 0) + Number(count));
  const list = [...counts].map(([quantity, count]) => `${named(QUANTITIES, quantity)} ${count || 'none'}`);
  return `Comparisons with measured athletes (field, laboratory and normative studies): ${list.join(', ')}.`;
}

/** Returns what the engine says to each published case, by the case and its quantity. */
function engineFigures(report: string): Record<string, string> {
  const rows = rowsOf(sectionOf(report, 'Every published case'));
  return Object.fromEntries(rows.map(([id, , quantity, , engine = '']) => [`${id} ${quantity}`, engine]));
}

/** Shows what drinking the ceiling would do in long events, and whose need it does not meet. */
function longEventsTable(report: string): string {
  const table = tableOf(sectionOf(report, 'How far these shares move with the cohort'));
  const cohorts = (table.split('\n')[0] ?? '').split('|').slice(2, -1);
  const [, ...figures] = rowsOf(table).find(([assumed]) => assumed === 'as above') ?? missing('"as above"');
  const lines = cohorts.map((cohort, index) => {
    const shares = (figures[index] ?? missing(cohort)).split(/[,;] /).map((share) => `${share} %`);
    return `| ${[cohort.trim(), ...shares].join(' | ')} |`;
  });
  const head =
    '| event | below 130 mmol/l without a check | missed by “heavier than at the start” | missed by the athlete’s own number | need more than the ceiling |\n| --- | --- | --- | --- | --- |';
  return [head, ...lines].join('\n');
}

function targetsText(targets: readonly (readonly string[])[]): string {
  const rows = targets.filter(([, wanted]) => wanted !== 'no target');
  const missed = rows.filter(([, , , holds]) => holds !== 'yes');
  const count = `The engine meets ${rows.length - missed.length} of its ${rows.length} targets for safety, alarms, ranges and learning. [All of them](/docs/science/report#targets) are in the report.`;
  const lines = missed.map(
    ([target, wanted, measured]) => `- ${target}: wanted ${wanted}, measured ${measured}`,
  );
  return missed.length === 0 ? count : `${count} Missed:\n\n${lines.join('\n')}`;
}

function named(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? missing(name);
}

function missing(what: string): never {
  throw new Error(`/docs/science needs ${what}, which SCIENCE.md, REPORT.md or its words do not have`);
}
