/** Reads the legs of multi-sport titles: sports, amounts and order. */
import type { MultiSportType, SingleSportType } from '@musette/engine/types';
import {
  type DraftLeg,
  distributeNumbers,
  kilometresOf,
  minutesOf,
  readBareNumbers,
} from './bare-numbers.ts';
import type { MultiSense } from './lexicon/sense.ts';
import type { StatedQuantity } from './quantities.ts';
import { type Chunk, readChunks } from './read-chunks.ts';
import type { ReadText } from './read-text.ts';
import { familyOf, isEndurance } from './sports.ts';

export interface Leg {
  readonly type: SingleSportType;
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
  readonly intensityLevel: number | null;
}

export interface LegReading {
  /** Two or more legs of at least two sports. Empty if the text names one sport. */
  readonly legs: readonly Leg[];
  /** True if every joint is a sign or word that joins legs, or every leg has its own number. */
  readonly firm: boolean;
  /** A duration before the first sport, for the whole session. */
  readonly totalMin: number | null;
}

const NONE: LegReading = { legs: [], firm: false, totalMin: null };

/** Collects the parts of a text in order, before it is known whether they form legs. */
interface Draft {
  readonly legs: DraftLeg[];
  /** Total of the amounts before the first sport. */
  headMin: number | null;
  headKm: number | null;
  /** The run off the bike. */
  last: DraftLeg | null;
  /** An amount of a brick without an adjacent sport, and the leg it follows. */
  unnamed: { readonly leg: DraftLeg; readonly after: DraftLeg } | null;
}

/** Reads the legs named in a text. `multi` is the word for bricks or triathlons among them, if any. */
export function readLegs(text: ReadText, multi: MultiSense | null): LegReading {
  const brick = multi?.type === 'brick' && multi.legs === null;
  const draft = draftLegs(readChunks(text), brick);
  const arranged = arrange(draft, brick);
  const named = arranged.some(({ stated }) => stated);
  const legs = !named && multi !== null ? usualLegs(multi) : mergeRepeats(arranged);
  const areDistributed = distributeNumbers(text, legs);
  readBareNumbers(legs);
  repeatLegs(legs, roundsOf(text));
  const totalMin = draft.headMin;
  const families = new Set(legs.map(({ type }) => familyOf(type)));
  if (families.size < 2 || (!named && !areDistributed)) return multi === null ? NONE : { ...NONE, totalMin };
  const firm =
    areDistributed ||
    families.size >= 3 ||
    draft.legs.every((leg, index) => index === 0 || leg.isJoined || isCounted(leg));
  return { legs: legs.map(finished), firm, totalMin: areDistributed ? null : totalMin };
}

/** Returns how many times all legs are done: "bike 20 min + run 5 min x 4 laps". */
function roundsOf({ quantities }: ReadText): number {
  for (const { measure } of quantities) if (measure.kind === 'rounds') return measure.times;
  return 1;
}

function repeatLegs(legs: readonly DraftLeg[], times: number): void {
  for (const leg of legs) {
    if (leg.repeats > 1) continue;
    leg.durationMin = leg.durationMin === null ? null : leg.durationMin * times;
    leg.distanceKm = leg.distanceKm === null ? null : leg.distanceKm * times;
  }
}

function draftLegs(chunks: readonly Chunk[], brick: boolean): Draft {
  const draft: Draft = { legs: [], headMin: null, headKm: null, last: null, unnamed: null };
  for (const read of chunks) {
    const before = draft.legs.at(-1);
    const chunk = brick && read.sport === null ? { ...read, ...impliedSport(read, before) } : read;
    const timesBefore = before?.repeats ?? 1;
    const durationMin = total(chunk, (quantity) => minutesOf(quantity, chunk.sport), timesBefore);
    const distanceKm = total(chunk, (quantity) => kilometresOf(quantity, chunk.sport), timesBefore);
    // "Bike: 2h30 tempo": a word that only suggests a sport describes how the stated one was done.
    const followsStated =
      draft.legs.length === 1 && before !== undefined && !isCounted(before) && before.stated;
    const detail = followsStated && !chunk.stated && chunk.joint === 'weak';
    if (chunk.sport === null || detail || (chunk.isPart && before !== undefined)) {
      addNameless(draft, chunk, durationMin, distanceKm, brick);
      continue;
    }
    const leg: DraftLeg = {
      type: chunk.sport,
      durationMin,
      distanceKm,
      intensityLevel: chunk.intensity?.level ?? null,
      bare: bareOf(chunk),
      repeats: repeatsOf(chunk, timesBefore),
      stated: chunk.stated,
      isJoined: chunk.joint === 'strong',
    };
    if (before !== undefined && familyOf(before.type) === familyOf(leg.type)) merge(before, leg);
    else addLeg(draft, leg, chunk);
    // "Swim + brick": the ride is followed by a run.
    const isAppended = read.sport === null && read.isBrick && familyOf(before?.type ?? 'other') === 'swim';
    if (isAppended && chunk.sport === 'bike') draft.legs.push(emptyLeg('run'));
  }
  return draft;
}

