import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('es', { one: 'paquete', other: 'paquetes' });

/** Spanish names of stops. */
export const STOPS: StopNames = {
  start: 'Salida',
  transition: 'Transición',
  aid: 'Avituallamiento',
  refill: 'Rellenar',
  end: 'Meta',
};

/** Spanish names of bottles. */
export const CONTAINERS: VesselNames = {
  bottle: 'Bidón',
  flask: 'Soft flask',
  bladder: 'Bolsa de hidratación',
};

/** Spanish words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Plan de avituallamiento: ${name}, ${duration}`,
  headed: ({ head, content }) => `${head}: ${content}`,
  water: ({ amount }) => `${amount} de agua`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `Avituallamiento: ${carb} de carbohidratos, ${sodium} de sodio, ${fluid} de líquido por hora. Nunca más de ${maximum} de líquido por hora.${products === null ? '' : ` Total: ${products}.`}`,
  teaserLine: ({ words, maximum }) =>
    `Avituallamiento: ${words} Nunca más de ${maximum} de líquido por hora.`,
  time: () => 'Tiempo',
  bottles: () => 'Bidones',
  shopping: () => 'Lista de la compra',
  notes: () => 'Notas',
  atStart: ({ carriedOn }) => `sal con ${carriedOn}`,
  medical: () => 'Tu líquido lo fija un médico',
  deviceLimit: ({ rate }) => `Máx. ${rate} de líquido`,
  deviceGuidance: () => 'Orientación, no instrucciones',
};
