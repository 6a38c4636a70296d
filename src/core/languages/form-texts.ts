/** Makes a text of its parameters. */
type Text<Parameters = void> = (parameters: Parameters) => string;

/**
 * Words of a plan as text, calendar, page to print and file for devices. Times come as `5:30`, amounts of products as
 * people write them.
 */
export interface FormTexts {
  readonly named: Text<{ readonly name: string; readonly duration: string }>;
  /** Joins a heading and its list. */
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
  /** Heart and kidney conditions on labels, cards and devices, before the ceiling. At most 32 bytes. */
  readonly medical: Text;
  readonly limit: Text<{ readonly maxMl: number }>;
  /** At most 32 bytes with four digits: what devices keep of a name. */
  readonly deviceLimit: Text<{ readonly maxMl: number }>;
  /** At most 32 bytes. */
  readonly deviceGuidance: Text;
  readonly deviceStation: Text<{ readonly taken: string }>;
}

/** Names of stops that have none of their own. */
export type StopNames = Readonly<Record<'start' | 'transition' | 'aid' | 'end', string>>;
/** Names of vessels. */
export type VesselNames = Readonly<Record<'bottle' | 'flask' | 'bladder', string>>;
