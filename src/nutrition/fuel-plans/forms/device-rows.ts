import type { Texts } from '#core/languages/texts.ts';
import { cutText } from '#platform/files/fit-writer.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { type RowWords, rowGroups, sportName } from './row-words.ts';

/** The text that a device shows at one minute. */
export interface DeviceRow {
  readonly atMin: number;
  /** Short text for a device. */
  readonly name: string;
  readonly notes: string;
  readonly isStation: boolean;
  /** Whether a leg begins here. */
  readonly isHeading: boolean;
}

/** Lists device texts in order: the start of each leg of several, and what to do. */
export function deviceRows(plan: FuelPlan, texts: Texts): readonly DeviceRow[] {
  const groups = rowGroups(plan, texts).flatMap(({ heading, rows }, index) => {
    const leg = plan.legs[index];
    const shown = rows.filter(({ brief }) => brief !== '').map(rowOf);
    if (heading === null || leg === undefined) return shown;
    const atMin = Math.round(leg.startMin);
    const name = sportName(leg.type, texts);
    return [{ atMin, name, notes: heading, isStation: false, isHeading: true }, ...shown];
  });
  // A bottle of the ride may be finished after the transition.
  return groups.toSorted((one, other) => one.atMin - other.atMin);
}

const PART = ' · ';

/**
 * Shortens a name to what a device keeps: whole parts, actions before the name of the station, and letters only
 * if a single part is too long.
 */
export function deviceName({ name, isStation }: DeviceRow, bytesMax: number): string {
  const [place = '', ...actions] = name.split(PART);
  const parts = isStation && actions.length > 0 ? [...actions, place] : [place, ...actions];
  const fits = (count: number) =>
    new TextEncoder().encode(parts.slice(0, count).join(PART)).length <= bytesMax;
  let count = parts.length;
  while (count > 1 && !fits(count)) count -= 1;
  return cutText(parts.slice(0, count).join(PART), bytesMax);
}

function rowOf({ atMin, words, brief, isStation }: RowWords): DeviceRow {
  return { atMin, name: brief, notes: words, isStation, isHeading: false };
}
