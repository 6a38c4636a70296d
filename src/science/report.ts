/**
 * `npm run science`: holds the engine against published cases and synthetic athletes, prints the report and writes it
 * into `src/engine/README.md` between the markers, failures included.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FluidMethod } from '../engine/fluid.ts';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { type CaseOutcome, evaluateAllCases } from './evaluate-cases.ts';
import type { CaseQuantity } from './published-cases.ts';
import { medianUnknownFluid, simulateFluidRisk, simulateGaps } from './simulate-athletes.ts';
import { simulateReliability } from './simulate-confidence.ts';
import {
  LEARNING_SCENARIOS,
  type LearningOutcome,
  REPORTED_AFTER,
  simulateLearning,
} from './simulate-learning.ts';

const README = join(import.meta.dirname, '../engine/README.md');
const START = '<!-- science report: written by npm run science, do not edit by hand -->';
const END = '<!-- end of science report -->';
const ATHLETES = 20_000;
const SEED = 20_260_101;
const METHODS: readonly FluidMethod[] = ['p1', 'strictRisk', 'twoRisks'];

const QUANTITY_NAMES: Readonly<Record<CaseQuantity, string>> = {
  carbGPerHr: 'carb g/h',
  fluidMlPerHr: 'fluid ml/h',
  sodiumMgPerHr: 'sodium mg/h',
  sweatRateLPerHr: 'sweat L/h',
  bodyMassChangePercent: 'mass change %',
  requiredDrinkMlPerHr: 'required drink ml/h',
  maxSafeFluidMlPerHr: 'max safe fluid ml/h',
  sodiumLossMgPerHr: 'sodium loss mg/h',
  sodiumNeedMgPerHr: 'sodium need mg/h',
};

/** A Markdown table with aligned columns, as the formatter leaves it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [
    line(head, ' '),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row, ' ')),
  ].join('\n');
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function caseTable(outcomes: readonly CaseOutcome[]): string {
  return table(
    ['id', 'kind', 'use', 'case', 'expected', 'engine', 'source'],
    outcomes.map(({ publishedCase, quantities, passed }) => [
      publishedCase.id,
      publishedCase.kind,
      publishedCase.use,
      `${publishedCase.title}${publishedCase.inputsAssumed ? ' †' : ''}`,
      quantities
        .map(
          ({ quantity, low, high }) =>
            `${QUANTITY_NAMES[quantity]} ${low === high ? low : `${low} to ${high}`}`,
        )
        .join('; '),
      `${quantities.map(({ value, within }) => (within ? String(value) : `**${value}**`)).join('; ')} ${passed ? 'pass' : 'FAIL'}`,
      publishedCase.source,
    ]),
  );
}

interface ErrorRow {
  readonly group: string;
  readonly count: number;
  readonly meanAbsolute: number;
  readonly bias: number;
  readonly relativeBias: number;
}

/** Error against the middle of each expected range, per quantity and sport. */
function errorRows(outcomes: readonly CaseOutcome[]): ErrorRow[] {
  const groups = new Map<string, { error: number; middle: number }[]>();
  for (const { publishedCase, quantities } of outcomes) {
    for (const { quantity, value, low, high } of quantities) {
      if (low === high) continue;
      const middle = (low + high) / 2;
      for (const sport of ['all sports', publishedCase.session.type]) {
        const group = `${QUANTITY_NAMES[quantity]}, ${sport}`;
        const errors = groups.get(group) ?? [];
        errors.push({ error: value - middle, middle });
        groups.set(group, errors);
      }
    }
  }
  return [...groups]
    .map(([group, errors]) => {
      const mean = (value: (entry: { error: number; middle: number }) => number): number =>
        errors.reduce((sum, entry) => sum + value(entry), 0) / errors.length;
      return {
        group,
        count: errors.length,
        meanAbsolute: mean(({ error }) => Math.abs(error)),
        bias: mean(({ error }) => error),
        relativeBias: mean(({ error }) => error) / Math.abs(mean(({ middle }) => middle)),
      };
    })
    .sort((left, right) => left.group.localeCompare(right.group, 'en'));
}

