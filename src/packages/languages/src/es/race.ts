import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('es');

/** Spanish words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...PLAIN_HOURS,
  title: () => 'Tu sesión en el tiempo',
  weight: () => 'Peso, variación en % desde la salida',
  sodium: () => 'Sodio en sangre, mmol/l',
  gut: () => 'Carbohidratos en espera en el intestino, g',
  plan: () => 'Plan',
  range: () => 'Cuatro de cada cinco personas, si la sed corrige el plan',
  wideRange: () => 'Cuatro de cada cinco personas, si lo siguen exactamente',
  ceiling: () => 'Solo agua en el límite',
  nothing: () => 'Nada',
  zoneMoreWater: () => 'Más agua que en la salida',
  zoneLighter: () => 'Deshidratación fuerte',
  zoneDiluted: () => 'Demasiado diluido',
  zoneConcentrated: () => 'Demasiado concentrado',
  lighter: ({ percent }) => `un ${number(percent, 1)} % menos`,
  heavier: ({ percent }) => `un ${number(percent, 1)} % más`,
  same: () => 'lo mismo',
  planEnds: ({ time, change }) => `Con el plan, tras ${time} pesarías ${change} que en la salida.`,
  planTooDry: () =>
    'Es más peso del que deberías perder. Lleva más líquido si tu límite lo permite, baja el ritmo o para antes.',
  planRange: ({ low, high }) =>
    `Si la sed corrige el plan, cuatro de cada cinco personas acaban entre «${low}» y «${high}».`,
  sodiumEnds: ({ mmol, low, high }) =>
    `El sodio en sangre sería de unos ${number(mmol, 1)} mmol/l. Si la sed corrige el plan, queda entre ${number(low, 1)} y ${number(high, 1)} en cuatro de cada cinco personas.`,
  weighNow: ({ least, most }) => `Ahora deberías pesar entre ${least} y ${most} menos que en la salida.`,
  weighBy: ({ time, least, most }) =>
    `Tras ${time} deberías pesar entre ${least} y ${most} menos que en la salida.`,
  lostLess: () => 'Si has perdido menos, no bebas nada hasta haber orinado.',
  bloated: () => 'Si notas el vientre hinchado o se te hinchan las manos, no bebas nada hasta haber orinado.',
  endsAt: ({ change }) => `Pesarías ${change} que en la salida.`,
  endsWithSodium: ({ mmol }) => `El sodio en sangre sería de unos ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'Lo mismo para quien suda poco',
  lowSweatEnds: ({ change }) =>
    `Una de cada diez personas suda tan poco que pesaría ${change} que en la salida.`,
  lowSweatSodium: ({ mmol }) =>
    `Con tan poco sudor, el sodio en sangre podría bajar a ${number(mmol, 1)} mmol/l.`,
  ceilingRisk: () => 'El límite no es un objetivo.',
  gutMost: ({ grams, time }) =>
    `Como máximo ${grams} g de carbohidratos esperan en el intestino, tras ${time} h.`,
  gutKeepsUp: () => 'Repartidos por igual, los carbohidratos no esperan en el intestino.',
  transitionMarks: () => 'Líneas verticales: transiciones.',
  stationMarks: () => 'Triángulos: avituallamientos.',
  estimate: () => 'Una estimación, no un pronóstico médico. Bebe solo con sed y nunca por encima del límite.',
};
