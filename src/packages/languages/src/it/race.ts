import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('it');

/** Italian words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...PLAIN_HOURS,
  title: () => 'La tua sessione nel tempo',
  weight: () => 'Peso, variazione percentuale dalla partenza',
  sodium: () => 'Sodio nel sangue, mmol/l',
  gut: () => 'Carboidrati in attesa nell’intestino, g',
  plan: () => 'Piano',
  range: () => 'Quattro persone su cinque, se la sete corregge il piano',
  wideRange: () => 'Quattro persone su cinque, se lo seguono esattamente',
  ceiling: () => 'Solo acqua al limite',
  nothing: () => 'Niente',
  zoneMoreWater: () => 'Più acqua che alla partenza',
  zoneLighter: () => 'Forte disidratazione',
  zoneDiluted: () => 'Troppo diluito',
  zoneConcentrated: () => 'Troppo concentrato',
  lighter: ({ percent }) => `il ${number(percent, 1)}% in meno`,
  heavier: ({ percent }) => `il ${number(percent, 1)}% in più`,
  same: () => 'lo stesso',
  planEnds: ({ time, change }) => `Con il piano, dopo ${time} peseresti ${change} rispetto alla partenza.`,
  planTooDry: () =>
    'È più peso di quanto dovresti perdere. Porta più da bere se il tuo limite lo permette, rallenta o fermati prima.',
  planRange: ({ low, high }) =>
    `Se la sete corregge il piano, quattro persone su cinque finiscono tra «${low}» e «${high}».`,
  sodiumEnds: ({ mmol, low, high }) =>
    `Il sodio nel sangue sarebbe circa ${number(mmol, 1)} mmol/l. Se la sete corregge il piano, resta tra ${number(low, 1)} e ${number(high, 1)} in quattro persone su cinque.`,
  weighNow: ({ least, most }) => `A questo punto dovresti aver perso da ${least} a ${most} dalla partenza.`,
  weighBy: ({ time, least, most }) =>
    `Dopo ${time} dovresti aver perso da ${least} a ${most} dalla partenza.`,
  lostLess: () => 'Se hai perso di meno, non bere nulla finché non hai urinato.',
  bloated: () => 'Se senti la pancia gonfia o ti si gonfiano le mani, non bere nulla finché non hai urinato.',
  endsAt: ({ change }) => `Peseresti ${change} rispetto alla partenza.`,
  endsWithSodium: ({ mmol }) => `Il sodio nel sangue sarebbe circa ${number(mmol, 1)} mmol/l.`,
  lowSweat: () => 'Lo stesso per chi suda poco',
  lowSweatEnds: ({ change }) =>
    `Una persona su dieci suda così poco che peserebbe ${change} rispetto alla partenza.`,
  lowSweatSodium: ({ mmol }) =>
    `Con così poco sudore, il sodio nel sangue potrebbe scendere a ${number(mmol, 1)} mmol/l.`,
  ceilingRisk: () => 'Il limite non è un obiettivo.',
  gutMost: ({ grams, time }) => `Al massimo ${grams} g di carboidrati aspettano nell’intestino, a ${time}.`,
  gutKeepsUp: () => 'Distribuiti in modo regolare, i carboidrati non aspettano nell’intestino.',
  transitionMarks: () => 'Linee verticali: transizioni.',
  stationMarks: () => 'Triangoli: ristori.',
  estimate: () => 'Una stima, non una previsione medica. Bevi solo se hai sete e mai oltre il limite.',
};