function errorTable(outcomes: readonly CaseOutcome[]): string {
  const digits = (value: number): string => (Math.abs(value) < 5 ? value.toFixed(2) : value.toFixed(0));
  return table(
    ['quantity and sport', 'rows', 'mean absolute error', 'bias', 'bias relative'],
    errorRows(outcomes).map(({ group, count, meanAbsolute, bias, relativeBias }) => [
      group,
      String(count),
      digits(meanAbsolute),
      digits(bias),
      percent(relativeBias, 0),
    ]),
  );
}

function methodTable(): string {
  const knowledge: readonly (readonly [string, number | null])[] = [
    ['nothing known of sweat (sd .30)', null],
    ['tested (sd .12)', 0.12],
    ['tested often (sd .06)', 0.06],
  ];
  const rows: string[][] = [];
  for (const [label, testSd] of knowledge) {
    for (const method of METHODS) {
      const risk = simulateFluidRisk(ATHLETES, SEED, method, testSd);
      rows.push([
        label,
        method,
        percent(risk.fluidAboveSweat, 2),
        percent(risk.gainAboveHalfPercent, 2),
        percent(risk.ceilingAboveSweat),
        percent(risk.lossAboveAllowed),
        risk.medianReplaced.toFixed(2),
      ]);
    }
  }
  return table(
    [
      'knowledge',
      'method',
      'fluid above true sweat',
      'gain above .5 % of mass',
      'ceiling above true sweat',
      'loss above the allowed',
      'median share of true sweat replaced',
    ],
    rows,
  );
}

function gapTable(): string {
  return table(
    ['field left out', 'ceiling above that of the true value', 'the same, athletes under 50 kg'],
    simulateGaps(ATHLETES, SEED).map(({ field, loosened, loosenedUnder50Kg }) => [
      field,
      percent(loosened),
      percent(loosenedUnder50Kg),
    ]),
  );
}

function reliabilityTable(): string {
  return table(
    ['confidence', 'athletes', 'predicted', 'observed', 'carb', 'fluid', 'sodium'],
    simulateReliability(ATHLETES, SEED).map((bin) => [
      `${bin.low.toFixed(1)} to ${(bin.low + 0.1).toFixed(1)}`,
      String(bin.athletes),
      bin.predicted.toFixed(2),
      bin.observed.toFixed(2),
      bin.observedCarb.toFixed(2),
      bin.observedFluid.toFixed(2),
      bin.observedSodium.toFixed(2),
    ]),
  );
}

/** The mean relative sweat error of an early prototype at the same counts, for comparison. */
const PROTOTYPE: readonly (readonly [label: string, errors: readonly number[]])[] = [
  ['prototype: answers only', [0.255, 0.233, 0.217, 0.201, 0.175, 0.136, 0.097]],
  ['prototype: 20 % of sessions weighed', [0.243, 0.192, 0.168, 0.145, 0.117, 0.08, 0.051]],
  ['prototype: every session weighed', [0.247, 0.115, 0.085, 0.071, 0.057, 0.045, 0.034]],
  ['prototype: biased −.7 %', [0.235, 0.214, 0.2, 0.191, 0.182, 0.175, 0.183]],
];

const LEARNERS = 400;

function learningTables(): string {
  const outcomes = LEARNING_SCENARIOS.map((scenario) => simulateLearning(LEARNERS, SEED, scenario));
  const after = (errors: readonly number[], digits: number): string[] =>
    REPORTED_AFTER.map((count) => (errors[count] ?? Number.NaN).toFixed(digits));
  const head = REPORTED_AFTER.map((count) => `n = ${count}`);
  return [
    `${LEARNERS} athletes, 20 weekly sessions each. Mean relative error of the sweat multiplier after n sessions:`,
    '',
    table(
      ['scenario', ...head],
      [
        ...outcomes.map(({ scenario, sweatError }) => [scenario.label, ...after(sweatError, 3)]),
        ...PROTOTYPE.map(([label, errors]) => [label, ...errors.map((error) => error.toFixed(3))]),
      ],
    ),
    '',
    'Mean absolute error of carbohydrate tolerance, g/h, and how often a session went wrong:',
    '',
    table(
      ['scenario', ...head, 'ceiling above true sweat', 'fluid above true sweat', 'fair or poor gut'],
      outcomes.map((outcome) => [
        outcome.scenario.label,
        ...after(outcome.toleranceError, 1),
        percent(outcome.ceilingAboveSweat),
        percent(outcome.fluidAboveSweat),
        percent(outcome.fairOrPoorGut),
      ]),
    ),
    '',
    passMarks(outcomes),
  ].join('\n');
}

