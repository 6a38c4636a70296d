/** What feedback and tests have taught about one athlete: the latent state that prescriptions read. */

/** One learned quantity: a normal posterior. `observations` 0 means that nothing moved it and the profile's prior counts. */
export interface LearnedLatent {
  readonly mean: number;
  readonly variance: number;
  readonly observations: number;
  /** Time of the last evidence, milliseconds since 1970, null before any. */
  readonly updatedAtMs: number | null;
}

/**
 * Everything that is learned about an athlete. Plain data, so it can be stored as JSON; produced only as a fold
 * over history, so equal histories give equal states.
 */
export interface LearnedState {
  /** Logarithm of the personal sweat multiplier on land; ±0.9. */
  readonly sweatLn: LearnedLatent;
  /** The same in water, learned apart. */
  readonly swimSweatLn: LearnedLatent;
  /** Carbohydrate tolerance on foot and on the bike, g/h, 25–130. */
  readonly runCarbToleranceGPerHr: LearnedLatent;
  readonly bikeCarbToleranceGPerHr: LearnedLatent;
  /** Logarithm of the personal carbohydrate need multiplier; ±0.35. */
  readonly carbNeedLn: LearnedLatent;
  /** Logarithm of sweat sodium concentration relative to 920 mg/L; ±0.8. Moves only by laboratory values. */
  readonly sweatSodiumLn: LearnedLatent;
  /** Logarithm of the sweat multiplier that the fluid ceiling may use: rises slowly without a body-mass test. Null before any evidence. */
  readonly ceilingSweatLn: number | null;
  readonly ceilingSwimSweatLn: number | null;
  /** Sessions weighed before and after. */
  readonly massTests: number;
  /** Sessions for which drinking stays held back after a report of too much. */
  readonly cautiousSessionsLeft: number;
  /** When drinking too much was reported within 30 days of the latest event, the latest ten. */
  readonly overdrinkAtMs: readonly number[];
  /** Drinking rate of the latest session if it was above what was safe, ml/h; null when it was safe. */
  readonly lastIntakeAboveSafeMlPerHr: number | null;
  /** True once a low dose was answered with a poor gut. */
  readonly giHistory: boolean;
  /** Consecutive latest sessions with at least good gut comfort. */
  readonly goodGutStreak: number;
}
