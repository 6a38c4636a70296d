import { describe, expect, test } from 'vitest';
import { GERMAN_EXAMPLES } from '../src/courses/words/de.ts';
import { ENGLISH_EXAMPLES } from '../src/courses/words/en.ts';
import { SPANISH_EXAMPLES } from '../src/courses/words/es.ts';
import { FRENCH_EXAMPLES } from '../src/courses/words/fr.ts';
import { ITALIAN_EXAMPLES } from '../src/courses/words/it.ts';
import { JAPANESE_EXAMPLES } from '../src/courses/words/ja.ts';
import { KOREAN_EXAMPLES } from '../src/courses/words/ko.ts';
import { DUTCH_EXAMPLES } from '../src/courses/words/nl.ts';
import { FINNISH_EXAMPLES, NORWEGIAN_EXAMPLES, SWEDISH_EXAMPLES } from '../src/courses/words/nordic.ts';
import {
  GREEK_EXAMPLES,
  HUNGARIAN_EXAMPLES,
  ROMANIAN_EXAMPLES,
  TURKISH_EXAMPLES,
} from '../src/courses/words/other-languages.ts';
import { PORTUGUESE_EXAMPLES } from '../src/courses/words/pt.ts';
import {
  CZECH_EXAMPLES,
  POLISH_EXAMPLES,
  RUSSIAN_EXAMPLES,
  SLOVENIAN_EXAMPLES,
} from '../src/courses/words/slavic.ts';
import { CHINESE_EXAMPLES } from '../src/courses/words/zh.ts';
import { kindIn, type Said } from './course-writers.ts';

/**
 * Rows: what a file says about a point (its name, or all its texts), and what it is: the offers of a station in the order of
 * the contract, `station of nothing`, or the kind of a waypoint.
 */
const NO_STATION = 'no station';
const NOT_STATIONS = ['place', 'summit', 'unknown', 'turn', 'alert', 'no_water'];

type Row = readonly [said: string | Said, is: string];

function eachIs(rows: readonly Row[]): void {
  test.each(rows.map(([said, is]) => ({ said: typeof said === 'string' ? { name: said } : said, is })))(
    '$said is $is',
    ({ said, is }) => {
      const found = kindIn(said);
      if (is === NO_STATION) expect(NOT_STATIONS).toContain(found);
      else expect(found).toBe(is);
    },
  );
}

describe('names without an offer: a station has water', () => {
  eachIs([
    ['Ravito 3', 'water'],
    ['Labestation km 20', 'water'],
    ['waterpoint 2', 'water'],
    ['Hydration Point', 'water'],
    ['Wasserstelle', 'water'],
    ['AS3', 'water'],
    ['AS 12 Skyline', 'water'],
    ['VP 2 Hohe Acht', 'water'],
    ['VP4', 'water'],
    ['Base de vie - Champex', 'water'],
    ['Life Base Donnas', 'water'],
    ['Base Vita Cogne', 'water'],
    ['Verpflegungsposten Süd', 'water'],
    ['Getränkestelle', 'water'],
    ['Point d’eau', 'water'],
    ['Punto acqua', 'water'],
    ['Avituallamiento 4 (km 31)', 'water'],
    ['Posto de abastecimento', 'water'],
    ['Vätskestation 2', 'water'],
    ['Drikkestasjon', 'water'],
    ['Verzorgingspost', 'water'],
    ['Občerstvovačka', 'water'],
    ['Punkt odżywczy', 'water'],
    ['Пункт питания 3', 'water'],
    ['エイド 5', 'water'],
    ['第2エイドステーション', 'water'],
    ['給水所', 'water'],
    ['补给站', 'water'],
    ['급수대 3', 'water'],
    ['Frissítőpont', 'water'],
    ['Okrepčevalnica', 'water'],
    ['Punct de alimentare', 'water'],
    ['Σταθμός τροφοδοσίας', 'water'],
    ['Huoltopiste', 'water'],
    ['Start/Finish aid station', 'water'],
    ['Tikitapu (Blue Lake) Aid Station', 'water'],
    [{ name: 'Half Way', type: 'bh_ravitoc' }, 'water'],
    [{ name: 'Le Pré', type: 'bh_eau' }, 'water'],
    [{ name: 'Lago Nero', sym: 'Drinking Water' }, 'water'],
    [{ name: 'Ridge', type: 'AidStation' }, 'water'],
    [{ name: 'Rifugio', sym: 'Restaurant', desc: 'Ristoro - Ravitaillement' }, 'water'],
    [{ name: 'Ravito', sym: 'Flag, Blue' }, 'water'],
    [{ name: 'Aid station', sym: 'Residence' }, 'water'],
  ]);
});

