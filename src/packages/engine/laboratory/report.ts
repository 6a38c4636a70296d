/**
 * Writes the laboratory's report in Markdown: figures, seeds and their limits. `npm run science` compares the engine with
 * published cases and synthetic athletes, prints the report and writes it to `src/packages/engine/REPORT.md`.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../src/prescribe.ts';
import { type Calibration, calibrate } from './calibration.ts';
import { compareCases, distancesByGroup } from './compare-cases.ts';
import { changedTables } from './engine-4-tables.ts';
import { finisherFigures, TARGET_LOSSES_PERCENT } from './finishers.ts';
import type { ChangedTable } from './information-table.ts';
import { checkInvariants } from './invariants.ts';
import { ANSWERING_STYLES, REPORTED_AFTER, simulateLearning } from './learning-simulation.ts';
import { checkRules } from './monotone.ts';
import { alarmFigures, gapFigures, populationFigures } from './population-figures.ts';
import { courseProperties, informationProperties, inputProperties, type Property } from './properties.ts';
import { findJumps } from './sweeps.ts';
import { measureTargets, percent } from './targets.ts';
import { checkTrajectories } from './trajectory-checks.ts';

const SEED = 20_260_101;
const PEOPLE = 20_000;
const CALIBRATED = 6000;
const LEARNERS = 300;
const FUZZ = 200_000;
const RULED = 60_000;
const TRAJECTORIES = 20_000;
const PROPERTIES = 20_000;
const INFORMED = 5000;
const CHANGED = 1500;

/** Formats a Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const rule = line(
    head.map(() => ''),
    '-',
  );
  return [line(head, ' '), rule, ...rows.map((row) => line(row, ' '))].join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** Writes the whole report, which is deterministic for one engine. Takes some minutes. */
function scienceReport(): string {
  return [
    `Engine ${ENGINE_VERSION}; seed ${SEED} unless stated. Synthetic people come from nearly the same model that is being tested, so these figures show that the engine is consistent, not that it is right. Published cases are the only external check.`,
    '### Targets',
    `Targets of engine 4. Measured over ${TARGET_SIZE.inputs} random inputs of the full wire range, ${TARGET_SIZE.harsh} of a mix of races, ultras and gaps, ${TARGET_SIZE.people} people of the population, and ${TARGET_SIZE.learners} learners of each style. We set these targets ourselves. Some hold by construction, such as those for weighed gains and for people who follow the plan: they show that the code does what it says. Harm is the share of plans that leave the athlete described too dry (more than 5 % of mass lost beyond 6 h, 4 % up to 6 h, or blood sodium above 147 mmol/L), plus a twentieth of the share in which the ceiling is too high for an athlete who sweats little (a gain of more than 2 % of mass, or below 133 mmol/L).`,
    targetsTable(),
    '### Published cases',
    'Signed deviation ln(engine ÷ middle of the published range) by quantity, kind of study and sport. 0 is the middle, and +.10 reads 10 % high. No row passes or fails. "In view" marks rows that were considered when constants were chosen. The rest were held out. The range is that of a guideline, or a mean ± one standard deviation. Where a study has one figure, we made the range: ± 35 % for fluid and sweat, ± 20 % for carbohydrate, ± 50 % for sodium. The ranges of fluid ceilings are ours too: no study measured the limit of one athlete.',
    casesTable(),
    '### Every published case',
    rowsTable(),
    '### Synthetic population',
    populationTable(),
    warningsTable(),
    '### Finishers',
    `Share of ordinary finishers (both sexes, three masses, heat 3–8) for whom drinking to lose ${TARGET_LOSSES_PERCENT.join(', ')} % of mass as water is below the ceiling or exceeds gut absorption, and the largest gain of a finisher who sweats at the 10th percentile and drinks the ceiling, in events up to 8 h.`,
    finishersTable(),
    '### Calibration',
    `${CALIBRATED} people. "Laboratory" is this engine with sweat rate, sweat sodium, gut, effort and fitness known. Carbohydrate counts from 18 g/h. With halved and doubled standard deviations the same test must fail, and does.`,
    calibrationTable(),
    '### Learning',
    `${LEARNERS} athletes of each style, 40 sessions 3 days apart. Error: mean relative error of the sweat multiplier. Ceiling unsafe: drinking the ceiling at minimum urine output gains more than allowed or ends below 135.`,
    learningTable(),
    '### Promises over random inputs',
    promisesTable(),
    '### Information, conditions and steps',
    `${PROPERTIES} random inputs of the full wire range, and complete profiles of the population and of the harsh mix with each field removed.`,
    propertiesTable(),
    '### What engine 4 changed',
    'Figures of engine 3 and of the document that specified engine 4, and measured again here.',
    ...changedTables(CHANGED, SEED).map(changedTable),
    '### The course of an event',
    `${TRAJECTORIES} random inputs of the full wire range. None of the published cohorts compared here was weighed during the event, so only the ends can be checked externally, in the rows above.`,
    trajectoryTable(),
  ].join('\n\n');
}

