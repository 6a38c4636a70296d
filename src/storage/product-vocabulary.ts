/** Closed vocabularies of the catalogue, shared by its source, its table and the wire. */

export const CATEGORIES = [
  'gel',
  'isotonic_gel',
  'chew',
  'bar',
  'waffle',
  'drink_mix',
  'ready_to_drink',
  'electrolyte_drink',
  'electrolyte_tablet',
  'electrolyte_capsule',
  'electrolyte_chew',
  'caffeine_chew',
  'real_food',
] as const;

export const BASES = ['label-seen', 'label-recalled', 'composition'] as const;
export const CONFIDENCES = ['high', 'medium'] as const;
