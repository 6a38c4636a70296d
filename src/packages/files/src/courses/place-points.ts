import {
  COURSE_STATIONS_MAX,
  COURSE_WAYPOINTS_MAX,
  type SpokenOffer,
  STATION_NAME_CHARACTERS_MAX,
  STATION_OFFERS,
  type Waypoint,
} from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import { type FilePoint, POINT_US, type SpokenStation } from './course.ts';
import { distanceKm, type Measured } from './measure.ts';
import { COMPARED_US, type Pass, PassFinder } from './passes.ts';
import { type ReadPoint, readPoint } from './words/point-kind.ts';

/** The stations and waypoints of a course, in its order. */
export interface PlacedPoints {
  readonly aidStations: readonly SpokenStation[];
  readonly waypoints: readonly Waypoint[];
  /** Whether the stations are all that the course has, as far as its file says. */
  readonly isComplete: boolean;
  readonly stationsLeftOut: number;
  readonly waypointsLeftOut: number;
}

const NO_POINTS: PlacedPoints = {
  aidStations: [],
  waypoints: [],
  isComplete: false,
  stationsLeftOut: 0,
  waypointsLeftOut: 0,
};

/** A point with what it is and where the course passes it. */
interface PlacedPoint {
  readonly file: FilePoint;
  readonly read: ReadPoint;
  /** In course order. */
  readonly passes: readonly Pass[];
  /** Whether the file says which passes are meant. */
  readonly isStated: boolean;
}

/** Time per character to read what a point says (measured, rounded up). */
const CHARACTER_US = 0.6;
/** Bounds a file whose course stays near all its points: a hundred of them are placed on 4,000 points. */
const COMPARISONS_MAX = 500_000;
/** A stated time or distance chooses a pass within this distance. */
const STATED_MAX_KM = 0.5;
/** Points within this distance are one place. Stations of one place within it along the course are one stop. */
const SAME_PLACE_KM = 0.05;
const SAME_STOP_KM = 0.15;

/** Returns the stations and waypoints of a course: each pass of each point, with the number of its place. */
export function* placePoints(
  points: readonly FilePoint[],
  measured: Measured,
  pointsLeftOut: number,
): Work<PlacedPoints> {
  if (points.length === 0) return NO_POINTS;
  const reads: { readonly file: FilePoint; readonly read: ReadPoint }[] = [];
  for (const file of points) {
    const { name, symbol, description } = file;
    yield ((name?.length ?? 0) + symbol.length + description.length) * CHARACTER_US;
    reads.push({ file, read: readPoint(file) });
  }
  const placed: PlacedPoint[] = [];
  let hasUnplaced = pointsLeftOut > 0;
  const placing = new Placing(measured);
  yield measured.points.length * POINT_US;
  // What matters most is placed first, should the comparisons not suffice for all.
  for (const point of reads.toSorted((one, other) => weightOf(other.read) - weightOf(one.read))) {
    const found = yield* placing.place(point.file, point.read);
    if (found && found.passes.length > 0) placed.push({ ...point, ...found });
    else if (!found || mayBeStation(point.read)) hasUnplaced ||= isNamed(point.read);
  }
  const order = new Map(points.map((file, index) => [file, index]));
  placed.sort((one, other) => (order.get(one.file) ?? 0) - (order.get(other.file) ?? 0));
  return listed(placed, hasUnplaced);
}

function weightOf({ kind, name }: ReadPoint): number {
  if (kind === 'station') return 4;
  if (kind === 'turn') return 0;
  return name === null ? 1 : kind === 'checkpoint' || kind === 'unknown' ? 3 : 2;
}

function isNamed({ kind, name }: ReadPoint): boolean {
  return kind === 'station' || name !== null;
}

function mayBeStation({ kind }: ReadPoint): boolean {
  return kind === 'station';
}

