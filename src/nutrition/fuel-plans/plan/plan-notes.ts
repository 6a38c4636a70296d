import type { PlanTexts } from '#core/languages/plan-texts.ts';

/** A remark on a plan, with its figures. */
export type PlanNote =
  | {
      readonly code: 'vessels_too_small';
      readonly volumeMl: number;
      readonly fromMin: number;
      readonly toMin: number;
    }
  | { readonly code: 'little_time_for_fluid'; readonly maxMlPerHr: number }
  | { readonly code: 'little_time_for_sodium'; readonly maxMgPerHr: number }
  | { readonly code: 'products_missing'; readonly carbG: number }
  | { readonly code: 'little_fluid_left'; readonly takenMl: number; readonly leftMl: number }
  | { readonly code: 'caffeine_planned'; readonly mg: number }
  | { readonly code: 'caffeine_from_elsewhere'; readonly mg: number; readonly atMin: number };

/** Renders a note as a sentence. */
export function noteText(note: PlanNote, { notes, compromises, hours }: PlanTexts): string {
  switch (note.code) {
    case 'vessels_too_small':
      return compromises.cannotCarry(note);
    case 'little_time_for_fluid':
      return notes.littleTimeForFluid(note);
    case 'little_time_for_sodium':
      return notes.littleTimeForSodium(note);
    case 'products_missing':
      return notes.productsMissing(note);
    case 'little_fluid_left':
      return notes.littleFluidLeft(note);
    case 'caffeine_planned':
      return notes.caffeinePlanned(note);
    case 'caffeine_from_elsewhere':
      return notes.caffeineFromElsewhere({ mg: note.mg, time: hours.moment({ min: note.atMin }) });
  }
}
