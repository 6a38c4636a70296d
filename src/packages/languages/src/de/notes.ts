import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('de');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'Laufen',
  trail_run: 'Trailrunning',
  treadmill_run: 'Laufband',
  bike: 'Rad',
  indoor_bike: 'Rollentraining',
  swim: 'Schwimmen',
  open_water_swim: 'Freiwasserschwimmen',
  row: 'Rudern',
  ski: 'Skilanglauf',
  hike: 'Wandern',
  walk: 'Gehen',
  lift: 'Krafttraining',
  other: 'Sonstiges',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'jede Kohlenhydratquelle',
  two_to_one: 'Glukose und Fruktose etwa 2:1',
  one_to_zero_point_eight: 'Glukose und Fruktose etwa 1:0,8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: 'Anteil am Schweiß',
  allowed_loss: 'erlaubter Verlust',
  plasma_sodium: 'Plasmanatrium',
  carbohydrate_carrier: 'Träger der Kohlenhydrate',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'nichts bekannt, was Wasser zurückhält',
  older: 'ab 65 Jahren',
  impaired: 'ein Medikament oder eine Erkrankung, die Wasser zurückhält',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: 'überhydriert',
  well_hydrated: 'gut hydriert',
  slightly_dehydrated: 'leicht dehydriert',
  dehydrated: 'dehydriert',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: 'ausgezeichnet',
  good: 'gut',
  fair: 'mäßig',
  poor: 'schlecht',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: 'mehr als genug',
  adequate: 'ausreichend',
  low: 'niedrig',
  bonked: 'eingebrochen',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: ' (wie empfohlen)',
  presumed: ' (wie es empfohlen worden wäre)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? 'ohne deine Körpermaße gilt die Grenze derselben Einheit für einen kleinen Körper'
      : `ohne dein Körpergewicht gilt die Grenze derselben Einheit mit ${m.mass(value, 1)}`,
  intensity: (value) =>
    `ohne Intensität gilt die Grenze derselben Einheit auf Stufe ${number(value ?? 0, 1)}`,
  heat: (value) => `ohne Hitzestufe oder Wetter gilt die Grenze derselben Einheit bei Hitzestufe ${value}`,
  fitness: (value) => `ohne deine Fitness gilt die Grenze derselben Einheit mit Fitnessstufe ${value}`,
  sex: () => 'ohne dein Geschlecht gilt die Grenze derselben Einheit für eine Frau',
  age: (value) => `ohne dein Alter gilt die Grenze derselben Einheit mit ${value} Jahren`,
};