/** Finds the passes of points within the comparisons that a file may take. */
class Placing {
  readonly #measured: Measured;
  readonly #finder: PassFinder;
  readonly #endKm: number;
  /** Whether the times of the course rise. Null until a point has a time. */
  #hasTimes: boolean | null = null;
  #comparisonsLeft = COMPARISONS_MAX;

  constructor(measured: Measured) {
    this.#measured = measured;
    this.#finder = new PassFinder(measured.points);
    this.#endKm = measured.points.at(-1)?.km ?? 0;
  }

  /** Returns the passes of a point, none if it is not on the course. Null if nothing says where it is. */
  *place(file: FilePoint, read: ReadPoint): Work<Pick<PlacedPoint, 'passes' | 'isStated'> | null> {
    const stated = [this.#kmAtTime(file.timeS), this.#kmAtDistance(file)].flatMap((km) =>
      km === null ? [] : [km],
    );
    const { lat, lon } = file;
    if (lat === null || lon === null || this.#isLost(lat, lon)) {
      const km = stated.find((each) => each >= 0 && each <= this.#endKm);
      return km === undefined ? null : { passes: [{ km, awayKm: 0 }], isStated: true };
    }
    const comparisons = this.#finder.comparisonsOf({ lat, lon });
    if (comparisons > this.#comparisonsLeft) return null;
    this.#comparisonsLeft -= comparisons;
    yield comparisons * COMPARED_US;
    const passes = this.#finder.passesOf({ lat, lon });
    if (passes.length < 2) return { passes, isStated: false };
    for (const km of stated) {
      const pass = nearestTo(km, passes);
      if (Math.abs(pass.km - km) <= STATED_MAX_KM) return { passes: [pass], isStated: true };
    }
    const named = new Set(read.statedKm.flatMap((km) => clearlyNearestTo(km, passes) ?? []));
    if (named.size === 0) return { passes, isStated: false };
    return { passes: passes.filter((pass) => named.has(pass)), isStated: true };
  }

  /** A point at 0, 0 has no position, unless the course is there. */
  #isLost(lat: number, lon: number): boolean {
    return lat === 0 && lon === 0 && this.#finder.passesOf({ lat, lon }).length === 0;
  }

  #kmAtDistance({ distanceM, scale }: FilePoint): number | null {
    return distanceM === null ? null : this.#measured.kmOf(distanceM, scale);
  }

  /** Returns the kilometre at a time within that of the track. */
  #kmAtTime(timeS: number | null): number | null {
    const { points, timesS } = this.#measured;
    if (timeS === null) return null;
    this.#hasTimes ??= doRise(timesS);
    if (!this.#hasTimes) return null;
    const [firstS, lastS] = [timesS.find(isTime) ?? 0, timesS.findLast(isTime) ?? 0];
    if (timeS < firstS || timeS > lastS) return null;
    const next = timesS.findIndex((each) => each !== null && each >= timeS);
    let before = next - 1;
    while (before > 0 && timesS[before] === null) before -= 1;
    const [from, to] = [points[Math.max(0, before)], points[next]];
    if (!from || !to) return null;
    const [fromS, toS] = [timesS[Math.max(0, before)] ?? timeS, timesS[next] ?? timeS];
    const share = toS > fromS ? (timeS - fromS) / (toS - fromS) : 1;
    return from.km + share * (to.km - from.km);
  }
}

function isTime(timeS: number | null): timeS is number {
  return timeS !== null;
}

function doRise(timesS: readonly (number | null)[]): boolean {
  let [first, last]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
  for (const timeS of timesS) {
    if (timeS === null) continue;
    if (timeS < last) return false;
    first ??= timeS;
    last = timeS;
  }
  return first !== null && last > first;
}

function nearestTo(km: number, passes: readonly Pass[]): Pass {
  return passes.reduce((best, pass) => (Math.abs(pass.km - km) < Math.abs(best.km - km) ? pass : best));
}

