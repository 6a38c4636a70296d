/**
 * Runs `node src/tools/laboratory/run.ts`: compares the engine with published cases and synthetic athletes,
 * prints the report and writes it to `src/core/engine/REPORT.md`.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scienceReport } from './report.ts';

const PATH = join(import.meta.dirname, '../../core/engine/REPORT.md');
const HEAD = '# What the laboratory measures\n\nWritten by `npm run science`; do not edit.';

const report = scienceReport();
writeFileSync(PATH, `${HEAD}\n\n${report}\n`);
console.log(report);
