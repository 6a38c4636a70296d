import type { AssistantTexts } from '../assistant-texts.ts';

/** Italian texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'La risposta è nel contenuto strutturato.',
  inAll: ({ carb, sodium, fluid }) =>
    `In tutto: ${carb} di carboidrati, ${sodium} di sodio, ${fluid} di liquido.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Caffeina: ${doses}. `}In questa sessione al massimo ${maxMg} di caffeina.`,
  beforeStart: ({ minutes }) => `${minutes} min prima della partenza`,
  warnings: ({ list }) => `Avvertenze: ${list}`,
  noWarnings: () => 'Non ci sono avvertenze.',
  severities: { info: 'nota', caution: 'cautela', danger: 'pericolo' },
  stale: () => 'I dati di questa raccomandazione sono cambiati. Ricalcolala prima di usarla.',
  notCalculated: () => 'Non c’è nessuna raccomandazione da mostrare.',
  teaser: () => 'Senza abbonamento si mostrano solo intervalli.',
  activity: ({ details }) => `Attività: ${details}.`,
  activities: ({ count }) => `Attività: ${count}.`,
  noActivities: () => 'Non ci sono attività di questo tipo.',
  more: () => 'Ce ne sono altre dopo `next_cursor`.',
  sweatRate: () => 'Tasso di sudorazione',
  advice: ({ list }) => `Consiglio: ${list}`,
  emptyPlan: () =>
    'Non c’è ancora nulla in programma. Aggiungi prodotti o chiedi una proposta con `suggest`.',
  nothingToTake: () => 'Il piano non prevede nulla da assumere.',
  onProducts: ({ list }) => `Sui prodotti: ${list}`,
  inferred: ({ sport, confidencePercent }) => `Più probabile: ${sport}, sicuro al ${confidencePercent}%.`,
  intensity: ({ level }) => `Intensità: livello ${level} su 9.`,
  duration: ({ minutes }) => `Durata: ${minutes} min.`,
  noDuration: () => 'Non è indicata nessuna durata.',
  isRace: () => 'È una gara.',
  products: ({ count }) => `Prodotti: ${count}.`,
  noProducts: () => 'Nessun prodotto corrisponde.',
  ofLabels: () => 'Le cifre sono quelle di una porzione sull’etichetta, non quantità da assumere.',
  ofAthlete: () => 'I valori sono per porzione, come sono stati inseriti. Non sono quantità da prendere.',
  ownProduct: ({ number, form }) => `prodotto proprio ${number} (${form})`,
  formats: {
    drink: 'bevanda',
    gel: 'gel',
    chew: 'caramella',
    bar: 'barretta',
    real_food: 'cibo',
    capsule: 'capsula',
    tablet: 'pastiglia',
  },
  feedbackStored: () => 'Il riscontro è salvato.',
  taught: ({ list }) => `Ne abbiamo imparato: ${list}.`,
  taughtNothing: () => 'Non ha cambiato nessun valore.',
  known: ({ list }) => `Noto finora: ${list}.`,
  knownNothing: () => 'Non c’è nulla da mostrare.',
  notADose: () =>
    'Questi valori descrivono il corpo. Non sono quantità da assumere. Quelle sono in una raccomandazione, con i suoi limiti.',
  multiSports: { triathlon: 'triathlon', duathlon: 'duathlon', brick: 'allenamento combinato' },
};
