import type { AssistantTexts } from '../assistant-texts.ts';

/** French texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => 'La réponse se trouve dans le contenu structuré.',
  inAll: ({ carb, sodium, fluid }) =>
    `En tout : ${carb} de glucides, ${sodium} de sodium, ${fluid} de liquide.`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `Caféine : ${doses}. `}Dans cette séance, au plus ${maxMg} de caféine.`,
  beforeStart: ({ minutes }) => `${minutes} min avant le départ`,
  warnings: ({ list }) => `Avertissements : ${list}`,
  noWarnings: () => 'Il n’y a pas d’avertissement.',
  severities: { info: 'info', caution: 'prudence', danger: 'danger' },
  stale: () => 'Les données de cette recommandation ont changé. Refais le calcul avant de l’utiliser.',
  notCalculated: () => 'Il n’y a pas de recommandation à montrer.',
  teaser: () => 'Sans abonnement, seules des fourchettes sont affichées.',
  activity: ({ details }) => `Activité : ${details}.`,
  activities: ({ count }) => `Activités : ${count}.`,
  noActivities: () => 'Aucune activité ne correspond.',
  more: () => 'D’autres suivent après `next_cursor`.',
  sweatRate: () => 'Taux de sudation',
  advice: ({ list }) => `Conseil : ${list}`,
  emptyPlan: () => 'Rien n’est encore prévu. Ajoute des produits ou demande une proposition avec `suggest`.',
  nothingToTake: () => 'Le plan ne prévoit rien à prendre.',
  onProducts: ({ list }) => `Sur les produits : ${list}`,
  inferred: ({ sport, confidencePercent }) => `Le plus probable : ${sport}, sûr à ${confidencePercent} %.`,
  intensity: ({ level }) => `Intensité : niveau ${level} sur 9.`,
  duration: ({ minutes }) => `Durée : ${minutes} min.`,
  noDuration: () => 'Aucune durée n’est indiquée.',
  isRace: () => 'C’est une compétition.',
  products: ({ count }) => `Produits : ${count}.`,
  noProducts: () => 'Aucun produit ne correspond.',
  ofLabels: () => 'Les chiffres sont ceux d’une portion sur l’étiquette, pas des quantités à prendre.',
  ofAthlete: () =>
    'Les valeurs sont par portion, telles qu’elles ont été saisies. Ce ne sont pas des quantités à prendre.',
  ownProduct: ({ number, form }) => `produit personnel ${number} (${form})`,
  formats: {
    drink: 'boisson',
    gel: 'gel',
    chew: 'gomme',
    bar: 'barre',
    real_food: 'aliment courant',
    capsule: 'gélule',
    tablet: 'pastille',
  },
  feedbackStored: () => 'Le retour est enregistré.',
  taught: ({ list }) => `Il a permis d’apprendre : ${list}.`,
  taughtNothing: () => 'Il n’a changé aucune valeur.',
  known: ({ list }) => `Connu à ce jour : ${list}.`,
  knownNothing: () => 'Il n’y a rien à montrer.',
  notADose: () =>
    'Ces valeurs décrivent le corps. Ce ne sont pas des quantités à prendre. Celles-ci figurent dans une recommandation, avec ses limites de sécurité.',
  multiSports: { triathlon: 'triathlon', duathlon: 'duathlon', brick: 'enchaînement' },
};
