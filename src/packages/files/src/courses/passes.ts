import type { CoursePoint } from '@musette/basics/courses';

/** A place where the course comes near a point. */
export interface Pass {
  readonly km: number;
  readonly awayKm: number;
}

/** Points farther away, such as a hotel, are not on the course. */
const AWAY_MAX_KM = 0.5;
/** A pass may be this much farther from the point than the nearest one: recordings of one road differ by less. */
const PASS_SLACK_KM = 0.05;
/** Two passes are separate if the course leaves the point by this much, twice as far as at either, and for this long. */
const LEAVE_MIN_KM = 0.075;
const LEAVE_FACTOR = 2;
const BETWEEN_MIN_KM = 0.3;
/** Sections this far away are not compared: the course has surely left the point. */
const FAR_KM = 2 * (AWAY_MAX_KM + PASS_SLACK_KM) + 0.1;
const KM_PER_DEGREE = 111.195;

/** Points between which passes are looked for: one every 40 m on 160 km. */
const LINE_POINTS_MAX = 4000;
/** Sections in one box, and boxes in one block. A point far from a box is far from all of its sections. */
const BOX_SECTIONS = 32;
const BLOCK_BOXES = 16;
/** Time to compare a point with a section (measured, rounded up). */
export const COMPARED_US = 0.03;

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

interface Bounds {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Consecutive sections, and how far they reach. */
interface Box extends Bounds {
  readonly sections: readonly Section[];
}

interface Block extends Bounds {
  readonly boxes: readonly Box[];
}

/** A plane around a point. */
interface Plane {
  readonly lat: number;
  readonly lon: number;
  readonly kmPerDegreeEast: number;
}

/** A course on which the passes of points are found. */
export class PassFinder {
  readonly #blocks: readonly Block[];
  /** The longitude of its first point. Those of all others follow from it without a jump at 180°. */
  readonly #lon: number;

  constructor(points: readonly CoursePoint[]) {
    const sections = sectionsOf(spaced(points));
    this.#lon = sections[0]?.lon ?? 0;
    const boxes = grouped(sections, BOX_SECTIONS).map(
      (own): Box => ({ sections: own, ...boundsOfSections(own) }),
    );
    this.#blocks = grouped(boxes, BLOCK_BOXES).map((own): Block => ({ boxes: own, ...boundsOfBoxes(own) }));
  }

  /** Counts the comparisons that the passes of a point take. */
  comparisonsOf(at: { readonly lat: number; readonly lon: number }): number {
    const plane = this.#planeOf(at);
    let count = 0;
    for (const block of this.#blocks) {
      count += 1;
      if (isFar(plane, block)) continue;
      for (const box of block.boxes) count += isFar(plane, box) ? 1 : 1 + 2 * box.sections.length;
    }
    return count;
  }

  /**
   * Returns where the course passes a point, in its order: each local nearest place at most 50 m farther away than the nearest
   * one. Two are separate only if the course really leaves the point between them. Empty if it stays farther away than 500 m.
   */
  passesOf(at: { readonly lat: number; readonly lon: number }): readonly Pass[] {
    const plane = this.#planeOf(at);
    let nearest = Number.POSITIVE_INFINITY;
    for (const section of this.#near(plane)) {
      if (section) nearest = Math.min(nearest, awayKm(plane, section));
    }
    return nearest > AWAY_MAX_KM ? [] : this.#passesWithin(plane, nearest + PASS_SLACK_KM);
  }

  #passesWithin(plane: Plane, awayMaxKm: number): readonly Pass[] {
    const passes: Pass[] = [];
    let farthestKm = 0;
    for (const section of this.#near(plane)) {
      if (!section) {
        farthestKm = Number.POSITIVE_INFINITY;
        continue;
      }
      const pass = { km: kmOf(plane, section), awayKm: awayKm(plane, section) };
      const last = passes.at(-1);
      farthestKm = Math.max(farthestKm, startAwayKm(plane, section));
      if (pass.awayKm <= awayMaxKm) {
        if (!last || areSeparate(last, pass, farthestKm)) {
          passes.push(pass);
          farthestKm = 0;
        } else if (pass.awayKm < last.awayKm) {
          passes[passes.length - 1] = pass;
          farthestKm = 0;
        }
      }
      farthestKm = Math.max(farthestKm, endAwayKm(plane, section));
    }
    return passes;
  }

