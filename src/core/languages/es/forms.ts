import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('es', { one: 'paquete', other: 'paquetes' });

/** Spanish names of stops. */
export const STOPS: StopNames = {
  start: 'Salida',
  transition: 'Transición',
  aid: 'Avituallamiento',
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
  waterMl: ({ amountMl }) => `${amountMl} ml de agua`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Avituallamiento: ${carbG} g de carbohidratos, ${sodiumMg} mg de sodio, ${fluidMl} ml de líquido por hora. Nunca más de ${maxMl} ml de líquido por hora.${products === null ? '' : ` Total: ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Avituallamiento: ${words} Nunca más de ${maxMl} ml de líquido por hora.`,
  time: () => 'Tiempo',
  stations: () => 'Avituallamientos',
  bottles: () => 'Bidones',
  shopping: () => 'Lista de la compra',
  notes: () => 'Notas',
  atStart: ({ carriedOn }) => `sal con ${carriedOn}`,
  medical: () => 'Tu líquido lo fija un médico',
  limit: ({ maxMl }) => `Nunca más de ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Máx. ${maxMl} ml/h de líquido`,
  deviceGuidance: () => 'Orientación, no instrucciones',
  deviceStation: ({ taken }) => `Recoge ${taken}`,
};
