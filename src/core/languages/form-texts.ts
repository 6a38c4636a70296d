/** Renders a text with its parameters. */
type Text<Parameters = void> = (parameters: Parameters) => string;

/**
 * Texts of a plan as plain text, calendar, printable page and device file. Times arrive as `5:30`, amounts of products
 * as people write them.
 */
export interface FormTexts {
  readonly named: Text<{ readonly name: string; readonly duration: string }>;
  /** A heading with its list. */
  readonly headed: Text<{ readonly head: string; readonly content: string }>;
  readonly waterMl: Text<{ readonly amountMl: number }>;
  readonly packs: Text<{ readonly amount: string; readonly count: number }>;
  /** The whole plan in one line; `products` is null if there are none. */
  readonly line: Text<{
    readonly carbG: number;
    readonly sodiumMg: number;
    readonly fluidMl: number;
    readonly maxMl: number;
    readonly products: string | null;
  }>;
  readonly teaserLine: Text<{ readonly words: string; readonly maxMl: number }>;
  readonly time: Text;
  readonly stations: Text;
  readonly bottles: Text;
  readonly shopping: Text;
  readonly notes: Text;
  readonly atStart: Text<{ readonly carriedOn: string }>;
  /** A heart or kidney condition, before the limit on labels, cards and devices. At most 32 bytes. */
  readonly medical: Text;
  readonly limit: Text<{ readonly maxMl: number }>;
  /** At most 32 bytes with four digits, the part of a name that devices keep. */
  readonly deviceLimit: Text<{ readonly maxMl: number }>;
  /** At most 32 bytes. */
  readonly deviceGuidance: Text;
  readonly deviceStation: Text<{ readonly taken: string }>;
}

/** Names of stops without a name. */
export type StopNames = Readonly<Record<'start' | 'transition' | 'aid' | 'end', string>>;
/** Names of bottles and other containers. */
export type VesselNames = Readonly<Record<'bottle' | 'flask' | 'bladder', string>>;