describe('a list of offers is a station of what it lists', () => {
  eachIs([
    ['Water', 'water'],
    ['Wasser 2', 'water'],
    ['Eau km 12', 'water'],
    ['Water & Gels 3', 'water gel'],
    ['Agua', 'water'],
    ['Acqua 4', 'water'],
    ['Fontana', 'water'],
    ['Drinking water', 'water'],
    ['Trinkwasser', 'water'],
    ['Cola, Suppe', 'cola broth'],
    ['水', 'water'],
    ['Water (15.5 mi)', 'water'],
    ['Special Needs', 'drop_bag'],
    ['Vatten och banan', 'water fruit'],
    ['Eau / boisson isotonique', 'water sports_drink'],
    [{ name: 'Half Way', desc: 'Water only; Drop bags: no. Crew: no' }, 'water'],
    ['Water: yes, food: no', 'water'],
    ['Café, thé', 'water'],
    ['Toilets and water', 'water'],
  ]);
});

describe('a station word brings water with whatever else is named', () => {
  eachIs([
    ['Ravito 2: bananes, coca', 'water fruit cola'],
    ['Aid station: gels, iso, bananas', 'water sports_drink gel fruit'],
    ['Verpflegung: Cola und Brühe', 'water cola broth'],
    ['Ristoro: brodo, frutta', 'water fruit broth'],
    ['Avituallamiento: plátanos y geles', 'water gel fruit'],
    ['エイド コーラ バナナ', 'water fruit cola'],
    ['Abastecimento: laranjas, isotónico', 'water sports_drink fruit'],
    [{ name: 'Aid 3', desc: 'Fruit, coke, soup. Drop bags' }, 'water fruit cola broth drop_bag'],
    [{ name: 'CP2 repas chaud' }, 'water'],
    ['Checkpoint 4 - soup', 'water broth'],
  ]);
});

describe('a denial before an offer', () => {
  eachIs([
    ['Aid 5 - no crew, no drop bags', 'water'],
    ['No water at this aid station', 'station of nothing'],
    ['Aid station, no food or water', 'station of nothing'],
    ['Ravito sans eau', 'station of nothing'],
    ['Ravito sans nourriture ni eau', 'station of nothing'],
    ['Verpflegung ohne Trinkwasser', 'station of nothing'],
    ['Verpflegung: kein Wasser, Cola', 'cola'],
    ['Ristoro senza cibo né acqua', 'station of nothing'],
    ['Avituallamiento sin agua', 'station of nothing'],
    ['Abastecimento sem água', 'station of nothing'],
    ['Ravito: pas d’eau', 'station of nothing'],
    ['Vätskestation utan vatten', 'station of nothing'],
    ['Aid station without drop bags', 'water'],
    ['Ravito pas de coca ni bananes', 'water'],
    ['Aid 4: neither gels nor cola', 'water'],
    ['Aid 2 no gels, bananas', 'water fruit'],
    [{ name: 'Aid 2', desc: 'No gels\nbananas and cola' }, 'water fruit cola'],
    ['Verzorgingspost zonder water', 'station of nothing'],
  ]);
});

