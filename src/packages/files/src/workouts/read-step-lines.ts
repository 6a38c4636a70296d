/**
 * Reads the text form of an intervals.icu workout into the members of its steps: lines that begin with a dash, and
 * lines such as "Main set 4x" that repeat the steps below them until the next blank line.
 */

/** A step as the platform's JSON has it, or a repetition of steps. */
export type LineStep = Readonly<Record<string, unknown>>;

/** Longer lines are cut: a step is short, and the bound keeps each line's work constant. */
const LINE_CHARACTERS_MAX = 400;

interface Block {
  readonly steps: LineStep[];
  /** The indentation of a repetition that began with a dash. Null after a heading. */
  readonly indent: number | null;
}

/** Returns whether a text has a line of this form. */
export function hasStepLines(text: string): boolean {
  return /^[ \t]*[-\u2013][ \t]*(?:\S[^\n]{0,200}?[ \t])?(?:\d+x)?\d+(?:[.,]\d+)?[ \t]?(?:h|m|s|km|mi|mtr|min|sec|'|")/im.test(
    text,
  );
}

/** Returns the steps of a text in order, and the line of each. A line that states no end is a note to the athlete. */
export function readStepLines(text: string): {
  readonly steps: readonly LineStep[];
  readonly lines: ReadonlyMap<unknown, number>;
} {
  const steps: LineStep[] = [];
  const lines = new Map<unknown, number>();
  let block: Block | null = null;
  let section = '';
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.slice(0, LINE_CHARACTERS_MAX);
    const content = line.trim();
    const indent = line.length - line.trimStart().length;
    const dashed = /^[-\u2013]\s*(.*)$/.exec(content)?.[1];
    if (content === '' || (block?.indent != null && indent <= block.indent)) block = null;
    const heading = dashed ?? content;
    const reps = REPEATS.exec(heading);
    if (reps !== null && (dashed === undefined || reps.index === 0)) {
      const repeated: LineStep[] = [];
      const repetition = { reps: Number(reps[1]), steps: repeated };
      steps.push(repetition);
      lines.set(repetition, index + 1);
      block = { steps: repeated, indent: dashed === undefined ? null : indent };
      section = heading;
    } else if (dashed === undefined) {
      if (content !== '') section = content;
    } else {
      const step = stepOf(dashed, section);
      if (step === null) continue;
      lines.set(step, index + 1);
      (block?.steps ?? steps).push(step);
    }
  }
  return { steps: steps.filter((step) => !Array.isArray(step.steps) || step.steps.length > 0), lines };
}

