import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string => 'Por lo que nos has dicho, no se prevé cafeína. Consulta a tu médico.';

/** Spanish texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'La cafeína es opcional. Prueba antes este plan en un entrenamiento.',
  under_18: () => 'Nada de cafeína antes de los 18 años.',
  age_unknown: () => 'No se prevé cafeína mientras no se conozca tu edad.',
  pregnant: () => 'En el embarazo no se prevé cafeína. Mantén el día por debajo de 200 mg.',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'No se prevé cafeína, porque uno de tus medicamentos puede hacer que dure días. Pregunta a tu médico.',
  eating_disorder: () =>
    'No se prevé cafeína, porque oculta el hambre y el cansancio. Habla con tu equipo de tratamiento.',
  avoid: askDoctor,
  too_short: () => 'Esta sesión es demasiado corta para que la cafeína ayude.',
  easy_training: () => 'Una sesión suave no necesita cafeína.',
  too_close_to_sleep: () => 'La cafeína ahora te quitaría sueño. Déjala.',
  day_used_up: () => 'Hoy ya has tomado más o menos lo que es sensato.',
};
