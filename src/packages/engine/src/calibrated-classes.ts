/**
 * What weighings of consenting people say about the ranges, by class of session. Data of the engine, written by
 * `npm run calibrate` between releases. Empty: no partner has handed over an export yet.
 */

/** Positions of weighings in a class, in standard deviations of the engine from its own median: z10, z50 and z90. */
export interface CalibratedClass {
  readonly key: string;
  /** Weighings, and the athletes they come from. */
  readonly n: number;
  readonly athletes: number;
  readonly z10: number;
  readonly z50: number;
  readonly z90: number;
}

export interface ClassFile {
  readonly format: 1;
  /** SHA-256 of the protocol by which the weighings were counted. */
  readonly protocolSha256: string;
  /** The engine whose predictions were judged. Null while there are none. */
  readonly engine: string | null;
  /** Days of the first and the last weighing. */
  readonly from: string | null;
  readonly to: string | null;
  readonly classes: readonly CalibratedClass[];
}

export const CALIBRATED: ClassFile = {
  format: 1,
  protocolSha256: 'acf8b29cbf70e4a4cd6a2b80ab203026131e0eb536fc68e39ffbdffe0ff39dea',
  engine: null,
  from: null,
  to: null,
  classes: [],
};