describe('a denial behind an offer, or as its property', () => {
  eachIs([
    [{ name: 'Aid 7', desc: 'Drop bags: no. Crew: yes' }, 'water'],
    [{ name: 'Aid 7', desc: 'Drop bags: yes. Crew: no' }, 'water drop_bag'],
    ['Ravito (eau non potable)', 'station of nothing'],
    ['Avituallamiento: agua no potable', 'station of nothing'],
    [{ name: 'Aid 1', desc: 'Water not drinkable, cola' }, 'cola'],
    ['エイド 水なし', 'station of nothing'],
    [{ name: 'VP 3', desc: 'Wasser: nein; Cola: ja' }, 'cola'],
    [{ name: 'Ravito 4', desc: 'Eau : non' }, 'station of nothing'],
    [{ name: 'Ristoro 2', desc: 'Acqua non disponibile' }, 'station of nothing'],
    [{ name: 'Aid 9', desc: 'Drop bags not allowed' }, 'water'],
    ['Fontana: acqua non potabile', 'no_water'],
    ['Fontaine (eau non potable)', 'no_water'],
    ['Brunnen, kein Trinkwasser', 'no_water'],
    [{ name: 'Fuente', desc: 'agua no potable' }, 'no_water'],
    [{ name: 'Fontaine', sym: 'Drinking Water', desc: 'non potable' }, 'no_water'],
    [{ name: 'Spring', sym: 'Drinking Water', desc: 'No water' }, 'no_water'],
    ['No water', 'no_water'],
  ]);
});

describe('a denied station is none', () => {
  eachIs([
    ['No aid', 'no_water'],
    ['Pas de ravito', 'no_water'],
    ['Checkpoint 3 - no aid', 'checkpoint'],
    ['Keine Verpflegung', 'no_water'],
    ['Nessun ristoro', 'no_water'],
    ['CP5 sin avituallamiento', 'checkpoint'],
  ]);
});

describe('"no" that denies nothing here', () => {
  eachIs([
    ['Water Station No 5', 'water'],
    ['ravito no 2 eau', 'water'],
    ['Aid Station No. 3', 'water'],
    ['Aid station, no cups', 'water'],
    ['Avituallamiento: agua sin gas', 'water'],
    ['Verpflegung: Wasser ohne Kohlensäure', 'water'],
    ['Ravito n° 4', 'water'],
    ['Aid station, no water for the next 20 km', 'water'],
    ['Ravito 3, pas d’eau jusqu’à Champex', 'water'],
    ['VP 2: kein Wasser bis Hütte', 'water'],
    ['Last water before the pass', 'water'],
    ['Ristoro, niente acqua fino al km 40', 'water'],
  ]);
});

describe('words that speak of another place make no station', () => {
  eachIs([
    ['Next water 12 km', 'alert'],
    ['No water for the next 20 km', 'alert'],
    ['Aid station in 2 km', 'alert'],
    ['Aid station 200 m ahead', 'alert'],
    [{ name: 'Lake', desc: 'Nice view, the aid station is 2 km further' }, 'place'],
    ['Nächste Verpflegung 8 km', 'alert'],
    ['Prochain ravito : 6 km', 'alert'],
    ['Próxima agua 15 km', 'alert'],
  ]);
});

describe('turns, alerts and first aid are no stations', () => {
  eachIs([
    ['Turn right onto Water Street', 'turn'],
    [{ name: 'Depot Street', type: 'Right_turn' }, 'turn'],
    ['Left at the fountain', 'turn'],
    ['Links abbiegen, Brunnen', 'turn'],
    ['Tourner à droite rue de la Fontaine', 'turn'],
    ['Svolta a sinistra in via Fontana', 'turn'],
    ['Gire a la derecha en Calle Agua', 'turn'],
    [{ name: 'Hot section', desc: 'Please take double water and food', sym: 'Alert' }, 'alert'],
    ['Please take double water and food', 'alert'],
    ['Caution: aid station traffic', 'alert'],
    ['Achtung Steinschlag', 'alert'],
    ['Carry at least 2 litres of water', 'alert'],
    ['Emporter 2 l d’eau', 'alert'],
    ['Viel Wasser mitnehmen', 'alert'],
    [{ name: 'Aid station', type: 'Danger' }, 'alert'],
    ['First aid', 'first_aid'],
    ['Emergency aid station', 'first_aid'],
    [{ name: 'Aid 2', sym: 'First Aid' }, 'first_aid'],
    ['Erste Hilfe', 'first_aid'],
    ['Poste de secours', 'first_aid'],
    ['Pronto soccorso', 'first_aid'],
    ['Primeros auxilios', 'first_aid'],
    ['救護所', 'first_aid'],
    ['Aid station: water, first aid, toilets', 'water'],
  ]);
});

