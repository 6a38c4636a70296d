import { type Measures, shownMl } from '@musette/languages/amounts';
import { type Fill, HOUR_MIN, type Intake } from './plan/model.ts';

/** The fluid of a session, sipped from bottles and drunk at once. */
export interface Drinks {
  readonly fills: readonly Pick<Fill, 'filledMl' | 'volumeMl' | 'fromMin' | 'toMin'>[];
  readonly intakes: readonly Pick<Intake, 'atMin' | 'fluidMl'>[];
}

/** Error of amounts in whole millilitres: less than this is not rounded up, ml. */
const WHOLE_ML = 0.5;

/**
 * Formats what is poured into each bottle, to the nearest. Where the bottles and cups of any 60 minutes would pass the
 * ceiling as it is printed, the largest bottle that was rounded up is rounded down, then the next, until they fit.
 */
export function pouredVolumes(drinks: Drinks, ceilingMl: number, measures: Measures): readonly string[] {
  const { fills, intakes } = drinks;
  const shown = fills.map(({ filledMl }) => shownMl(filledMl, measures, 'nearest'));
  const isRoundedUp = (index: number) => (shown[index] ?? 0) > (fills[index]?.filledMl ?? 0) + WHOLE_ML;
  const mostMl = shownMl(ceilingMl, measures, 'ceiling');
  const mlOf = (shares: readonly number[], fromMin: number) =>
    shares.reduce((sum, share, index) => sum + share * (shown[index] ?? 0), 0) +
    intakes.reduce((sum, { atMin, fluidMl }) => sum + (isWithin(atMin, fromMin) ? fluidMl : 0), 0);
  for (const fromMin of fills.some((_, index) => isRoundedUp(index)) ? fullestHours(drinks) : []) {
    const shares = fills.map((fill) => shareWithin(fill, fromMin));
    const candidates = shares.flatMap((share, index) => (share > 0 ? [index] : []));
    candidates.sort((one, other) => (shown[other] ?? 0) - (shown[one] ?? 0));
    for (const index of candidates.filter(isRoundedUp)) {
      if (mlOf(shares, fromMin) <= mostMl + WHOLE_ML) break;
      shown[index] = shownMl((fills[index]?.filledMl ?? 0) + WHOLE_ML, measures, 'down');
    }
  }
  return shown.map((ml) => measures.volume(ml));
}

/** Returns the starts of hours, one of which has the most: what is drunk evenly adds up between these moments. */
function fullestHours({ fills, intakes }: Drinks): readonly number[] {
  const ends = [...fills.map(({ toMin }) => toMin), ...intakes.map(({ atMin }) => atMin + 1)];
  const starts = [...fills.map(({ fromMin }) => fromMin), ...intakes.map(({ atMin }) => atMin)];
  return [...new Set([...starts, ...ends.map((atMin) => atMin - HOUR_MIN)])].sort(
    (one, other) => one - other,
  );
}

function isWithin(atMin: number, fromMin: number): boolean {
  return atMin >= fromMin && atMin < fromMin + HOUR_MIN;
}

/** Returns the share of what is poured that is drunk in the 60 minutes from a minute. */
function shareWithin({ filledMl, volumeMl, ...fill }: Drinks['fills'][number], fromMin: number): number {
  const shared = Math.min(fill.toMin, fromMin + HOUR_MIN) - Math.max(fill.fromMin, fromMin);
  if (shared <= 0 || filledMl <= 0) return 0;
  return (shared / (fill.toMin - fill.fromMin)) * (volumeMl / filledMl);
}