/** "Main set 4x", "4x", "4 x" at the end of a heading. */
const REPEATS = /(?:^|\s)(\d{1,3})\s?x\s*:?$/i;
const AMOUNT =
  /(?:^|[\s(])(?:(\d{1,3})\s?x\s?)?((?:\d+(?:[.,]\d+)?\s?(?:hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|sec|s|'|")\s?(?![a-z]))+(?:\d{1,2}(?![\d.%:-]))?|\d+(?:[.,]\d+)?\s?(?:km|kms|mi|miles?|mtrs?|met(?:er|re)s?|yrds?|yds?|yards?)(?![a-z]))/i;

function stepOf(line: string, section: string): LineStep | null {
  const found = AMOUNT.exec(line);
  const isOpen = /\bpress lap\b/i.test(line);
  if (found === null && !isOpen) return null;
  const before = found === null ? '' : line.slice(0, found.index).trim();
  const after = found === null ? line : line.slice(found.index + found[0].length);
  const text = before.replace(/\bpress lap\b/i, '').trim();
  const amount = found?.[2] ?? '';
  const seconds = secondsIn(amount);
  const metres = metresIn(amount);
  const step = {
    ...(text === '' ? {} : { text }),
    ...(seconds === null ? {} : { duration: seconds }),
    ...(metres === null ? {} : { distance: metres }),
    ...(isOpen ? { until_lap_press: true } : {}),
    ...kindOf(`${section} ${text}`, after),
    ...targetIn(after),
  };
  return found?.[1] === undefined ? step : { reps: Number(found[1]), steps: [step] };
}

const SECONDS_OF: readonly (readonly [RegExp, number])[] = [
  [/(\d+(?:[.,]\d+)?)\s?h/i, 3600],
  [/(\d+(?:[.,]\d+)?)\s?(?:m|')/i, 60],
  [/(\d+(?:[.,]\d+)?)\s?(?:s|")/i, 1],
];

/** Reads "1h2m30s", "5m30", "1\'30"". Two digits behind the last unit are of the next smaller one. */
function secondsIn(amount: string): number | null {
  if (metresIn(amount) !== null) return null;
  const found = SECONDS_OF.flatMap(([pattern, unit]) => {
    const value = pattern.exec(amount)?.[1];
    return value === undefined ? [] : [{ unit, seconds: numberIn(value) * unit }];
  });
  const smallest = found.at(-1);
  if (smallest === undefined) return null;
  const trailing = /\D(\d{1,2})$/.exec(amount.trim())?.[1];
  const rest = trailing === undefined ? 0 : Number(trailing) * (smallest.unit / 60);
  return found.reduce((sum, { seconds }) => sum + seconds, rest);
}

const METRES_OF: readonly (readonly [RegExp, number])[] = [
  [/(\d+(?:[.,]\d+)?)\s?km/i, 1000],
  [/(\d+(?:[.,]\d+)?)\s?mi(?!n)/i, 1609.344],
  [/(\d+(?:[.,]\d+)?)\s?(?:mtr|met)/i, 1],
  [/(\d+(?:[.,]\d+)?)\s?y/i, 0.9144],
];

function metresIn(amount: string): number | null {
  for (const [pattern, unit] of METRES_OF) {
    const value = pattern.exec(amount)?.[1];
    if (value !== undefined) return numberIn(value) * unit;
  }
  return null;
}

function numberIn(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Returns what a step is by its heading, its cue and its own words. */
function kindOf(words: string, after: string): LineStep {
  const stated = /\bintensity=(\w+)/i.exec(after)?.[1]?.toLowerCase();
  const isStated = (name: string) => stated === name;
  return {
    ...(isStated('warmup') || /\bwarm/i.test(words) ? { warmup: true } : {}),
    ...(isStated('cooldown') || /\bcool/i.test(words) ? { cooldown: true } : {}),
    ...(stated === undefined ? {} : { intensity: stated }),
    ...(/\bfree ?ride\b/i.test(after) ? { freeride: true } : {}),
    ...(/\bmax ?effort\b/i.test(after) ? { maxeffort: true } : {}),
    ...(/\bramp\b/i.test(after) ? { ramp: true } : {}),
  };
}

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const CLOCK = '(\\d{1,2}):(\\d{2})(?:\\s?/\\s?(km|mi|mile|100m|100y|500m|400m|250m)\\b)?';
const PACE = new RegExp(`${CLOCK}(?:\\s?[-–]\\s?${CLOCK})?`, 'i');
const PERCENT = new RegExp(`${NUMBER}\\s?%?(?:\\s?[-–]\\s?${NUMBER})?\\s?%\\s*(LTHR|HR|pace|MMP)?`, 'i');
const WATTS = new RegExp(`${NUMBER}\\s?w?(?:\\s?[-–]\\s?${NUMBER})?\\s?w(?:atts)?\\b`, 'i');
const ZONE = /\bZ(\d)(?:\s?[-\u2013]\s?Z?(\d))?\b\s*(HR|LTHR|pace)?/i;

/** Returns the target of a step as the platform's JSON has it. The cadence is none. */
function targetIn(after: string): LineStep {
  const text = after.replace(/\d+(?:\s?[-\u2013]\s?\d+)?\s?(?:rpm|bpm)\b/gi, '');
  const pace = PACE.exec(text);
  if (pace !== null && (pace[3] !== undefined || pace[6] !== undefined || /\bpace\b/i.test(text))) {
    const unit = (pace[3] ?? pace[6] ?? 'km').toLowerCase();
    const seconds = (minute: string | undefined, second: string | undefined) =>
      Number(minute) * 60 + Number(second);
    const start = seconds(pace[1], pace[2]);
    const end = pace[4] === undefined ? start : seconds(pace[4], pace[5]);
    return { pace: { start, end, units: `secs/${unit}` } };
  }
  const percent = PERCENT.exec(text);
  if (percent !== null) {
    const suffix = (percent[3] ?? '').toLowerCase();
    return targetOf(TARGET_BY_SUFFIX[suffix] ?? ['power', '%ftp'], percent);
  }
  const watts = WATTS.exec(text);
  if (watts !== null) return targetOf(['power', 'w'], watts);
  const zone = ZONE.exec(text);
  if (zone === null) return {};
  const suffix = (zone[3] ?? '').toLowerCase();
  if (suffix === 'pace') return targetOf(['pace', 'pace_zone'], zone);
  return targetOf(suffix === '' ? ['power', 'power_zone'] : ['hr', 'hr_zone'], zone);
}

/** Percent of the mean maximal power of a duration is no target that a file explains. */
const TARGET_BY_SUFFIX: Readonly<Record<string, readonly [kind: string, units: string]>> = {
  hr: ['hr', '%hr'],
  lthr: ['hr', '%lthr'],
  pace: ['pace', '%pace'],
  mmp: ['power', '%mmp'],
};

function targetOf([kind, units]: readonly [string, string], [, from = '', to]: RegExpExecArray): LineStep {
  return { [kind]: { start: numberIn(from), end: numberIn(to ?? from), units } };
}