describe('places with a word of food or drink are places, shops or not understood', () => {
  eachIs(
    [
      'Cola de Caballo',
      'Rio Caldo',
      'Eau Claire',
      'Bar Centrale',
      'Su Nuraxi',
      'Iso-Syöte',
      'Fuente Dé',
      'Bar Harbor',
      'Depot Street',
      'Water tower',
      'Wasserfall',
      'Wasserschloss Glatt',
      'Cascade de l’Eau Noire',
      'Aguas Calientes',
      'Bad Wasser Hotel',
      'Fontana Liri',
      'Rue de la Fontaine',
      'Via Ristoro',
      'Orange County line',
      'Banana Beach',
      'Gelmersee',
      'Barcelona',
      'Sunset viewpoint',
      'Coca-Cola Arena',
      'Bar',
      'Aidlingen',
      'Water Street Bridge',
      'Aid Street',
      'Tea House Pass',
    ].map((name): Row => [name, NO_STATION]),
  );
  eachIs([
    [{ name: 'Café Alpina', sym: 'Bar' }, 'place'],
    [{ name: 'Pizzeria', sym: 'Fast Food' }, 'place'],
    [{ name: "Jackson's mini-mart", type: 'Food' }, 'place'],
    [{ name: 'Supermarché Casino', type: 'Water' }, 'place'],
    [{ name: 'Edeka Markt', type: 'Food' }, 'place'],
    ['Waterfall viewpoint', 'place'],
    ['Hotel Post', 'place'],
    ['Toilet', 'toilet'],
    ['WC', 'toilet'],
    ['Toiletten', 'toilet'],
    ['Col de la Forclaz', 'summit'],
    ['Gipfel', 'summit'],
    ['Monte Bianco', 'summit'],
    ['CP2', 'checkpoint'],
    ['Checkpoint 3 (36 km)', 'checkpoint'],
    ['Kontrollpunkt', 'checkpoint'],
    ['Poste de contrôle 4', 'checkpoint'],
    ['Start', 'start'],
    ['Départ', 'start'],
    ['Ziel', 'finish'],
    ['Arrivée', 'finish'],
    ['Km 20', 'place'],
    ['cafe', 'place'],
    [{ name: 'La Roujarie', type: 'bh' }, 'checkpoint'],
    [{ name: 'direction_2', type: 'Direction', desc: 'Continuer franchement' }, 'turn'],
    ['Untitled Waypoint', 'unknown without a name'],
    ['Waypoint 12', 'unknown without a name'],
    ['LAP001', 'unknown without a name'],
    ['Courmayeur', 'unknown'],
  ]);
});

test.each(
  [
    ENGLISH_EXAMPLES,
    GERMAN_EXAMPLES,
    FRENCH_EXAMPLES,
    ITALIAN_EXAMPLES,
    SPANISH_EXAMPLES,
    PORTUGUESE_EXAMPLES,
    DUTCH_EXAMPLES,
    SWEDISH_EXAMPLES,
    NORWEGIAN_EXAMPLES,
    FINNISH_EXAMPLES,
    POLISH_EXAMPLES,
    CZECH_EXAMPLES,
    SLOVENIAN_EXAMPLES,
    RUSSIAN_EXAMPLES,
    HUNGARIAN_EXAMPLES,
    ROMANIAN_EXAMPLES,
    GREEK_EXAMPLES,
    TURKISH_EXAMPLES,
    JAPANESE_EXAMPLES,
    CHINESE_EXAMPLES,
    KOREAN_EXAMPLES,
  ].flat(),
)('an example of a language: %j is %s', (name, is) => {
  const found = kindIn({ name });
  if (is === NO_STATION) expect(NOT_STATIONS).toContain(found);
  else expect(found).toBe(is);
});
