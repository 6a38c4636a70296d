import type { MultiSportType } from '@musette/engine/types';
import type { WarningSeverity } from '@musette/engine/warnings';
import type { Text } from './text.ts';

/**
 * Texts of assistants' paragraphs in one language, except warnings, notes and plans. Lists arrive joined, amounts with
 * their unit. Field names and codes are not translated.
 */
export interface AssistantTexts {
  readonly readStructured: Text;
  readonly inAll: Text<{ readonly carb: string; readonly sodium: string; readonly fluid: string }>;
  /** Caffeine with its limit in this session; `doses` is null if none is planned or shown. */
  readonly caffeine: Text<{ readonly doses: string | null; readonly maxMg: string }>;
  /** The time of a dose of caffeine before the session. */
  readonly beforeStart: Text<{ readonly minutes: number }>;
  readonly warnings: Text<{ readonly list: string }>;
  readonly noWarnings: Text;
  readonly severities: Readonly<Record<WarningSeverity, string>>;
  readonly stale: Text;
  readonly notCalculated: Text;
  readonly teaser: Text;
  readonly activity: Text<{ readonly details: string }>;
  readonly activities: Text<{ readonly count: number }>;
  readonly noActivities: Text;
  readonly more: Text;
  readonly sweatRate: Text;
  readonly advice: Text<{ readonly list: string }>;
  readonly emptyPlan: Text;
  readonly nothingToTake: Text;
  readonly onProducts: Text<{ readonly list: string }>;
  readonly inferred: Text<{ readonly sport: string; readonly confidencePercent: number }>;
  readonly intensity: Text<{ readonly level: number }>;
  readonly duration: Text<{ readonly minutes: number }>;
  readonly noDuration: Text;
  readonly isRace: Text;
  readonly products: Text<{ readonly count: number }>;
  readonly noProducts: Text;
  readonly ofLabels: Text;
  /** The figures of an athlete's own products. */
  readonly ofAthlete: Text;
  /** The name of a product of the athlete's own. */
  readonly ownProduct: Text<{ readonly number: number; readonly form: string }>;
  readonly formats: Readonly<
    Record<'drink' | 'gel' | 'chew' | 'bar' | 'real_food' | 'capsule' | 'tablet', string>
  >;
  readonly feedbackStored: Text;
  readonly taught: Text<{ readonly list: string }>;
  readonly taughtNothing: Text;
  readonly known: Text<{ readonly list: string }>;
  readonly knownNothing: Text;
  readonly notADose: Text;
  readonly multiSports: Readonly<Record<MultiSportType, string>>;
}
