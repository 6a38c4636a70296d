import type { GutTrainingTexts } from '../texts.ts';

/** Spanish texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Planifícalo con tu dietista o con tu médico.',
    pregnant: () =>
      'En el embarazo no se planifica entrenar el intestino. Come y bebe como te aconseje tu médico o tu matrona.',
    glp1_drug: () =>
      'No se planifica entrenar el intestino, porque tu medicamento ralentiza el estómago. Come y bebe en pequeñas cantidades.',
    under_16: () => 'Antes de los 16 años no se planifica entrenar el intestino.',
    nothing_to_train: () => 'No hay nada que entrenar. Ya tomas más o menos lo que usa esta carrera.',
    too_late: () =>
      'La carrera está demasiado cerca para entrenar el intestino. Compite con lo que ya has probado.',
  },
  rules: {
    products: () =>
      'Practica en dos sesiones por semana con la intensidad de la carrera y con los productos que usarás en ella.',
    daily: ({ sessions }) =>
      `Practica una hora cada uno de los últimos ${sessions} días antes de la carrera, con los productos que usarás en ella. No entrenes más fuerte por eso.`,
    mixture: () =>
      'Por encima de 60 g por hora, toma glucosa y fructosa 2:1. Por encima de 90 g por hora, 1:0,8.',
    steps: () =>
      'Tras dos sesiones buenas, pasa a la semana siguiente. Tras una regular, repite la semana. Tras una mala, vuelve un paso atrás y repítelo.',
    stop: () =>
      'Tras dos sesiones malas seguidas, vómitos o diarrea, para y compite con la última cantidad que toleraste bien. Si ves sangre, acude a un médico.',
    race: ({ mostGPerHr }) => `En la carrera toma como máximo ${mostGPerHr} g por hora.`,
    diabetes: () => 'Tienes diabetes en tratamiento. Revisa antes estas semanas con tu médico.',
  },
};
