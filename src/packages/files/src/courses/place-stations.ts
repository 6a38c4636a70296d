import { COURSE_STATIONS_MAX, type CoursePoint, type SpokenOffer } from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import { POINT_US, type SpokenStation, type Waypoint } from './course.ts';

/** Waypoints farther away, such as a hotel, are not on the course. */
const AWAY_MAX_KM = 0.5;
/**
 * Two passes of a waypoint within this distance count as equally near: recordings of one road differ by as
 * much.
 */
const SAME_POINT_KM = 0.025;
const KM_PER_DEGREE = 111.195;
/** Time per character to look for offers in a waypoint (measured, rounded up). */
const WORD_CHARACTER_US = 0.5;

/** Sections in one box. A waypoint far from the box is far from all of them. */
const BOX_SECTIONS = 32;
/** Time to compare a waypoint with a section (measured, rounded up). */
const COMPARED_US = 0.03;
/** Bounds a file whose course stays near all its waypoints: sixty of them are placed on 2,000 points. */
const COMPARISONS_MAX = 250_000;

/**
 * Returns the aid stations among the waypoints, in course order, at most 60. Each is placed at the kilometre
 * stated in the file, else where the course first passes closest to it, within 500 m. Leaves out those that would take
 * more comparisons than the courses of events do.
 */
export function* placeStations(
  waypoints: readonly Waypoint[],
  points: readonly CoursePoint[],
): Work<readonly SpokenStation[]> {
  const endKm = points.at(-1)?.km ?? 0;
  const boxes = boxesOf(sectionsOf(points));
  yield points.length * POINT_US;
  let comparisonsLeft = COMPARISONS_MAX;
  const stations: SpokenStation[] = [];
  for (const waypoint of waypoints) {
    yield waypoint.words.length * WORD_CHARACTER_US;
    const offers = offersOf(waypoint.words);
    if (offers === null) continue;
    let { km } = waypoint;
    if (km === null) {
      const plane = planeOf(waypoint);
      const comparisons = plane ? comparisonsOf(plane, boxes) : 0;
      if (!plane || comparisons > comparisonsLeft) continue;
      comparisonsLeft -= comparisons;
      km = nearestKm(plane, boxes);
      yield comparisons * COMPARED_US;
    }
    if (km !== null && km >= 0 && km <= endKm) stations.push({ km, name: waypoint.name, offers });
  }
  return stations.sort((a, b) => a.km - b.km).slice(0, COURSE_STATIONS_MAX);
}

/** A straight section of the course. */
interface Section {
  readonly lat: number;
  readonly lon: number;
  readonly km: number;
  /** The differences to its end. */
  readonly latBy: number;
  readonly lonBy: number;
  readonly kmBy: number;
}

/** Consecutive sections, and how far they reach. */
interface Box {
  readonly sections: readonly Section[];
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Returns the sections between points with coordinates. */
function sectionsOf(points: readonly CoursePoint[]): readonly Section[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    if (!from || from.lat === null || from.lon === null || to.lat === null || to.lon === null) return [];
    const { lat, lon, km } = from;
    return [{ lat, lon, km, latBy: to.lat - lat, lonBy: to.lon - lon, kmBy: to.km - km }];
  });
}

function boxesOf(sections: readonly Section[]): readonly Box[] {
  return Array.from({ length: Math.ceil(sections.length / BOX_SECTIONS) }, (_, index) => {
    const own = sections.slice(index * BOX_SECTIONS, (index + 1) * BOX_SECTIONS);
    const lats = own.flatMap(({ lat, latBy }) => [lat, lat + latBy]);
    const lons = own.flatMap(({ lon, lonBy }) => [lon, lon + lonBy]);
    return {
      sections: own,
      south: Math.min(...lats),
      north: Math.max(...lats),
      west: Math.min(...lons),
      east: Math.max(...lons),
    };
  });
}

/** Counts the comparisons of a waypoint: one with each box, and two with each section of a near one. */
function comparisonsOf(plane: Plane, boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => sum + (isFar(plane, box) ? 1 : 1 + 2 * box.sections.length), 0);
}

function nearestKm(plane: Plane, boxes: readonly Box[]): number | null {
  let nearest = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    if (isFar(plane, box)) continue;
    for (const section of box.sections) nearest = Math.min(nearest, awayKm(plane, section));
  }
  return nearest > AWAY_MAX_KM ? null : firstNear(plane, boxes, nearest + SAME_POINT_KM);
}

/** Returns the kilometre of the nearest point in the first run of sections that are near enough. */
function firstNear(plane: Plane, boxes: readonly Box[], awayMaxKm: number): number | null {
  let best: { readonly away: number; readonly section: Section } | null = null;
  for (const box of boxes) {
    if (isFar(plane, box)) {
      if (best) break;
      continue;
    }
    for (const section of box.sections) {
      const away = awayKm(plane, section);
      if (away > awayMaxKm) {
        if (best) return kmOf(plane, best.section);
      } else if (!best || away < best.away) best = { away, section };
    }
  }
  return best && kmOf(plane, best.section);
}

/** A plane around a waypoint. */
interface Plane {
  readonly lat: number;
  readonly lon: number;
  readonly kmPerDegreeEast: number;
}

function planeOf({ lat, lon }: Waypoint): Plane | null {
  if (lat === null || lon === null) return null;
  return { lat, lon, kmPerDegreeEast: KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180) };
}

