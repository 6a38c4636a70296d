import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** Italian sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat')
      return `Presume una barca con la tua borraccia. Senza, il piano ha ${without} in tutto.`;
    return at === 'race'
      ? `Non è indicato nessun ristoro: chiedi all’organizzazione dove c’è acqua. Senza riempire, le tue borracce contengono ${without} in tutto.`
      : `Presume che tu possa riempire a un rubinetto, una fontana o un negozio. Altrimenti le tue borracce contengono ${without} in tutto.`;
  },
  cups: ({ without }) =>
    `Presume un tavolo d’acqua ogni 20 minuti circa. Non è indicato nessun ristoro: chiedi all’organizzazione dove c’è acqua. Senza tavoli, il piano ha ${without} in tutto.`,
  vessels: ({ bottles, without }) =>
    `Non è indicata nessuna borraccia, quindi il piano presume ${bottles}. Senza, ha ${without} in tutto.`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `I ristori sono incompleti: chiedi all’organizzazione dove c’è acqua. Senza altri, il piano ha ${without} in tutto.`
      : `I ristori sono incompleti: chiedi all’organizzazione se c’è acqua a ${places}. Senza, il piano ha ${without} in tutto.`,
  laps: () => 'Presume che i ristori del tuo ultimo giro tornino fino alla fine.',
  bottles_left: ({ amounts }) => `Presume che nelle tue borracce resti: ${amounts}.`,
  device: () => 'acqua presunta: vedi piano',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'Una quantità maggiore di questi prodotti',
  another_food: () => 'Un altro alimento',
  drink_mix: () => 'Una polvere nelle borracce',
  bottle: ({ volume }) => `Un’altra borraccia da ${volume}`,
  flask_on_run: ({ volume }) => `Una flask da ${volume} nella corsa`,
  refill: () => 'Riempire una volta in più',
  salt: () => 'Le capsule di sale',
  bag: () => 'Una sacca con le scorte a metà percorso',
};

/** Italian words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const isMany = change === 'salt';
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject} ${isMany ? 'colmano' : 'colma'} la mancanza.`
      : `${subject} ${isMany ? 'portano' : 'porta'} ${amount} dei ${missing} che mancano.`;
  },
  limit: ({ max }) => `È il tuo limite: ${max} in un’ora.`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong
        ? ['Vomito, mal di testa o confusione: fermati, non bere nulla, chiedi assistenza medica.']
        : []),
      'Solo nausea: prima il sale, poi piccoli sorsi. Gel, caramelle e cibo solido aspettano.',
      ...(held === null ? [] : [`${held} aspettano finché non trattieni più sale.`]),
    ].join(' '),
  withoutAssumed: ({ note }) => `Senza l’acqua presunta: ${note}`,
  noDrink: () => 'Non serve nessuna bevanda.',
  along: ({ count, name, times }) => `prendi ${count} ${name}, mangia a ${times}`,
};