function passMarks([answers, weighed, always, biased, shuffled]: readonly LearningOutcome[]): string {
  const error = (outcome: LearningOutcome | undefined, count: number): number =>
    outcome?.sweatError[count] ?? Number.NaN;
  const worst = (outcome: LearningOutcome | undefined): number => Math.max(...(outcome?.sweatError ?? []));
  const best = (outcome: LearningOutcome | undefined): number => Math.min(...(outcome?.sweatError ?? []));
  const marks: readonly (readonly [mark: string, value: number, holds: boolean])[] = [
    ['answers only, n = 5: at most .19', error(answers, 5), error(answers, 5) <= 0.19],
    ['answers only, n = 10: at most .15', error(answers, 10), error(answers, 10) <= 0.15],
    ['20 % weighed, n = 10: at most .10', error(weighed, 10), error(weighed, 10) <= 0.1],
    ['one weighed session: at most .13', error(always, 1), error(always, 1) <= 0.13],
    ['biased: never above the prior', worst(biased), worst(biased) <= error(biased, 0)],
    ['somebody else: never below the prior', best(shuffled), best(shuffled) >= error(shuffled, 0)],
    [
      'ceiling above true sweat: at most .12',
      answers?.ceilingAboveSweat ?? Number.NaN,
      (answers?.ceilingAboveSweat ?? 1) <= 0.12,
    ],
    [
      'fluid above true sweat: at most .03',
      answers?.fluidAboveSweat ?? Number.NaN,
      (answers?.fluidAboveSweat ?? 1) <= 0.03,
    ],
  ];
  return table(
    ['pass mark', 'value', 'result'],
    marks.map(([mark, value, holds]) => [mark, value.toFixed(3), holds ? 'pass' : 'FAIL']),
  );
}

function report(): string {
  const outcomes = evaluateAllCases();
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const unseen = outcomes.filter(({ publishedCase }) => publishedCase.use !== 'constants set on it');
  const byMethod = METHODS.map((method) => {
    const results = evaluateAllCases(method);
    return `${method} ${results.filter((outcome) => outcome.passed).length}`;
  });
  const unknownNow = medianUnknownFluid(ATHLETES, SEED, 'twoRisks');
  const unknownP1 = medianUnknownFluid(ATHLETES, SEED, 'p1');
  return [
    `Engine ${ENGINE_VERSION}, seed ${SEED}, ${ATHLETES} synthetic athletes per line.`,
    '',
    '### Published cases',
    '',
    `**${passed} of ${outcomes.length} pass**; of those no constant was set on, ${unseen.filter((outcome) => outcome.passed).length} of ${unseen.length}. By fluid method: ${byMethod.join(', ')}.`,
    'A bold number lies outside its range. † marks inputs that the abstract does not give and that were assumed.',
    '',
    caseTable(outcomes),
    '',
    '### Error against the middle of the published range',
    '',
    errorTable(outcomes),
    '',
    '### Two risks: drinking too much and losing too much',
    '',
    methodTable(),
    '',
    '### A missing field must not loosen the ceiling',
    '',
    gapTable(),
    '',
    `Median fluid of a wholly unknown athlete: ${unknownNow.toFixed(0)} ml/h, ${percent(unknownNow / unknownP1, 0)} of P1's ${unknownP1.toFixed(0)} ml/h.`,
    '',
    '### Reliability of the confidence score',
    '',
    'Predicted and observed share of prescriptions within ±30 % of those from a full laboratory work-up.',
    '',
    reliabilityTable(),
    '',
    '### Learning',
    '',
    learningTables(),
  ].join('\n');
}

function writeIntoReadme(text: string): void {
  const readme = readFileSync(README, 'utf8');
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start)
    throw new Error('the markers of the science report are missing in src/engine/README.md');
  writeFileSync(README, `${readme.slice(0, start)}${START}\n\n${text}\n\n${readme.slice(end)}`);
}

const text = report();
process.stdout.write(`${text}\n`);
writeIntoReadme(text);
