/** Defines what the rule of a warning states: its severities, parameters, contradictions and condition. */

import type { WarningCode } from './names.ts';
import type { EventPlan } from './plan.ts';

export type WarningSeverity = 'info' | 'caution' | 'danger';

/**
 * Who reads a warning: everybody, or only the partner's coach or programmer, where the athlete reads a sentence of their
 * own for the same assumption.
 */
export type WarningAudience = 'everyone' | 'partner';

/** The kind of a text's parameter: a number, a number or null, true or false, or one of these words. */
export type ParameterKind = 'number' | 'number or null' | 'flag' | readonly (string | null)[];

/** The kinds of a text's parameters by name. */
type ParameterKinds = Readonly<Record<string, ParameterKind>>;

/** Returns whether a value is of this kind. */
export function isOfKind(kind: ParameterKind, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'number') return typeof value === 'number';
  if (kind === 'number or null') return typeof value === 'number' || value === null;
  return kind.some((word) => word === value);
}

type ValueOf<Kind> = Kind extends 'number'
  ? number
  : Kind extends 'number or null'
    ? number | null
    : Kind extends 'flag'
      ? boolean
      : Kind extends readonly (infer Word)[]
        ? Word
        : never;

/** The parameters of a text whose kinds are these. */
export type ParametersOf<Kinds> = keyof Kinds extends never
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Kinds]: ValueOf<Kinds[Name]> };

/** A projected end outside the limits of a plan: a field is missing, too dry or salty (by far), or too dilute. */
export type Outside = 'input_needed' | 'far_too_dry' | 'dry' | 'dilute';

/** The facts that conditions read: a plan, and values that several of them derive from it. */
export interface Situation {
  readonly plan: EventPlan;
  /** Loss of body mass at the plan's own median end, %. */
  readonly lossPercent: number;
  /** Body mass change at unchanged body water, %. */
  readonly steadyWaterPercent: number;
  /** The limit that the plan's own median end exceeds. Null if none. */
  readonly outside: Outside | null;
  /** Probability 0–1 that an athlete like this one who drinks a lot ends below 135 mmol/L. */
  readonly drinkerRisk: number;
  /** Displayed thermal stress level of the warmest leg on land. 0 if all legs are in water. */
  readonly landLevel: number;
  /**
   * Highest intensity level of any leg, 1–9. A measured effort counts as the level whose fraction it reaches.
   */
  readonly hardestLevel: number;
  /** Fluid ceiling as texts state it, ml/h. */
  readonly maxMlPerHr: number;
  /** True if texts for the athlete must not mention weight. */
  readonly hidesMass: boolean;
  /**
   * True if only the careful limit of a very long event in known weather leaves the plan far too dry: with all of its
   * sweat counted it would keep its water.
   */
  readonly isDryByLimit: boolean;
}

/** A warning without its code, and whether a person must review the plan before the athlete follows it. */
export interface Raised<Severity extends WarningSeverity, Parameters> {
  readonly severity: Severity;
  readonly parameters: Parameters;
  readonly review?: boolean;
}

/** A warning that must never appear with another one: any of its severities, or one. */
export type Opponent = WarningCode | `${WarningCode} ${WarningSeverity}`;

/** Everything about one warning except its texts. */
export interface WarningRule<Parameters, Severity extends WarningSeverity = WarningSeverity> {
  /** The severities of the code. A stored warning keeps the severity it was raised with. */
  readonly severities: readonly Severity[];
  /** Everyone if missing. Only an info may be for partners. */
  readonly audience?: WarningAudience;
  readonly parameters: { readonly [Name in keyof Parameters]: ParameterKind };
  /** Lists what must never appear with this warning. One of the two warnings names the other. */
  readonly contradicts?: (own: Raised<WarningSeverity, Parameters>) => readonly Opponent[];
  /** Returns the warning with its athlete's figures, or false if its condition does not hold. */
  readonly raise: (situation: Situation) => Raised<Severity, Parameters> | false;
}

/** Declares a rule whose parameters and severities fit what it raises. */
export function rule<const Kinds extends ParameterKinds, const Severity extends WarningSeverity>(
  declared: { readonly severities: readonly Severity[]; readonly parameters: Kinds } & Pick<
    WarningRule<ParametersOf<NoInfer<Kinds>>, NoInfer<Severity>>,
    'audience' | 'contradicts' | 'raise'
  >,
) {
  return declared;
}
