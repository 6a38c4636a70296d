import type { Text } from './text.ts';

/** A counted measure, with the amount as people write it: `½`, `2`. */
type Measure = Text<{ readonly count: number; readonly amount: string }>;

/** Texts of printed plans: sheet, labels, tags and cards. Times arrive as `5:30`. */
export interface PaperTexts {
  readonly toDo: Text;
  /** A leg or session without intake. */
  readonly nothing: Text;
  readonly finish: Text<{ readonly bottle: string }>;
  readonly until: Text<{ readonly time: string }>;
  readonly cups: Text<{ readonly count: number; readonly amount: string; readonly drink: string }>;
  /** The drink to take with food eaten by itself. */
  readonly withFood: Text<{ readonly amount: string }>;
  readonly withCaffeine: Text<{ readonly amountMg: number }>;
  readonly perHour: Text;
  /** The last line of a card. */
  readonly maximum: Text<{ readonly maxMl: number }>;
  /** At most two lines of a card. */
  readonly guidance: Text;
  readonly cutting: Text;
  readonly dropBag: Text;
  readonly measures: Readonly<Record<'scoop' | 'sachet' | 'tablet' | 'pinch' | 'serving', Measure>>;
  /** Names of a drawing's lanes. */
  readonly lanes: Readonly<Record<'gel' | 'solid' | 'capsule' | 'cup' | 'caffeine', string>>;
}
