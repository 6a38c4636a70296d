import type { GutTrainingTexts } from '../texts.ts';

/** Italian texts about gut training. */
export const GUT_TRAINING: GutTrainingTexts = {
  reasons: {
    eating_disorder: () => 'Pianificalo con il tuo dietista o il tuo medico.',
    pregnant: () =>
      'In gravidanza non si pianifica l’allenamento dell’intestino. Mangia e bevi come ti consiglia il medico o l’ostetrica.',
    glp1_drug: () =>
      'Non si pianifica l’allenamento dell’intestino, perché il tuo farmaco rallenta lo stomaco. Mangia e bevi in piccole quantità.',
    under_16: () => 'Sotto i 16 anni non si pianifica l’allenamento dell’intestino.',
    nothing_to_train: () => 'Non c’è nulla da allenare. Assumi già circa quanto serve in questa gara.',
    too_late: () =>
      'La gara è troppo vicina per allenare l’intestino. Gareggia con quello che hai già provato.',
  },
  rules: {
    products: () =>
      'Esercitati in due sessioni alla settimana all’intensità di gara, con i prodotti che userai in gara.',
    daily: ({ sessions }) =>
      `Esercitati un’ora in ognuno degli ultimi ${sessions} giorni prima della gara, con i prodotti che userai in gara. Non allenarti più forte per questo.`,
    mixture: () => 'Oltre 60 g all’ora prendi glucosio e fruttosio 2:1. Oltre 90 g all’ora, 1:0,8.',
    steps: () =>
      'Dopo due sessioni buone passa alla settimana dopo. Dopo una discreta ripeti la settimana. Dopo una cattiva torna indietro di un passo e ripetilo.',
    stop: () =>
      'Dopo due sessioni cattive di seguito, vomito o diarrea, fermati e gareggia con l’ultima quantità ben tollerata. Se vedi sangue, vai dal medico.',
    race: ({ mostGPerHr }) => `In gara prendi al massimo ${mostGPerHr} g all’ora.`,
    diabetes: () => 'Sei in terapia per il diabete. Rivedi prima queste settimane con il medico.',
  },
};
