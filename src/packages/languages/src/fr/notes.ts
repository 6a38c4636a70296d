import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('fr');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'course à pied',
  trail_run: 'trail',
  treadmill_run: 'tapis de course',
  bike: 'vélo',
  indoor_bike: 'vélo en salle',
  swim: 'natation',
  open_water_swim: 'nage en eau libre',
  row: 'aviron',
  ski: 'ski de fond',
  hike: 'randonnée',
  walk: 'marche',
  lift: 'musculation',
  other: 'autre',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'toute source de glucides',
  two_to_one: 'glucose et fructose à environ 2:1',
  one_to_zero_point_eight: 'glucose et fructose à environ 1:0,8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: 'part de la sueur',
  allowed_loss: 'perte admise',
  plasma_sodium: 'sodium plasmatique',
  carbohydrate_carrier: 'transport des glucides',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'rien de connu qui retienne l’eau',
  older: 'à partir de 65 ans',
  impaired: 'un médicament ou une maladie qui retient l’eau',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: 'hydratation excessive',
  well_hydrated: 'bonne hydratation',
  slightly_dehydrated: 'légère déshydratation',
  dehydrated: 'déshydratation',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: 'excellent',
  good: 'bon',
  fair: 'moyen',
  poor: 'mauvais',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: 'plus que suffisante',
  adequate: 'suffisante',
  low: 'basse',
  bonked: 'épuisée',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: ' (comme recommandé)',
  presumed: ' (comme cela aurait été recommandé)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? 'sans tes mesures corporelles, la limite est celle de la même épreuve pour un petit corps'
      : `sans ton poids, la limite est celle de la même épreuve à ${m.mass(value, 1)}`,
  intensity: (value) =>
    `sans l’intensité, la limite est celle de la même épreuve au niveau ${number(value ?? 0, 1)}`,
  heat: (value) =>
    `sans niveau de chaleur ni météo, la limite est celle de la même épreuve au niveau de chaleur ${value}`,
  fitness: (value) => `sans ta forme physique, la limite est celle de la même épreuve au niveau ${value}`,
  sex: () => 'sans ton sexe, la limite est celle de la même épreuve pour une femme',
  age: (value) => `sans ton âge, la limite est celle de la même épreuve à ${value} ans`,
};

