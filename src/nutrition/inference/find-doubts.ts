import type { Verdict } from './decide-sport.ts';
import type { IntensityReading } from './read-intensity.ts';
import { hasMark, type ReadText } from './read-text.ts';

/** A reason for doubt, with the maximum confidence it leaves. */
export interface Doubt {
  readonly cap: number;
  readonly text: string;
}

/** Maximum confidence for a title that leaves the sport undecided. */
const UNDECIDED_CONFIDENCE = 0.45;
/** Maximum confidence for a title that may not describe a session. */
const CANCELLED_CONFIDENCE = 0.35;

/** Lists the doubts about a session, at most one of each kind per text. */
export function findDoubts(
  texts: readonly ReadText[],
  verdict: Verdict,
  intensity: IntensityReading,
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  for (const { source, cues, quantities } of texts) {
    if (source === 'description') continue;
    const live = (kind: 'noise' | 'or') =>
      cues.find((cue) => cue.standing !== 'ignored' && hasMark(cue, kind));
    const cancelled = cues.find(
      (cue) => cue.standing !== 'ignored' && hasMark(cue, 'cancel') && !endsRest(quantities, cue.from),
    );
    if (cancelled !== undefined)
      doubts.push({ cap: CANCELLED_CONFIDENCE, text: `no session: "${cancelled.text}"` });
    const noise = live('noise');
    if (noise !== undefined && !statesBeside(cues, verdict)) {
      doubts.push({ cap: CANCELLED_CONFIDENCE, text: `no session: "${noise.text}"` });
    }
    const or = live('or');
    if (or !== undefined && verdict.legs.length === 0 && !intensity.isRace && betweenSports(cues, or.from)) {
      doubts.push({ cap: UNDECIDED_CONFIDENCE, text: `undecided: "${or.text}"` });
    }
  }
  return doubts;
}

/** Returns true for the rest in a set, which cancels nothing: "3 min rest each". */
function endsRest(quantities: ReadText['quantities'], at: number): boolean {
  return quantities.some(
    ({ from, to, role }) => (to === at || from === at + 1) && (role === 'rest' || role === 'rep'),
  );
}

/** Returns true if there is a session in addition to the noise: "Bike fit + 1 h run". */
function statesBeside(cues: ReadText['cues'], verdict: Verdict): boolean {
  if (verdict.confidence < 0.6) return false;
  return cues.some((cue) =>
    cue.senses.some((sense) => sense.kind === 'sport' && !sense.yields && !hasMark(cue, 'noise')),
  );
}

function betweenSports(cues: ReadText['cues'], at: number): boolean {
  const states = (cue: ReadText['cues'][number]) => cue.senses.some(({ kind }) => kind === 'sport');
  return cues.some((cue) => cue.from < at && states(cue)) && cues.some((cue) => cue.from > at && states(cue));
}
