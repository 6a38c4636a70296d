import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '@musette/files/fit-profile';
import { coursePoint, courseRecord, fileId, fitFile } from '../support/fit-files.ts';

/** A course that no file of an organizer holds, to be written in the manner of one of their tools. */
interface Way {
  readonly name: string;
  readonly distanceKm: number;
  /** Middle of the loop that it makes. */
  readonly lat: number;
  readonly lon: number;
  /** Heights at some kilometres, straight between them, m. */
  readonly heights: readonly (readonly [km: number, elevationM: number])[];
  readonly stations: readonly WrittenStation[];
}

interface WrittenStation {
  readonly km: number;
  readonly name: string;
  readonly words: string;
}

interface Place {
  readonly km: number;
  readonly lat: number;
  readonly lon: number;
  readonly elevationM: number;
}

const STEP_KM = 0.2;
const KM_PER_DEGREE = 111.195;

function placeAt({ distanceKm, lat, lon, heights }: Way, km: number): Place {
  const radiusDegrees = distanceKm / (2 * Math.PI * KM_PER_DEGREE);
  const turn = (2 * Math.PI * km) / (distanceKm * 1.001);
  const next = heights.findIndex(([reached]) => reached >= km);
  const [from, to] = [heights[Math.max(0, next - 1)], heights[next === -1 ? heights.length - 1 : next]];
  const share = from && to && to[0] > from[0] ? (km - from[0]) / (to[0] - from[0]) : 1;
  const elevationM = (from?.[1] ?? 0) + share * ((to?.[1] ?? 0) - (from?.[1] ?? 0));
  return {
    km,
    lat: lat + radiusDegrees * Math.cos(turn),
    lon: lon + (radiusDegrees * Math.sin(turn)) / Math.cos((lat * Math.PI) / 180),
    elevationM: Math.round(elevationM * 10) / 10,
  };
}

function placesOf(way: Way): readonly Place[] {
  const count = Math.ceil(way.distanceKm / STEP_KM);
  return Array.from({ length: count + 1 }, (_, index) => placeAt(way, (way.distanceKm * index) / count));
}

function gpxOf(way: Way): string {
  const waypoints = way.stations.map(({ km, name, words }) => {
    const { lat, lon } = placeAt(way, km);
    return `<wpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><name>${name}</name><desc>${words}</desc></wpt>`;
  });
  const points = placesOf(way).map(
    ({ lat, lon, elevationM }) =>
      `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>${elevationM}</ele></trkpt>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="StravaGPX" xmlns="http://www.topografix.com/GPX/1/1">',
    ...waypoints,
    `<trk><name>${way.name}</name><trkseg>`,
    ...points,
    '</trkseg></trk></gpx>',
  ].join('\n');
}

function tcxOf(way: Way): string {
  const position = ({ lat, lon }: Place) =>
    `<Position><LatitudeDegrees>${lat.toFixed(6)}</LatitudeDegrees><LongitudeDegrees>${lon.toFixed(6)}</LongitudeDegrees></Position>`;
  const points = placesOf(way).map(
    (place) =>
      `<Trackpoint>${position(place)}<AltitudeMeters>${place.elevationM}</AltitudeMeters><DistanceMeters>${Math.round(place.km * 1000)}</DistanceMeters></Trackpoint>`,
  );
  const stations = way.stations.map(
    ({ km, name, words }) =>
      `<CoursePoint><Name>${name}</Name>${position(placeAt(way, km))}<PointType>Food</PointType><Notes>${words}</Notes></CoursePoint>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Courses><Course>',
    `<Name>${way.name}</Name><Track>`,
    ...points,
    '</Track>',
    ...stations,
    '</Course></Courses></TrainingCenterDatabase>',
  ].join('\n');
}

const TEXT = 7;
const KIND_AID_STATION = 28;

function fitOf(way: Way): Uint8Array {
  return fitFile([
    fileId(FIT_FILE_TYPE.course),
    { number: FIT_MESSAGE.course, fields: [[FIT_FIELD.course.name, TEXT, way.name]] },
    ...placesOf(way).map(({ lat, lon, elevationM, km }) =>
      courseRecord(lat, lon, Math.round(elevationM), Math.round(km * 1000)),
    ),
    ...way.stations.map(({ km, name, words }) =>
      coursePoint(`${name} ${words}`, KIND_AID_STATION, Math.round(km * 1000)),
    ),
  ]);
}

