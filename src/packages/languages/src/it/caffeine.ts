import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string => 'Per quello che ci hai detto non è prevista caffeina. Chiedi al tuo medico.';

/** Italian texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'La caffeina è facoltativa. Prova prima questo piano in allenamento.',
  under_18: () => 'Niente caffeina sotto i 18 anni.',
  age_unknown: () => 'Finché la tua età non è nota, non è prevista caffeina.',
  pregnant: () => 'In gravidanza non è prevista caffeina. Resta sotto 200 mg al giorno.',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'Non è prevista caffeina, perché uno dei tuoi farmaci può farla durare per giorni. Chiedi al medico.',
  eating_disorder: () =>
    'Non è prevista caffeina, perché nasconde fame e stanchezza. Parlane con chi ti segue.',
  avoid: askDoctor,
  too_short: () => 'Questa sessione è troppo breve perché la caffeina aiuti.',
  easy_training: () => 'Una sessione facile non ha bisogno di caffeina.',
  too_close_to_sleep: () => 'La caffeina adesso ti costerebbe sonno. Lasciala stare.',
  day_used_up: () => 'Oggi ne hai già presa più o meno quanto è ragionevole.',
};
