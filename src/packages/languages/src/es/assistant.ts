import type { AssistantTexts } from '../assistant-texts.ts';

/** Spanish texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'La respuesta está en el contenido estructurado.',
  inAll: ({ carb, sodium, fluid }) =>
    `En total: ${carb} de carbohidratos, ${sodium} de sodio, ${fluid} de líquido.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Cafeína: ${doses}. `}En esta sesión, como máximo ${maxMg} de cafeína.`,
  beforeStart: ({ minutes }) => `${minutes} min antes de la salida`,
  warnings: ({ list }) => `Advertencias: ${list}`,
  noWarnings: () => 'No hay advertencias.',
  severities: { info: 'aviso', caution: 'precaución', danger: 'peligro' },
  stale: () => 'Han cambiado los datos de esta recomendación. Vuelve a calcularla antes de usarla.',
  notCalculated: () => 'No hay ninguna recomendación que mostrar.',
  teaser: () => 'Sin suscripción solo se muestran intervalos.',
  activity: ({ details }) => `Actividad: ${details}.`,
  activities: ({ count }) => `Actividades: ${count}.`,
  noActivities: () => 'No hay actividades así.',
  more: () => 'Hay más después de `next_cursor`.',
  sweatRate: () => 'Tasa de sudoración',
  advice: ({ list }) => `Consejo: ${list}`,
  emptyPlan: () => 'Todavía no hay nada previsto. Añade productos o pide una propuesta con `suggest`.',
  nothingToTake: () => 'El plan no prevé nada que tomar.',
  onProducts: ({ list }) => `Sobre los productos: ${list}`,
  inferred: ({ sport, confidencePercent }) =>
    `Lo más probable: ${sport}, con un ${confidencePercent} % de seguridad.`,
  intensity: ({ level }) => `Intensidad: nivel ${level} de 9.`,
  duration: ({ minutes }) => `Duración: ${minutes} min.`,
  noDuration: () => 'No se indica ninguna duración.',
  isRace: () => 'Es una competición.',
  products: ({ count }) => `Productos: ${count}.`,
  noProducts: () => 'Ningún producto coincide.',
  ofLabels: () => 'Las cifras son las de una ración según la etiqueta, no cantidades que tomar.',
  ofAthlete: () =>
    'Los valores son por porción, tal como se indicaron. No son cantidades que haya que tomar.',
  ownProduct: ({ number, form }) => `producto propio ${number} (${form})`,
  formats: {
    drink: 'bebida',
    gel: 'gel',
    chew: 'gominola',
    bar: 'barrita',
    real_food: 'alimento',
    capsule: 'cápsula',
    tablet: 'pastilla',
  },
  feedbackStored: () => 'El comentario está guardado.',
  taught: ({ list }) => `De él se aprendió: ${list}.`,
  taughtNothing: () => 'No ha cambiado ningún valor.',
  known: ({ list }) => `Lo que se sabe hasta ahora: ${list}.`,
  knownNothing: () => 'No hay nada que mostrar.',
  notADose: () =>
    'Estos valores describen el cuerpo. No son cantidades que tomar. Esas están en una recomendación, con sus límites.',
  multiSports: { triathlon: 'triatlón', duathlon: 'duatlón', brick: 'sesión combinada' },
};
