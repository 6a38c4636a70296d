import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';
import { plural } from '../phrasing.ts';

const packsWord = plural('es', { one: 'paquete', other: 'paquetes' });
const fillingsWord = plural('es', { one: 'llenado más está', other: 'llenados más están' });
const dropBagsWord = plural('es', { one: 'bolsa más está', other: 'bolsas más están' });
const productsWord = plural('es', { one: 'producto más está', other: 'productos más están' });

/** Spanish names of stops. */
export const STOPS: StopNames = {
  start: 'Salida',
  transition: 'Transición',
  aid: 'Avituallamiento',
  end: 'Meta',
};

/** Spanish names of vessels. */
export const VESSELS: VesselNames = { bottle: 'Bidón', flask: 'Soft flask', bladder: 'Bolsa de hidratación' };

/** Spanish words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `Plan de avituallamiento: ${name}, ${duration} h`,
  headed: ({ head, content }) => `${head}: ${content}`,
  waterMl: ({ amountMl }) => `${amountMl} ml de agua`,
  toMix: ({ amount }) => `${amount} (para mezclar)`,
  fillAgain: ({ km }) => `rellenar en el km ${km}`,
  packs: ({ amount, count }) => `${amount}: ${count} ${packsWord(count)}`,
  carried: () => 'Para llevar',
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `Avituallamiento: ${carbG} g de carbohidratos, ${sodiumMg} mg de sodio, ${fluidMl} ml de líquido por hora, nunca más de ${maxMl} ml de líquido.${products === null ? '' : ` En total ${products}.`}`,
  teaserLine: ({ words, maxMl }) => `Avituallamiento: ${words} Nunca más de ${maxMl} ml de líquido por hora.`,
  time: () => 'Tiempo',
  take: () => 'Toma',
  stations: () => 'Avituallamientos',
  bottles: () => 'Bidones',
  shopping: () => 'Lista de la compra',
  notes: () => 'Notas',
  atStation: ({ taken, carriedOn }) => `recoge ${taken}; sigue con ${carriedOn}`,
  atStart: ({ carriedOn }) => `sal con ${carriedOn}`,
  medical: () => 'Tu líquido lo fija un médico',
  limit: ({ maxMl }) => `Nunca más de ${maxMl} ml/h`,
  deviceLimit: ({ maxMl }) => `Máx. ${maxMl} ml/h de líquido`,
  deviceGuidance: () => 'Orientación, no instrucciones',
  deviceStation: ({ taken }) => `Recoge ${taken}`,
  cardGuidance: () =>
    'Reparte cada fila hasta la siguiente. No es una instrucción: bebe solo cuando tengas sed.',
  cardOthers: () => '+ otros: ver el plan',
  furtherItems: ({ count }) => `y ${count} más`,
  fillingsLeftOut: ({ count }) => `${count} ${fillingsWord(count)} en el plan, pero no en esta página.`,
  dropBagsLeftOut: ({ count }) => `${count} ${dropBagsWord(count)} en el plan, pero no en esta página.`,
  productsLeftOut: ({ count }) => `${count} ${productsWord(count)} en el plan, pero no en esta página.`,
  courseLegend: () => 'Números: avituallamientos. En negrita: subidas.',
  drawnStation: ({ station }) => `Avituallamiento ${station}.`,
};
