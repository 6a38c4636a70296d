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
    projection: { ...endToWire(projection), by_thirst: endToWire(projection.byThirst) },
    intake: {
      drink_carb_g_per_l: roundedOrNull(intake.drinkCarbGPerL),
      drink_sodium_mg_per_l: roundedOrNull(intake.drinkSodiumMgPerL),
      food_carb_g_per_hr: Math.round(intake.foodCarbGPerHr),
    },
    drivers: drivers.map(({ field, narrowsBy }) => ({
      field: wireFieldName(field),
      narrows_by: {
        carb_g_per_hr: roundTo(narrowsBy.carbGPerHr, DECIMALS.share),
        sodium_mg_per_hr: roundTo(narrowsBy.sodiumMgPerHr, DECIMALS.share),
        fluid_ml_per_hr: roundTo(narrowsBy.fluidMlPerHr, DECIMALS.share),
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

function endToWire({ bodyMassChangePercent, plasmaSodiumMmolPerL }: ProjectedEnd) {
  return {
    body_mass_change_percent: bodyMassChangePercent && estimate(bodyMassChangePercent, DECIMALS.massPercent),
    plasma_sodium_mmol_per_l: estimate(plasmaSodiumMmolPerL, DECIMALS.sodiumMmolPerL),
  };
}

function estimate({ value, low, high }: Estimate, decimals: number) {
  return { value: roundTo(value, decimals), low: roundTo(low, decimals), high: roundTo(high, decimals) };
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
