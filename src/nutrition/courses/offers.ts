import type { SpokenOffer } from '#platform/storage/course-columns.ts';

/** Words for an aid station that do not say what it offers, in the languages of event organizers. */
const AID_STATION = anyOf([
  'aid|aid ?stations?|feed ?(zone|station)s?|food|refreshments?',
  'ravitos?|ravitaillements?',
  'verpflegung\\p{L}*|labe(station|stelle)?|versorgung\\p{L}*',
  'ristor[oi]|punto ristoro',
  'avituallamientos?|abastecimentos?|abastecimientos?',
  'verzorging\\p{L}*|drankpost|bevoorrading',
  'depot|dep[åo]t|v[æä]skestation\\p{L}*|væskedepot|forplejning\\p{L}*',
  'občerstvení|občerstvovačka',
  'punkt (odżywczy|żywieniowy)|bufet',
  'питание|пункт питания',
  '給水所?|エイド|补给站?|補給站?',
  '급수대?',
]);

const WORDS: readonly (readonly [SpokenOffer, RegExp])[] = [
  [
    'water',
    anyOf([
      'water|drinking[ _]water|fountain',
      'wasser|trinkwasser\\p{L}*|brunnen',
      'eau|fontaine|agua|água|fuente|acqua|fontana',
      'vatten|vann|vand|voda|woda|su|вода|水|물',
    ]),
  ],
  [
    'sports_drink',
    anyOf([
      'sports?[ _-]?drinks?|iso(tonic|tonisch)?(drink)?|electrolytes?|elektrolyte?',
      'isotonique|isotonica|isotónica|gatorade|maurten drink',
    ]),
  ],
  ['gel', anyOf(['(energy[ _-]?)?gels?'])],
  ['bar', anyOf(['(energy[ _-]?)?bars?|riegel|barres?|barrette|barritas?'])],
  [
    'fruit',
    anyOf(['fruits?|bananas?|bananen?|bananes?|oranges?|orangen|obst|früchte|frutta|fruta', 'pl[aá]tanos?']),
  ],
  ['cola', anyOf(['cola|coke|coca'])],
  ['broth', anyOf(['broth|soup|bouillon|brühe|suppe|soupe|brodo|caldo|sopa'])],
  [
    'drop_bag',
    anyOf([
      'drop[ _-]?bags?|special needs|eigenverpflegung|kleiderbeutel|wechselbeutel',
      'sac de délestage|bolsa de vida',
    ]),
  ],
];

/** Names in which one of the words above means something else. */
const OTHER_PLACES =
  /water ?(falls?|towers?|mill|crossing|park|works)|wasser(fall|turm|mühle|scheide)|no (water|aid)|kein (trink)?wasser|coca-?cola (arena|stadium)/iu;

/**
 * Returns the offers in a waypoint's text, in the order of the contract. Null if it is not an aid station. A
 * station without further details offers water, as all do.
 */
export function offersOf(words: string): readonly SpokenOffer[] | null {
  const text = words.replace(OTHER_PLACES, ' ');
  const offers = WORDS.filter(([, pattern]) => pattern.test(text)).map(([offer]) => offer);
  if (offers.length > 0) return offers;
  return AID_STATION.test(text) ? ['water'] : null;
}

/**
 * Returns a pattern for any of these words as whole words. They are strings instead of a regular expression,
 * because one character beyond Latin-1 outside a string makes the runtime read the whole bundle as two bytes
 * per character.
 */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'iu');
}
