/**
 * Phrases that mean a sport by habit alone ("sortie longue", "rodaje", "LSD": a run) give way to a sport
 * that is named beside them and keep only their effort. Where a sign or their own amount makes them a
 * leg of their own ("vélo 2h + sortie longue 1h"), they stay what they are.
 */
import type { Quantity } from './quantities.ts';
import { STRONG_SIGNS, WEAK_SIGNS } from './read-chunks.ts';
import { hasMark, type ReadCue, type ReadText } from './read-text.ts';
import { type Family, familyOf, isEndurance } from './sport-family.ts';
import { STATED_FROM } from './weigh-evidence.ts';

/** What stands between two signs of a text. */
interface Part {
  readonly habits: ReadCue[];
  /** Endurance sports, walks and hikes that are named outright. */
  readonly sports: Set<Family>;
  counted: boolean;
  /** Its first habits, sports and amounts in the order in which they stand. */
  readonly order: Mention[];
}

type Mention = 'habit' | 'sport' | Quantity['measure']['kind'];
/** Two names and their two amounts. */
const LONGEST_ORDER = 4;

/** The texts with the senses that are left once every habit has stayed or given way. */
export function settleHabits(texts: readonly ReadText[]): readonly ReadText[] {
  if (!texts.some(({ cues }) => cues.some((cue) => habitOf(cue) !== null))) return texts;
  // A word for bricks asks for legs, and a habit is one.
  if (texts.some(({ cues }) => cues.some(saysBrick))) return texts;
  const named = texts.map(namedIn);
  return texts.map((text, index) => {
    const elsewhere = texts.flatMap(({ source }, other) =>
      other === index || source === 'description' ? [] : [...(named[other] ?? [])],
    );
    const giving = new Set(givingWay(text, named[index] ?? new Set(), new Set(elsewhere)));
    if (giving.size === 0) return text;
    return { ...text, cues: text.cues.map((cue) => (giving.has(cue) ? withoutSport(cue) : cue)) };
  });
}

/** The family that a cue means by habit alone, or null. */
function habitOf({ senses, standing }: ReadCue): Family | null {
  if (standing !== 'live') return null;
  let family: Family | null = null;
  for (const sense of senses) {
    if (sense.kind !== 'sport' || sense.yields) continue;
    if (sense.habit !== true) return null;
    family = familyOf(sense.type);
  }
  return family;
}

/** The endurance sport, walk or hike that a cue names outright, or null; weights and yoga are appendices of anything. */
function namedBy({ senses, standing }: ReadCue): Family | null {
  if (standing !== 'live') return null;
  for (const sense of senses) {
    if (sense.kind !== 'sport' || sense.yields || sense.habit === true || sense.weight < STATED_FROM)
      continue;
    const family = familyOf(sense.type);
    if (isEndurance(family) || family === 'foot') return family;
  }
  return null;
}

function namedIn({ cues }: ReadText): Set<Family> {
  return new Set(cues.map(namedBy).filter((family) => family !== null));
}

function saysBrick({ senses, standing }: ReadCue): boolean {
  return standing === 'live' && senses.some((sense) => sense.kind === 'multi' && sense.type === 'brick');
}

function withoutSport(cue: ReadCue): ReadCue {
  return { ...cue, senses: cue.senses.filter(({ kind }) => kind !== 'sport') };
}

/** `named` in this text, `elsewhere` in title and tags beside it. */
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
    const sports = new Set(parts.flatMap((part) => [...part.sports]));
    const counted = new Set(parts.flatMap((part) => (part.counted ? [...part.sports] : [])));
    return parts.flatMap((part) =>
      part.habits.filter((cue) => {
        const family = habitOf(cue);
        if (holdsOther(part.sports, family)) return !isCountedTwice(part);
        return holdsOther(sports, family) && !(part.counted && holdsOther(counted, family));
      }),
    );
  });
}

function holdsOther(families: ReadonlySet<Family>, family: Family | null): boolean {
  return families.size > (family !== null && families.has(family) ? 1 : 0);
}

/** "Rodaje 40 min bici 60 min": without any sign, each has its own amount of one kind. */
function isCountedTwice({ order: [first, second, third, fourth] }: Part): boolean {
  const named = (one: Mention | undefined, other: Mention | undefined) =>
    (one === 'habit' && other === 'sport') || (one === 'sport' && other === 'habit');
  return named(first, third) ? second === fourth : named(second, fourth) && first === third;
}

/** Parts in groups: a sign or word that joins legs stands between groups, a comma or a dash between parts. */
function joinedParts({ tokens, cues, quantities }: ReadText): Part[][] {
  const groups: Part[][] = [];
  let part = emptyPart();
  const open = (joins: boolean) => {
    part = emptyPart();
    if (joins) groups.push([part]);
    else groups.at(-1)?.push(part);
  };
  open(true);
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
    if (joint !== null) open(joint === 'strong');
    if (cue !== undefined) nameIn(part, cue);
    at = Math.max(cue?.to ?? 0, at + 1);
  }
  return groups;
}

/** "Vélo | Sortie longue | 3h": a bar parts the fields of a title, it joins no legs. */
function jointOfSign(sign: string): 'strong' | 'weak' | null {
  if (sign === '|' || WEAK_SIGNS.has(sign)) return 'weak';
  return STRONG_SIGNS.has(sign) ? 'strong' : null;
}

function jointOfWord(cue: ReadCue): 'strong' | 'weak' | null {
  if (namedBy(cue) !== null) return null;
  if (hasMark(cue, 'then') || hasMark(cue, 'and')) return 'strong';
  return hasMark(cue, 'with') ? 'weak' : null;
}

function emptyPart(): Part {
  return { habits: [], sports: new Set(), counted: false, order: [] };
}

function nameIn(part: Part, cue: ReadCue): void {
  const sport = namedBy(cue);
  if (sport !== null) {
    part.sports.add(sport);
    mention(part, 'sport');
  } else if (habitOf(cue) !== null) {
    part.habits.push(cue);
    mention(part, 'habit');
  }
}

function countIn(part: Part, { role, measure }: Quantity): void {
  if (role !== 'session' && role !== 'rep') return;
  part.counted = true;
  if (role === 'session') mention(part, measure.kind);
}

function mention(part: Part, one: Mention): void {
  if (part.order.length < LONGEST_ORDER) part.order.push(one);
}
