import type { ActivityType } from '@musette/engine/types';

/** An activity type with its names on other platforms, as they spell them. */
export interface ActivityTypeNames {
  readonly type: ActivityType;
  readonly label: string;
  readonly isMultiSport: boolean;
  readonly strava: readonly string[];
  /** `sport` or `sport/sub_sport` of the Garmin FIT profile. */
  readonly garminFit: readonly string[];
  /** English labels of its CSV export and its pages. */
  readonly garminConnect: readonly string[];
  /** Only those that are not Strava's. */
  readonly intervalsIcu: readonly string[];
  readonly trainingPeaks: readonly string[];
  readonly polar: readonly string[];
}

export const ACTIVITY_TYPES: readonly ActivityTypeNames[] = [
  {
    type: 'run',
    label: 'Run',
    isMultiSport: false,
    strava: ['Run'],
    garminFit: ['running', 'running/street', 'running/track', 'running/ultra'],
    garminConnect: ['Running', 'Street Running', 'Track Running', 'Ultra Running', 'Obstacle Running'],
    intervalsIcu: [],
    trainingPeaks: ['Run'],
    polar: ['RUNNING', 'ROAD_RUNNING', 'TRACK_AND_FIELD_RUNNING'],
  },
  {
    type: 'trail_run',
    label: 'Trail run',
    isMultiSport: false,
    strava: ['TrailRun'],
    garminFit: ['running/trail'],
    garminConnect: ['Trail Running'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['TRAIL_RUNNING', 'ULTRARUNNING_RUNNING'],
  },
  {
    type: 'treadmill_run',
    label: 'Treadmill run',
    isMultiSport: false,
    strava: ['VirtualRun'],
    garminFit: ['running/treadmill', 'running/indoor_running', 'running/virtual_activity'],
    garminConnect: ['Treadmill Running', 'Indoor Running', 'Virtual Running', 'Virtual Run'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['TREADMILL_RUNNING'],
  },
  {
    type: 'bike',
    label: 'Bike',
    isMultiSport: false,
    strava: [
      'Ride',
      'GravelRide',
      'MountainBikeRide',
      'EBikeRide',
      'EMountainBikeRide',
      'Velomobile',
      'Handcycle',
    ],
    garminFit: [
      'cycling',
      'cycling/road',
      'cycling/mountain',
      'cycling/cyclocross',
      'cycling/track_cycling',
      'cycling/gravel_cycling',
      'e_biking',
    ],
    garminConnect: [
      'Cycling',
      'Road Cycling',
      'Road Biking',
      'Mountain Biking',
      'Gravel/Unpaved Cycling',
      'Gravel Cycling',
      'Cyclocross',
      'Track Cycling',
      'Downhill Biking',
      'BMX',
      'Recumbent Cycling',
      'Hand Cycling',
      'eBiking',
      'eMountain Biking',
    ],
    intervalsIcu: ['TrackRide', 'Cyclocross'],
    trainingPeaks: ['Bike', 'MtnBike'],
    polar: ['CYCLING', 'ROAD_BIKING', 'MOUNTAIN_BIKING'],
  },
  {
    type: 'indoor_bike',
    label: 'Indoor bike',
    isMultiSport: false,
    strava: ['VirtualRide'],
    garminFit: ['cycling/spin', 'cycling/indoor_cycling', 'cycling/virtual_activity'],
    garminConnect: ['Indoor Cycling', 'Virtual Cycling', 'Virtual Ride'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['INDOOR_CYCLING'],
  },
  {
    type: 'swim',
    label: 'Pool swim',
    isMultiSport: false,
    strava: ['Swim'],
    garminFit: ['swimming', 'swimming/lap_swimming'],
    garminConnect: ['Swimming', 'Pool Swim', 'Pool Swimming', 'Lap Swimming'],
    intervalsIcu: [],
    trainingPeaks: ['Swim'],
    polar: ['SWIMMING', 'POOL_SWIMMING'],
  },
  {
    type: 'open_water_swim',
    label: 'Open-water swim',
    isMultiSport: false,
    strava: [],
    garminFit: ['swimming/open_water'],
    garminConnect: ['Open Water Swimming', 'Open Water'],
    intervalsIcu: ['OpenWaterSwim'],
    trainingPeaks: [],
    polar: ['OPEN_WATER_SWIMMING'],
  },
  {
    type: 'row',
    label: 'Row, kayak or paddle',
    isMultiSport: false,
    strava: ['Rowing', 'VirtualRow', 'Kayaking', 'Canoeing', 'StandUpPaddling'],
    garminFit: [
      'rowing',
      'rowing/indoor_rowing',
      'paddling',
      'kayaking',
      'canoeing',
      'stand_up_paddleboarding',
    ],
    garminConnect: ['Rowing', 'Indoor Rowing', 'Paddling', 'Kayaking', 'Canoeing', 'Stand Up Paddleboarding'],
    intervalsIcu: [],
    trainingPeaks: ['Rowing'],
    polar: ['ROWING', 'INDOOR_ROWING', 'KAYAKING', 'CANOEING'],
  },
  {
    type: 'ski',
    label: 'Cross-country ski',
    isMultiSport: false,
    strava: ['NordicSki', 'RollerSki', 'BackcountrySki', 'Snowshoe'],
    garminFit: ['cross_country_skiing', 'snowshoeing'],
    garminConnect: [
      'Cross Country Skiing',
      'Cross Country Classic Skiing',
      'Cross Country Skate Skiing',
      'Backcountry Skiing',
      'Snowshoeing',
    ],
    intervalsIcu: ['VirtualSki'],
    trainingPeaks: ['XCSki'],
    polar: ['CROSS_COUNTRY_SKIING', 'XC_SKIING_CLASSIC', 'XC_SKIING_FREESTYLE', 'ROLLER_SKIING_CLASSIC'],
  },
  {
    type: 'hike',
    label: 'Hike',
    isMultiSport: false,
    strava: ['Hike'],
    garminFit: ['hiking', 'mountaineering'],
    garminConnect: ['Hiking', 'Mountaineering'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['HIKING', 'TREKKING'],
  },
  {
    type: 'walk',
    label: 'Walk',
    isMultiSport: false,
    strava: ['Walk'],
    garminFit: ['walking'],
    garminConnect: ['Walking', 'Indoor Walking', 'Walking/Indoor Walking', 'Casual Walking', 'Speed Walking'],
    intervalsIcu: [],
    trainingPeaks: ['Walk'],
    polar: ['WALKING', 'NORDIC_WALKING'],
  },
  {
    type: 'lift',
    label: 'Strength and gym',
    isMultiSport: false,
    strava: ['WeightTraining', 'Crossfit', 'HighIntensityIntervalTraining', 'Workout'],
    garminFit: ['training', 'training/strength_training', 'training/cardio_training', 'hiit'],
    garminConnect: ['Strength Training', 'Cardio', 'HIIT'],
    intervalsIcu: [],
    trainingPeaks: ['Strength'],
    polar: ['STRENGTH_TRAINING', 'CIRCUIT_TRAINING', 'CROSS_FIT', 'CORE'],
  },
  {
    type: 'triathlon',
    label: 'Triathlon',
    isMultiSport: true,
    strava: [],
    garminFit: ['multisport/triathlon', 'multisport/pool_triathlon'],
    garminConnect: ['Triathlon'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['TRIATHLON', 'OFFROADTRIATHLON'],
  },
  {
    type: 'duathlon',
    label: 'Duathlon',
    isMultiSport: true,
    strava: [],
    garminFit: ['multisport/duathlon'],
    garminConnect: ['Duathlon'],
    intervalsIcu: [],
    trainingPeaks: [],
    polar: ['DUATHLON', 'OFFROADDUATHLON'],
  },
  {
    type: 'brick',
    label: 'Brick',
    isMultiSport: true,
    strava: [],
    garminFit: ['multisport/brick'],
    garminConnect: ['Brick'],
    intervalsIcu: [],
    trainingPeaks: ['Brick'],
    polar: [],
  },
  {
    type: 'other',
    label: 'Other',
    isMultiSport: false,
    strava: [
      'AlpineSki',
      'Snowboard',
      'IceSkate',
      'InlineSkate',
      'Elliptical',
      'StairStepper',
      'RockClimbing',
      'Surfing',
      'Windsurf',
      'Kitesurf',
      'Sail',
      'Skateboard',
      'Golf',
      'Soccer',
      'Tennis',
      'TableTennis',
      'Badminton',
      'Pickleball',
      'Squash',
      'Racquetball',
      'Pilates',
      'Yoga',
      'Wheelchair',
    ],
    garminFit: [
      'generic',
      'multisport',
      'multisport/swim_run',
      'multisport/adventure_race',
      'basketball',
      'soccer',
      'tennis',
      'american_football',
      'alpine_skiing',
      'snowboarding',
      'golf',
      'rock_climbing',
      'ice_skating',
      'boxing',
    ],
    garminConnect: [
      'Multisport',
      'Multi Sport',
      'Swimrun',
      'Transition',
      'Gym & Fitness Equipment',
      'Elliptical',
      'Stair Stepper',
      'Floor Climbing',
      'Indoor Climbing',
      'Bouldering',
      'Rock Climbing',
      'Yoga',
      'Pilates',
      'Breathwork',
      'Inline Skating',
      'Ice Skating',
      'Resort Skiing',
      'Resort Skiing/Snowboarding',
      'Resort Snowboarding',
      'Golf',
      'Tennis',
      'Padel',
      'Pickleball',
      'Other',
    ],
    intervalsIcu: ['Hockey', 'Padel', 'Rugby', 'WaterSport', 'Transition', 'Other'],
    trainingPeaks: ['Race', 'Crosstrain', 'Custom', 'Other'],
    polar: ['OTHER_OUTDOOR', 'OTHER_INDOOR'],
  },
];

/** Names that platforms use for any sport, or for several without saying which. */
const VAGUE_NAMES: ReadonlySet<string> = new Set([
  'multisport',
  'transition',
  'crosstrain',
  'gymfitnessequipment',
  'workout',
  'other',
  'otheroutdoor',
  'otherindoor',
  'generic',
  'custom',
  'training',
  'race',
]);

const TYPES_BY_NAME: ReadonlyMap<string, ActivityType> = new Map(
  ACTIVITY_TYPES.flatMap(({ type, ...names }) =>
    namesOf(names).map((name) => [plainName(name), type] as const),
  ),
);

type PlatformNames = Pick<
  ActivityTypeNames,
  'strava' | 'garminFit' | 'garminConnect' | 'intervalsIcu' | 'trainingPeaks' | 'polar'
>;

/** Returns all names of a type on other platforms. */
export function namesOf(names: PlatformNames): readonly string[] {
  const { strava, garminFit, garminConnect, intervalsIcu, trainingPeaks, polar } = names;
  return [...strava, ...garminFit, ...garminConnect, ...intervalsIcu, ...trainingPeaks, ...polar];
}

/**
 * Returns the type of a platform's own name of a sport, in any case and with any separators. Null for a name that no
 * platform uses.
 */
export function typeOfSport(name: string): ActivityType | null {
  return TYPES_BY_NAME.get(plainName(name)) ?? null;
}

/** Returns whether platforms use a name for any sport. */
export function isVagueSport(name: string): boolean {
  return VAGUE_NAMES.has(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
