/** Defines a table of figures before and after a change of the engine. */

/** A figure: of engine 3 and as specified, both from the document, and measured here. */
export type ChangedFigure = readonly [what: string, before: string, specified: string, measured: string];

/** One table of the report. */
export interface ChangedTable {
  readonly title: string;
  readonly text: string;
  readonly figures: readonly ChangedFigure[];
}
