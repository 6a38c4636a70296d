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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
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
