/** Names of the FIT profile by number, spelled as in `GET /v1/activity-types`. Only those listed there. */

const SPORTS: Readonly<Record<number, string>> = {
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  10: 'training',
  11: 'walking',
  12: 'cross_country_skiing',
  13: 'alpine_skiing',
  14: 'snowboarding',
  15: 'rowing',
  16: 'mountaineering',
  17: 'hiking',
  18: 'multisport',
  19: 'paddling',
  21: 'e_biking',
  35: 'snowshoeing',
  37: 'stand_up_paddleboarding',
  41: 'kayaking',
  62: 'hiit',
};

const SUB_SPORTS: Readonly<Record<number, string>> = {
  1: 'treadmill',
  2: 'street',
  3: 'trail',
  4: 'track',
  5: 'spin',
  6: 'indoor_cycling',
  7: 'road',
  8: 'mountain',
  11: 'cyclocross',
  13: 'track_cycling',
  14: 'indoor_rowing',
  17: 'lap_swimming',
  18: 'open_water',
  20: 'strength_training',
  26: 'cardio_training',
  45: 'indoor_running',
  46: 'gravel_cycling',
  58: 'virtual_activity',
  67: 'ultra',
};

/** Returns the names of a sport, most precise first. */
export function fitSportNames(sport: number | null, subSport: number | null): readonly string[] {
  const name = SPORTS[sport ?? 0];
  if (name === undefined) return [];
  const precise = SUB_SPORTS[subSport ?? 0];
  return precise === undefined ? [name] : [`${name}/${precise}`, name];
}
