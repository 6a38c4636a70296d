import type { PrescribeResult } from '../engine/prescribe.ts';
import type { Estimate, Explanation, Note, ProjectedEnd } from '../engine/types.ts';
import type { Warning } from '../engine/warning-codes.ts';
import { toWire } from '../http/wire-case.ts';
import { roundTo } from '../http/wire-fields.ts';
import { noteText, type Texts, warningText } from '../languages/texts.ts';
import { wireFieldName } from '../records/wire-field-name.ts';
import type { Outlook, PrescribedLeg } from '../storage/athlete-schema.ts';
import type { FullEnvelope, Explanation as ShownExplanation } from './answers.ts';

/** Useful decimal places. */
const DECIMALS = { massPercent: 1, sodiumMmolPerL: 1, share: 3 } as const;

/** Renders stored warnings: code, severity and the sentence that must be shown. */
export function warningsToWire(warnings: readonly Warning[], texts: Texts) {
  return warnings.map((warning) => ({
    code: warning.code,
    severity: warning.severity,
    message: warningText(texts, warning),
  }));
}

type ShownOutlook = Pick<FullEnvelope, 'ranges' | 'projection' | 'intake' | 'drivers'>;

/** The members of an outlook that is not shown. */
export const NO_OUTLOOK = { ranges: null, projection: null, intake: null, drivers: null };

/**
 * Maps ranges, projection, intake and drivers to the envelope's members. Each is null without an outlook: in teaser
 * tier, which does not show them.
 */
export function outlookToWire(outlook: Outlook | null): ShownOutlook {
  if (outlook === null) return NO_OUTLOOK;
  const { ranges, projection, intake, drivers } = outlook;
  return {
    ranges: toWire(ranges),
    projection: toWire(projection),
    intake: toWire(intake),
    drivers: drivers.map(({ field, narrowsBy }) => ({
      field: wireFieldName(field),
      narrows_by: toWire(narrowsBy),
    })),
  };
}

/** Returns what a calculation says beside its numbers, rounded as it is shown: so it is stored in fewer bytes. */
export function outlookOf({ rounded, projection, intake, drivers }: PrescribeResult): Outlook {
  return {
    ranges: rounded.ranges,
    projection: { ...shownEnd(projection), byThirst: shownEnd(projection.byThirst) },
    intake: {
      drinkCarbGPerL: roundedOrNull(intake.drinkCarbGPerL),
      drinkSodiumMgPerL: roundedOrNull(intake.drinkSodiumMgPerL),
      foodCarbGPerHr: Math.round(intake.foodCarbGPerHr),
    },
    drivers: drivers.map(({ field, narrowsBy }) => ({
      field,
      narrowsBy: {
        carbGPerHr: roundTo(narrowsBy.carbGPerHr, DECIMALS.share),
        sodiumMgPerHr: roundTo(narrowsBy.sodiumMgPerHr, DECIMALS.share),
        fluidMlPerHr: roundTo(narrowsBy.fluidMlPerHr, DECIMALS.share),
      },
    })),
  };
}

/** Maps the legs of a multi-sport calculation; null for a single sport. */
export function legsToWire(legs: readonly PrescribedLeg[] | null): FullEnvelope['legs'] {
  return legs === null ? null : legs.map((leg) => toWire(leg));
}

/** Renders an explanation, as it was calculated or restored from storage: each note as a phrase. */
export function explanationToWire(explanation: Explanation, texts: Texts): ShownExplanation {
  return toWire(withPhrases(explanation, texts));
}

/** A tree of plain data with a phrase in place of every note. */
type Phrased<T> = T extends Note
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Phrased<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Phrased<T[Name]> }
      : T;

function withPhrases<T>(value: T, texts: Texts): Phrased<T> {
  return phrased(value, texts) as Phrased<T>;
}

/** Replaces every note in a tree of plain data with its phrase. */
function phrased(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((member) => phrased(member, texts));
  if (typeof value !== 'object' || value === null) return value;
  if (isNote(value)) return noteText(texts, value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, phrased(member, texts)]));
}

function isNote(value: object): value is Note {
  return 'code' in value && 'parameters' in value && Object.keys(value).length === 2;
}

function shownEnd({ bodyMassChangePercent, plasmaSodiumMmolPerL }: ProjectedEnd): ProjectedEnd {
  return {
    bodyMassChangePercent: bodyMassChangePercent && estimate(bodyMassChangePercent, DECIMALS.massPercent),
    plasmaSodiumMmolPerL: estimate(plasmaSodiumMmolPerL, DECIMALS.sodiumMmolPerL),
  };
}

function estimate({ value, low, high }: Estimate, decimals: number) {
  return { value: roundTo(value, decimals), low: roundTo(low, decimals), high: roundTo(high, decimals) };
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
