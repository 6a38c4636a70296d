/** Names of the FIT profile by number, spelled as in `GET /v1/activity-types`. Only those listed there. */

const SPORTS: Readonly<Record<number, string>> = {
  0: 'generic',
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  6: 'basketball',
  7: 'soccer',
  8: 'tennis',
  9: 'american_football',
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
  25: 'golf',
  31: 'rock_climbing',
  33: 'ice_skating',
  35: 'snowshoeing',
  37: 'stand_up_paddleboarding',
  41: 'kayaking',
  47: 'boxing',
  62: 'hiit',
  88: 'canoeing',
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

/** Sub-sports that say the sports of a session themselves, whatever the sport next to them. */
const MULTI_SPORTS: Readonly<Record<number, string>> = {
  78: 'triathlon',
  79: 'duathlon',
  80: 'brick',
  81: 'swim_run',
  82: 'adventure_race',
  126: 'pool_triathlon',
};

/** Sports that machines send for any session, so that only the sub-sport says which. */
const MACHINES: ReadonlySet<number> = new Set([0, 4]);
const SPORT_OF_MACHINE: Readonly<Record<number, string>> = {
  1: 'running',
  5: 'cycling',
  6: 'cycling',
  14: 'rowing',
  17: 'swimming',
  18: 'swimming',
  20: 'training',
  26: 'training',
  45: 'running',
};

/** Returns the names of a sport, most precise first. */
export function fitSportNames(sport: number | null, subSport: number | null): readonly string[] {
  const multiSport = MULTI_SPORTS[subSport ?? 0];
  if (multiSport !== undefined) return [`multisport/${multiSport}`];
  const ofMachine = MACHINES.has(sport ?? 0) ? SPORT_OF_MACHINE[subSport ?? 0] : undefined;
  const name = ofMachine ?? SPORTS[sport ?? 0];
  if (name === undefined) return [];
  const precise = SUB_SPORTS[subSport ?? 0];
  return precise === undefined ? [name] : [`${name}/${precise}`, name];
}
