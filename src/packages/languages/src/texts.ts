import type { CaffeineReason } from '@musette/engine/caffeine';
import type {
  FluidLimitKind,
  GutTrainingReason,
  Note,
  NoteCode,
  NoteParameters,
  WarningCode,
} from '@musette/engine/types';
import type { Warning, WarningParameters } from '@musette/engine/warnings';
import type { Measures } from './amounts.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import type { FrameTexts, LandingTexts } from './landing-texts.ts';
import type { PageTexts } from './page-texts.ts';
import type { PlanTexts } from './plan-texts.ts';
import type { PlannerTexts } from './planner-texts.ts';
import type { Language } from './tags.ts';
import type { MeasuredText, Text } from './text.ts';

/** One text for every warning. */
export type WarningTexts = { readonly [Code in WarningCode]: MeasuredText<WarningParameters[Code]> };

/** The athlete's own sentence for values that nobody stated. */
export type AssumedText = Text<WarningParameters['ASSUMED']>;

/** What a fluid limit means: its kind, the hours of its event, and the weight loss to expect, if that may be shown. */
export type FluidLimitText = MeasuredText<{
  readonly kind: FluidLimitKind;
  readonly hours: number;
  readonly leastKg: number | null;
  readonly mostKg: number | null;
}>;

/** One phrase for every note. */
export type NoteTexts = { readonly [Code in NoteCode]: MeasuredText<NoteParameters[Code]> };

/** Texts about caffeine: that it is optional, and the reasons for planning none. */
export type CaffeineTexts = Readonly<Record<'optional' | CaffeineReason, () => string>>;

/** Texts about gut training: the reasons for planning none, and rules for practice. */
export interface GutTrainingTexts {
  readonly reasons: Readonly<Record<GutTrainingReason, () => string>>;
  readonly rules: {
    readonly products: Text;
    /** In place of `products` and `steps` where the race leaves one week of daily sessions. */
    readonly daily: Text<{ readonly sessions: number }>;
    readonly mixture: Text;
    readonly steps: Text;
    readonly stop: Text;
    readonly race: Text<{ readonly mostGPerHr: number }>;
    readonly diabetes: Text;
  };
}

/** A word for every value of a note's parameter. */
export type Words<
  Code extends NoteCode,
  Name extends keyof NoteParameters[Code],
> = NoteParameters[Code][Name] extends string ? Readonly<Record<NoteParameters[Code][Name], string>> : never;

/** All texts shown to athletes, in one language. A missing text fails the build. */
export interface Texts {
  readonly language: Language;
  /** The language with the units, as a BCP 47 tag. */
  readonly tag: string;
  /** How amounts are written, in the reader's units. */
  readonly measures: Measures;
  readonly warnings: WarningTexts;
  readonly assumed: AssumedText;
  readonly fluidLimit: FluidLimitText;
  readonly notes: NoteTexts;
  readonly caffeine: CaffeineTexts;
  readonly gutTraining: GutTrainingTexts;
  readonly plan: PlanTexts;
  readonly assistant: AssistantTexts;
  readonly pages: PageTexts;
  readonly frame: FrameTexts;
  readonly landing: LandingTexts;
  readonly planner: PlannerTexts;
}

/** Renders a stored warning as one or more sentences, with the athlete's own figures. */
export function warningText<Code extends WarningCode>(texts: Texts, warning: Warning<Code>): string {
  const { code, parameters }: { code: Code; parameters: WarningParameters[Code] } = warning;
  return texts.warnings[code](parameters, texts.measures);
}

/** Returns the athlete's own sentence for what was assumed. Null if nothing was. */
export function assumedText(warnings: readonly Warning[], texts: Pick<Texts, 'assumed'>): string | null {
  const found = warnings.find((each) => each.code === 'ASSUMED');
  return found === undefined ? null : texts.assumed(found.parameters);
}

/** Renders a stored note as a phrase or sentence. */
export function noteText<Code extends NoteCode>(texts: Texts, note: Note<Code>): string {
  const { code, parameters }: { code: Code; parameters: NoteParameters[Code] } = note;
  return texts.notes[code](parameters, texts.measures);
}
