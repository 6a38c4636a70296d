import { type SpokenOffer, STATION_OFFERS } from '@musette/basics/courses';
import type { PointKind } from '../course.ts';
import { distancesIn, numberIn, readWords, type Said } from './read-words.ts';
import type { Unit } from './units.ts';
import type { Meaning } from './vocabulary.ts';

/** What a file says about a point. */
export interface PointTexts {
  readonly name: string | null;
  /** Words of its type and symbol. */
  readonly symbol: string;
  readonly description: string;
}

/** What a point is. */
export interface ReadPoint {
  readonly kind: PointKind;
  /** Null for a name that a device made up. */
  readonly name: string | null;
  /** Of a station, in the order of the contract. */
  readonly offers: readonly SpokenOffer[];
  /** Whether it is a station about which the file contradicts itself or denies all that it offers. */
  readonly isDoubtful: boolean;
  /** The distances that its name states, km. */
  readonly statedKm: readonly number[];
  /** The number in the name of a station. */
  readonly number: number | null;
  /** The words of a station's name without its number, which tell rows of numbers apart. */
  readonly series: string;
}

/** Kinds that a station's word does not outweigh. */
const STRONG = ['turn', 'alert', 'firstAid'] as const satisfies readonly Meaning[];

/** Reads what a point is and what it offers. */
export function readPoint({ name: given, symbol, description }: PointTexts): ReadPoint {
  const name = given === null || isGenerated(given) ? null : given;
  const named = readWords(name ?? '');
  const marked = readWords(wordsOfSymbol(symbol));
  const first = readWords(firstClause(description));
  const kind = kindOf(named, marked, first);
  const isStation = kind.kind === 'station';
  const offers = isStation ? offersAt(kind, [named, marked, readWords(description)]) : null;
  if (offers?.isSource && offers.offers.length === 0) return { ...NO_POINT, kind: 'no_water', name };
  return {
    kind: kind.kind,
    name,
    offers: offers?.offers ?? [],
    isDoubtful: offers?.isDoubtful ?? false,
    statedKm: distancesIn(named.units),
    number: isStation ? numberIn(named.units) : null,
    series: isStation ? seriesOf(named.units) : '',
  };
}

const NO_POINT: Omit<ReadPoint, 'kind' | 'name'> = {
  offers: [],
  isDoubtful: false,
  statedKm: [],
  number: null,
  series: '',
};

interface Decision {
  readonly kind: PointKind;
  /** Whether what makes it a station brings water: a word or a symbol of a station, not the name of an offer. */
  readonly bringsWater: boolean;
  /** Whether it is only the place of some water. */
  readonly isSource: boolean;
}

const decided = (kind: PointKind): Decision => ({ kind, bringsWater: false, isSource: false });
const STATION: Decision = { kind: 'station', bringsWater: true, isSource: false };

function kindOf(named: Said, marked: Said, first: Said): Decision {
  const symbol = kindOfSymbol(marked);
  if (symbol.kind === 'turn' || symbol.kind === 'alert' || symbol.kind === 'first_aid') return symbol;
  const name = kindOfText(named);
  if (name.kind === 'turn' || name.kind === 'first_aid') return name;
  if (name.kind === 'alert' && !named.isElsewhere) return name;
  const clause = kindOfText(first);
  if (name.kind === 'station' && name.bringsWater) return name;
  if (clause.kind === 'station' && clause.bringsWater) return clause;
  const isShop = has(named, 'shop');
  if (symbol.kind === 'station') return isShop ? decided('place') : symbol;
  if (name.kind === 'station') return name;
  if (clause.kind === 'station' && !isShop) return clause;
  const isCheckpoint = symbol.kind === 'checkpoint' || name.kind === 'checkpoint';
  if (isCheckpoint)
    return [named, marked, first].some(({ hasFood }) => hasFood) ? STATION : decided('checkpoint');
  if (name.kind === 'no_water') return name;
  for (const { kind } of [symbol, name, clause]) if (kind !== 'unknown') return decided(kind);
  return decided('unknown');
}

/** What a symbol says, word by word: unknown words in it do not matter. */
function kindOfSymbol(said: Said): Decision {
  const strong = firstOf(said, STRONG);
  if (strong) return decided(strong.kind);
  if (has(said, 'direction')) return decided('turn');
  if (said.isStationDenied) return decided('unknown');
  if (said.stationAt !== null) return STATION;
  if (has(said, 'shop')) return decided('place');
  const isFood = said.units.some(({ meanings }) => meanings.has('food'));
  if (said.offers.size > 0 || isFood) {
    return { kind: 'station', bringsWater: isFood, isSource: !isFood && isWaterOnly(said.offers) };
  }
  return decided(kindByPlace(said));
}

