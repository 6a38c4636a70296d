import type { Texts } from '#core/languages/texts.ts';
import { FIT_DEGREES_PER_SEMICIRCLE, FIT_FIELD, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { cutText, FIT_TYPE, type FitData, type FitField } from '#platform/files/fit-writer.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { titleOf } from './plan-words.ts';

/** Bytes of names that devices keep; longer ones are cut there, some in the middle of a character. */
export const NAME_BYTES = 48;
/** Maker of files that come from no device. */
const MANUFACTURER_DEVELOPMENT = 255;

/** Values of `sport`; others are generic. */
const SPORTS: Partial<Record<FuelPlan['activity']['type'], number>> = {
  run: 1,
  trail_run: 1,
  treadmill_run: 1,
  bike: 2,
  indoor_bike: 2,
  swim: 5,
  open_water_swim: 5,
  row: 15,
  ski: 12,
  hike: 17,
  walk: 11,
  triathlon: 18,
};

/** Makes a field of a text. */
export const text = (field: number, value: string): FitField => ({ field, type: FIT_TYPE.text, value });
/** Makes a field of one of a list of values. */
export const choice = (field: number, value: number): FitField => ({ field, type: FIT_TYPE.enum, value });
/** Makes a field of two bytes. */
export const short = (field: number, value: number | null): FitField => ({
  field,
  type: FIT_TYPE.uint16,
  value,
});
/** Makes a field of four bytes. */
export const long = (field: number, value: number): FitField => ({ field, type: FIT_TYPE.uint32, value });
/** Makes a field of a position's angle. */
export const semicircles = (field: number, degrees: number): FitField => ({
  field,
  type: FIT_TYPE.sint32,
  value: Math.round(degrees / FIT_DEGREES_PER_SEMICIRCLE),
});

/** Says the ceiling in the few characters of a device. */
export function deviceLimit({ numbers }: FuelPlan, { plan: { forms } }: Texts): string {
  return forms.deviceLimit({ maxMl: numbers.maxSafeFluidMlPerHr });
}

/** Returns the message that every FIT file begins with. */
export function fileId(type: number, startS: number): FitData {
  const { fileId: field } = FIT_FIELD;
  const fields = [
    choice(field.type, type),
    short(field.manufacturer, MANUFACTURER_DEVELOPMENT),
    short(field.product, 0),
    long(field.timeCreated, startS),
  ];
  return { number: FIT_MESSAGE.fileId, fields };
}

/** Returns the title of a plan as devices keep it. */
export function fitTitle(plan: FuelPlan, texts: Texts): string {
  return cutText(titleOf(plan, texts), NAME_BYTES);
}

/** Returns the sport of a plan as FIT numbers it. */
export function sportOf({ activity }: FuelPlan): number {
  return SPORTS[activity.type] ?? 0;
}