/**
 * Returns the sport of a brick's part without one: as suggested, or in "long ride + brick" the run after the
 * ride.
 */
function impliedSport(
  { suggested, isBrick, joint }: Chunk,
  before: DraftLeg | undefined,
): Pick<Chunk, 'sport' | 'stated'> {
  const isAppended = isBrick && joint === 'strong' && before !== undefined;
  const sport = suggested ?? (isAppended ? partnerOf(before.type) : null);
  return { sport, stated: sport !== null };
}

function addLeg(draft: Draft, leg: DraftLeg, chunk: Chunk): void {
  if (chunk.earlier) draft.legs.unshift(leg);
  else draft.legs.push(leg);
  if (chunk.last) draft.last = leg;
}

/**
 * Adds a part without a sport: the total before the first leg, more of the previous leg, or an unnamed leg.
 */
function addNameless(
  draft: Draft,
  chunk: Chunk,
  durationMin: number | null,
  distanceKm: number | null,
  brick: boolean,
): void {
  const before = draft.legs.at(-1);
  if (before === undefined) {
    draft.headMin = durationMin ?? draft.headMin;
    draft.headKm = distanceKm ?? draft.headKm;
  } else if (brick && isCounted(before) && (durationMin ?? distanceKm) !== null) {
    const leg = { ...emptyLeg(partnerOf(before.type)), durationMin, distanceKm };
    draft.unnamed = { leg, after: before };
    extend(before, null, null, chunk);
  } else extend(before, durationMin, distanceKm, chunk);
}

/** Sorts the legs into the order of the session, and adds those implied by a brick. */
function arrange(draft: Draft, brick: boolean): DraftLeg[] {
  const legs = draft.legs.filter((leg) => belongs(leg, draft.legs));
  // A run off the bike comes last even if the title names it first.
  if (draft.last !== null && legs.length === 2 && legs[0] === draft.last) legs.reverse();
  if (brick && (draft.headMin ?? draft.headKm) !== null && legs.length === 1 && legs[0]?.type === 'run') {
    // "Brick 60' Z2 + 20' run": the amount before the run is the ride.
    legs.unshift({ ...emptyLeg('bike'), durationMin: draft.headMin, distanceKm: draft.headKm });
    draft.headMin = null;
  }
  if (draft.unnamed === null) return legs;
  const { leg, after } = draft.unnamed;
  // "Brick: 45' swim + 60' on the new machine": a second amount belongs to the other leg, regardless of its
  // name.
  // called.
  if (legs.length === 1) legs.push(leg);
  else if (after.durationMin !== null) after.durationMin += leg.durationMin ?? 0;
  return legs;
}

function finished({ type, durationMin, distanceKm, intensityLevel }: DraftLeg): Leg {
  return { type, durationMin, distanceKm, intensityLevel };
}

/**
 * Lists the legs that a multi-sport word stands for, which take the adjacent numbers ("Koppel 80 km/10 km").
 */
function usualLegs(multi: MultiSense): DraftLeg[] {
  return (multi.legs ?? USUAL_LEGS[multi.type]).map(emptyLeg);
}

function emptyLeg(type: SingleSportType): DraftLeg {
  return {
    type,
    durationMin: null,
    distanceKm: null,
    intensityLevel: null,
    bare: null,
    repeats: 1,
    stated: false,
    isJoined: true,
  };
}

