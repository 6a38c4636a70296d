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
  readonly capsules: number;
  readonly drinkServings: number;
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
  capsules: 0,
  drinkServings: 0,
  unsureParts: 0,
};

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
    pieces: mix.pieces + (form === 'gel' || form === 'solid' ? servings : 0),
    capsules: mix.capsules + (form === 'capsule' ? servings : 0),
    drinkServings: mix.drinkServings + (form === 'drink' ? servings : 0),
    unsureParts: mix.unsureParts + (candidate.product.confidence === 'high' ? 0 : 1),
  };
}
