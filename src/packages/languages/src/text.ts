import type { Measures } from './amounts.ts';

/** Renders a text with its parameters. A parameter that its code lacks fails the build. */
export type Text<Parameters = void> = (parameters: Parameters) => string;

/** Renders a text whose amounts are in the reader's units. */
export type MeasuredText<Parameters = void> = (parameters: Parameters, measures: Measures) => string;
