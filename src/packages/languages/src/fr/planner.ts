import { numberFormat } from '../number-format.ts';
import { FRENCH_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('fr');

const CONTROLS: ControlTexts = {
  form: 'Séance et personne',
  session: 'Séance',
  weather: 'Météo',
  you: 'À propos de toi',
  madeUp: 'Une personne d’exemple. Indique tes propres valeurs.',
  measured: 'Plus de détails, si tu les connais',
  health:
    'Les maladies et les médicaments changent aussi ces chiffres. Les plateformes les transmettent ; cette page ne les demande pas.',
  calculate: 'Calculer',
  notKnown: 'Je ne sais pas',
  sex: 'Sexe',
  sports: {
    run: 'Course',
    trail_run: 'Trail',
    bike: 'Vélo',
    triathlon: 'Triathlon',
    hike: 'Randonnée',
    row: 'Aviron',
    ski: 'Ski',
    open_water_swim: 'Natation',
  },
  raceFormat: {
    label: 'Format du triathlon',
    names: { sprint: 'Sprint', olympic: 'Olympique', '70.3': '70.3', ironman: 'Ironman' },
  },
  sexes: { female: 'Femme', male: 'Homme', unspecified: 'Non précisé' },
  dials: {
    duration_min: { label: 'Durée', unit: 'min' },
    intensity_level: { label: 'Intensité', unit: 'sur 9' },
    temperature_c: { label: 'Température', unit: '°C' },
    humidity_percent: { label: 'Humidité', unit: '%' },
    age_years: { label: 'Âge', unit: 'ans' },
    height_cm: { label: 'Taille', unit: 'cm' },
    body_mass_kg: { label: 'Poids', unit: 'kg' },
    fitness_level: { label: 'Forme', unit: 'sur 9' },
  },
  intensities: [
    'une promenade',
    'très facile',
    'facile',
    'régulier',
    'soutenu',
    'ferme',
    'dur',
    'très dur',
    'à fond',
  ],
  fitness: [
    'sans entraînement',
    'débutant',
    'loisir',
    'pratique régulière',
    'bon niveau',
    'très bon niveau',
    'compétition',
    'élite',
    'niveau mondial',
  ],
  ticks: {
    is_race_event: 'Compétition',
    shade: 'À l’ombre ou de nuit',
    heat_acclimatized: 'Habitude de la chaleur',
    gi_history: 'Troubles digestifs en course',
  },
  guesses: {
    sweat_level: {
      label: 'Transpiration',
      figures: { 2: 'très faible', 4: 'faible', 5: 'moyenne', 6: 'supérieure à la moyenne', 8: 'forte' },
    },
    saltiness_level: { label: 'Traces de sel', figures: { 2: 'aucune', 5: 'quelques-unes', 8: 'beaucoup' } },
    carb_tolerance_g_per_hr: {
      label: 'Glucides testés à l’entraînement',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: 'Distance', unit: 'km' },
    elevation_gain_m: { label: 'Dénivelé', unit: 'm' },
    altitude_m: { label: 'Altitude', unit: 'm' },
    pack_kg: { label: 'Poids du sac', unit: 'kg' },
    average_power_w: { label: 'Puissance moyenne', unit: 'W' },
    sweat_rate_ml_per_hr: { label: 'Transpiration mesurée', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: 'Sodium de la sueur, mesuré', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: 'Glucides habituels', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂max', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: 'âge', thermal_stress_level: 'chaleur', weather: 'météo' },
  bounds: ({ from, to }) => `Cette page calcule de ${from} à ${to}.`,
};

const WHY: WhyTexts = {
  heading: 'Pourquoi ces chiffres',
  titles: { carbohydrate: 'Glucides', fluid: 'Liquide', limit: 'La limite de liquide', sodium: 'Sodium' },
  steps: 'Toutes les étapes',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `Les recommandations donnent environ ${guidelineG} g/h pour ${duration}. Nous les avons adaptées à ton effort, à ta taille et à ton sport.`,
    legs: 'Une moyenne sur toute l’épreuve. L’essentiel va là où manger est le plus facile.',
    practised: ({ grams }) => `Limité par ce que ton intestin a testé : environ ${grams} g/h ici.`,
    assumed: ({ grams, targetG }) =>
      `Nous supposons que ton intestin supporte ${grams} g/h : le plan s’arrête là. Ajoute 5 à 10 g/h toutes les une à deux semaines, vers ${targetG}.`,
    giHistory: ({ grams }) =>
      `Limité à ${grams} g/h à cause de tes troubles digestifs. Augmente d’abord à l’entraînement.`,
    demand: 'Limité par les glucides que tu brûles à cet effort. Le surplus resterait dans l’intestin.',
    untrained: ({ grams }) => `S’arrête à ${grams} g/h, le maximum à tenter sans entraînement digestif.`,
    absolute: ({ grams }) => `S’arrête à ${grams} g/h, le maximum confirmé par la recherche.`,
    young: 'Réduit en raison de ton âge.',
    drink: 'Limité parce que tu as peu à boire. Avec plus de glucides, les bidons seraient trop concentrés.',
    none: 'Aucun pour une séance aussi courte ou aussi facile.',
  },
  fluid: {
    share: ({ sweat, percent }) =>
      `Tu perdrais environ ${sweat}/h de sueur. En remplacer ${percent} % suffit ici.`,
    loss: ({ sweat }) => `Tu perdrais environ ${sweat}/h de sueur. Ainsi, ta perte de poids reste modérée.`,
    plasma: ({ sweat }) =>
      `Tu perdrais environ ${sweat}/h de sueur. Ainsi, ton sodium sanguin ne monte pas trop.`,
    carrier: 'Assez pour faire passer les glucides.',
    short: 'Réduit pour une séance courte.',
    gap: ' ',
    gut: 'Limité par ce que l’estomac absorbe à cet effort. Tu transpires davantage.',
    limit: ({ limitMl }, m) => `Maintenu juste sous ta limite de ${m.limit(limitMl)}/h.`,
    losses: ({ sweat }) => `Tu perdrais environ ${sweat}/h de sueur. Le plan n’en remplace qu’une partie.`,
    noGain: 'Limité à ce que tu perds. Plus ne ferait qu’ajouter du poids.',
    none: 'Rien n’est nécessaire. Bois si tu as soif.',
    other: 'Réduit par sécurité.',
  },
  limit: {
    unknownSex: 'Nous ne connaissons pas ton sexe : la limite est la plus basse des deux.',
    mass: ({ sweat, cautious }) =>
      `Nous prévoyons environ ${sweat}/h de sueur, mais ce pourrait être seulement ${cautious}/h. Dans ce cas, boire plus pourrait te faire finir avec un poids supérieur à celui du départ.`,
    plasma: ({ sweat, cautious }) =>
      `Nous prévoyons environ ${sweat}/h de sueur, mais ce pourrait être seulement ${cautious}/h. Dans ce cas, boire plus pourrait trop diluer ton sodium sanguin.`,
    symptoms: ({ sweat, cautious }) =>
      `Nous prévoyons environ ${sweat}/h de sueur, mais ce pourrait être seulement ${cautious}/h. Dans ce cas, boire plus pendant autant d’heures pourrait diluer ton sodium sanguin au point de te rendre malade.`,
    gut: 'Au-delà, le liquide ne quitte guère l’estomac à cet effort.',
    floor: 'Tu perds si peu ici que seules quelques gorgées sont sans danger.',
    other: 'Réduit par sécurité.',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `Selon l’usage : environ ${m.perLitre(mgPerL)} mg par ${m.litre('litre')} bu.`,
    need: 'Assez pour maintenir ton sodium sanguin pendant ces heures.',
    measured: 'La moitié du sodium que tu perds, selon la mesure.',
    losses: 'Limité à une partie du sodium de ta sueur.',
    drink: 'Limité pour que ta boisson reste buvable.',
    limit: 'Maintenu juste sous la limite.',
    none: 'Rien n’est nécessaire pour cette séance.',
  },
};

/** French words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: 'Glucides', fluid: 'Liquide', sodium: 'Sodium' },
  ...FRENCH_HOURS,
  everyHour: 'Par heure',
  perHour: 'par heure',
  limit: ({ amount }) => `Maximum ${amount} par heure`,
  shortLimit: ({ amount }) => `max. ${amount}`,
  range: ({ from, to, unit }) => `Un laboratoire te situerait sans doute entre ${from} et ${to} ${unit}.`,
  rangeToLimit: ({ from, unit }) =>
    `Un laboratoire te situerait sans doute entre ${from} ${unit} et la limite.`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `Il te faudra peut-être jusqu’à ${upTo} ${unit} par heure. Tant que la donnée « ${field} » manque, reste en dessous de ${limit} ${unit}.`,
  total: ({ amount }) => `${amount} au total`,
  litres: ({ value }) => `${number(value)} l`,
  during: 'Pendant la séance',
  nothing: 'Tu n’as besoin de rien. Bois si tu as soif, et reste sous la limite.',
  lanes: {
    drink: 'Boisson d’effort',
    water: 'Eau',
    gel: 'Gels et gommes',
    food: 'Aliments',
    capsule: 'Capsules de sel',
  },
  strength: ({ gPerL }, m) => `${m.perLitre(gPerL)} g de glucides par ${m.litre('litre')}`,
  until: ({ time }) => `jusqu’à ${time}`,
  list: (parts) => parts.join(', '),
  asList: 'Étape par étape',
  sum: ({ carbG, targetG }) => `Cela fait ${carbG} g de glucides sur ${targetG} g.`,
  thirst: 'Fie-toi à ta soif. Le plan est un repère, la limite reste une limite.',
  review: 'Fais d’abord vérifier ces chiffres par un professionnel de santé.',
  confidence: ({ percent }) =>
    `Confiance de ${percent} % : la fréquence à laquelle un bilan complet en laboratoire serait à moins de 30 % de ces chiffres.`,
  driver: ({ field, what, percent }) =>
    `Le plus utile à connaître : ${field}. L’estimation (${what}) serait plus précise de ${percent} %.`,
  failed: 'Pas de connexion au service. Ces chiffres correspondent à tes réglages précédents.',
  tooMany:
    'Trop de changements en une minute. Ces chiffres correspondent à tes réglages précédents et seront bientôt mis à jour.',
  outOfDate: 'Pas à jour',
  announced: ({ carbG, fluid, limit }) =>
    `${carbG} grammes de glucides et ${fluid} par heure. Maximum ${limit} par heure.`,
  why: WHY,
};
