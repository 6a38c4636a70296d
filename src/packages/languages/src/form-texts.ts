import type { VesselKind } from './paper-texts.ts';
import type { Text } from './text.ts';

/**
 * Texts of a plan as plain text, calendar, printable page and device file. Times arrive as `5:30`, amounts with their
 * unit, products as people write them.
 */
export interface FormTexts {
  readonly named: Text<{ readonly name: string; readonly duration: string }>;
  /** A heading with its list. */
  readonly headed: Text<{ readonly head: string; readonly content: string }>;
  readonly water: Text<{ readonly amount: string }>;
  readonly packs: Text<{ readonly amount: string; readonly count: number }>;
  /** The whole plan in one line; `products` is null if there are none. */
  readonly line: Text<{
    readonly carb: string;
    readonly sodium: string;
    readonly fluid: string;
    readonly maximum: string;
    readonly products: string | null;
  }>;
  readonly teaserLine: Text<{ readonly words: string; readonly maximum: string }>;
  readonly time: Text;
  readonly bottles: Text;
  readonly shopping: Text;
  readonly notes: Text;
  readonly atStart: Text<{ readonly carriedOn: string }>;
  /** A heart or kidney condition, before the limit on labels, cards and devices. At most 32 bytes. */
  readonly medical: Text;
  /** At most 32 bytes with four digits, the part of a name that devices keep; `rate` as `670 ml/h`. */
  readonly deviceLimit: Text<{ readonly rate: string }>;
  /** At most 32 bytes. */
  readonly deviceGuidance: Text;
}

/** Names of stops without a name. */
export type StopNames = Readonly<Record<'start' | 'transition' | 'aid' | 'refill' | 'end', string>>;
/** Names of bottles and other containers. */
export type VesselNames = Readonly<Record<VesselKind, string>>;