/** Lists stations at even distances that all offer the same. */
function every(stepKm: number, fromKm: number, toKm: number, words: string): readonly WrittenStation[] {
  const count = Math.floor((toKm - fromKm) / stepKm + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => {
    const km = fromKm + stepKm * index;
    return { km, name: `Aid ${Math.round(km)}`, words };
  });
}

const CITY_MARATHON: Way = {
  name: 'City marathon',
  distanceKm: 42.2,
  lat: 52.52,
  lon: 13.4,
  heights: [
    [0, 34],
    [10, 38],
    [21, 55],
    [30, 40],
    [42.2, 34],
  ],
  stations: every(5, 5, 40, 'Water, sports drink, bananas'),
};

const GRAN_FONDO: Way = {
  name: 'Gran fondo of the three passes',
  distanceKm: 138,
  lat: 46.55,
  lon: 11.9,
  heights: [
    [0, 1320],
    [6, 1320],
    [20, 2240],
    [38, 1000],
    [58, 1030],
    [70, 2120],
    [92, 560],
    [102, 600],
    [115, 2230],
    [133, 1320],
    [138, 1340],
  ],
  stations: [
    { km: 20, name: 'Passo Uno', words: 'Acqua, banane, cola' },
    { km: 58, name: 'Valle', words: 'Acqua, barrette' },
    { km: 70, name: 'Passo Due', words: 'Acqua' },
    { km: 115, name: 'Passo Tre', words: 'Acqua, cola' },
  ],
};

const HUNDRED_MILES: Way = {
  name: 'Hundred miles around the massif',
  distanceKm: 161,
  lat: 45.9,
  lon: 6.9,
  heights: [
    [0, 1000],
    [14, 1800],
    [21, 1000],
    [40, 2440],
    [50, 1150],
    [62, 2500],
    [78, 1200],
    [96, 2540],
    [110, 1050],
    [124, 2050],
    [134, 1250],
    [146, 2150],
    [161, 1000],
  ],
  stations: [
    { km: 8, name: 'Delevret', words: 'Water' },
    { km: 21, name: 'Saint-Gervais', words: 'Water, cola, soup, bananas' },
    { km: 31, name: 'Les Contamines', words: 'Water, soup' },
    { km: 50, name: 'Les Chapieux', words: 'Drop bag, water, soup' },
    { km: 66, name: 'Checrouit', words: 'Water' },
    { km: 78, name: 'Courmayeur', words: 'Drop bag, water, cola, soup' },
    { km: 91, name: 'Arnouvaz', words: 'Water' },
    { km: 101, name: 'La Fouly', words: 'Water, cola' },
    { km: 110, name: 'Champex', words: 'Drop bag, water, soup' },
    { km: 126, name: 'Trient', words: 'Water, cola' },
    { km: 137, name: 'Vallorcine', words: 'Water, soup' },
    { km: 150, name: 'La Flégère', words: 'Water' },
  ],
};

const IRONMAN: Way = {
  name: 'Long distance by the lake',
  distanceKm: 226,
  lat: 47.3,
  lon: 8.6,
  heights: [
    [0, 408],
    [3.8, 408],
    [25, 640],
    [45, 420],
    [94, 700],
    [130, 410],
    [160, 660],
    [183.8, 410],
    [205, 430],
    [226, 408],
  ],
  stations: [
    ...every(30, 33.8, 153.8, 'water iso'),
    { km: 95, name: 'Special needs', words: '' },
    { km: 183.8, name: 'T2', words: 'drop bag water' },
    ...every(3, 188, 224, 'water cola'),
  ].toSorted((one, other) => one.km - other.km),
};

const INTERVALS = `<?xml version="1.0"?>
<workout_file>
  <author>Z. Coach</author>
  <name>Five by five</name>
  <sportType>bike</sportType>
  <workout>
    <Warmup Duration="900" PowerLow="0.45" PowerHigh="0.75"/>
    <IntervalsT Repeat="5" OnDuration="300" OffDuration="180" OnPower="1.08" OffPower="0.5"/>
    <SteadyState Duration="1200" Power="0.88"/>
    <Cooldown Duration="600" PowerLow="0.6" PowerHigh="0.4"/>
  </workout>
</workout_file>`;

