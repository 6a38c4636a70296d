/** The grammar of multi-sport titles (dossier §H.4): which legs, how long, in which order. */
import type { MultiSportType, SingleSportType } from '../engine/types.ts';
import type { MultiSense } from './lexicon/sense.ts';
import type { Quantity } from './quantities.ts';
import { type Chunk, readChunks } from './read-chunks.ts';
import type { ReadText } from './read-text.ts';
import { familyOf, isEndurance } from './sport-family.ts';

export interface Leg {
  readonly type: SingleSportType;
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
  readonly intensityLevel: number | null;
}

export interface LegReading {
  /** Two or more legs of at least two sports; empty where the text is of one sport. */
  readonly legs: readonly Leg[];
  /** Every joint is a sign or word that joins legs, or every leg has its own number. */
  readonly firm: boolean;
  /** A duration that stands before the first sport: the whole session's. */
  readonly totalMin: number | null;
}

interface DraftLeg {
  type: SingleSportType;
  durationMin: number | null;
  distanceKm: number | null;
  intensityLevel: number | null;
  repeated: boolean;
}

const NONE: LegReading = { legs: [], firm: false, totalMin: null };

/** Above this a bare number beside other bare numbers is metres ("750/20/5"), not kilometres. */
const BARE_METRES_FROM = 200;

/** The legs that a text names; `multi` is the word for bricks or triathlons beside them, if there is one. */
export function readLegs(text: ReadText, multi: MultiSense | null): LegReading {
  const chunks = readChunks(text);
  const drafts: DraftLeg[] = [];
  let totalMin: number | null = null;
  let firm = true;
  for (const chunk of chunks) {
    const duration = durationOf(chunk, chunk.sport);
    const distance = distanceOf(chunk, chunk.sport);
    const last = drafts.at(-1);
    if (chunk.sport === null || (chunk.isPart && last !== undefined)) {
      if (last === undefined) totalMin = duration ?? totalMin;
      else extend(last, duration, distance, chunk);
      continue;
    }
    const leg: DraftLeg = {
      type: chunk.sport,
      durationMin: duration,
      distanceKm: distance,
      intensityLevel: chunk.intensity?.level ?? null,
      repeated: chunk.quantities.some(({ role, times }) => role === 'rep' && times > 1),
    };
    if (last !== undefined && familyOf(last.type) === familyOf(leg.type)) merge(last, leg);
    else {
      const counted = leg.durationMin !== null || leg.distanceKm !== null;
      if (drafts.length > 0 && chunk.joint !== 'strong' && !counted) firm = false;
      drafts.push(leg);
    }
  }
  const kept = drafts.filter((leg) => belongs(leg, drafts));
  const legs = mergeRepeats(kept);
  spreadBareNumbers(text, legs);
  const families = new Set(legs.map(({ type }) => familyOf(type)));
  if (families.size < 2) return multi === null ? NONE : { ...NONE, totalMin };
  return { legs: legs.map(({ repeated: _, ...leg }) => leg), firm, totalMin };
}

/** Strength and stretching are an appendix of a run unless they carry their own time, or nothing else is there. */
function belongs(leg: DraftLeg, all: readonly DraftLeg[]): boolean {
  if (isEndurance(familyOf(leg.type))) return true;
  const timed = leg.durationMin !== null;
  return timed && all.every(({ durationMin, distanceKm }) => durationMin !== null || distanceKm !== null);
}

function extend(leg: DraftLeg, duration: number | null, distance: number | null, chunk: Chunk): void {
  if (duration !== null) leg.durationMin = (leg.durationMin ?? 0) + duration;
  else if (distance !== null && leg.durationMin === null) leg.distanceKm = (leg.distanceKm ?? 0) + distance;
  leg.intensityLevel ??= chunk.intensity?.level ?? null;
}

function merge(into: DraftLeg, leg: DraftLeg): void {
  into.durationMin = sum(into.durationMin, leg.durationMin);
  into.distanceKm = sum(into.distanceKm, leg.distanceKm);
  into.intensityLevel ??= leg.intensityLevel;
  if (into.type === 'run' || into.type === 'bike' || into.type === 'swim') into.type = leg.type;
}

function sum(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : one + other;
}

/** "3x(20' bike + 5' run)": the repeats are already multiplied in; legs of one sport become one. */
function mergeRepeats(legs: readonly DraftLeg[]): DraftLeg[] {
  if (!legs.every(({ repeated }) => repeated)) return [...legs];
  const merged: DraftLeg[] = [];
  for (const leg of legs) {
    const same = merged.find(({ type }) => type === leg.type);
    if (same === undefined) merged.push(leg);
    else merge(same, leg);
  }
  return merged;
}

/** The session's own duration where one is told; else the work of its sets. */
function durationOf(chunk: Chunk, sport: SingleSportType | null): number | null {
  return total(chunk, (quantity) => minutesOf(quantity, sport));
}

function distanceOf(chunk: Chunk, sport: SingleSportType | null): number | null {
  return total(chunk, (quantity) => kilometresOf(quantity, sport));
}

function total(chunk: Chunk, read: (quantity: Quantity) => number | null): number | null {
  let session: number | null = null;
  let sets: number | null = null;
  for (const quantity of chunk.quantities) {
    const value = read(quantity);
    if (value === null) continue;
    if (quantity.role === 'session') session = (session ?? 0) + value;
    if (quantity.role === 'rep') sets = (sets ?? 0) + value * quantity.times;
  }
  return session ?? sets;
}

/** Minutes that a quantity tells; "45m" is minutes except in the water from 100 on (dossier §H.4). */
export function minutesOf({ measure }: Quantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'duration') return measure.minutes;
  if (measure.kind !== 'minutes_or_metres' || metresLikely(measure.value, sport)) return null;
  return measure.value;
}

/** Kilometres that a quantity tells, or null. */
export function kilometresOf({ measure }: Quantity, sport: SingleSportType | null): number | null {
  if (measure.kind === 'distance') return measure.km;
  if (measure.kind !== 'minutes_or_metres' || !metresLikely(measure.value, sport)) return null;
  return measure.value / 1000;
}

function metresLikely(value: number, sport: SingleSportType | null): boolean {
  const inWater = sport === 'swim' || sport === 'open_water_swim' || sport === 'row';
  return inWater ? value >= 100 : value >= 300;
}

/** "S/B/R 1.5/40/10": as many bare numbers in a row as there are legs without any number are their kilometres. */
function spreadBareNumbers(text: ReadText, legs: DraftLeg[]): void {
  if (legs.length < 2 || legs.some((leg) => leg.durationMin !== null)) return;
  const bare: number[] = [];
  for (const { measure } of text.quantities) {
    if (measure.kind === 'bare') bare.push(measure.value);
    else if (measure.kind === 'distance' && bare.length > 0) bare.push(measure.km);
  }
  if (bare.length !== legs.length) return;
  legs.forEach((leg, index) => {
    const value = bare[index] ?? 0;
    leg.distanceKm = value >= BARE_METRES_FROM ? value / 1000 : value;
  });
}

/** What joined legs are called: swim, bike, run in this order is a triathlon, run-bike-run a duathlon, else a brick. */
export function typeOfLegs(legs: readonly Leg[]): MultiSportType {
  const order = legs.map(({ type }) => familyOf(type)).join('-');
  if (order === 'swim-bike-run') return 'triathlon';
  return order === 'run-bike-run' ? 'duathlon' : 'brick';
}
