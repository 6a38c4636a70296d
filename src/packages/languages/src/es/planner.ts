import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('es');

const CONTROLS: ControlTexts = {
  form: 'Sesión y persona',
  session: 'Sesión',
  weather: 'Tiempo',
  you: 'Sobre ti',
  madeUp: 'Una persona de ejemplo. Pon tus propios datos.',
  measured: 'Más datos, si los sabes',
  health:
    'Las enfermedades y los medicamentos también cambian estos números. Las plataformas los envían; esta página no los pregunta.',
  calculate: 'Calcular',
  notKnown: 'No lo sé',
  sex: 'Sexo',
  sports: {
    run: 'Carrera',
    trail_run: 'Trail',
    bike: 'Bici',
    triathlon: 'Triatlón',
    hike: 'Senderismo',
    row: 'Remo',
    ski: 'Esquí',
    open_water_swim: 'Natación',
  },
  raceFormat: {
    label: 'Distancia de triatlón',
    names: { sprint: 'Sprint', olympic: 'Olímpica', '70.3': '70.3', ironman: 'Ironman' },
  },
  sexes: { female: 'Mujer', male: 'Hombre', unspecified: 'Prefiero no decirlo' },
  dials: {
    duration_min: { label: 'Duración', unit: 'min' },
    intensity_level: { label: 'Intensidad', unit: 'de 9' },
    temperature_c: { label: 'Temperatura', unit: '°C' },
    humidity_percent: { label: 'Humedad', unit: '%' },
    age_years: { label: 'Edad', unit: 'años' },
    height_cm: { label: 'Altura', unit: 'cm' },
    body_mass_kg: { label: 'Peso', unit: 'kg' },
    fitness_level: { label: 'Forma física', unit: 'de 9' },
  },
  intensities: [
    'un paseo',
    'muy suave',
    'suave',
    'constante',
    'vivo',
    'firme',
    'duro',
    'muy duro',
    'al máximo',
  ],
  fitness: [
    'sin entrenar',
    'principiante',
    'ocasional',
    'regular',
    'con entrenamiento',
    'muy entrenado',
    'competitivo',
    'élite',
    'nivel mundial',
  ],
  ticks: {
    is_race_event: 'Competición',
    shade: 'A la sombra o de noche',
    heat_acclimatized: 'Aclimatación al calor',
    gi_history: 'Problemas de estómago en carreras',
  },
  guesses: {
    sweat_level: {
      label: 'Sudoración',
      figures: { 2: 'muy poca', 4: 'poca', 5: 'media', 6: 'más que la media', 8: 'mucha' },
    },
    saltiness_level: { label: 'Marcas de sal', figures: { 2: 'ninguna', 5: 'algunas', 8: 'muchas' } },
    carb_tolerance_g_per_hr: {
      label: 'Carbohidratos practicados',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: 'Distancia', unit: 'km' },
    elevation_gain_m: { label: 'Desnivel', unit: 'm' },
    altitude_m: { label: 'Altitud', unit: 'm' },
    pack_kg: { label: 'Peso de la mochila', unit: 'kg' },
    average_power_w: { label: 'Potencia media', unit: 'W' },
    sweat_rate_ml_per_hr: { label: 'Sudoración medida', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: 'Sodio del sudor, medido', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: 'Carbohidratos habituales', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂máx', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: 'edad', thermal_stress_level: 'calor', weather: 'tiempo' },
  bounds: ({ from, to }) => `Esta página planifica de ${from} a ${to}.`,
};

const WHY: WhyTexts = {
  heading: 'Por qué estos números',
  titles: { carbohydrate: 'Carbohidratos', fluid: 'Líquido', limit: 'El límite de líquido', sodium: 'Sodio' },
  steps: 'Todos los pasos',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `Las guías dan unos ${guidelineG} g/h para ${duration}. Los hemos ajustado a tu esfuerzo, tamaño y deporte.`,
    legs: 'Una media de toda la prueba. La mayor parte va donde es más fácil comer.',
    practised: ({ grams }) => `Limitado por lo que tu intestino ha practicado: unos ${grams} g/h aquí.`,
    assumed: ({ grams, targetG }) =>
      `Suponemos que tu intestino tolera ${grams} g/h, y el plan se queda ahí. Aumenta 5–10 g/h cada una o dos semanas, hacia ${targetG}.`,
    giHistory: ({ grams }) =>
      `Limitado a ${grams} g/h porque tu estómago ya ha dado problemas. Aumenta primero en los entrenamientos.`,
    demand:
      'Limitado por los carbohidratos que quemas con este esfuerzo. El resto se quedaría en el intestino.',
    untrained: ({ grams }) => `Se queda en ${grams} g/h, lo máximo para un intestino sin práctica.`,
    absolute: ({ grams }) => `Se queda en ${grams} g/h, lo máximo que respalda la investigación.`,
    young: 'Reducido por tu edad.',
    drink:
      'Limitado porque necesitas beber poco. Con más carbohidratos, los bidones quedarían demasiado concentrados.',
    none: 'No hacen falta en una sesión tan corta o tan suave.',
  },
  fluid: {
    share: ({ sweat, percent }) => `Sudarías unos ${sweat}/h. Aquí basta con reponer el ${percent} %.`,
    loss: ({ sweat }) => `Sudarías unos ${sweat}/h. Así la pérdida de peso es moderada.`,
    plasma: ({ sweat }) => `Sudarías unos ${sweat}/h. Así el sodio en sangre no sube demasiado.`,
    carrier: 'Suficiente para pasar los carbohidratos.',
    short: 'Reducido para una sesión corta.',
    gap: ' ',
    gut: 'Limitado por lo que el estómago absorbe con este esfuerzo. Sudas más que eso.',
    limit: ({ limitMl }, m) => `Justo por debajo de tu límite de ${m.limit(limitMl)}/h.`,
    losses: ({ sweat }) => `Sudarías unos ${sweat}/h. El plan repone solo una parte.`,
    noGain: 'Limitado a lo que pierdes. Más solo añadiría peso.',
    none: 'No hace falta. Bebe si tienes sed.',
    other: 'Reducido por seguridad.',
  },
  limit: {
    unknownSex: 'No conocemos tu sexo, así que el límite es el más bajo de los dos.',
    mass: ({ sweat, cautious }) =>
      `Esperamos unos ${sweat}/h de sudor, pero podrían ser solo ${cautious}/h. En ese caso, si bebes más, podrías acabar pesando más que al empezar.`,
    plasma: ({ sweat, cautious }) =>
      `Esperamos unos ${sweat}/h de sudor, pero podrían ser solo ${cautious}/h. En ese caso, si bebes más, el sodio en sangre podría diluirse demasiado.`,
    symptoms: ({ sweat, cautious }) =>
      `Esperamos unos ${sweat}/h de sudor, pero podrían ser solo ${cautious}/h. En ese caso, si bebes más durante tantas horas, el sodio en sangre podría diluirse hasta hacerte enfermar.`,
    gut: 'Más que esto apenas sale del estómago con este esfuerzo.',
    floor: 'Pierdes tan poco que solo unos sorbos son seguros.',
    other: 'Reducido por seguridad.',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `Según la práctica habitual: unos ${m.perLitre(mgPerL)} mg por ${m.litre('litro')} que bebes.`,
    need: 'Suficiente para mantener el sodio en sangre estas horas.',
    measured: 'La mitad del sodio que pierdes, según la medición.',
    losses: 'Limitado a una parte del sodio que sudas.',
    drink: 'Limitado para que la bebida se pueda beber.',
    limit: 'Justo por debajo del límite.',
    none: 'No hace falta en una sesión así.',
  },
};

/** Spanish words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: 'Carbohidratos', fluid: 'Líquido', sodium: 'Sodio' },
  ...PLAIN_HOURS,
  everyHour: 'Por hora',
  perHour: 'por hora',
  limit: ({ amount }) => `Máximo ${amount} por hora`,
  shortLimit: ({ amount }) => `máx. ${amount}`,
  range: ({ from, to, unit }) => `Un laboratorio te situaría probablemente entre ${from} y ${to} ${unit}.`,
  rangeToLimit: ({ from, unit }) =>
    `Un laboratorio te situaría probablemente entre ${from} ${unit} y el límite.`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `Quizá necesites hasta ${upTo} ${unit} por hora. Mientras no se conozca «${field}», quédate por debajo de ${limit} ${unit}.`,
  total: ({ amount }) => `${amount} en total`,
  litres: ({ value }) => `${number(value)} l`,
  during: 'Durante la sesión',
  nothing: 'No necesitas nada. Bebe si tienes sed y no pases del límite.',
  lanes: {
    drink: 'Bebida isotónica',
    water: 'Agua',
    gel: 'Geles y gominolas',
    food: 'Comida',
    capsule: 'Cápsulas de sal',
  },
  strength: ({ gPerL }, m) => `${m.perLitre(gPerL)} g de carbohidratos por ${m.litre('litro')}`,
  until: ({ time }) => `hasta ${time}`,
  list: (parts) => parts.join(', '),
  asList: 'Paso a paso',
  sum: ({ carbG, targetG }) => `Esto suma ${carbG} de ${targetG} g de carbohidratos.`,
  thirst: 'Bebe cuando tengas sed. El plan es una orientación; el límite es un límite.',
  review: 'Un profesional debería revisar antes estos números.',
  confidence: ({ percent }) =>
    `${percent} % de confianza: la frecuencia con que un estudio completo de laboratorio quedaría a menos de un 30 % de estos números.`,
  driver: ({ field, what, percent }) =>
    `Lo que más ayudaría: ${field}. La estimación (${what}) sería un ${percent} % más precisa.`,
  failed: 'Sin conexión con el servicio. Estos números son de tus ajustes anteriores.',
  tooMany:
    'Demasiados cambios en un minuto. Estos números son de tus ajustes anteriores y se actualizarán en breve.',
  outOfDate: 'Sin actualizar',
  announced: ({ carbG, fluid, limit }) =>
    `${carbG} gramos de carbohidratos y ${fluid} por hora. Máximo ${limit} por hora.`,
  why: WHY,
};
