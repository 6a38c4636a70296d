import type { Text } from './text.ts';

/** A measure that is counted, with the amount as people write it: `½`, `2`. */
type Measure = Text<{ readonly count: number; readonly amount: string }>;

/** Words of plans that are printed: the sheet, labels, tags and cards. Times come as `5:30`. */
export interface PaperTexts {
  readonly toDo: Text;
  /** A leg or a session in which nothing is taken. */
  readonly nothing: Text;
  readonly finish: Text<{ readonly bottle: string }>;
  readonly until: Text<{ readonly time: string }>;
  readonly cups: Text<{ readonly count: number; readonly amount: string; readonly drink: string }>;
  /** What to drink with food that is eaten by itself. */
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
  /** What the lanes of a drawing hold. */
  readonly lanes: Readonly<Record<'gel' | 'solid' | 'capsule' | 'cup' | 'caffeine', string>>;
}