  /** Yields the sections near a point in course order, and null for those between them that are far away. */
  *#near(plane: Plane): Generator<Section | null, void> {
    for (const block of this.#blocks) {
      if (isFar(plane, block)) {
        yield null;
        continue;
      }
      for (const box of block.boxes) {
        if (isFar(plane, box)) yield null;
        else yield* box.sections;
      }
    }
  }

  #planeOf({ lat, lon }: { readonly lat: number; readonly lon: number }): Plane {
    return {
      lat,
      lon: this.#lon + shortestTurn(lon - this.#lon),
      kmPerDegreeEast: KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180),
    };
  }
}

function areSeparate(one: Pass, other: Pass, farthestKm: number): boolean {
  const awayKm = Math.max(one.awayKm, other.awayKm);
  return (
    other.km - one.km >= BETWEEN_MIN_KM &&
    farthestKm >= awayKm + LEAVE_MIN_KM &&
    farthestKm >= LEAVE_FACTOR * awayKm
  );
}

/** Returns the shortest difference of longitudes, also across the date line. */
function shortestTurn(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Leaves out points of a very long line evenly. */
function spaced(points: readonly CoursePoint[]): readonly CoursePoint[] {
  const step = Math.ceil(points.length / LINE_POINTS_MAX);
  return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/** Returns the sections between points with coordinates. Longitudes continue across 180°. */
function sectionsOf(points: readonly CoursePoint[]): readonly Section[] {
  const sections: Section[] = [];
  let from: { lat: number; lon: number; km: number } | null = null;
  for (const point of points) {
    if (point.lat === null || point.lon === null) continue;
    const lon: number = from ? from.lon + shortestTurn(point.lon - from.lon) : point.lon;
    const to = { lat: point.lat, lon, km: point.km };
    if (from)
      sections.push({ ...from, latBy: to.lat - from.lat, lonBy: lon - from.lon, kmBy: to.km - from.km });
    from = to;
  }
  return sections;
}

function grouped<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function boundsOfSections(sections: readonly Section[]): Bounds {
  let [south, north, west, east]: [number, number, number, number] = [...NOWHERE];
  for (const { lat, lon, latBy, lonBy } of sections) {
    south = Math.min(south, lat, lat + latBy);
    north = Math.max(north, lat, lat + latBy);
    west = Math.min(west, lon, lon + lonBy);
    east = Math.max(east, lon, lon + lonBy);
  }
  return { south, north, west, east };
}

/** Bounds that hold nothing. */
const NOWHERE = [
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const;

function boundsOfBoxes(boxes: readonly Bounds[]): Bounds {
  let [south, north, west, east]: [number, number, number, number] = [...NOWHERE];
  for (const box of boxes) {
    south = Math.min(south, box.south);
    north = Math.max(north, box.north);
    west = Math.min(west, box.west);
    east = Math.max(east, box.east);
  }
  return { south, north, west, east };
}

function isFar({ lat, lon, kmPerDegreeEast }: Plane, { south, north, west, east }: Bounds): boolean {
  return (
    isBeyond((south - lat) * KM_PER_DEGREE, (north - lat) * KM_PER_DEGREE) ||
    isBeyond((west - lon) * kmPerDegreeEast, (east - lon) * kmPerDegreeEast)
  );
}

/** Returns whether both ends of a range lie too far to the same side. */
function isBeyond(from: number, to: number): boolean {
  return (from > FAR_KM && to > FAR_KM) || (from < -FAR_KM && to < -FAR_KM);
}

function awayKm(plane: Plane, section: Section): number {
  const y = (section.lat - plane.lat) * KM_PER_DEGREE;
  const dy = section.latBy * KM_PER_DEGREE;
  const x = (section.lon - plane.lon) * plane.kmPerDegreeEast;
  const dx = section.lonBy * plane.kmPerDegreeEast;
  const share = shareOf(x, y, dx, dy);
  return lengthOf(x + share * dx, y + share * dy);
}

function startAwayKm(plane: Plane, { lat, lon }: Section): number {
  return lengthOf((lon - plane.lon) * plane.kmPerDegreeEast, (lat - plane.lat) * KM_PER_DEGREE);
}

function endAwayKm(plane: Plane, { lat, lon, latBy, lonBy }: Section): number {
  return lengthOf(
    (lon + lonBy - plane.lon) * plane.kmPerDegreeEast,
    (lat + latBy - plane.lat) * KM_PER_DEGREE,
  );
}

/** Not Math.hypot, which takes several times as long. */
function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
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
