import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** French sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat')
      return `Suppose un bateau avec ta gourde. Sans lui, le plan contient ${without} en tout.`;
    return at === 'race'
      ? `Aucun ravitaillement n’est indiqué : demande à l’organisateur où il y a de l’eau. Sans remplissage, tes bidons contiennent ${without} en tout.`
      : `Suppose que tu peux remplir à un robinet, une fontaine ou un magasin. Sinon, tes bidons contiennent ${without} en tout.`;
  },
  cups: ({ without }) =>
    `Suppose une table d’eau toutes les 20 minutes environ. Aucun ravitaillement n’est indiqué : demande à l’organisateur où il y a de l’eau. Sans tables, le plan contient ${without} en tout.`,
  vessels: ({ bottles, without }) =>
    `Aucun bidon n’est indiqué, le plan suppose donc ${bottles}. Sans eux, il contient ${without} en tout.`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `La liste des ravitaillements est incomplète : demande à l’organisateur où il y a de l’eau. Sans eux, le plan contient ${without} en tout.`
      : `La liste des ravitaillements est incomplète : demande à l’organisateur s’il y a de l’eau à ${places}. Sans elle, le plan contient ${without} en tout.`,
  laps: () => 'Suppose que les ravitaillements de ton dernier tour reviennent jusqu’à la fin.',
  bottles_left: ({ amounts }) => `Suppose qu’il reste dans tes bidons : ${amounts}.`,
  device: () => 'eau supposée : voir plan',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'Plus de ces produits',
  another_food: () => 'Un autre aliment',
  drink_mix: () => 'Une poudre dans tes bidons',
  bottle: ({ volume }) => `Un bidon de ${volume} en plus`,
  flask_on_run: ({ volume }) => `Une flasque de ${volume} pour la course à pied`,
  refill: () => 'Un remplissage de plus',
  salt: () => 'Des capsules de sel',
  bag: () => 'Un sac de ravitaillement à mi-parcours',
};

/** French words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const isMany = change === 'salt';
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject} ${isMany ? 'comblent' : 'comble'} le manque.`
      : `${subject} ${isMany ? 'apportent' : 'apporte'} ${amount} des ${missing} qui manquent.`;
  },
  limit: ({ max }) => `C’est ta limite : ${max} en une heure.`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong
        ? ['Vomissements, maux de tête ou confusion : arrête-toi, ne bois rien, demande une aide médicale.']
        : []),
      'Simple nausée : d’abord du sel, puis de petites gorgées. Gels, gommes et aliments solides attendent.',
      ...(held === null ? [] : [`${held} attendent que plus de sel soit gardé.`]),
    ].join(' '),
  withoutAssumed: ({ note }) => `Sans l’eau supposée : ${note}`,
  noDrink: () => 'Aucune boisson n’est nécessaire.',
  along: ({ count, name, times }) => `prends ${count} ${name}, mange à ${times}`,
};
