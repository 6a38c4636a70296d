import type { ActivityType, SingleSportType } from '@musette/engine/types';
import type { IntensityHint } from '../../src/lexicon/sense.ts';

/** One leg that the title itself names, in the order in which the athlete does it. */
export interface LabelledLeg {
  type: SingleSportType;
  /** Minutes that the title gives this leg; left out where it gives none. */
  durationMin?: number;
  /** Kilometres (miles and metres converted, 3 decimals) that the title gives this leg; left out where it gives none. */
  distanceKm?: number;
}

/**
 * A title written by an athlete or a platform, with the reading of a human who speaks that language.
 *
 * The reader sees only these words, no track and no heart rate. `other` is a sport that the reader does
 * recognise but that has no type of its own (yoga, tennis, alpine skiing); kayak and stand-up paddling go
 * to `row`, high-intensity intervals and CrossFit to `lift`, runs on Zwift or a belt to `treadmill_run`.
 */
export interface LabelledTitle {
  title: string;
  description?: string;
  tags?: string[];
  /** The platform's language setting, where it is known; a BCP 47 tag. */
  locale?: string;
  /** what a human would say; null: a human could not tell, or would say that no session took place */
  type: ActivityType | null;
  /** true: a race; left out or false: not one, with false where some word in the title could mislead. */
  isRace?: boolean;
  /**
   * Whole minutes that the title gives the whole session, told or by its distance; null: it gives none, though it holds
   * numbers; left out: not judged (none, or a finish time in seconds).
   */
  durationMin?: number | null;
  /** The effort, as a human would read it. Missing if not judged. */
  intensity?: IntensityHint;
  /** for multi-sport: legs in order; left out: not judged */
  legs?: LabelledLeg[];
}