/** A session from its file on: who does it, and what is sent besides what the file says. */
export interface FileSession {
  readonly kind: 'course' | 'workout';
  readonly mediaType: string;
  readonly file: string | Uint8Array<ArrayBuffer>;
  readonly profile: object;
  readonly activity: object;
}

const START = { scheduled_at: '2027-06-20T05:00:00Z' };

/** The five sessions that a plan is walked through, each from its file to every form. */
export const FILE_SESSIONS = {
  marathon: {
    kind: 'course',
    mediaType: 'application/gpx+xml',
    file: gpxOf(CITY_MARATHON),
    profile: {
      sex: 'female',
      birth_year: 1991,
      body_mass_kg: 58,
      height_cm: 168,
      fitness_level: 6,
      sweat_level: 6,
      carb_tolerance_g_per_hr: 75,
    },
    activity: {
      type: 'run',
      name: 'City marathon',
      duration_min: 215,
      intensity_level: 7,
      thermal_stress_level: 5,
      is_race_event: true,
      vessels: [{ kind: 'flask', volume_ml: 250, count: 2 }],
      ...START,
    },
  },
  granFondo: {
    kind: 'course',
    mediaType: 'application/vnd.garmin.tcx+xml',
    file: tcxOf(GRAN_FONDO),
    profile: {
      sex: 'male',
      birth_year: 1985,
      body_mass_kg: 74,
      fitness_level: 6,
      carb_tolerance_g_per_hr: 80,
      ftp_w: 260,
    },
    activity: {
      type: 'bike',
      name: 'Gran fondo of the three passes',
      duration_min: 400,
      intensity_level: 6,
      weather: { temperature_c: 22, humidity_percent: 50 },
      is_race_event: true,
      vessels: [{ kind: 'bottle', volume_ml: 750, count: 2 }],
      ...START,
    },
  },
  hundredMiles: {
    kind: 'course',
    mediaType: 'application/gpx+xml',
    file: gpxOf(HUNDRED_MILES),
    profile: {
      sex: 'male',
      birth_year: 1980,
      body_mass_kg: 70,
      fitness_level: 7,
      carb_tolerance_g_per_hr: 60,
    },
    activity: {
      type: 'trail_run',
      name: 'Hundred miles around the massif',
      duration_min: 1740,
      intensity_level: 4,
      thermal_stress_level: 5,
      is_race_event: true,
      vessels: [{ kind: 'flask', volume_ml: 500, count: 3 }],
      ...START,
    },
  },
  ironman: {
    kind: 'course',
    mediaType: 'application/vnd.ant.fit',
    file: Uint8Array.from(fitOf(IRONMAN)),
    profile: {
      sex: 'male',
      birth_year: 1988,
      body_mass_kg: 72,
      fitness_level: 7,
      carb_tolerance_g_per_hr: 90,
      ftp_w: 270,
    },
    activity: {
      type: 'triathlon',
      name: 'Long distance by the lake',
      duration_min: 660,
      segments: [
        { type: 'open_water_swim', duration_min: 70, intensity_level: 6 },
        { type: 'bike', duration_min: 345, intensity_level: 5 },
        { type: 'run', duration_min: 245, intensity_level: 5 },
      ],
      thermal_stress_level: 6,
      is_race_event: true,
      vessels: [{ kind: 'bottle', volume_ml: 750, count: 3 }],
      ...START,
    },
  },
  intervals: {
    kind: 'workout',
    mediaType: 'application/xml',
    file: INTERVALS,
    profile: {
      sex: 'female',
      birth_year: 1995,
      body_mass_kg: 61,
      fitness_level: 7,
      ftp_w: 230,
      carb_tolerance_g_per_hr: 60,
    },
    activity: {
      thermal_stress_level: 6,
      vessels: [{ kind: 'bottle', volume_ml: 750, count: 2 }],
      ...START,
    },
  },
} as const satisfies Readonly<Record<string, FileSession>>;