const FAR_KM = AWAY_MAX_KM + SAME_POINT_KM;

function isFar({ lat, lon, kmPerDegreeEast }: Plane, { south, north, west, east }: Box): boolean {
  return (
    isBeyond((south - lat) * KM_PER_DEGREE, (north - lat) * KM_PER_DEGREE) ||
    isBeyond((west - lon) * kmPerDegreeEast, (east - lon) * kmPerDegreeEast)
  );
}

/** Returns the distance to a section, or infinity if both its ends lie too far to the same side. */
function awayKm(plane: Plane, section: Section): number {
  const y = (section.lat - plane.lat) * KM_PER_DEGREE;
  const dy = section.latBy * KM_PER_DEGREE;
  if (isBeyond(y, y + dy)) return Number.POSITIVE_INFINITY;
  const x = (section.lon - plane.lon) * plane.kmPerDegreeEast;
  const dx = section.lonBy * plane.kmPerDegreeEast;
  if (isBeyond(x, x + dx)) return Number.POSITIVE_INFINITY;
  const share = shareOf(x, y, dx, dy);
  const [east, north] = [x + share * dx, y + share * dy];
  // Not Math.hypot, which takes several times as long.
  return Math.sqrt(east * east + north * north);
}

/** Returns the kilometre of the nearest point on a section. */
function kmOf(plane: Plane, { lat, lon, km, latBy, lonBy, kmBy }: Section): number {
  const x = (lon - plane.lon) * plane.kmPerDegreeEast;
  const y = (lat - plane.lat) * KM_PER_DEGREE;
  return km + kmBy * shareOf(x, y, lonBy * plane.kmPerDegreeEast, latBy * KM_PER_DEGREE);
}

/** Returns the share of a section from (x, y) by (dx, dy) after which it is nearest to the origin. */
function shareOf(x: number, y: number, dx: number, dy: number): number {
  const length = dx * dx + dy * dy;
  return length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
}

/** Returns whether both ends of a section lie too far to the same side. */
function isBeyond(from: number, to: number): boolean {
  return (from > FAR_KM && to > FAR_KM) || (from < -FAR_KM && to < -FAR_KM);
}

/** Words for an aid station that do not say what it offers, in the languages of event organizers. */
const AID_STATION = anyOf([
  'aid|aid ?stations?|feed ?(zone|station)s?|food|refreshments?',
  'ravitos?|ravitaillements?',
  'verpflegung\\p{L}*|labe(station|stelle)?|versorgung\\p{L}*',
  'ristor[oi]|punto ristoro',
  'avituallamientos?|abastecimentos?|abastecimientos?',
  'verzorging\\p{L}*|drankpost|bevoorrading',
  'depot|dep[åo]t|v[æä]skestation\\p{L}*|væskedepot|forplejning\\p{L}*',
  'občerstvení|občerstvovačka',
  'punkt (odżywczy|żywieniowy)|bufet',
  'питание|пункт питания',
  '給水所?|エイド|补给站?|補給站?',
  '급수대?',
]);

const WORDS: readonly (readonly [SpokenOffer, RegExp])[] = [
  [
    'water',
    anyOf([
      'water|drinking[ _]water|fountain',
      'wasser|trinkwasser\\p{L}*|brunnen',
      'eau|fontaine|agua|água|fuente|acqua|fontana',
      'vatten|vann|vand|voda|woda|su|вода|水|물',
    ]),
  ],
  [
    'sports_drink',
    anyOf([
      'sports?[ _-]?drinks?|iso(tonic|tonisch)?(drink)?|electrolytes?|elektrolyte?',
      'isotonique|isotonica|isotónica|gatorade|maurten drink',
    ]),
  ],
  ['gel', anyOf(['(energy[ _-]?)?gels?'])],
  ['bar', anyOf(['(energy[ _-]?)?bars?|riegel|barres?|barrette|barritas?'])],
  [
    'fruit',
    anyOf(['fruits?|bananas?|bananen?|bananes?|oranges?|orangen|obst|früchte|frutta|fruta', 'pl[aá]tanos?']),
  ],
  ['cola', anyOf(['cola|coke|coca'])],
  ['broth', anyOf(['broth|soup|bouillon|brühe|suppe|soupe|brodo|caldo|sopa'])],
  [
    'drop_bag',
    anyOf([
      'drop[ _-]?bags?|special needs|eigenverpflegung|kleiderbeutel|wechselbeutel',
      'sac de délestage|bolsa de vida',
    ]),
  ],
];

/** Names in which one of the words above means something else. */
const OTHER_PLACES =
  /water ?(falls?|towers?|mill|crossing|park|works)|wasser(fall|turm|mühle|scheide)|no (water|aid)|kein (trink)?wasser|coca-?cola (arena|stadium)/iu;

/**
 * Returns the offers in a waypoint's text, in the order of the contract. Null if it is not an aid station. A
 * station without further details offers water, as all do.
 */
export function offersOf(words: string): readonly SpokenOffer[] | null {
  const text = words.replace(OTHER_PLACES, ' ');
  const offers = WORDS.filter(([, pattern]) => pattern.test(text)).map(([offer]) => offer);
  if (offers.length > 0) return offers;
  return AID_STATION.test(text) ? ['water'] : null;
}

/**
 * Returns a pattern for any of these words as whole words. They are strings instead of a regular expression,
 * because one character beyond Latin-1 outside a string makes the runtime read the whole bundle as two bytes
 * per character.
 */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'iu');
}
