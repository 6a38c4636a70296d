import type { StatedQuantity } from './quantities.ts';
import { STRONG_SIGNS, WEAK_SIGNS } from './read-chunks.ts';
import { hasSense, type ReadCue, type ReadText } from './read-text.ts';
import { type Family, familyOf, isEndurance } from './sports.ts';
import { STATED_FROM } from './weigh-evidence.ts';

/**
 * Resolves phrases that mean a sport only by habit ("sortie longue", "rodaje", "LSD": a run). They yield to a
 * sport named nearby and keep only their effort. If a sign or their own amount makes them a separate leg
 * ("vélo 2h + sortie longue 1h"), they keep their sport.
 */

/** The words between two signs of a text. */
interface JoinedPart {
  readonly habits: ReadCue[];
  /** Endurance sports, walks and hikes named outright. */
  readonly sports: Set<Family>;
  counted: boolean;
  /** True if it contains only sports: in "Vélo - sortie longue 3h" the leading sport is a label. */
  bare: boolean;
  /** True if it starts with a "with". */
  readonly accompanies: boolean;
  /** Its first habits, sports and amounts in order. */
  readonly order: Mention[];
}

type Mention = 'habit' | 'sport' | StatedQuantity['measure']['kind'];
/** Two names and their two amounts. */
const LONGEST_ORDER = 4;

/** Returns the texts with the senses that remain once every habit has stayed or yielded. */
export function reconcileHabits(texts: readonly ReadText[]): readonly ReadText[] {
  if (!texts.some(({ cues }) => cues.some(mayGiveWay))) return texts;
  const named = texts.map(namedIn);
  if (named.every(({ size }) => size === 0)) return texts;
  // A word for bricks needs legs, and a habit is one.
  if (texts.some(({ cues }) => cues.some(saysBrick))) return texts;
  return texts.map((text, index) => {
    const elsewhere = texts.flatMap(({ source }, other) =>
      other === index || source === 'description' ? [] : [...(named[other] ?? [])],
    );
    const giving = new Set(givingWay(text, named[index] ?? new Set(), new Set(elsewhere)));
    if (giving.size === 0) return text;
    return { ...text, cues: text.cues.map((cue) => (giving.has(cue) ? withoutSport(cue) : cue)) };
  });
}

/** Returns whether a cue may yield to another. A loop without closures, because every title passes here. */
function mayGiveWay({ senses }: ReadCue): boolean {
  for (const sense of senses) if (sense.kind === 'sport' && sense.habit === true) return true;
  return false;
}

/** Returns the family that a cue means only by habit, or null. */
function habitOf({ senses, status }: ReadCue): Family | null {
  if (status !== 'live') return null;
  let family: Family | null = null;
  for (const sense of senses) {
    if (sense.kind !== 'sport' || sense.yields) continue;
    if (sense.habit !== true) return null;
    family = familyOf(sense.type);
  }
  return family;
}

/**
 * Returns the endurance sport, walk or hike that a cue names outright, or null. Weights and yoga may be part
 * of any session.
 */
function namedBy({ senses, status }: ReadCue): Family | null {
  if (status !== 'live') return null;
  for (const sense of senses) {
    if (sense.kind !== 'sport' || sense.yields || sense.habit === true || sense.weight < STATED_FROM)
      continue;
    const family = familyOf(sense.type);
    if (isEndurance(family) || family === 'foot') return family;
  }
  return null;
}

function namedIn({ cues }: ReadText): Set<Family> {
  const named = new Set<Family>();
  for (const cue of cues) {
    const family = namedBy(cue);
    if (family !== null) named.add(family);
  }
  return named;
}

function saysBrick({ senses, status }: ReadCue): boolean {
  return status === 'live' && senses.some((sense) => sense.kind === 'multi' && sense.type === 'brick');
}

function withoutSport(cue: ReadCue): ReadCue {
  return { ...cue, senses: cue.senses.filter(({ kind }) => kind !== 'sport') };
}