/** Returns the pass that is at most half as far from a kilometre as any other. Null if none is. */
function clearlyNearestTo(km: number, passes: readonly Pass[]): Pass | null {
  const nearest = nearestTo(km, passes);
  const away = Math.abs(nearest.km - km);
  const isClear = passes.every((pass) => pass === nearest || 2 * away <= Math.abs(pass.km - km));
  return isClear ? nearest : null;
}

/** A point at one of its passes. */
interface Stop {
  readonly km: number;
  readonly place: number;
  readonly read: ReadPoint;
}

function listed(placed: readonly PlacedPoint[], hasUnplaced: boolean): PlacedPoints {
  const places = placesOf(placed);
  const stations: SpokenStation[] = [];
  const others: Stop[] = [];
  for (const [place, points] of places.entries()) {
    stations.push(...stationsAt(points.filter(isStation), place));
    for (const kindred of Map.groupBy(
      points.filter((point) => !isStation(point)),
      ({ read }) => read.kind,
    ).values()) {
      others.push(...takeTurns(kindred).map((stop) => ({ ...stop, place })));
    }
  }
  const [aidStations, waypoints] = numbered(stations.toSorted(byKm), others.toSorted(byKm));
  const kept = withoutLeast(waypoints);
  const stationsLeftOut = Math.max(0, aidStations.length - COURSE_STATIONS_MAX);
  return {
    aidStations: aidStations.slice(0, COURSE_STATIONS_MAX),
    waypoints: kept.map(({ km, place, read: { name, kind } }) => ({
      km,
      name,
      kind: kind === 'station' ? 'unknown' : kind,
      place,
    })),
    isComplete:
      aidStations.length > 0 &&
      stationsLeftOut === 0 &&
      !hasUnplaced &&
      placed.every(isClear) &&
      hasAllNumbers(placed),
    stationsLeftOut,
    waypointsLeftOut: waypoints.length - kept.length,
  };
}

const byKm = (one: { readonly km: number }, other: { readonly km: number }) => one.km - other.km;

function isStation({ read }: PlacedPoint): boolean {
  return read.kind === 'station';
}

/** Returns whether a point leaves no doubt about the stations of the course. */
function isClear({ read: { kind, name, isDoubtful } }: PlacedPoint): boolean {
  if (kind === 'station') return !isDoubtful;
  return kind !== 'checkpoint' && (kind !== 'unknown' || name === null);
}

/** Groups points by place, in the order of the file. */
function placesOf(placed: readonly PlacedPoint[]): readonly PlacedPoint[][] {
  const places: PlacedPoint[][] = [];
  const cells = new Map<string, PlacedPoint[][]>();
  for (const point of placed) {
    const near = cellsAround(point.file).flatMap((cell) => cells.get(cell) ?? []);
    const place = near.find(([first]) => first && isOnePlace(first, point));
    if (place) {
      place.push(point);
      continue;
    }
    const own = [point];
    places.push(own);
    const [cell] = cellsAround(point.file);
    if (cell !== undefined) cells.set(cell, [...(cells.get(cell) ?? []), own]);
  }
  return places;
}

/** Degrees of a cell: somewhat more than the size of a place, so that neighbours hold all that is near. */
const CELL_DEGREES = 0.001;

/** Returns the cell of a point first, then those around it. */
function cellsAround({ lat, lon }: FilePoint): readonly string[] {
  if (lat === null || lon === null) return [];
  const [row, column] = [Math.floor(lat / CELL_DEGREES), Math.floor(lon / CELL_DEGREES)];
  const near = [0, -1, 1];
  return near.flatMap((up) => near.map((right) => `${row + up} ${column + right}`));
}

function isOnePlace(one: PlacedPoint, other: PlacedPoint): boolean {
  return distanceKm(one.file, other.file) <= SAME_PLACE_KM;
}

/**
 * Returns the stops at points of one place. Those that the file places are where it says. The others take the passes that are
 * left, one each if they are as many, else each of them at every pass.
 */
