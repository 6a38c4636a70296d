import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DispatchCosts } from '../edge/bill.ts';
import type { EdgeFigures } from './edge.ts';
import type { BothMonths } from './month.ts';
import { renderEdge, renderMonth, wrapped } from './render.ts';

/** Figures that commands have measured, and the sections of FIGURES.md that are made of them. */

const DIRECTORY = import.meta.dirname;
const DOCUMENT = join(DIRECTORY, '../../../FIGURES.md');

/** The cost of dispatchers at a rate of events, as measured by `npm run bench:edge -- --dispatch`. */
export interface DispatchFigures extends DispatchCosts {
  readonly perSecond: number;
  readonly events: number;
}

export interface Figures {
  readonly month: BothMonths;
  /** Null where it was never measured: the section of operations stays as it is. */
  readonly edge: EdgeFigures | null;
  /** Null where it was never measured. */
  readonly dispatch: readonly DispatchFigures[] | null;
}

/** Reads what was measured last. */
export async function readFigures(): Promise<Figures> {
  return {
    month: JSON.parse(await readFile(join(DIRECTORY, 'month.json'), 'utf8')),
    edge: JSON.parse(await readFile(join(DIRECTORY, 'edge.json'), 'utf8').catch(() => 'null')),
    dispatch: JSON.parse(await readFile(join(DIRECTORY, 'dispatch.json'), 'utf8').catch(() => 'null')),
  };
}

/** Returns the sections of FIGURES, by the name in their marks. */
export function sectionsOf(figures: Figures): Readonly<Record<string, string>> {
  const { edge } = figures;
  return {
    month: wrapped(renderMonth(figures)),
    ...(edge && { operations: wrapped(renderEdge(edge)) }),
  };
}

/** Returns the document with these sections in place of those between their marks. Throws if it lacks one. */
export function withSections(document: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, section]) => {
    const marks = new RegExp(`(<!-- figures: ${name} -->\\n)[^]*?(<!-- end of figures: ${name} -->)`);
    if (!marks.test(text)) throw new Error(`FIGURES.md lacks the section ${name}`);
    return text.replace(marks, (_, begin: string, end: string) => `${begin}${section}${end}`);
  }, document);
}

/** Reads FIGURES.md. */
export function readDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

/** Stores what a command has measured, and writes FIGURES anew. */
export async function documentFigures(name: 'month' | 'edge', measured: unknown): Promise<void> {
  await writeFile(join(DIRECTORY, `${name}.json`), `${JSON.stringify(measured, null, 1)}\n`);
  await writeFile(DOCUMENT, withSections(await readDocument(), sectionsOf(await readFigures())));
}

// `npm run figures` writes the sections from what was measured last.
if (import.meta.main) {
  await writeFile(DOCUMENT, withSections(await readDocument(), sectionsOf(await readFigures())));
}