/** French phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'comme indiqué',
  assumed: () => 'non indiqué : supposé',
  from_weather: () => 'selon la météo',
  from_level: () => 'selon le niveau de chaleur',
  changes_nothing: () => 'ne change rien ici',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min sur ${ofMinutes}`,
  average_over_legs: () => 'moyenne sur l’épreuve, chaque segment selon sa durée',
  level_fraction: () => 'part de la VO2max que demande le niveau',
  level_fraction_not_used: () =>
    'part de la VO2max que demande le niveau ; la puissance ou l’allure la remplace',
  sustainable_fraction: () => 'ce qui peut être tenu sur toute l’épreuve',
  fraction: () => 'la plus petite valeur entre le niveau et ce qui peut être tenu',
  fraction_measured: () =>
    'coût de la puissance ou de l’allure, en part de la VO2max ; au plus ce qui est tenable',
  fraction_impossible: () => 'au-delà des limites humaines, puissance ou allure ne comptent qu’en partie',
  vo2max_stated: () => 'comme indiqué',
  vo2max_ftp: () => 'selon la puissance au seuil (FTP)',
  vo2max_fitness_level: () => 'selon la forme, le sexe et l’âge ; volontairement basse',
  usable_vo2max_share: () => 'part de la VO2max que ce sport peut utiliser',
  metabolic_level: () => 'fraction × VO2max × part utilisable × masse × 0,343 W par ml/min',
  metabolic_default: () => 'fraction × VO2max × part utilisable × masse × 0,343 W par ml/min',
  metabolic_impossible: () =>
    'au-delà des limites humaines, puissance ou allure ne comptent qu’en partie, au moins le niveau',
  metabolic_power: () => 'puissance moyenne ÷ rendement brut',
  metabolic_pace: () => 'coût de l’allure, du terrain et du dénivelé',
  metabolic_course: () => 'énergie du parcours pour ce temps',
  walk_share: () => 'part du temps en marchant, d’après la vitesse moyenne',
  climb_cost: () => 'coût de chaque mètre monté puis redescendu',
  thermal_level: () => 'contrainte de chaleur sur une échelle de 1 à 9',
  thermal_level_of_weather: ({ shown }) =>
    `contrainte de chaleur sur une échelle de 1 à 9, selon la météo ; affichée ${shown}`,
  water_of_level: (_, m) =>
    `selon le niveau de chaleur ; ${m.temperature(18)} vaut pour toute eau plus froide`,
  effective_temperature: () => 'les vêtements adoucissent l’air froid',
  humidity: () => 'décide combien de sueur s’évapore',
  surface: () => 'selon la masse et la taille',
  skin_temperature: () => 'moyenne sur le corps',
  heat_produced: () => 'métabolisme moins travail et respiration, par m² de peau',
  dry_exchange: () => 'chaleur cédée à l’air par degré',
  added_heat: () => 'chaleur du soleil sur le vélo, ou du vélo en salle',
  shade: () => 'chaleur que l’ombre ou la nuit épargnent',
  required_evaporation: () =>
    'chaleur produite moins échange sec × (peau − air), dont au plus 60 % partent à sec',
  evaporative_efficiency: () => 'part de la sueur qui s’évapore ; le reste goutte',
  sweat_per_surface: () => 'sueur pour l’évaporation nécessaire ÷ rendement, jamais sous un petit minimum',
  average_person: () =>
    'une personne moyenne dans cette séance : sueur par m² × surface × les facteurs ci-dessus',
  average_person_in_water: () =>
    'une personne moyenne dans cette séance : selon la température de l’eau, la fraction, la masse et les facteurs ci-dessus',
  duration_factor: () => 'la sudation baisse lentement au fil des heures',
  age_factor: () => 'les enfants et les personnes âgées transpirent moins',
  acclimatization_factor: () => 'habitude de la chaleur',
  personal_learned: () => 'appris de tes séances',
  personal_measured: () =>
    'selon le taux de sudation mesuré, comparé à une personne moyenne pendant une heure chaude à allure soutenue',
  personal_self_report: () => 'selon le niveau de sudation indiqué',
  personal_none: () => 'inconnu : moyenne',
  sweat_rate: ({ highestLPerHr }, m) =>
    `personne moyenne × facteur personnel, au plus ${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `pour ${number(hours, 2)} h`,
  intensity_factor: () => 'on brûle plus à effort dur, moins à effort facile',
  race_factor: () => 'course : un peu au-dessus de la valeur de référence',
  training_factor: () => 'entraînement : un peu au-dessous de la valeur de référence',
  size_factor: () => 'les grands gabarits utilisent plus, les petits moins',
  sport_factor: () => 'facilité à manger dans ce sport',
  fade_factor: () => 'l’appétit et l’intestin faiblissent au fil des heures',
  short_session_factor: () => 'sur une séance courte, on ne mange que si elle est dure',
  need_factor: () => 'appris de tes retours sur l’énergie',
  unfed_swim_factor: () => 'à vélo, on mange aussi pour la natation',
  guideline_target: () => 'produit des facteurs ci-dessus',
  trained_gut: () => 'ce qu’un intestin entraîné ajoute vers sa tolérance',
  untrained_gut: () => 'aucune tolérance n’a été indiquée ou apprise',
  heat_factor: () => 'l’intestin absorbe moins à la chaleur',
  target: () => '(valeur de référence + intestin entraîné) × chaleur',
  oxidation: () => 'glucides brûlés',
  demand: () => 'part utilisable de ce qui est brûlé',
  tolerance_declared: () => 'comme indiqué, avec une marge d’exercice hors compétition',
  tolerance_learned: () => 'appris du confort digestif, du côté prudent',
  tolerance_gi_history: () => 'limitée à 60 g/h parce que l’intestin a déjà posé problème',
  tolerance_usual_intake: () => 'estimée selon le sport, la forme et l’apport habituel',
  tolerance_none: () => 'estimée selon le sport et la forme',
  oxidation_size: () => 'un petit corps utilise moins de ce qu’il mange',
  oxidation_size_and_fade: () =>
    'un petit corps utilise moins de ce qu’il mange et, à pied, un intestin non testé faiblit au fil des heures',
  tolerance_limit: () => 'tolérance × le facteur ci-dessus',
  absolute_limit: () => 'maximum pour l’âge, l’intestin et l’effort de cette personne',
  soft_zero: () =>
    'l’objectif ou la limite la plus basse, selon le plus petit des deux ; sous 18 g/h il tend vers zéro',
  place_in_event: () => 'selon les règles de sa place dans l’épreuve',
  unfed_swim: () => 'pendant la natation d’une épreuve, on ne mange ni ne boit',
  tired_run: ({ factor }) => `l’intestin est fatigué par les segments d’avant : × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `au plus ${percent} % du vélo d’avant`,
  leg_fluid: () => 'part de ce segment : on boit plus à vélo qu’à pied',
  leg_sodium: () => 'avec le liquide, à la même concentration partout',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `(boisson à ${m.perLitre(gramsPerLitre)} g par ${m.litre('litre')} + ${eatenGPerHr} g/h mangés) ÷ l’objectif`,
  none_needed: () => 'pas nécessaire',
  sugars: ({ hint }) => `sucres : ${SUGARS[hint]}`,
  breath: () => 'eau perdue par la respiration',
  urine: () => 'eau perdue dans l’urine',
  metabolic_water: () => 'eau produite par la combustion, sur toute l’épreuve',
  gas_exchange: () => 'masse perdue en gaz, sur toute l’épreuve',
  losses: () => 'sueur + respiration + urine',
  sweat_sodium: () => 'sodium de la sueur, plus salée quand on transpire plus',
  end_sodium: () => 'sodium plasmatique à la fin du plan',
  mass_change: () => 'variation du poids à la fin du plan',
  steady_water_mass: () =>
    'variation du poids à eau corporelle égale : aliments pris, moins réserves brûlées',
  wish_share: ({ percent }) => `${percent} % de la sueur`,
  wish_allowed_loss: ({ percent }) => `finit avec une perte de ${number(percent, 1)} % du poids`,
  wish_allowed_loss_hidden: () => 'finit sans grande perte d’eau',
  wish_met_without_drinking: () => 'sous zéro : atteint sans boire',
  wish_plasma: () => 'empêche le sodium plasmatique de dépasser 144 mmol/L',
  wish_carrier: () => 'transporte les glucides',
  short_drink_factor: () => 'la première demi-heure n’en demande pas',
  wanted: ({ by }) => `objectif de liquide, fixé par : ${WISHES[by]}, × facteur des séances courtes`,
  limit_gut: () => 'ce que l’intestin absorbe à cet effort',
  limit_ceiling: () => '95 % de la limite de sécurité',
  limit_losses: ({ percent }) => `${percent} % de toutes les pertes`,
  limit_no_gain: () => 'pas plus que ce qui quitte le corps',
  limit_cautious: () => '60 % de la sueur, après un retour signalant un excès de liquide dangereux',
  limit_hold: () =>
    'le moins de liquide qui évite une fin trop sèche ou trop salée ; les limites par les pertes, après avoir bu trop de liquide et sous diurétiques lui cèdent',
  limit_diuretics: () => '90 % du plan, jusqu’à la décision d’un médecin',
  limit_legs: () => 'ce qu’aucun segment ne peut absorber est laissé de côté',
  fluid: () => 'l’objectif ou la limite la plus basse, selon le plus petit des deux, × facteur médical',
  fluid_smallest: () => 'l’objectif ou la limite la plus basse, selon le plus petit des deux',
  ceiling_sweat: () => 'sueur sur laquelle la limite de sécurité peut compter, avant la marge de prudence',
  retention: ({ kind }) => `probabilité que les reins gardent l’eau en trop (${RETENTION_KINDS[kind]})`,
  retention_in_event: () => 'probabilité que les reins gardent l’eau en trop sur une épreuve aussi longue',
  persistence: () => 'part des personnes qui boivent au-delà de la soif aussi longtemps',
  safety_z: () =>
    'écarts types de prudence : avec les deux probabilités ci-dessus, un risque de 2,5 % que la sueur soit plus faible',
  sigma: () => 'écart type de ln sueur, toutes sources',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'eau perdue par la respiration, sur laquelle on peut compter',
  counted_carbohydrate: () => 'glucides prévus ; leurs grammes comptent comme gagnés',
  counted_sodium: (_, m) => `sodium compté par ${m.litre('litre')}`,
  counted_own_sodium: () => 'sodium compté par heure : la moitié de ta perte mesurée',
  long_event_share: () => 'au-delà de 12 heures, la limite compte sur moins de sueur',
  low_sweat: () => 'sueur × e^(−z·σ)',
  counted_urine: () => 'urine sur laquelle on peut compter',
  allowed_gain: () => 'prise de poids admise',
  mass_limit: () =>
    'débit le plus haut qui ne laisse pas plus de surplus qu’admis : sueur, respiration, urine et gaz, moins les glucides',
  plasma_limit: () => 'débit le plus haut qui finit à un sodium plasmatique de 135 mmol/L',
  symptom_limit: () =>
    'débit le plus haut sur ces heures qui finit au-dessus de 130 mmol/L, où commencent la plupart des symptômes, et laisse peu d’excédent',
  symptom_window: () => 'heures passées à boire sans vérifier une seule fois son corps, 12 au plus',
  symptom_z: () =>
    'écarts types de prudence : avec la probabilité des reins ci-dessus, un risque de 5 % de transpirer moins',
  gut_limit: () => 'ce que l’intestin absorbe au plus',
  session_limit: (_, m) =>
    `${m.litres(1.5, ' litre')} par séance, mais au moins ${m.limit(500)} par heure, jusqu’à la décision d’un médecin`,
  max_safe_fluid: () =>
    'une limite de planification, pas un seuil de danger : si des personnes comme toi buvaient exactement cela, soif ou non, pendant toute l’épreuve ou, si elle est plus longue, pendant 12 heures sans vérifier une seule fois leur corps ou leur urine, moins de 1 sur 20 diluerait son sang à 130 mmol/L. Jusqu’à 4 heures elle est plus stricte : moins de 1 sur 40 sous 135. Au-delà de 12 heures elle ne protège plus qui transpire peu et ne vérifie jamais',
  max_safe_fluid_floor: () => 'une gorgée : les limites ne laissent rien',
  salt_reference_measured: (_, m) => `mesuré ; à un taux de sudation de ${m.litres(1.2, ' L')}/h`,
  salt_reference_learned: (_, m) =>
    `appris de valeurs de laboratoire ; à un taux de sudation de ${m.litres(1.2, ' L')}/h`,
  salt_reference_self_report: (_, m) =>
    `selon le sel de la sueur, le sexe et l’acclimatation ; à un taux de sudation de ${m.litres(1.2, ' L')}/h`,
  salt_reference_none: (_, m) =>
    `moyenne pour le sexe et l’acclimatation ; à un taux de sudation de ${m.litres(1.2, ' L')}/h`,
  sodium_loss: () => 'taux de sudation × concentration',
  planned_sodium: (_, m) =>
    `usage habituel par ${m.litre('litre')} que tu bois, selon les heures, le sel, la sueur et la chaleur`,
  practice: () => 'usage habituel : concentration prévue × liquide',
  plasma_need: () => 'tient le sodium plasmatique à 137 mmol/L',
  short_sodium_factor: () => 'le besoin du plasma compte à partir de 1 heure, entièrement à partir de 1 h 45',
  measured_half: () => 'la moitié d’une perte mesurée, au-delà de 3 heures',
  not_measured_half: () => 'ne vaut que pour un sodium de sueur mesuré, au-delà de 3 heures',
  sodium_wanted: () =>
    'le plus grand de l’usage, du besoin (× facteur des séances courtes, au plus la limite de perte) et de la moitié mesurée',
  loss_limit: ({ percent }) => `${percent} % de la perte`,
  drink_limit: ({ mgPerL }, m) => `au plus ${m.perLitre(mgPerL)} mg dans chaque ${m.litre('litre')} bu`,
  medical_limit: () => 'jusqu’à la décision d’un médecin',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × la perte ; comptée au moins à ${leastMgPerHr} mg/h`,
  limit_by_hours: () => 'débit le plus haut pour une épreuve de cette durée',
  max_safe_sodium: () => 'la perte avec sa marge, dans les limites',
  sodium: () =>
    'l’objectif ou la limite la plus basse, selon le plus petit des deux. Le sodium prévu est dans le bas de la pratique, sous le milieu de presque tous les relevés d’athlètes comparés ; en prendre plus est affaire de goût, pas de sécurité, jusqu’à la limite',
  within_30_percent: ({ percent, weight }) =>
    `probabilité d’être à moins de 30 % : deux vraies valeurs sur trois sont à moins d’environ ${percent} % ; compte ${number(weight)} sur 1`,
  within_30_percent_sure: ({ weight }) =>
    `sur une séance aussi courte, rien n’est loin du compte ; compte ${number(weight)} sur 1`,
  confidence: () =>
    'somme de chaque probabilité × sa part : la fréquence à laquelle un bilan complet en laboratoire serait à moins de 30 % de ces chiffres',
  weighed: ({ sweatRateMlPerHr }, m) => `une séance avec pesée a donné ${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) =>
    `une montre ou un patch a indiqué ${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `ressenti après ${m.total(fluidMlPerHr)}/h : ${FEELS[feel]}`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `ressenti : ${FEELS[feel]} ; quantité non notée, ${m.total(fluidMlPerHr)}/h étaient recommandés`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `confort digestif ${COMFORTS[comfort]} à ${carbGPerHr} g/h${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `confort digestif ${COMFORTS[comfort]} à ${carbGPerHr} g/h${INTAKES[intake]}, à la chaleur ou à effort dur`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `énergie ${ENERGIES[energy]} à ${carbGPerHr} g/h${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `ta sueur a été mesurée à ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'a changé avec l’autre sport, moitié moins',
  weighing_not_usable: () =>
    'Rien n’a été tiré de la séance avec pesée. Elle était trop courte, ou ses poids ou son taux de sudation sont peu crédibles. Les poids sont-ils en kilogrammes ?',
  session_too_short_for_feeling: () =>
    'Une séance de moins de 45 minutes dit peu sur la sueur ; rien n’a changé.',
  intake_not_noted: () => 'Sans quantité notée, seule compte une réponse qui indique moins de sueur.',
  nothing_learned: () =>
    'Ce retour n’a pas changé tes valeurs. Ajoute comment allaient ta digestion, ton énergie et ton hydratation, et ce que tu as mangé et bu.',
  weighed_without_fluid: () =>
    'Pour tirer un taux de sudation de deux pesées, il faut aussi savoir ce que tu as bu entre elles.',
  urine_not_noted: () =>
    'Personne n’a dit si tu avais uriné. Cette pesée peut donc abaisser ta limite, mais pas la relever.',
  same_session: () => 'Ces heures ont déjà été pesées. Cette pesée n’a donc pas été comptée.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `ton ventre était ${COMFORTS[comfort]} à ${carbGPerHr} g/h${INTAKES[intake]} : la dose notée la plus haute jusqu’ici`,
  poor_gut_at_low_dose: () =>
    'Un mauvais confort à petite dose a une autre cause que la dose ; la tolérance reste, les troubles sont notés.',
  ate_less_than_planned: () =>
    'Tu as mangé moins que prévu, ce qui explique le manque d’énergie ; le plan ne change pas.',
  drank_too_much: ({ sessions }) =>
    `Boire autant peut diluer le sang ; le liquide est réduit pour les ${sessions} prochaines séances.`,
  advice_no_swim_feed: () => 'Rien à manger ni à boire pendant la natation.',
  advice_swim_feeds: () =>
    'Ravitaille-toi toutes les 20 à 30 minutes, depuis un bateau, un poste de ravitaillement ou le bord du bassin.',
  advice_first_transition: (_, m) =>
    `Première transition : rince-toi la bouche après l’eau de mer, une gorgée de ${m.bareVolume(50)} à ${m.volume(100)}.`,
  advice_first_transition_long: (_, m) =>
    `Première transition : rince-toi la bouche après l’eau de mer, une gorgée de ${m.bareVolume(50)} à ${m.volume(100)}, un gel si tu veux ; les deux comptent pour le segment suivant.`,
  advice_early_ride: () =>
    'Commence à manger dans les 10 premières minutes de vélo : c’est là que passe le plus d’énergie.',
  advice_last_solids: () => 'Dernier aliment solide au moins 30 minutes avant la transition suivante.',
  advice_transition: () => 'Transition : une gorgée suffit.',
  advice_transition_long: () =>
    'Transition : une gorgée, et jusqu’à 25 g en gel si l’estomac est calme ; les deux comptent pour le segment suivant.',
  advice_run_liquids: () => 'À pied, seulement des liquides et des gels, en petites portions.',
  advice_sugars: ({ hint }) => `Au-dessus de 60 g par heure : ${SUGARS[hint]}.`,
  advice_before_start: (_, m) =>
    `Avant le départ, en plus de ce plan : 20 à 30 g de glucides et au plus ${m.limit(250)} dans les 15 dernières minutes, si tu en as l’habitude.`,
  advice_nothing_new: () => 'Rien de nouveau le jour de la course : prends ce que tu as testé.',
};
