import { type SpokenOffer, STATION_OFFERS } from '@musette/basics/courses';
import { type Gap, type Unit, unitsOf } from './units.ts';
import type { Meaning } from './vocabulary.ts';

/** What a text says about the point to which it belongs. */
export interface Said {
  readonly units: readonly Unit[];
  /** The position of the first word of an aid station that is neither denied nor somewhere else. Null if there is none. */
  readonly stationAt: number | null;
  readonly isStationDenied: boolean;
  readonly offers: ReadonlySet<SpokenOffer>;
  readonly denied: ReadonlySet<SpokenOffer>;
  /** Whether it names food or drink that is here, of any kind. */
  readonly hasFood: boolean;
  /** Whether it says that water here is not for drinking. */
  readonly isUndrinkable: boolean;
  /** Whether all it says is what there is to eat and drink, with numbers, or that this is the last of it. */
  readonly isList: boolean;
  /** Whether something is denied, and it is not clear what. */
  readonly isUnclear: boolean;
  /** Whether it speaks of a station, food or drink somewhere else. */
  readonly isElsewhere: boolean;
}

/** What a unit is to the point. */
interface Reading {
  /** It belongs to a clause about another place. */
  isElsewhere: boolean;
  isDenied: boolean;
  /** It is part of the name of a street or a place. */
  isName: boolean;
}

const OFFERS: ReadonlySet<Meaning> = new Set(STATION_OFFERS);
/** The most unknown words between a denial and what it denies: "no cold tap water". */
const UNKNOWN_BETWEEN_MAX = 2;

/** Reads what a text says. */
export function readWords(text: string): Said {
  const units = unitsOf(text);
  const readings = units.map((): Reading => ({ isElsewhere: false, isDenied: false, isName: false }));
  const reader = new Reader(units, readings);
  reader.readNames();
  reader.readPlaces();
  reader.readDenials();
  return reader.said();
}

/** Returns whether a phrase is food, drink, a fountain or a bag. */
function isGood({ meanings }: Unit): boolean {
  return meanings.has('food') || meanings.has('fountain') || offersOf(meanings).length > 0;
}

function offersOf(meanings: ReadonlySet<Meaning>): readonly SpokenOffer[] {
  return STATION_OFFERS.filter((offer) => OFFERS.has(offer) && meanings.has(offer));
}

function isStation(units: readonly Unit[], at: number): boolean {
  const unit = units[at];
  return unit !== undefined && (unit.meanings.has('station') || isCode(unit, units[at + 1]));
}

/** "AS" and "VP" before a digit are aid stations. */
function isCode({ text, isAllCapital }: Unit, next: Unit | undefined): boolean {
  return isAllCapital && (text === 'as' || text === 'vp') && next?.isNumber === true && next.gap === 'none';
}

const STREETS_MEAN: ReadonlySet<string> = new Set(['depot', 'aid', 'feed', 'refill']);
const KM_UNITS: ReadonlySet<string> = new Set([
  'km',
  'kms',
  'k',
  'm',
  'mi',
  'mile',
  'miles',
  'meter',
  'metres',
  'meters',
  'kilometer',
  'kilometre',
  'kilometres',
  '公里',
]);

class Reader {
  readonly #units: readonly Unit[];
  readonly #readings: readonly Reading[];
  #isUnclear = false;

  constructor(units: readonly Unit[], readings: readonly Reading[]) {
    this.#units = units;
    this.#readings = readings;
  }