/** `named` in this text, `elsewhere` in the title and tags. */
function givingWay(
  text: ReadText,
  named: ReadonlySet<Family>,
  elsewhere: ReadonlySet<Family>,
): readonly ReadCue[] {
  if (named.size === 0) {
    return text.cues.filter((cue) => {
      const family = habitOf(cue);
      return family !== null && elsewhere.size > 0 && !elsewhere.has(family);
    });
  }
  return joinedParts(text).flatMap((parts) => {
    const labels = sportsOf(parts.filter(({ bare }) => bare));
    const namedOutright = sportsOf(parts.filter(({ counted, accompanies }) => counted || accompanies));
    return parts.flatMap((part) =>
      part.habits.filter((cue) => {
        const family = habitOf(cue);
        if (holdsOther(part.sports, family)) return !isCountedTwice(part);
        // "Sortie longue 20 km, retour à vélo": a phrase with its own amount yields only to a label.
        return holdsOther(labels, family) || (!part.counted && holdsOther(namedOutright, family));
      }),
    );
  });
}

function sportsOf(parts: readonly JoinedPart[]): Set<Family> {
  return new Set(parts.flatMap(({ sports }) => [...sports]));
}

function holdsOther(families: ReadonlySet<Family>, family: Family | null): boolean {
  return families.size > (family !== null && families.has(family) ? 1 : 0);
}

/** Returns true if each has its own amount of one kind, without any sign: "Rodaje 40 min bici 60 min". */
function isCountedTwice({ order: [first, second, third, fourth] }: JoinedPart): boolean {
  const named = (one: Mention | undefined, other: Mention | undefined) =>
    (one === 'habit' && other === 'sport') || (one === 'sport' && other === 'habit');
  return named(first, third) ? second === fourth : named(second, fourth) && first === third;
}

type Joint = 'strong' | 'weak' | 'with';

/** Groups parts: a sign or word that joins legs separates groups, a comma or a dash separates parts. */
function joinedParts({ tokens, cues, quantities }: ReadText): JoinedPart[][] {
  const groups: JoinedPart[][] = [];
  let part = emptyPart(false);
  const open = (joint: Joint) => {
    part = emptyPart(joint === 'with');
    if (joint === 'strong') groups.push([part]);
    else groups.at(-1)?.push(part);
  };
  open('strong');
  const cueAt = new Map(cues.map((cue) => [cue.from, cue]));
  const quantityAt = new Map(quantities.map((quantity) => [quantity.from, quantity]));
  let quantityEnd = -1;
  let at = 0;
  while (at < tokens.length) {
    const quantity = quantityAt.get(at);
    if (quantity !== undefined) {
      quantityEnd = quantity.to;
      countIn(part, quantity);
    }
    const cue = cueAt.get(at);
    const joint = at < quantityEnd ? null : cue ? jointOfWord(cue) : jointOfSign(tokens[at]?.text ?? '');
    if (joint !== null) open(joint);
    else if (cue !== undefined) nameIn(part, cue);
    else if (tokens[at]?.kind !== 'symbol') part.bare = false;
    at = Math.max(cue?.to ?? 0, at + 1);
  }
  return groups;
}

/**
 * Returns how strongly a sign joins parts, or null. A bar separates the fields of a title, so it joins
 * weakly: "Vélo | Sortie longue | 3h".
 */
function jointOfSign(sign: string): Joint | null {
  if (sign === '|' || WEAK_SIGNS.has(sign)) return 'weak';
  return STRONG_SIGNS.has(sign) ? 'strong' : null;
}

function jointOfWord(cue: ReadCue): Joint | null {
  if (namedBy(cue) !== null) return null;
  if (hasSense(cue, 'then') || hasSense(cue, 'and')) return 'strong';
  return hasSense(cue, 'with') ? 'with' : null;
}

function emptyPart(accompanies: boolean): JoinedPart {
  return { habits: [], sports: new Set(), counted: false, bare: !accompanies, accompanies, order: [] };
}

function nameIn(part: JoinedPart, cue: ReadCue): void {
  const sport = namedBy(cue);
  part.bare &&= sport !== null;
  if (sport !== null) {
    // "Longão 20 km com caminhada": walking breaks.
    if (sport !== 'foot' || !part.accompanies) part.sports.add(sport);
    mention(part, 'sport');
  } else if (habitOf(cue) !== null) {
    part.habits.push(cue);
    mention(part, 'habit');
  }
}

function countIn(part: JoinedPart, { role, measure }: StatedQuantity): void {
  if (role !== 'session' && role !== 'rep') return;
  part.counted = true;
  if (role === 'session') mention(part, measure.kind);
}

function mention(part: JoinedPart, one: Mention): void {
  if (part.order.length < LONGEST_ORDER) part.order.push(one);
}
