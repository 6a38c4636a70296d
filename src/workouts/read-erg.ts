import { readDecimal } from '../files/decimal.ts';
import { plainName } from '../files/plain-name.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import { decodeText } from '../files/utf8.ts';
import { rampSteps } from './ramp.ts';
import type { Intensity, Step, Workout } from './workout.ts';

interface Point {
  readonly minute: number;
  readonly value: number;
}

interface Course {
  section: string | null;
  name: string | null;
  fileName: string | null;
  kind: Intensity['kind'] | null;
  readonly points: Point[];
}

/**
 * Reads an ERG or MRC file, which differ in their column: watts or percent of FTP. Between two points the load is even or a
 * ramp; two points of the same minute are a jump.
 */
export function readErg(bytes: Uint8Array): Workout {
  const course: Course = { section: null, name: null, fileName: null, kind: null, points: [] };
  for (const [index, line] of decodeText(bytes)
    .split(/\r\n|\r|\n/)
    .entries()) {
    readLine(course, line.trim(), (reason) => {
      throw new UnreadableFile(`Line ${index + 1}: ${reason}`);
    });
  }
  const { kind, points } = course;
  if (kind === null) throw new UnreadableFile('No line says MINUTES WATTS or MINUTES PERCENT.');
  return {
    format: kind === 'power_w' ? 'erg' : 'mrc',
    name: plainName(course.name) ?? plainName(course.fileName?.replace(/\.(erg|mrc)$/i, '')),
    type: 'indoor_bike',
    parts: stepsBetween(points, kind),
  };
}

function readLine(course: Course, line: string, refuse: (reason: string) => never): void {
  const section = /^\[(END )?([A-Z ]+)\]$/i.exec(line);
  if (section) {
    course.section = section[1] ? null : (section[2]?.toUpperCase() ?? null);
  } else if (course.section === 'COURSE HEADER') {
    readHeaderLine(course, line);
  } else if (course.section === 'COURSE DATA' && line !== '') {
    course.points.push(pointOf(line, course.points.at(-1), refuse));
  } else if (course.section === null && line !== '' && course.points.length === 0) {
    refuse('[COURSE HEADER] is expected.');
  }
}

function readHeaderLine(course: Course, line: string): void {
  const [, name = '', value = ''] = /^([A-Z ]+?)\s*=\s*(.*)$/i.exec(line) ?? [];
  if (/^description$/i.test(name)) course.name = value;
  if (/^file name$/i.test(name)) course.fileName = value;
  const unit = /^MINUTES\s+(WATTS|PERCENT|FTP)\b/i.exec(line)?.[1]?.toUpperCase();
  if (unit !== undefined) course.kind = unit === 'WATTS' ? 'power_w' : 'percent_ftp';
}

function pointOf(line: string, previous: Point | undefined, refuse: (reason: string) => never): Point {
  // Some tools write an additional column, some a decimal comma.
  const [minute, value] = line.split(/[\s;]+/).map((column) => readDecimal(column.replace(',', '.')));
  if (minute == null || value == null) return refuse('two numbers are expected.');
  if (minute < (previous?.minute ?? 0)) return refuse('the minutes go back.');
  if (value < 0) return refuse('the load is below 0.');
  return { minute, value };
}

function stepsBetween(points: readonly Point[], kind: Intensity['kind']): Step[] {
  return points.slice(1).flatMap((point, index) => {
    const previous = points[index] ?? point;
    const durationS = (point.minute - previous.minute) * 60;
    return durationS > 0 ? rampSteps(durationS, kind, previous.value, point.value) : [];
  });
}