  /** Sets aside words that belong to the name of a street or a place: "Water Street", "rue de la Fontaine". */
  readNames(): void {
    for (const [at, unit] of this.#units.entries()) {
      const next = this.#units[at + 1];
      const isOneWord = unit.words === 1 && !isCode(unit, next);
      const mayBeStreet = isGood(unit) || (STREETS_MEAN.has(unit.text) && unit.meanings.has('station'));
      if (isOneWord && mayBeStreet && next?.gap === 'none' && next.meanings.has('streetBehind')) {
        this.#mark(at, 'isName');
        continue;
      }
      if (!unit.meanings.has('streetBefore')) continue;
      for (let to = at + 1; to <= at + 4 && this.#units[to]?.gap === 'none'; to++) {
        const named = this.#units[to];
        if (!named) break;
        if (isGood(named) || named.meanings.has('station')) {
          this.#mark(to, 'isName');
          break;
        }
        if (!named.meanings.has('fillers')) break;
      }
    }
    // A word that a hyphen joins to an unknown one is part of that name: "Iso-Syöte". So is one in a script without spaces.
    for (const [at, unit] of this.#units.entries()) {
      if (!isGood(unit) || unit.words > 1) continue;
      const [before, next] = [this.#units[at - 1], this.#units[at + 1]];
      const isPart =
        (unit.isGlued && before && isUnknown(before)) || (next?.isGlued === true && isUnknown(next));
      if (isPart) this.#mark(at, 'isName');
    }
  }

  /** Marks what a clause says about another place: "next water 12 km", "no water until the hut". */
  readPlaces(): void {
    for (const { from, to } of this.#segments(['comma', 'clause', 'dash', 'colon'])) {
      const at = this.#elsewhereAt(from, to);
      if (at === null) continue;
      for (let index = from; index < to; index++) {
        // A station named before it is here: "Aid 3 after the tunnel".
        if (isStation(this.#units, index) && index < at) continue;
        this.#mark(index, 'isElsewhere');
      }
    }
  }

  #elsewhereAt(from: number, to: number): number | null {
    if (this.#units.slice(from, to).some(({ meanings }) => meanings.has('ahead'))) return from;
    let isLast = false;
    for (let at = from; at < to; at++) {
      const unit = this.#units[at];
      if (unit?.meanings.has('last')) isLast = true;
      if (unit?.meanings.has('elsewhere') && !isLast && !isClock(this.#units, at + 1)) return at;
      if (unit?.meanings.has('within') && this.#isDistance(at + 1) && at + 1 < to) {
        const isAboutStation = this.#units.slice(from, at).some((each, index) => {
          return isGood(each) || isStation(this.#units, from + index);
        });
        if (isAboutStation) return from;
      }
    }
    return null;
  }

  #isDistance(at: number): boolean {
    return this.#units[at]?.isNumber === true && KM_UNITS.has(this.#units[at + 1]?.text ?? '');
  }

  /** Marks what is denied, before and behind. */
  readDenials(): void {
    for (const [at, unit] of this.#units.entries()) {
      if (this.#readings[at]?.isElsewhere) continue;
      const isBefore = unit.meanings.has('deny') && !this.#isNumbering(at);
      if (isBefore && this.#denyAhead(at)) continue;
      if (unit.meanings.has('denied') && !this.#isNumbering(at) && this.#denyBehind(at)) continue;
      if (isBefore && !this.#isBeforeName(at)) this.#isUnclear = true;
    }
    if (!this.#isUndrinkable()) return;
    for (const [at, { meanings }] of this.#units.entries()) {
      if (meanings.has('water') || meanings.has('fountain')) this.#mark(at, 'isDenied');
    }
  }

  #isUndrinkable(): boolean {
    return this.#units.some(({ meanings }, at) => {
      return meanings.has('undrinkable') && !this.#readings[at]?.isElsewhere;
    });
  }

  /** "No" before a number counts: "Water Station No 5". */
  #isNumbering(at: number): boolean {
    return this.#units[at]?.meanings.has('numbers') === true && this.#units[at + 1]?.isNumber === true;
  }

  /** Returns whether a name or a number follows, which nobody denies: "Ravito Pas de la Case". */
  #isBeforeName(at: number): boolean {
    for (let to = at + 1; this.#units[to]?.gap === 'none'; to++) {
      const unit = this.#units[to];
      if (unit && !unit.meanings.has('fillers')) return unit.isCapital || unit.isNumber;
    }
    return false;
  }

  /** Denies the next word that can be denied, and those joined to it. Returns whether there is one. */
  #denyAhead(at: number): boolean {
    let unknown = 0;
    for (let to = at + 1; this.#units[to]?.gap === 'none'; to++) {
      const unit = this.#units[to];
      if (!unit) return false;
      if (this.#canBeDenied(to)) {
        this.#denyJoined(to, 1);
        return true;
      }
      if (isUnknown(unit)) unknown += 1;
      else if (!unit.meanings.has('fillers') && !unit.meanings.has('joins') && !unit.meanings.has('deny'))
        return false;
      if (unknown > UNKNOWN_BETWEEN_MAX) return false;
    }
    return false;
  }

  #canBeDenied(at: number): boolean {
    const unit = this.#units[at];
    return (
      unit !== undefined && (isGood(unit) || isStation(this.#units, at) || unit.meanings.has('amenities'))
    );
  }

  /** Denies a word and those that "or", "nor" and "and" join to it. */
  #denyJoined(at: number, by: 1 | -1): void {
    this.#mark(at, 'isDenied');
    let hasJoin = false;
    for (let to = at + by; this.#areNear(to, by); to += by) {
      const unit = this.#units[to];
      if (!unit) return;
      if (hasJoin && this.#canBeDenied(to)) {
        this.#mark(to, 'isDenied');
        hasJoin = false;
      } else if (unit.meanings.has('joins')) hasJoin = true;
      else if (!unit.meanings.has('fillers') && !unit.meanings.has('deny')) return;
    }
  }

  #areNear(to: number, by: 1 | -1): boolean {
    return (by === 1 ? this.#units[to] : this.#units[to + 1])?.gap === 'none';
  }

  /** Denies what stands before "no" or "not available". Returns whether there is something. */
  #denyBehind(at: number): boolean {
    const next = this.#units[at + 1];
    if (next?.gap === 'none' && !next.meanings.has('fillers')) return false;
    for (let to = at - 1; to >= 0; to--) {
      const gap: Gap = this.#units[to + 1]?.gap ?? 'none';
      if (gap === 'comma' || gap === 'clause') return false;
      if (this.#canBeDenied(to)) {
        this.#denyJoined(to, -1);
        return true;
      }
      const unit = this.#units[to];
      if (!unit?.meanings.has('fillers') && !unit?.isNumber) return false;
    }
    return false;
  }

  said(): Said {
    const isHere = (at: number) => {
      const reading = this.#readings[at];
      return reading !== undefined && !reading.isElsewhere && !reading.isDenied && !reading.isName;
    };
    const stations = this.#units.flatMap((_, at) => (isStation(this.#units, at) ? [at] : []));
    const goods = this.#units.flatMap((unit, at) => (isGood(unit) ? [at] : []));
    const offersWhere = (isWanted: (at: number) => boolean) =>
      new Set(goods.filter(isWanted).flatMap((at) => this.#offersAt(at)));
    const isDenied = (at: number) =>
      this.#readings[at]?.isDenied === true && !this.#readings[at]?.isElsewhere;
    const surely = (at: number) => {
      const meanings = this.#units[at]?.meanings;
      // A café is named after what it serves.
      return isHere(at) && !meanings?.has('doubtful') && !meanings?.has('shop');
    };
    return {
      units: this.#units,
      stationAt: stations.find(isHere) ?? null,
      isStationDenied: stations.some(isDenied),
      offers: offersWhere(isHere),
      denied: offersWhere(isDenied),
      hasFood: goods.some((at) => surely(at) && !this.#units[at]?.meanings.has('drop_bag')),
      isUndrinkable: this.#isUndrinkable(),
      isList:
        goods.some(surely) && (this.#isAllListed() || goods.some((at) => surely(at) && this.#isLast(at))),
      isUnclear: this.#isUnclear,
      isElsewhere: [...stations, ...goods].some((at) => this.#readings[at]?.isElsewhere),
    };
  }

  #offersAt(at: number): readonly SpokenOffer[] {
    const meanings = this.#units[at]?.meanings ?? new Set<Meaning>();
    return meanings.has('fountain') ? ['water', ...offersOf(meanings)] : offersOf(meanings);
  }

  /** A list does not end with an article or a preposition: "Fuente Dé". */
  #isAllListed(): boolean {
    const end = this.#units.at(-1);
    const isArticle = end?.meanings.has('fillers') === true && !end.meanings.has('deny');
    const isOpen = isArticle && end.text.length < 3 && !KM_UNITS.has(end.text);
    return !isOpen && this.#units.every((_, at) => this.#mayBeListed(at));
  }

  /** Returns whether "last" stands before a word: "last water before the pass". */
  #isLast(at: number): boolean {
    const [before, unit] = [this.#units[at - 1], this.#units[at]];
    return before?.meanings.has('last') === true && unit?.gap === 'none';
  }

  #mayBeListed(at: number): boolean {
    const [unit, reading] = [this.#units[at], this.#readings[at]];
    if (!unit || !reading || reading.isElsewhere || reading.isName) return false;
    return unit.isNumber || isGood(unit) || LISTED.some((meaning) => unit.meanings.has(meaning));
  }

  #segments(gaps: readonly Gap[]): readonly { readonly from: number; readonly to: number }[] {
    const starts = this.#units.flatMap(({ gap }, at) => (at === 0 || gaps.includes(gap) ? [at] : []));
    return starts.map((from, index) => ({ from, to: starts[index + 1] ?? this.#units.length }));
  }

  #mark(at: number, how: keyof Reading): void {
    const reading = this.#readings[at];
    if (reading) reading[how] = true;
  }
}

/** Meanings of words that may stand in a list of what is offered. */
const LISTED: readonly Meaning[] = [
  ...([
    'joins',
    'fillers',
    'numbers',
    'amenities',
    'deny',
    'denied',
    'undrinkable',
    'last',
    'station',
  ] as const),
];

function isUnknown({ meanings, isNumber }: Unit): boolean {
  return meanings.size === 0 && !isNumber;
}

/** Returns whether a clock time begins here: "until 15:00", "bis 14 Uhr". */
function isClock(units: readonly Unit[], at: number): boolean {
  const unit = units[at];
  if (!unit?.isNumber) return false;
  return unit.text.includes(':') || /^(h|uhr|am|pm|hrs|o)$/.test(units[at + 1]?.text ?? '');
}

/** Kilometres per unit. */
const KM_PER_UNIT: Readonly<Record<string, number>> = {
  ...{ km: 1, kms: 1, k: 1, 公里: 1, kilometer: 1, kilometre: 1, kilometres: 1, キロ: 1 },
  ...{ mi: 1.609344, mile: 1.609344, miles: 1.609344 },
};

/** Returns the distances from the start that a name states, km: "(17.5km)", "km 10 & 30", "15.5 mi". */
export function distancesIn(units: readonly Unit[]): readonly number[] {
  const distances: number[] = [];
  for (const [at, unit] of units.entries()) {
    if (!unit.isNumber) continue;
    const value = Number(unit.text.replace(',', '.'));
    const factor = KM_PER_UNIT[unitAround(units, at)];
    if (factor !== undefined && Number.isFinite(value)) distances.push(value * factor);
  }
  return distances;
}

/** Returns the unit of a number: behind it, before it, or that of a number which a comma or a word joins to it. */
function unitAround(units: readonly Unit[], at: number): string {
  const next = units[at + 1];
  if (next && !next.isNumber && next.gap === 'none' && next.text in KM_PER_UNIT) return next.text;
  let to = at - 1;
  while (units[to]?.meanings.has('joins') || units[to]?.isNumber) to -= 1;
  const before = units[to]?.text ?? '';
  if (before in KM_PER_UNIT && !(units[to - 1]?.isNumber && units[to]?.isGlued)) return before;
  to = at + 1;
  if (!units[to]?.meanings.has('joins')) return '';
  while (units[to]?.meanings.has('joins') || units[to]?.isNumber) to += 1;
  return units[to]?.text ?? '';
}

/** Returns the number of a station in its name. Null if there is none. */
export function numberIn(units: readonly Unit[]): number | null {
  for (const [at, { isNumber, text }] of units.entries()) {
    if (!isNumber || !/^\d{1,2}$/.test(text) || unitAround(units, at) !== '') continue;
    if (KM_UNITS.has(units[at + 1]?.text ?? '') || isClock(units, at)) continue;
    return Number(text);
  }
  return null;
}
