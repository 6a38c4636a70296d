import type { Text } from './text.ts';

/** A counted thing, with the amount as people write it: `½`, `2`. */
type Counted = Text<{ readonly count: number; readonly amount: string }>;

/** The bottle, flask or bladder of a drink. */
export type VesselKind = 'bottle' | 'flask' | 'bladder';

/** Texts of printed plans. Times arrive as `5:30`, amounts with their unit. */
export interface PaperTexts {
  readonly toDo: Text;
  /** A leg or session without intake. */
  readonly nothing: Text;
  readonly finish: Text<{ readonly bottle: string }>;
  readonly until: Text<{ readonly time: string }>;
  readonly beforeStart: Text<{ readonly duration: string }>;
  /** All bottles of a kind, within a sentence: `both bottles`. */
  readonly all: Text<{ readonly kind: VesselKind; readonly count: number }>;
  /** Filling all bottles at a stop. */
  readonly fill: Text<{ readonly bottles: string }>;
  /** The same where no station is listed: anywhere, but not later than `time`. */
  readonly refill: Text<{ readonly bottles: string; readonly time: string }>;
  /** Powder for one filling, weighed at home. */
  readonly bags: Text<{ readonly count: number }>;
  readonly each: Text<{ readonly amount: string; readonly kind: VesselKind }>;
  /** How far a bottle is filled. */
  readonly marks: {
    readonly full: Text;
    readonly half: Text;
    readonly at: Text<{ readonly amount: string }>;
  };
  readonly cups: Text<{ readonly count: number; readonly amount: string; readonly drink: string }>;
  /** A distance or time between equal actions. */
  readonly every: Text<{ readonly step: string }>;
  /** The drink to take with food eaten by itself. */
  readonly withFood: Text<{ readonly amount: string }>;
  readonly withCaffeine: Text<{ readonly amount: string }>;
  readonly perHour: Text;
  /** The last line of a card; `rate` as `670 ml/h`. */
  readonly maximum: Text<{ readonly rate: string }>;
  readonly cutting: Text;
  readonly dropBag: Text;
  readonly tablets: Counted;
  readonly pinches: Counted;
  /** Headings and lines of the page for the night before. */
  readonly pack: {
    readonly title: Text;
    readonly mix: Text;
    readonly bags: Text;
    readonly carry: Text;
    /** Bags of powder, each with this amount. */
    readonly weigh: Text<{ readonly bags: string; readonly amount: string }>;
    /** The size of a bag whose powder has an unknown weight. */
    readonly carbohydrate: Text<{ readonly amount: string }>;
    readonly leftPocket: Text;
    readonly rightPocket: Text;
    /** The rest of the packs that are bought. */
    readonly leftOver: Text<{ readonly amount: string }>;
  };
  /** Names of a drawing's lanes. */
  readonly lanes: Readonly<Record<'gel' | 'solid' | 'capsule' | 'cup' | 'caffeine', string>>;
}
