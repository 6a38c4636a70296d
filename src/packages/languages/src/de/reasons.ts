import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** German sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat') return `Nimmt ein Boot mit deiner Flasche an. Ohne Boot sind es insgesamt ${without}.`;
    return at === 'race'
      ? `Es sind keine Stationen angegeben: Frag den Veranstalter, wo es Wasser gibt. Ohne Auffüllen fassen deine Flaschen zusammen ${without}.`
      : `Nimmt an, dass du an einem Hahn, Brunnen oder Laden auffüllen kannst. Ohne das fassen deine Flaschen zusammen ${without}.`;
  },
  cups: ({ without }) =>
    `Nimmt etwa alle 20 Minuten einen Tisch mit Wasser an. Es sind keine Stationen angegeben: Frag den Veranstalter, wo es Wasser gibt. Ohne Tische sind es insgesamt ${without}.`,
  vessels: ({ bottles, without }) =>
    `Es sind keine Flaschen angegeben, deshalb nimmt der Plan ${bottles} an. Ohne sie sind es insgesamt ${without}.`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `Die Stationen sind unvollständig: Frag den Veranstalter, wo es Wasser gibt. Ohne weitere sind es insgesamt ${without}.`
      : `Die Stationen sind unvollständig: Frag den Veranstalter nach Wasser bei ${places}. Ohne das sind es insgesamt ${without}.`,
  laps: () => 'Nimmt an, dass die Stationen deiner letzten Runde bis zum Ende wiederkommen.',
  bottles_left: ({ amounts }) => `Nimmt an, dass in deinen Flaschen noch ist: ${amounts}.`,
  device: () => 'Wasser angenommen: siehe Plan',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'Mehr von diesen Produkten',
  another_food: () => 'Ein anderes Lebensmittel',
  drink_mix: () => 'Ein Getränkepulver in den Flaschen',
  bottle: ({ volume }) => `Eine weitere Flasche mit ${volume}`,
  flask_on_run: ({ volume }) => `Eine Softflask mit ${volume} beim Laufen`,
  refill: () => 'Einmal mehr auffüllen',
  salt: () => 'Salzkapseln',
  bag: () => 'Ein Beutel mit Nachschub auf halber Strecke',
};

/** German words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const isMany = change === 'salt';
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject} ${isMany ? 'schließen' : 'schließt'} die Lücke.`
      : `${subject} ${isMany ? 'bringen' : 'bringt'} ${amount} von den fehlenden ${missing}.`;
  },
  limit: ({ max }) => `Das ist deine Obergrenze: ${max} in einer Stunde.`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong
        ? ['Erbrechen, Kopfschmerzen oder Verwirrtheit: Hör auf, trink nichts, hol ärztliche Hilfe.']
        : []),
      'Nur Übelkeit: zuerst Salz, dann kleine Schlucke. Gels, Kaubares und festes Essen warten.',
      ...(held === null ? [] : [`${held} warten, bis mehr Salz drinbleibt.`]),
    ].join(' '),
  withoutAssumed: ({ note }) => `Ohne das angenommene Wasser: ${note}`,
  noDrink: () => 'Du brauchst kein Getränk.',
  along: ({ count, name, times }) => `${count} ${name} mitnehmen, essen bei ${times}`,
};