function takeTurns(points: readonly PlacedPoint[]): readonly Omit<Stop, 'place'>[] {
  const stops = points
    .filter(({ isStated }) => isStated)
    .flatMap(({ passes, read }) => passes.map(({ km }) => ({ km, read })));
  const free = points.filter(({ isStated }) => !isStated);
  const passes = (free[0]?.passes ?? []).filter(({ km }) => !stops.some((stop) => isOneStop(stop.km, km)));
  if (free.length === passes.length) {
    return [...stops, ...free.flatMap(({ read }, index) => ({ km: passes[index]?.km ?? 0, read }))];
  }
  return [
    ...stops,
    ...free.flatMap(({ passes: own, read }) =>
      (passes.length > 0 ? passes : own).map(({ km }) => ({ km, read })),
    ),
  ];
}

function isOneStop(km: number, otherKm: number): boolean {
  return Math.abs(km - otherKm) <= SAME_STOP_KM;
}

/** Returns the stations of one place: what stops at the same kilometre offer, together. */
function stationsAt(points: readonly PlacedPoint[], place: number): readonly SpokenStation[] {
  const groups: Omit<Stop, 'place'>[][] = [];
  for (const stop of takeTurns(points)) {
    const group = groups.find(([first]) => first && isOneStop(first.km, stop.km));
    if (group) group.push(stop);
    else groups.push([stop]);
  }
  return groups.map((group): SpokenStation => {
    const offered = new Set<SpokenOffer>(group.flatMap(({ read }) => read.offers));
    const names = new Set(group.flatMap(({ read }) => read.name ?? []));
    return {
      km: group[0]?.km ?? 0,
      name: names.size === 0 ? null : cut([...names].join(' / ')),
      offers: STATION_OFFERS.filter((offer) => offered.has(offer)),
      place,
    };
  });
}

function cut(name: string): string {
  const short = name.slice(0, STATION_NAME_CHARACTERS_MAX);
  return (short.isWellFormed() ? short : short.slice(0, -1)).trim();
}

/** Numbers the places in the order in which the course passes them first, from 1. */
function numbered(stations: readonly SpokenStation[], others: readonly Stop[]) {
  const inOrder = [...stations, ...others].toSorted(byKm).map(({ place }) => place);
  const numbers = new Map([...new Set(inOrder)].map((place, index) => [place, index + 1]));
  const numberOf = (place: number | null | undefined) => numbers.get(place ?? -1) ?? 0;
  return [
    stations.map((station) => ({ ...station, place: numberOf(station.place) })),
    others.map((stop) => ({ ...stop, place: numberOf(stop.place) })),
  ] as const;
}

/** Leaves out waypoints beyond the limit: turns first, then points without a name, then the last ones. */
function withoutLeast(waypoints: readonly Stop[]): readonly Stop[] {
  if (waypoints.length <= COURSE_WAYPOINTS_MAX) return waypoints;
  const kept = new Set(
    waypoints
      .toSorted((one, other) => weightOf(other.read) - weightOf(one.read))
      .slice(0, COURSE_WAYPOINTS_MAX),
  );
  return waypoints.filter((stop) => kept.has(stop));
}

/**
 * Returns whether no number is missing among the numbers of stations. Numbers that come twice are of two rows, such as
 * "Water 1" and "Aid 1", which are looked at one by one.
 */
function hasAllNumbers(placed: readonly PlacedPoint[]): boolean {
  const rows = Map.groupBy(
    placed.filter(({ read }) => read.number !== null && read.number > 0),
    ({ read }) => read.series,
  );
  const sets = [...rows.values()].map((row) => new Set(row.flatMap(({ read }) => read.number ?? [])));
  const all = new Set(sets.flatMap((set) => [...set]));
  const areApart = sets.reduce((sum, { size }) => sum + size, 0) > all.size;
  return (areApart ? sets : [all]).every((set) => set.size === Math.max(0, ...set));
}