const TARGET_SIZE = { inputs: 20_000, harsh: 10_000, people: 10_000, learners: 2000 } as const;

function targetsTable(): string {
  return table(
    ['target', 'wanted', 'measured', 'holds'],
    measureTargets(TARGET_SIZE).map(({ name, wanted, measured, holds }) => [
      name,
      wanted,
      measured,
      holds === null ? '' : holds ? 'yes' : 'NO',
    ]),
  );
}

function casesTable(): string {
  const rows = distancesByGroup(compareCases())
    .sort((left, right) => left.quantity.localeCompare(right.quantity, 'en') || right.count - left.count)
    .map(({ quantity, kind, sport, use, count, meanLogRatio, spread }) => [
      quantity,
      kind,
      sport,
      use === 'held out' ? 'held out' : 'in view',
      String(count),
      signed(meanLogRatio),
      count > 1 ? spread.toFixed(2) : '',
    ]);
  return table(['quantity', 'kind', 'sport', 'constants', 'rows', 'mean ln ratio', 'spread'], rows);
}

function rowsTable(): string {
  const rows = compareCases().map(({ publishedCase, quantity, value, low, high, logRatio }) => [
    publishedCase.id,
    `${publishedCase.title}${publishedCase.inputsAssumed ? ' †' : ''}`,
    quantity,
    low === high ? String(low) : `${low} to ${high}`,
    Math.abs(value) < 5 ? value.toFixed(2) : value.toFixed(0),
    logRatio === null ? '' : signed(logRatio),
    publishedCase.source,
  ]);
  return `${table(['id', 'case', 'quantity', 'range', 'engine', 'ln ratio', 'source'], rows)}\n\n† some inputs are not in the abstract and were assumed.`;
}

function populationTable(): string {
  const figures = populationFigures(PEOPLE, SEED);
  const alarms = alarmFigures(PEOPLE, SEED);
  const gaps = gapFigures(PEOPLE, SEED);
  const worstGap = gaps.reduce((left, right) => (right.loosened > left.loosened ? right : left));
  const mass = gaps.find(({ field }) => field === 'bodyMassKg');
  return table(
    [`figure over ${PEOPLE} people`, 'wanted', 'measured'],
    [
      ['no caution or danger', '≥ 65 %', percent(figures.withoutCautionOrDanger)],
      ['a danger', '≤ 6 %', percent(figures.withDanger)],
      ['contradictory pairs', '0', String(figures.contradictoryPairs)],
      ['end sodium of plans ≥ 2 h in 135–145', '≥ 92 %', percent(figures.endSodiumIn135To145)],
      ['end sodium below 135', '0', percent(figures.endSodiumBelow135)],
      [
        'average sweat and salt, ≥ 95 min: 380–680 mg/L',
        'nearly all',
        percent(figures.averageDrinkIn380To680),
      ],
      [
        'measured ≥ 1500 mg/L, > 4 h: half of the loss, 142.5 mmol/L or the ceiling',
        'all but the saltiest drink',
        percent(figures.saltyKept),
      ],
      ['false alarms, drinkers of 300–500 ml/h', '≤ 2 %', percent(alarms.falseAlarms)],
      ['weighed gain ≥ 2 % caught', '≥ 95 %', percent(alarms.gainsCaught)],
      ['3 L in 5 h at 50 kg flagged', '≥ 86 %', percent(alarms.cohortFlagged)],
      [`one missing field lifts the ceiling (most: ${worstGap.field})`, '≤ 2 %', percent(worstGap.loosened)],
      ['missing mass lifts the ceiling below 50 kg', '≤ 25 %', percent(mass?.loosenedUnder50Kg ?? 0)],
    ],
  );
}

function warningsTable(): string {
  const { shareOfCode } = populationFigures(PEOPLE, SEED);
  const rows = [...shareOfCode]
    .sort(([, left], [, right]) => right - left)
    .map(([code, share]) => [code, percent(share)]);
  return table(['warning', 'share of sessions'], rows);
}