/** German phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'wie angegeben',
  assumed: () => 'nicht angegeben: angenommen',
  from_weather: () => 'aus dem Wetter',
  from_level: () => 'aus der Hitzestufe',
  changes_nothing: () => 'ändert hier nichts',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min von ${ofMinutes}`,
  average_over_legs: () => 'Mittel über die ganze Dauer, jeder Abschnitt nach seiner Zeit',
  level_fraction: () => 'Anteil der VO2max, den die Stufe verlangt',
  level_fraction_not_used: () =>
    'Anteil der VO2max, den die Stufe verlangt; stattdessen gilt Leistung oder Tempo',
  sustainable_fraction: () => 'was über die ganze Dauer zu halten ist',
  fraction: () => 'der kleinere Wert aus der Stufe und dem, was zu halten ist',
  fraction_measured: () =>
    'was Leistung oder Tempo kosten, als Anteil der VO2max; höchstens das, was zu halten ist',
  fraction_impossible: () => 'Leistung oder Tempo jenseits des Menschenmöglichen zählen nur teilweise',
  vo2max_stated: () => 'wie angegeben',
  vo2max_ftp: () => 'aus der Schwellenleistung (FTP)',
  vo2max_fitness_level: () => 'aus Fitness, Geschlecht und Alter; absichtlich niedrig',
  usable_vo2max_share: () => 'Teil der VO2max, den diese Sportart nutzen kann',
  metabolic_level: () => 'Anteil × VO2max × nutzbarer Teil × Masse × 0,343 W je ml/min',
  metabolic_default: () => 'Anteil × VO2max × nutzbarer Teil × Masse × 0,343 W je ml/min',
  metabolic_impossible: () =>
    'Leistung oder Tempo jenseits des Menschenmöglichen zählen nur teilweise, mindestens die Stufe',
  metabolic_power: () => 'mittlere Leistung ÷ Wirkungsgrad',
  metabolic_pace: () => 'Kosten von Tempo, Untergrund und Anstieg',
  metabolic_course: () => 'Energie der Strecke in dieser Zeit',
  walk_share: () => 'Anteil der Zeit im Gehen, aus dem Durchschnittstempo',
  climb_cost: () => 'Kosten für jeden Meter, den du hinauf- und wieder hinabsteigst',
  thermal_level: () => 'Hitzebelastung auf einer Skala von 1 bis 9',
  thermal_level_of_weather: ({ shown }) =>
    `Hitzebelastung auf einer Skala von 1 bis 9, aus dem Wetter; angezeigt als ${shown}`,
  water_of_level: (_, m) => `aus der Hitzestufe; ${m.temperature(18)} stehen für alles kältere Wasser`,
  effective_temperature: () => 'Kleidung mildert kalte Luft',
  humidity: () => 'entscheidet, wie viel Schweiß verdunstet',
  surface: () => 'aus Masse und Größe',
  skin_temperature: () => 'Mittel über den Körper',
  heat_produced: () => 'Stoffwechsel ohne mechanische Arbeit und Atmung, je m² Haut',
  dry_exchange: () => 'Wärme an die Luft je Grad',
  added_heat: () => 'Wärme durch die Sonne auf dem Rad oder vom Rad im Raum',
  shade: () => 'Wärme, die Schatten oder Nacht ersparen',
  required_evaporation: () =>
    'erzeugte Wärme minus trockener Austausch × (Haut − Luft); höchstens 60 % davon gehen trocken',
  evaporative_efficiency: () => 'Anteil des Schweißes, der verdunstet; der Rest tropft ab',
  sweat_per_surface: () =>
    'Schweiß für die nötige Verdunstung ÷ Wirkungsgrad, nie unter einem kleinen Mindestwert',
  average_person: () =>
    'ein durchschnittlicher Mensch in dieser Einheit: Schweiß je m² × Oberfläche × die Faktoren oben',
  average_person_in_water: () =>
    'ein durchschnittlicher Mensch in dieser Einheit: aus Wassertemperatur, Anteil, Masse und den Faktoren oben',
  duration_factor: () => 'über Stunden nimmt das Schwitzen langsam ab',
  age_factor: () => 'Kinder und ältere Menschen schwitzen weniger',
  acclimatization_factor: () => 'Gewöhnung an Hitze',
  personal_learned: () => 'aus deinen Einheiten gelernt',
  personal_measured: () =>
    'aus der gemessenen Schweißrate, verglichen mit einem durchschnittlichen Menschen in einer warmen, zügigen Stunde',
  personal_self_report: () => 'aus der angegebenen Schweißmenge',
  personal_none: () => 'nicht bekannt: Durchschnitt',
  sweat_rate: ({ highestLPerHr }, m) =>
    `durchschnittlicher Mensch × persönlicher Faktor, höchstens ${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `für ${number(hours, 2)} h`,
  intensity_factor: () => 'hart wird mehr verbrannt, locker weniger',
  race_factor: () => 'Rennen: etwas über der Leitlinie',
  training_factor: () => 'Training: etwas unter der Leitlinie',
  size_factor: () => 'größere Menschen nutzen mehr, kleinere weniger',
  sport_factor: () => 'wie gut man in dieser Sportart isst',
  fade_factor: () => 'Appetit und Darm lassen über Stunden nach',
  short_session_factor: () => 'bei kurzen Einheiten wird nur gegessen, wenn sie hart sind',
  need_factor: () => 'aus Rückmeldungen zur Energie gelernt',
  unfed_swim_factor: () => 'auf dem Rad wird auch für das Schwimmen gegessen',
  guideline_target: () => 'Produkt der Faktoren oben',
  trained_gut: () => 'was ein trainierter Darm in Richtung seiner Verträglichkeit hinzugibt',
  untrained_gut: () => 'keine Verträglichkeit angegeben oder gelernt',
  heat_factor: () => 'in der Hitze nimmt der Darm weniger auf',
  target: () => '(Wert der Leitlinie + trainierter Darm) × Hitze',
  oxidation: () => 'verbrannte Kohlenhydrate',
  demand: () => 'nutzbarer Teil des Verbrannten',
  tolerance_declared: () => 'wie angegeben, mit einem Zuschlag zum Üben außerhalb von Rennen',
  tolerance_learned: () => 'aus Rückmeldungen zu Magen und Darm gelernt, auf der vorsichtigen Seite',
  tolerance_gi_history: () => 'auf 60 g/h begrenzt, weil der Darm schon Probleme gemacht hat',
  tolerance_usual_intake: () => 'geschätzt aus Sportart, Fitness und gewohnter Aufnahme',
  tolerance_none: () => 'geschätzt aus Sportart und Fitness',
  oxidation_size: () => 'kleinere Körper nutzen weniger von dem, was sie essen',
  oxidation_size_and_fade: () =>
    'kleinere Körper nutzen weniger von dem, was sie essen, und zu Fuß lässt ein unerprobter Darm über Stunden nach',
  tolerance_limit: () => 'Verträglichkeit × der Faktor oben',
  absolute_limit: () => 'Höchstwert für Alter, Darm und Belastung dieser Person',
  soft_zero: () =>
    'das Ziel oder die niedrigste Grenze, je nachdem, was kleiner ist; unter 18 g/h geht der Wert gegen null',
  place_in_event: () => 'nach den Regeln für seinen Platz im Rennen',
  unfed_swim: () => 'beim Schwimmen in einem Rennen wird nichts gegessen oder getrunken',
  tired_run: ({ factor }) => `der Darm ist von den Abschnitten davor müde: × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `höchstens ${percent} % des Werts auf dem Rad davor`,
  leg_fluid: () => 'Teil dieses Abschnitts: auf dem Rad wird mehr getrunken als zu Fuß',
  leg_sodium: () => 'mit der Flüssigkeit, in allen Abschnitten gleich konzentriert',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `(Getränk mit ${m.perLitre(gramsPerLitre)} g je ${m.litre('Liter')} + ${eatenGPerHr} g/h gegessen) ÷ Ziel`,
  none_needed: () => 'keine nötig',
  sugars: ({ hint }) => `Zucker: ${SUGARS[hint]}`,
  breath: () => 'Wasserverlust über die Atmung',
  urine: () => 'Wasserverlust als Urin',
  metabolic_water: () => 'Wasser aus der Verbrennung, über die ganze Dauer',
  gas_exchange: () => 'Massenverlust als Gas, über die ganze Dauer',
  losses: () => 'Schweiß + Atmung + Urin',
  sweat_sodium: () => 'Natrium im Schweiß, salziger bei höherer Schweißrate',
  end_sodium: () => 'Plasmanatrium am Ende des Plans',
  mass_change: () => 'Änderung des Körpergewichts am Ende des Plans',
  steady_water_mass: () =>
    'Änderung des Körpergewichts bei gleichem Körperwasser: gegessene Nahrung, abzüglich verbrannter Energieträger',
  wish_share: ({ percent }) => `${percent} % des Schweißes`,
  wish_allowed_loss: ({ percent }) =>
    `endet mit einem Verlust von ${number(percent, 1)} % des Körpergewichts`,
  wish_allowed_loss_hidden: () => 'endet ohne großen Wasserverlust',
  wish_met_without_drinking: () => 'unter null: ohne Trinken erfüllt',
  wish_plasma: () => 'hält Plasmanatrium davon ab, über 144 mmol/L zu steigen',
  wish_carrier: () => 'bringt die Kohlenhydrate mit',
  short_drink_factor: () => 'die erste halbe Stunde braucht nichts',
  wanted: ({ by }) => `Ziel für die Flüssigkeit, bestimmt durch: ${WISHES[by]}, × Faktor für kurze Einheiten`,
  limit_gut: () => 'was der Darm bei dieser Belastung aufnimmt',
  limit_ceiling: () => '95 % der Obergrenze',
  limit_losses: ({ percent }) => `${percent} % aller Verluste`,
  limit_no_gain: () => 'nicht mehr, als den Körper verlässt',
  limit_cautious: () => '60 % des Schweißes, nach einer Rückmeldung über gefährlich viel Flüssigkeit',
  limit_hold: () =>
    'kleinste Menge, mit der das Ende weder zu trocken noch zu salzig wird; die Grenzen nach Verlusten, nach zu viel Trinken und mit entwässernden Medikamenten weichen ihr',
  limit_diuretics: () => '90 % des Plans, bis eine Ärztin oder ein Arzt entscheidet',
  limit_legs: () => 'was kein Abschnitt aufnehmen kann, entfällt',
  fluid: () => 'das Ziel oder die niedrigste Grenze, je nachdem, was kleiner ist, × medizinischer Faktor',
  fluid_smallest: () => 'das Ziel oder die niedrigste Grenze, je nachdem, was kleiner ist',
  ceiling_sweat: () => 'Schweiß, mit dem die Obergrenze rechnen darf, vor dem Abzug zur Vorsicht',
  retention: ({ kind }) =>
    `Wahrscheinlichkeit, dass die Nieren überschüssiges Wasser zurückhalten (${RETENTION_KINDS[kind]})`,
  retention_in_event: () =>
    'Wahrscheinlichkeit, dass die Nieren bei so langer Dauer überschüssiges Wasser behalten',
  persistence: () => 'Anteil der Personen, die so lange über den Durst hinaus trinken',
  safety_z: () =>
    'Standardabweichungen der Vorsicht: mit den zwei Wahrscheinlichkeiten oben ein Risiko von 2,5 %, dass der Schweiß geringer ist',
  sigma: () => 'Standardabweichung von ln Schweiß, alle Quellen',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'Wasserverlust über die Atmung, auf den Verlass ist',
  counted_carbohydrate: () => 'Kohlenhydrate nach Plan; ihre Gramm zählen als Zunahme',
  counted_sodium: (_, m) => `Natrium, das je ${m.litre('Liter')} gutgeschrieben wird`,
  counted_own_sodium: () =>
    'Natrium, das je Stunde gutgeschrieben wird: die Hälfte deines gemessenen Verlusts',
  long_event_share: () => 'bei mehr als 12 Stunden zählt die Grenze weniger vom Schweiß',
  low_sweat: () => 'Schweiß × e^(−z·σ)',
  counted_urine: () => 'Urin, auf den Verlass ist',
  allowed_gain: () => 'erlaubte Gewichtszunahme',
  mass_limit: () =>
    'höchste Menge, die nicht mehr Überschuss lässt als erlaubt: Schweiß, Atmung, Urin und Gas, abzüglich der Kohlenhydrate',
  plasma_limit: () => 'höchste Menge, die mit einem Plasmanatrium von 135 mmol/L endet',
  symptom_limit: () =>
    'höchste Menge über diese Stunden, die über 130 mmol/L endet, wo die meisten Beschwerden beginnen, und wenig Überschuss lässt',
  symptom_window: () => 'Stunden, in denen ohne einen Blick auf den Körper getrunken wird, höchstens 12',
  symptom_z: () =>
    'Standardabweichungen an Vorsicht: mit der Wahrscheinlichkeit der Nieren oben ein Risiko von 5 %, dass du weniger schwitzt',
  gut_limit: () => 'was der Darm höchstens aufnimmt',
  session_limit: (_, m) =>
    `${m.litres(1.5, ' Liter')} pro Einheit, mindestens aber ${m.limit(500)} pro Stunde, bis eine Ärztin oder ein Arzt entscheidet`,
  max_safe_fluid: () =>
    'eine Planungsgrenze, keine Schwelle für Schäden: Würden Menschen wie du genau so viel trinken, mit oder ohne Durst, die ganze Zeit oder bei längerer Dauer 12 Stunden lang, ohne einmal auf Körper oder Urin zu achten, würde weniger als 1 von 20 das Blut auf 130 mmol/L verdünnen. Bis 4 Stunden ist sie strenger: weniger als 1 von 40 unter 135. Über 12 Stunden schützt sie niemanden mehr, der wenig schwitzt und nie darauf achtet',
  max_safe_fluid_floor: () => 'ein Schluck: die Grenzen lassen nichts übrig',
  salt_reference_measured: (_, m) => `gemessen; bei einer Schweißrate von ${m.litres(1.2, ' L')}/h`,
  salt_reference_learned: (_, m) =>
    `aus Laborwerten gelernt; bei einer Schweißrate von ${m.litres(1.2, ' L')}/h`,
  salt_reference_self_report: (_, m) =>
    `aus Salzigkeit, Geschlecht und Hitzegewöhnung; bei einer Schweißrate von ${m.litres(1.2, ' L')}/h`,
  salt_reference_none: (_, m) =>
    `Durchschnitt für Geschlecht und Hitzegewöhnung; bei einer Schweißrate von ${m.litres(1.2, ' L')}/h`,
  sodium_loss: () => 'Schweißrate × Konzentration',
  planned_sodium: (_, m) =>
    `übliche Praxis je ${m.litre('Liter')} Getränk, nach Stunden, Salz, Schweiß und Hitze`,
  practice: () => 'übliche Praxis: geplante Konzentration × Flüssigkeit',
  plasma_need: () => 'hält Plasmanatrium bei 137 mmol/L',
  short_sodium_factor: () => 'der Bedarf des Plasmas zählt ab 1 Stunde, ab 1 h 45 min ganz',
  measured_half: () => 'die Hälfte eines gemessenen Verlusts, bei mehr als 3 Stunden',
  not_measured_half: () => 'gilt nur für gemessenes Schweißnatrium, bei mehr als 3 Stunden',
  sodium_wanted: () =>
    'der größte Wert aus Praxis, Bedarf (× Faktor für kurze Einheiten, höchstens die Verlustgrenze) und halbem gemessenem Verlust',
  loss_limit: ({ percent }) => `${percent} % des Verlusts`,
  drink_limit: ({ mgPerL }, m) =>
    `höchstens ${m.perLitre(mgPerL)} mg in jedem getrunkenen ${m.litre('Liter')}`,
  medical_limit: () => 'bis eine Ärztin oder ein Arzt entscheidet',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × der Verlust; gerechnet mit mindestens ${leastMgPerHr} mg/h`,
  limit_by_hours: () => 'Höchstwert für diese Dauer',
  max_safe_sodium: () => 'der Verlust mit seinem Spielraum, innerhalb der Grenzen',
  sodium: () =>
    'das Ziel oder die niedrigste Grenze, je nachdem, was kleiner ist. Das geplante Natrium liegt am unteren Ende der Praxis, unter der Mitte fast aller Aufzeichnungen von Athletinnen und Athleten, mit denen wir verglichen haben; mehr ist Geschmackssache, keine Frage der Sicherheit, bis zur Obergrenze',
  within_30_percent: ({ percent, weight }) =>
    `Wahrscheinlichkeit, innerhalb von 30 % zu liegen: zwei von drei wahren Werten liegen innerhalb von etwa ${percent} %; zählt ${number(weight)} von 1`,
  within_30_percent_sure: ({ weight }) =>
    `bei so kurzer Dauer liegt keine Zahl weit daneben; zählt ${number(weight)} von 1`,
  confidence: () =>
    'Summe jeder Wahrscheinlichkeit × ihrem Anteil: wie oft eine volle Laboruntersuchung innerhalb von 30 % dieser Zahlen läge',
  weighed: ({ sweatRateMlPerHr }, m) => `eine Einheit mit Wiegen ergab ${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) => `ein Wearable zeigte ${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `du hast dich nach ${m.total(fluidMlPerHr)}/h ${FEELS[feel]} gefühlt`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `du hast dich ${FEELS[feel]} gefühlt; die Menge ist nicht notiert, empfohlen waren ${m.total(fluidMlPerHr)}/h`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `Magen und Darm ging es bei ${carbGPerHr} g/h ${COMFORTS[comfort]}${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `Magen und Darm ging es bei ${carbGPerHr} g/h ${COMFORTS[comfort]}${INTAKES[intake]}, bei Hitze oder harter Belastung`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `deine Energie war bei ${carbGPerHr} g/h: ${ENERGIES[energy]}${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `in deinem Schweiß wurden ${sodiumMgPerL} mg/L gemessen`,
  moved_with_other_sport: () => 'mit der anderen Sportart verändert, halb so weit',
  weighing_not_usable: () =>
    'Aus der Einheit mit Wiegen wurde nichts gelernt. Sie war zu kurz, oder ihre Gewichte oder ihre Schweißrate sind nicht glaubhaft. Sind die Gewichte in Kilogramm?',
  session_too_short_for_feeling: () =>
    'Eine Einheit unter 45 Minuten sagt wenig über den Schweiß; nichts hat sich verändert.',
  intake_not_noted: () =>
    'Ohne notierte Trinkmenge zählt nur eine Antwort, die auf weniger Schweiß hindeutet.',
  nothing_learned: () =>
    'Dieser Bericht hat deine Werte nicht verändert. Ergänze, wie es mit Bauch, Energie und Flüssigkeit ging, und was du gegessen und getrunken hast.',
  weighed_without_fluid: () =>
    'Für eine Schweißrate aus zwei Gewichten brauchen wir auch die Trinkmenge dazwischen.',
  urine_not_noted: () =>
    'Niemand hat angegeben, ob du uriniert hast. Deshalb kann diese Wägung deine Trinkgrenze senken, aber nicht heben.',
  same_session: () => 'Diese Stunden wurden schon gewogen. Deshalb zählt diese Wägung nicht.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `deine Verdauung war ${COMFORTS[comfort]} bei ${carbGPerHr} g/h${INTAKES[intake]}: bisher die höchste notierte Menge`,
  poor_gut_at_low_dose: () =>
    'Beschwerden bei kleiner Menge haben eine andere Ursache als die Menge; die Verträglichkeit bleibt, die Beschwerden sind vermerkt.',
  ate_less_than_planned: () =>
    'Gegessen wurde weniger als geplant, das erklärt die fehlende Energie; der Plan selbst bleibt.',
  drank_too_much: ({ sessions }) =>
    `Diese Trinkmenge kann das Blut verdünnen. In den nächsten ${sessions} Einheiten wird weniger Flüssigkeit geplant.`,
  advice_no_swim_feed: () => 'Beim Schwimmen nichts essen oder trinken.',
  advice_swim_feeds: () =>
    'Verpflege dich alle 20 bis 30 Minuten, vom Boot, an einer Station oder am Beckenrand.',
  advice_first_transition: (_, m) =>
    `Erster Wechsel: nach Meerwasser den Mund ausspülen, ein Schluck von ${m.bareVolume(50)} bis ${m.volume(100)}.`,
  advice_first_transition_long: (_, m) =>
    `Erster Wechsel: nach Meerwasser den Mund ausspülen, ein Schluck von ${m.bareVolume(50)} bis ${m.volume(100)}, wenn du magst ein Gel; beides zählt zum nächsten Abschnitt.`,
  advice_early_ride: () =>
    'Beginne in den ersten 10 Minuten auf dem Rad zu essen: Hier nimmst du am meisten auf.',
  advice_last_solids: () => 'Letzte feste Nahrung mindestens 30 Minuten vor dem nächsten Wechsel.',
  advice_transition: () => 'Wechsel: ein Schluck genügt.',
  advice_transition_long: () =>
    'Wechsel: ein Schluck, und bei ruhigem Magen bis zu 25 g als Gel; beides zählt zum nächsten Abschnitt.',
  advice_run_liquids: () => 'Beim Laufen nur Flüssiges und Gels, in kleinen Portionen.',
  advice_sugars: ({ hint }) => `Über 60 g pro Stunde: ${SUGARS[hint]}.`,
  advice_before_start: (_, m) =>
    `Vor dem Start, zusätzlich zu diesem Plan: 20 bis 30 g Kohlenhydrate und höchstens ${m.limit(250)} in den letzten 15 Minuten, wenn du daran gewöhnt bist.`,
  advice_nothing_new: () => 'Am Renntag nichts Neues: Nimm, was du im Training erprobt hast.',
};
