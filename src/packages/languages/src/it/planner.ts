import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('it');

const CONTROLS: ControlTexts = {
  form: 'Sessione e persona',
  session: 'Sessione',
  weather: 'Meteo',
  you: 'Su di te',
  madeUp: 'Una persona di esempio. Inserisci i tuoi valori.',
  measured: 'Altro, se lo sai',
  health:
    'Anche malattie e farmaci cambiano questi numeri. Le piattaforme li inviano; questa pagina non li chiede.',
  calculate: 'Calcola',
  notKnown: 'Non so',
  sex: 'Sesso',
  sports: {
    run: 'Corsa',
    trail_run: 'Trail',
    bike: 'Bici',
    triathlon: 'Triathlon',
    hike: 'Escursione',
    row: 'Canottaggio',
    ski: 'Sci',
    open_water_swim: 'Nuoto',
  },
  raceFormat: {
    label: 'Distanza di triathlon',
    names: { sprint: 'Sprint', olympic: 'Olimpica', '70.3': '70.3', ironman: 'Ironman' },
  },
  sexes: { female: 'Donna', male: 'Uomo', unspecified: 'Non specificato' },
  dials: {
    duration_min: { label: 'Durata', unit: 'min' },
    intensity_level: { label: 'Intensità', unit: 'su 9' },
    temperature_c: { label: 'Temperatura', unit: '°C' },
    humidity_percent: { label: 'Umidità', unit: '%' },
    age_years: { label: 'Età', unit: 'anni' },
    height_cm: { label: 'Altezza', unit: 'cm' },
    body_mass_kg: { label: 'Peso', unit: 'kg' },
    fitness_level: { label: 'Forma fisica', unit: 'su 9' },
  },
  intensities: [
    'una passeggiata',
    'molto facile',
    'facile',
    'costante',
    'vivace',
    'deciso',
    'duro',
    'molto duro',
    'al massimo',
  ],
  fitness: [
    'senza allenamento',
    'principiante',
    'saltuario',
    'regolare',
    'con allenamento',
    'molto allenato',
    'agonista',
    'élite',
    'livello mondiale',
  ],
  ticks: {
    is_race_event: 'Gara',
    shade: 'All’ombra o di notte',
    heat_acclimatized: 'Abitudine al caldo',
    gi_history: 'Disturbi di stomaco in gara',
  },
  guesses: {
    sweat_level: {
      label: 'Sudorazione',
      figures: { 2: 'molto scarsa', 4: 'scarsa', 5: 'media', 6: 'sopra la media', 8: 'abbondante' },
    },
    saltiness_level: { label: 'Tracce di sale', figures: { 2: 'nessuna', 5: 'alcune', 8: 'molte' } },
    carb_tolerance_g_per_hr: {
      label: 'Carboidrati già provati',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: 'Distanza', unit: 'km' },
    elevation_gain_m: { label: 'Dislivello', unit: 'm' },
    altitude_m: { label: 'Altitudine', unit: 'm' },
    pack_kg: { label: 'Peso dello zaino', unit: 'kg' },
    average_power_w: { label: 'Potenza media', unit: 'W' },
    sweat_rate_ml_per_hr: { label: 'Sudorazione misurata', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: 'Sodio nel sudore, misurato', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: 'Carboidrati abituali', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂max', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: 'età', thermal_stress_level: 'caldo', weather: 'meteo' },
  bounds: ({ from, to }) => `Questa pagina calcola da ${from} a ${to}.`,
};

const WHY: WhyTexts = {
  heading: 'Perché questi numeri',
  titles: { carbohydrate: 'Carboidrati', fluid: 'Liquidi', limit: 'Il limite dei liquidi', sodium: 'Sodio' },
  steps: 'Tutti i passaggi',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `Le linee guida indicano circa ${guidelineG} g/h per ${duration}. Li abbiamo adattati a sforzo, corporatura e sport.`,
    legs: 'Una media su tutta la gara. La parte maggiore va dove è più facile mangiare.',
    practised: ({ grams }) => `Limitato da ciò che il tuo intestino ha provato: qui circa ${grams} g/h.`,
    assumed: ({ grams, targetG }) =>
      `Supponiamo che il tuo intestino tolleri ${grams} g/h: il piano si ferma lì. Aumenta di 5–10 g/h ogni una o due settimane, verso ${targetG}.`,
    giHistory: ({ grams }) =>
      `Limitato a ${grams} g/h perché lo stomaco ti ha già dato problemi. Aumenta prima in allenamento.`,
    demand: 'Limitato dai carboidrati che bruci con questo sforzo. Il resto rimarrebbe nell’intestino.',
    untrained: ({ grams }) => `Si ferma a ${grams} g/h, il massimo da provare con un intestino non allenato.`,
    absolute: ({ grams }) => `Si ferma a ${grams} g/h, il massimo sostenuto dalla ricerca.`,
    young: 'Ridotto per la tua età.',
    drink: 'Limitato perché devi bere poco. Con più carboidrati le borracce sarebbero troppo concentrate.',
    none: 'Non servono per una sessione così breve o così facile.',
  },
  fluid: {
    share: ({ sweat, percent }) => `Suderesti circa ${sweat}/h. Qui basta reintegrarne il ${percent}%.`,
    loss: ({ sweat }) => `Suderesti circa ${sweat}/h. Così il calo di peso resta moderato.`,
    plasma: ({ sweat }) => `Suderesti circa ${sweat}/h. Così il sodio nel sangue non sale troppo.`,
    carrier: 'Abbastanza per mandare giù i carboidrati.',
    short: 'Ridotto per una sessione breve.',
    gap: ' ',
    gut: 'Limitato da ciò che lo stomaco assorbe con questo sforzo. Sudi di più.',
    limit: ({ limitMl }, m) => `Appena sotto il tuo limite di ${m.limit(limitMl)}/h.`,
    losses: ({ sweat }) => `Suderesti circa ${sweat}/h. Il piano ne reintegra solo una parte.`,
    noGain: 'Limitato a ciò che perdi. Di più aggiungerebbe solo peso.',
    none: 'Non serve. Bevi se hai sete.',
    other: 'Ridotto per sicurezza.',
  },
  limit: {
    unknownSex: 'Non conosciamo il tuo sesso, quindi il limite è il più basso dei due.',
    mass: ({ sweat, cautious }) =>
      `Prevediamo circa ${sweat}/h di sudore, ma potrebbero essere solo ${cautious}/h. In quel caso, bevendo di più potresti finire con un peso superiore a quello di partenza.`,
    plasma: ({ sweat, cautious }) =>
      `Prevediamo circa ${sweat}/h di sudore, ma potrebbero essere solo ${cautious}/h. In quel caso, bevendo di più il sodio nel sangue potrebbe diluirsi troppo.`,
    symptoms: ({ sweat, cautious }) =>
      `Prevediamo circa ${sweat}/h di sudore, ma potrebbero essere solo ${cautious}/h. In quel caso, bevendo di più per tante ore il sodio nel sangue potrebbe diluirsi fino a farti stare male.`,
    gut: 'Più di così difficilmente lascia lo stomaco con questo sforzo.',
    floor: 'Perdi così poco che solo qualche sorso è sicuro.',
    other: 'Ridotto per sicurezza.',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `Secondo la pratica abituale: circa ${m.perLitre(mgPerL)} mg per ${m.litre('litro')} bevuto.`,
    need: 'Abbastanza per mantenere il sodio nel sangue in queste ore.',
    measured: 'La metà del sodio che perdi, secondo la misura.',
    losses: 'Limitato a una parte del sodio che sudi.',
    drink: 'Limitato perché la bevanda resti bevibile.',
    limit: 'Appena sotto il limite.',
    none: 'Non serve per una sessione così.',
  },
};

/** Italian words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: 'Carboidrati', fluid: 'Liquidi', sodium: 'Sodio' },
  ...PLAIN_HOURS,
  everyHour: 'All’ora',
  perHour: 'all’ora',
  limit: ({ amount }) => `Massimo ${amount} all’ora`,
  shortLimit: ({ amount }) => `max ${amount}`,
  range: ({ from, to, unit }) => `Un laboratorio ti collocherebbe probabilmente tra ${from} e ${to} ${unit}.`,
  rangeToLimit: ({ from, unit }) =>
    `Un laboratorio ti collocherebbe probabilmente tra ${from} ${unit} e il limite.`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `Potrebbero servirti fino a ${upTo} ${unit} all’ora. Finché manca «${field}», resta sotto ${limit} ${unit}.`,
  total: ({ amount }) => `${amount} in totale`,
  litres: ({ value }) => `${number(value)} l`,
  during: 'Durante la sessione',
  nothing: 'Non ti serve nulla. Bevi se hai sete e resta sotto il limite.',
  lanes: {
    drink: 'Bevanda sportiva',
    water: 'Acqua',
    gel: 'Gel e gommose',
    food: 'Cibo',
    capsule: 'Capsule di sale',
  },
  strength: ({ gPerL }, m) => `${m.perLitre(gPerL)} g di carboidrati per ${m.litre('litro')}`,
  until: ({ time }) => `fino a ${time}`,
  list: (parts) => parts.join(', '),
  asList: 'Passo per passo',
  sum: ({ carbG, targetG }) => `In tutto ${carbG} di ${targetG} g di carboidrati.`,
  thirst: 'Bevi quando hai sete. Il piano è un’indicazione, il limite resta un limite.',
  review: 'Prima fai controllare questi numeri da un professionista.',
  confidence: ({ percent }) =>
    `Confidenza ${percent}%: quanto spesso un esame completo in laboratorio sarebbe entro il 30% da questi numeri.`,
  driver: ({ field, what, percent }) =>
    `Il dato più utile sarebbe: ${field}. La stima (${what}) sarebbe più precisa del ${percent}%.`,
  failed: 'Nessuna connessione al servizio. Questi numeri sono delle impostazioni precedenti.',
  tooMany:
    'Troppe modifiche in un minuto. Questi numeri sono delle impostazioni precedenti e si aggiorneranno tra poco.',
  outOfDate: 'Non aggiornato',
  announced: ({ carbG, fluid, limit }) =>
    `${carbG} grammi di carboidrati e ${fluid} all’ora. Massimo ${limit} all’ora.`,
  why: WHY,
};