function finishersTable(): string {
  return table(
    ['race', 'finishers', ...TARGET_LOSSES_PERCENT.map((loss) => `lose ${loss} %`), 'largest gain'],
    finisherFigures().map(({ race, tried, mayDrink, largestGainPercent }) => [
      race,
      String(tried),
      ...mayDrink.map((share) => percent(share, 0)),
      Number.isFinite(largestGainPercent) ? `${largestGainPercent.toFixed(2)} %` : 'over 8 h',
    ]),
  );
}

function calibrationTable(): string {
  const either = { share: 0.12, eitherSign: true };
  const runs: readonly (readonly [string, Calibration])[] = [
    ['model errs ±12 %', calibrate(CALIBRATED, SEED, { scale: 1, bias: either })],
    [
      'model reads 20 % low',
      calibrate(CALIBRATED, SEED, { scale: 1, bias: { share: 0.2, eitherSign: false } }),
    ],
    [
      'model reads 20 % high',
      calibrate(CALIBRATED, SEED, { scale: 1, bias: { share: -0.2, eitherSign: false } }),
    ],
    ['every sd halved', calibrate(CALIBRATED, SEED, { scale: 0.5, bias: either })],
    ['every sd doubled', calibrate(CALIBRATED, SEED, { scale: 2, bias: either })],
  ];
  const coverage = table(
    ['coverage of 80 % ranges', 'carb', 'fluid', 'sodium', 'mass', 'end sodium'],
    runs.map(([label, { coverage: shares }]) => [
      label,
      ...[shares.carb, shares.fluid, shares.sodium, shares.mass, shares.endSodium].map((share) =>
        share.toFixed(2),
      ),
    ]),
  );
  const bins = table(
    ['score → share within 30 % (people)', 'bins of 100 or more'],
    runs.map(([label, { bins: all }]) => [
      label,
      all
        .filter(({ count }) => count >= 100)
        .map((bin) => `${bin.meanScore.toFixed(2)} → ${bin.meanHit.toFixed(2)} (${bin.count})`)
        .join(', '),
    ]),
  );
  return `${coverage}\n\n${bins}`;
}

function learningTable(): string {
  return table(
    ['style', ...REPORTED_AFTER.map((sessions) => `n = ${sessions}`), 'ceiling unsafe', 'fluid above sweat'],
    ANSWERING_STYLES.map((style) => {
      const outcome = simulateLearning(LEARNERS, SEED, style);
      return [
        style.label,
        ...REPORTED_AFTER.map((sessions) => (outcome.error[sessions] ?? 0).toFixed(3)),
        percent(outcome.ceilingUnsafe),
        percent(outcome.fluidAboveSweat),
      ];
    }),
  );
}

function promisesTable(): string {
  const rows = checkInvariants(FUZZ, SEED).map(({ invariant, tried, broken }) => [
    invariant,
    String(tried),
    String(broken),
  ]);
  for (const { name, tried, broken } of checkRules(RULED, SEED, 0)) {
    rows.push([`${name} (nothing declared)`, String(tried), String(broken)]);
  }
  const withTolerance = checkRules(RULED, SEED, 0.25).find(({ name }) => name === 'heat raises fluid');
  if (withTolerance !== undefined) {
    rows.push([
      'heat raises fluid (a quarter declares a tolerance)',
      String(withTolerance.tried),
      String(withTolerance.broken),
    ]);
  }
  rows.push([
    'the smallest step of any input moves no output by more than 15 %',
    'all',
    String(findJumps().length),
  ]);
  return table(['promise', 'tried', 'broken'], rows);
}

function propertiesTable(): string {
  const properties = [
    ...inputProperties(PROPERTIES, SEED),
    ...courseProperties(),
    ...informationProperties(INFORMED, SEED),
  ];
  return table(
    ['property', 'tried', 'broken', 'may break'],
    properties.map(({ name, tried, broken, allowedShare }: Property) => [
      name,
      String(tried),
      String(broken),
      allowedShare === 0 ? '0' : percent(allowedShare),
    ]),
  );
}

function changedTable({ title, text, head, figures }: ChangedTable): string {
  const columns = head ?? ['figure', 'engine 3', 'specified', 'measured'];
  return `#### ${title}\n\n${text}\n\n${table(columns, figures)}`;
}

function trajectoryTable(): string {
  return table(
    ['promise', 'tried', 'broken'],
    checkTrajectories(TRAJECTORIES, SEED).map(({ name, tried, broken }) => [
      name,
      String(tried),
      String(broken),
    ]),
  );
}

if (import.meta.main) {
  const report = scienceReport();
  const head = '# What the laboratory measures\n\nWritten by `npm run science`; do not edit.';
  writeFileSync(join(import.meta.dirname, '../REPORT.md'), `${head}\n\n${report}\n`);
  console.log(report);
}
