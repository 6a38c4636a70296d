import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALIBRATED, CLASS_KEYS, type ClassFile } from '@musette/engine/calibration';
import { judgePeople } from '@musette/engine/laboratory';

const SOURCE = join(import.meta.dirname, '../../delivery/site/guides/calibration.md');

/** Returns the Markdown of `/docs/science/calibration`: its own text with the counts of the file of classes. */
export function calibrationMarkdown(file: ClassFile = CALIBRATED): string {
  const parts: Readonly<Record<string, string>> = {
    state: stateOf(file),
    protocol: file.protocolSha256,
    classes: classesTable(file),
    people: peopleTable(),
  };
  return readFileSync(SOURCE, 'utf8').replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`/docs/science/calibration has no part ${name}`);
    return part;
  });
}

function stateOf({ classes, engine, from, to }: ClassFile): string {
  if (classes.length === 0) return 'No data yet: no partner has handed over an export.';
  const weighings = classes.reduce((sum, { n }) => sum + n, 0);
  return `So far ${weighings} weighings from ${from} to ${to}, judged by engine ${engine}.`;
}

function classesTable({ classes }: ClassFile): string {
  if (classes.length === 0) return `0 of ${CLASS_KEYS.length} classes have weighings. No data yet.`;
  const rows = classes.map(({ key, n, athletes, z10, z90 }) => {
    const claim = n >= 80 ? 'yes' : 'not yet';
    return `| ${key.replaceAll('_', ', ')} | ${n} | ${athletes} | ${fixed(z10)} to ${fixed(z90)} | ${claim} |`;
  });
  return [
    '| class | weighings | athletes | four of five lie at | has a claim |',
    '| --- | ---: | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}

/** Shows published sessions without what would tell whose they are: no mass, no weather, no distance. */
function peopleTable(): string {
  const people = judgePeople();
  const inside = people.filter(({ isInside }) => isInside).length;
  const persons = new Set(people.map(({ person }) => person)).size;
  const rows = people.map(({ given, type, durationMin, measuredLPerHr, lowLPerHr, highLPerHr, isInside }) =>
    [
      type.replaceAll('_', ' '),
      `${Math.round(durationMin)} min`,
      given,
      fixed(measuredLPerHr),
      `${fixed(lowLPerHr)}–${fixed(highLPerHr)}`,
      isInside ? 'inside' : measuredLPerHr > highLPerHr ? 'above' : 'below',
    ].join(' | '),
  );
  return [
    `${people.length} weighed sessions that ${persons} people published themselves: ${inside} inside the range of their sweat rate. Given A: weight, minutes, weather and effort; B: one of them missing; C: two or more.`,
    '',
    '| session | length | given | measured, l/h | range, l/h | |',
    '| --- | ---: | --- | ---: | ---: | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function fixed(value: number): string {
  return value.toFixed(1);
}
