/**
 * `node src/science/run.ts`: measures the engine against published cases and synthetic athletes, prints the
 * report and writes it into `src/engine/README.md` between the markers.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scienceReport } from './report.ts';

const README = join(import.meta.dirname, '../engine/README.md');
const START = '<!-- science report: written by src/science/run.ts, do not edit by hand -->';
const END = '<!-- end of science report -->';

const report = scienceReport();
const text = readFileSync(README, 'utf8');
const [before, rest] = text.split(START);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error(`${README} lacks the report's markers.`);
writeFileSync(README, `${before}${START}\n\n${report}\n\n${END}${after}`);
console.log(report);