const USUAL_LEGS: Readonly<Record<MultiSportType, readonly SingleSportType[]>> = {
  triathlon: ['swim', 'bike', 'run'],
  duathlon: ['run', 'bike', 'run'],
  brick: ['bike', 'run'],
};

/**
 * Returns whether a part counts as a leg. Strength and stretching do only if they have a time and every part
 * has an amount.
 */
function belongs(leg: DraftLeg, all: readonly DraftLeg[]): boolean {
  if (isEndurance(familyOf(leg.type))) return true;
  const timed = leg.durationMin !== null;
  return timed && all.every(({ durationMin, distanceKm }) => durationMin !== null || distanceKm !== null);
}

function isCounted(leg: DraftLeg): boolean {
  return leg.durationMin !== null || leg.distanceKm !== null || leg.bare !== null;
}

/** Returns the sport that bricks most often combine with this one. */
function partnerOf(type: SingleSportType): SingleSportType {
  return familyOf(type) === 'bike' ? 'run' : 'bike';
}

function extend(leg: DraftLeg, duration: number | null, distance: number | null, chunk: Chunk): void {
  const session = chunk.quantities.some(({ role }) => role === 'session');
  if (
    duration !== null &&
    (leg.durationMin === null ? leg.distanceKm === null : session && chunk.joint === 'strong')
  ) {
    leg.durationMin = (leg.durationMin ?? 0) + duration;
  } else if (distance !== null && leg.durationMin === null && leg.distanceKm === null)
    leg.distanceKm = distance;
  leg.intensityLevel ??= chunk.intensity?.level ?? null;
}

/** Returns the first number of a part if it lacks a unit and the part has no other number of the session. */
function bareOf(chunk: Chunk): number | null {
  const session = chunk.quantities.filter(({ role }) => role === 'session');
  const first = session[0];
  return first?.measure.kind === 'bare' && session.every(({ measure }) => measure.kind === 'bare')
    ? first.measure.value
    : null;
}

function repeatsOf(chunk: Chunk, before: number): number {
  const set = chunk.quantities.find(({ role, times }) => role === 'rep' && times > 1);
  if (set !== undefined) return set.times;
  return chunk.quantities.some(({ role }) => role === 'rest') ? before : 1;
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

/** Merges legs of one sport: in "3x(20' bike + 5' run)" the repeats are already multiplied. */
function mergeRepeats(legs: readonly DraftLeg[]): DraftLeg[] {
  if (!legs.every(({ repeats }) => repeats > 1)) return [...legs];
  const merged: DraftLeg[] = [];
  for (const leg of legs) {
    const same = merged.find(({ type }) => type === leg.type);
    if (same === undefined) merged.push(leg);
    else merge(same, leg);
  }
  return merged;
}

/**
 * Returns the session's own amount if stated, else the work of its sets. `timesBefore` repeats the "/ 5' run"
 * of a set.
 */
function total(
  chunk: Chunk,
  read: (quantity: StatedQuantity) => number | null,
  timesBefore: number,
): number | null {
  let session: number | null = null;
  let sets: number | null = null;
  let rest: number | null = null;
  for (const quantity of chunk.quantities) {
    const value = read(quantity);
    if (value === null) continue;
    if (quantity.role === 'session') session = (session ?? 0) + value;
    if (quantity.role === 'rep') sets = (sets ?? 0) + value * quantity.times;
    if (quantity.role === 'rest') rest = (rest ?? 0) + value * timesBefore;
  }
  return session ?? sets ?? (timesBefore > 1 && chunk.sport !== null ? rest : null);
}

/**
 * Returns the type of joined legs: swim, bike, run in order is a triathlon, run-bike-run a duathlon, else a
 * brick.
 */
export function typeOfLegs(legs: readonly Leg[]): MultiSportType {
  const order = legs.map(({ type }) => familyOf(type)).join('-');
  if (order === 'swim-bike-run') return 'triathlon';
  return order === 'run-bike-run' ? 'duathlon' : 'brick';
}

/** Returns whether a leg has a stated duration or distance. */
export function isMeasured({ durationMin, distanceKm }: Leg): boolean {
  return durationMin !== null || distanceKm !== null;
}