/** What a name or a clause says. */
function kindOfText(said: Said): Decision {
  const strong = firstOf(said, STRONG);
  if (strong && (said.stationAt === null || strong.at < said.stationAt) && !isAmenity(said, strong.at)) {
    return decided(strong.kind);
  }
  if (said.units[0]?.meanings.has('direction')) return decided('turn');
  if (said.stationAt !== null) return STATION;
  if (said.hasFood && has(said, 'carry')) return decided('alert');
  if (said.isList && said.offers.size + (said.hasFood ? 1 : 0) > 0) {
    const bringsWater = said.offers.size === 0;
    return { kind: 'station', bringsWater, isSource: !bringsWater && isWaterOnly(said.offers) };
  }
  if (has(said, 'checkpoint')) return decided('checkpoint');
  if (said.isStationDenied || said.denied.has('water')) return decided('no_water');
  if (said.isElsewhere) return decided('alert');
  return decided(kindByPlace(said));
}

/** Returns whether a strong word is only one of the amenities of a checkpoint: "Checkpoint 3, medical". */
function isAmenity(said: Said, at: number): boolean {
  const isBehindCheckpoint = said.units.slice(0, at).some(({ meanings }) => meanings.has('checkpoint'));
  const isInList = said.isList && said.units[at]?.meanings.has('amenities') === true;
  return isBehindCheckpoint || isInList;
}

function isWaterOnly(offers: ReadonlySet<SpokenOffer>): boolean {
  return offers.size === 1 && offers.has('water');
}

const PLACES = [
  'checkpoint',
  'start',
  'finish',
  'toilet',
  'summit',
  'shop',
  'place',
] as const satisfies readonly Meaning[];

function kindByPlace(said: Said): PointKind {
  for (const meaning of PLACES) {
    if (has(said, meaning)) return meaning === 'shop' ? 'place' : meaning;
  }
  return isMarker(said.units) ? 'place' : 'unknown';
}

/** Returns whether it only names a distance: "Km 20", "Mile 5". */
function isMarker(units: readonly Unit[]): boolean {
  const distances = distancesIn(units);
  return (
    distances.length > 0 &&
    units.every(({ isNumber, text, meanings }) => {
      return (
        isNumber ||
        meanings.has('joins') ||
        meanings.has('fillers') ||
        /^(km|mi|miles?|k|kilomet\w+|\u30de\u30a4\u30eb)$/.test(text)
      );
    })
  );
}

function has({ units }: Said, meaning: Meaning): boolean {
  return units.some(({ meanings }) => meanings.has(meaning));
}

const KIND_OF: Readonly<Record<(typeof STRONG)[number], PointKind>> = {
  ...{ turn: 'turn', alert: 'alert', firstAid: 'first_aid' },
};

/** Returns the first word with one of these meanings. */
function firstOf({ units }: Said, meanings: readonly (typeof STRONG)[number][]) {
  for (const [at, unit] of units.entries()) {
    const meaning = meanings.find((each) => unit.meanings.has(each));
    if (meaning !== undefined) return { at, kind: KIND_OF[meaning] };
  }
  return null;
}

/**
 * Returns what a station offers. A denial anywhere outweighs an offer elsewhere in the texts, because water that is not there
 * does more harm than water that nobody counted on.
 */
function offersAt(decision: Decision, texts: readonly Said[]) {
  const named = new Set(texts.flatMap(({ offers }) => [...offers]));
  const denied = new Set(texts.flatMap((text) => [...text.denied]));
  if (texts.some(({ isUndrinkable }) => isUndrinkable)) denied.add('water');
  const isUnclear = texts.some((text) => text.isUnclear || text.isStationDenied);
  if (decision.bringsWater || named.size === 0) named.add('water');
  const offers =
    isUnclear && !decision.isSource
      ? []
      : STATION_OFFERS.filter((offer) => named.has(offer) && !denied.has(offer));
  return { offers, isDoubtful: offers.length === 0, isSource: decision.isSource };
}

/** Symbols are joined by underscores, hyphens and capitals: `Right_turn`, `bh_eau`, `AidStation`. */
function wordsOfSymbol(symbol: string): string {
  return symbol.replace(/[_\-=/]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

const CLAUSE_END = /[;!?\n\r\u3002\uff1b\uff01\uff1f]|(?<!\b(?:no|nr|n|st|km|ca|approx))\.(?=\s|$)/iu;

function firstClause(description: string): string {
  return description.split(CLAUSE_END).find((clause) => clause.trim() !== '') ?? '';
}

const GENERATED = [
  /^(way ?point|wegpunkt|wpt?|lap|point|punkt|punto|marker|mark|pin|untitled|untitled waypoint|new ?waypoint|course ?point|cue|direction|poi|rp|rte|routepoint|unnamed|dropped pin|placemark|\u30dd\u30a4\u30f3\u30c8)?[\s_#-]*\d*$/iu,
  /^\d{1,4}[-./]\w{2,3}[-./]\d{1,4}([\s,T]+[\d:.]+ ?([ap]m)?z?)?$/iu,
];

/** Returns whether a device made up the name: `Waypoint 12`, `LAP001`, a time. */
function isGenerated(name: string): boolean {
  return GENERATED.some((pattern) => pattern.test(name.trim()));
}

function seriesOf(units: readonly Unit[]): string {
  return units.find(({ isNumber }) => !isNumber)?.text ?? '';
}
