import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string =>
  'D’après ce que tu nous as dit, aucune caféine n’est prévue. Demande l’avis de ton médecin.';

/** French texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'La caféine est facultative. Essaie d’abord ce plan à l’entraînement.',
  under_18: () => 'Pas de caféine avant 18 ans.',
  age_unknown: () => 'Aucune caféine n’est prévue tant que ton âge n’est pas connu.',
  pregnant: () => 'Aucune caféine n’est prévue pendant la grossesse. Reste sous 200 mg par jour.',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'Aucune caféine n’est prévue, car un de tes médicaments peut la faire durer des jours. Demande à ton médecin.',
  eating_disorder: () =>
    'Aucune caféine n’est prévue, car elle masque la faim et la fatigue. Parles-en à ton équipe soignante.',
  avoid: askDoctor,
  too_short: () => 'Cette séance est trop courte pour que la caféine aide.',
  easy_training: () => 'Une séance facile n’a pas besoin de caféine.',
  too_close_to_sleep: () => 'De la caféine maintenant te coûterait du sommeil. Laisse-la de côté.',
  day_used_up: () => 'Tu en as déjà pris aujourd’hui à peu près la quantité raisonnable.',
};
