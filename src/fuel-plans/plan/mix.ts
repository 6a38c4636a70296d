import { isEaten } from '../portions.ts';
import type { Candidate } from './candidates.ts';

/** A product of a mix, with its servings. */
export interface Part {
  readonly candidate: Candidate;
  readonly servings: number;
}

/** Some products together, with their totals. */
export interface Mix {
  readonly parts: readonly Part[];
  readonly carbG: number;
  readonly glucoseG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
  /** Servings of gels and solid food. */
  readonly pieces: number;
  /** Servings of the gel or food of which there is most. */
  readonly mostOfOne: number;
  /** Servings of solid food. */
  readonly solids: number;
  readonly capsules: number;
  readonly drinkServings: number;
  /** Drinks that are neither whole nor half servings. */
  readonly oddMeasures: number;
  /** Products of less than high confidence. */
  readonly unsureParts: number;
}

/** The mix without products. */
export const EMPTY_MIX: Mix = {
  parts: [],
  carbG: 0,
  glucoseG: 0,
  sodiumMg: 0,
  fluidMl: 0,
  caffeineMg: 0,
  pieces: 0,
  mostOfOne: 0,
  solids: 0,
  capsules: 0,
  drinkServings: 0,
  oddMeasures: 0,
  unsureParts: 0,
};

function isInHalves(servings: number): boolean {
  return Math.abs(servings * 2 - Math.round(servings * 2)) < 1e-3;
}

/** Returns a mix with one product more. */
export function withPart(mix: Mix, candidate: Candidate, servings: number): Mix {
  const { form } = candidate;
  return {
    parts: [...mix.parts, { candidate, servings }],
    carbG: mix.carbG + candidate.carbG * servings,
    glucoseG: mix.glucoseG + candidate.glucoseG * servings,
    sodiumMg: mix.sodiumMg + candidate.sodiumMg * servings,
    fluidMl: mix.fluidMl + candidate.fluidMl * servings,
    caffeineMg: mix.caffeineMg + candidate.caffeineMg * servings,
    pieces: mix.pieces + (isEaten(form) ? servings : 0),
    mostOfOne: Math.max(mix.mostOfOne, isEaten(form) ? servings : 0),
    solids: mix.solids + (form === 'solid' ? servings : 0),
    capsules: mix.capsules + (form === 'capsule' ? servings : 0),
    drinkServings: mix.drinkServings + (form === 'drink' ? servings : 0),
    oddMeasures: mix.oddMeasures + (form === 'drink' && !isInHalves(servings) ? 1 : 0),
    unsureParts: mix.unsureParts + (candidate.product.confidence === 'high' ? 0 : 1),
  };
}
