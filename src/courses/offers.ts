import type { Offer } from './course.ts';

/** Words of an aid station that do not say what it offers, in the languages of event organizers. */
const AID_STATION =
  /(?<!\p{L})(aid|aid ?stations?|feed ?(zone|station)s?|food|refreshments?|ravitos?|ravitaillements?|verpflegung\p{L}*|labe(station|stelle)?|versorgung\p{L}*|ristor[oi]|punto ristoro|avituallamientos?|abastecimentos?|abastecimientos?|verzorging\p{L}*|drankpost|bevoorrading|depot|dep[åo]t|v[æä]skestation\p{L}*|væskedepot|forplejning\p{L}*|občerstvení|občerstvovačka|punkt (odżywczy|żywieniowy)|bufet|питание|пункт питания|給水所?|エイド|补给站?|補給站?|급수대?)(?!\p{L})/iu;

const WORDS: readonly (readonly [Offer, RegExp])[] = [
  [
    'water',
    /(?<!\p{L})(water|drinking[ _]water|wasser|trinkwasser\p{L}*|brunnen|fountain|eau|fontaine|agua|água|fuente|acqua|fontana|vatten|vann|vand|voda|woda|su|вода|水|물)(?!\p{L})/iu,
  ],
  [
    'sports_drink',
    /(?<!\p{L})(sports?[ _-]?drinks?|iso(tonic|tonisch)?(drink)?|electrolytes?|elektrolyte?|isotonique|isotonica|isotónica|gatorade|maurten drink)(?!\p{L})/iu,
  ],
  ['gel', /(?<!\p{L})((energy[ _-]?)?gels?)(?!\p{L})/iu],
  ['bar', /(?<!\p{L})((energy[ _-]?)?bars?|riegel|barres?|barrette|barritas?)(?!\p{L})/iu],
  [
    'fruit',
    /(?<!\p{L})(fruits?|bananas?|bananen?|bananes?|oranges?|orangen|obst|früchte|frutta|fruta|pl[aá]tanos?)(?!\p{L})/iu,
  ],
  ['cola', /(?<!\p{L})(cola|coke|coca)(?!\p{L})/iu],
  ['broth', /(?<!\p{L})(broth|soup|bouillon|brühe|suppe|soupe|brodo|caldo|sopa)(?!\p{L})/iu],
  [
    'drop_bag',
    /(?<!\p{L})(drop[ _-]?bags?|special needs|eigenverpflegung|kleiderbeutel|wechselbeutel|sac de délestage|bolsa de vida)(?!\p{L})/iu,
  ],
];

/** Names in which one of the words above means something else. */
const OTHER_PLACES =
  /water ?(falls?|towers?|mill|crossing|park|works)|wasser(fall|turm|mühle|scheide)|no (water|aid)|kein (trink)?wasser|coca-?cola (arena|stadium)/iu;

/**
 * Returns what a waypoint offers by its words, in the order of the contract; null if it is not an aid station. A station
 * that does not say more offers water, which all of them have.
 */
export function offersOf(words: string): readonly Offer[] | null {
  const text = words.replace(OTHER_PLACES, ' ');
  const offers = WORDS.filter(([, pattern]) => pattern.test(text)).map(([offer]) => offer);
  if (offers.length > 0) return offers;
  return AID_STATION.test(text) ? ['water'] : null;
}
