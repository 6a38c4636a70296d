import type { Work } from '@musette/basics/work';
import { plainName, readDecimal, UnreadableFile } from '../text-reader.ts';
import { rampSteps, refuseImpossible } from './steps.ts';
import type { Intensity, Workout, WorkoutStep } from './workout.ts';

/** Lines between yields to other requests, and the time for one (measured, rounded up). */
const LINES_AT_ONCE = 1000;
const LINE_US = 3;

type Refuse = (reason: string) => never;

interface Point {
  readonly minute: number;
  readonly value: number;
  readonly refuse: Refuse;
}

interface Course {
  section: string | null;
  name: string | null;
  fileName: string | null;
  kind: Intensity['kind'] | null;
  readonly points: Point[];
}

/**
 * Reads an ERG or MRC file, which differ in their column: watts or percent of FTP. Between two points the
 * load is constant or a ramp. Two points at the same minute are a jump.
 */
export function* readErg(text: string): Work<Workout> {
  const course: Course = { section: null, name: null, fileName: null, kind: null, points: [] };
  let number = 0;
  for (const line of linesOf(text)) {
    if (number % LINES_AT_ONCE === 0) yield LINES_AT_ONCE * LINE_US;
    number += 1;
    readLine(course, line.trim(), refusalAt(number));
  }
  const { kind, points } = course;
  if (kind === null) throw new UnreadableFile('No line says MINUTES WATTS or MINUTES PERCENT.');
  refuseImpossible(points.map(({ value, refuse }) => ({ kind, value, refuse })));
  return {
    format: kind === 'power_w' ? 'erg' : 'mrc',
    name: plainName(course.name) ?? plainName(course.fileName?.replace(/\.(erg|mrc)$/i, '')),
    type: 'indoor_bike',
    parts: stepsBetween(points, kind),
  };
}

function refusalAt(line: number): Refuse {
  return (reason) => {
    throw new UnreadableFile(`Line ${line}: ${reason}`);
  };
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

function readLine(course: Course, line: string, refuse: Refuse): void {
  if (line.startsWith(';')) return;
  const section = /^\[(END )?([A-Z ]+)\]$/i.exec(line);
  if (section) {
    course.section = section[1] ? null : (section[2]?.toUpperCase() ?? null);
  } else if (course.section === 'COURSE HEADER') {
    readHeaderLine(course, line);
  } else if (course.section === 'COURSE DATA' && line !== '' && !LAP_MARKER.test(line)) {
    course.points.push(pointOf(line, course.points.at(-1), refuse));
  } else if (course.section === null && line !== '' && course.points.length === 0) {
    refuse('[COURSE HEADER] is expected.');
  }
}

/** A lap with its name: "10.00 LAP Main". It takes no time. */
const LAP_MARKER = /^[\d.,]+[\s;,]+LAP\b/i;

function readHeaderLine(course: Course, line: string): void {
  const [, name = '', value = ''] = /^([A-Z ]+?)\s*=\s*(.*)$/i.exec(line) ?? [];
  if (/^description$/i.test(name)) course.name = value;
  if (/^file name$/i.test(name)) course.fileName = value;
  const unit = /^MINUTES\s+(WATTS|PERCENT|PERCENTAGE|FTP|%.*)$/i.exec(line)?.[1]?.toUpperCase();
  if (unit !== undefined) course.kind = unit === 'WATTS' ? 'power_w' : 'percent_ftp';
}

function pointOf(line: string, previous: Point | undefined, refuse: Refuse): Point {
  const [minute, value] = columnsOf(line).map((column) => readDecimal(column.replace(',', '.')));
  if (minute == null || value == null) return refuse('two numbers are expected.');
  if (minute < (previous?.minute ?? 0)) return refuse('the minutes decrease.');
  if (value < 0) return refuse('the load is below 0.');
  return { minute, value, refuse };
}

/**
 * Splits a line at spaces and semicolons, or at a comma where nothing else separates: "0.0 ,100", "0,100". Some
 * tools write an extra column, some a decimal comma, some a percent sign.
 */
function columnsOf(line: string): readonly string[] {
  const columns = line.split(/[\s;]*,\s+|\s+,|[\s;]+/).map((column) => column.replace(/%$/, ''));
  return columns.length === 1 ? line.replaceAll('%', '').split(',') : columns;
}

function stepsBetween(points: readonly Point[], kind: Intensity['kind']): WorkoutStep[] {
  return points.slice(1).flatMap((point, index) => {
    const previous = points[index] ?? point;
    const durationS = (point.minute - previous.minute) * 60;
    return durationS > 0 ? rampSteps(durationS, kind, previous.value, point.value) : [];
  });
}
