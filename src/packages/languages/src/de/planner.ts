import { numberFormat } from '../number-format.ts';
import { PLAIN_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('de');

const CONTROLS: ControlTexts = {
  form: 'Einheit und Person',
  session: 'Einheit',
  weather: 'Wetter',
  you: 'Über dich',
  madeUp: 'Eine Beispielperson. Trag deine eigenen Werte ein.',
  measured: 'Mehr, falls du es weißt',
  health:
    'Erkrankungen und Medikamente verändern diese Zahlen ebenfalls. Plattformen senden sie mit; diese Seite fragt nicht danach.',
  calculate: 'Berechnen',
  notKnown: 'Weiß ich nicht',
  sex: 'Geschlecht',
  sports: {
    run: 'Laufen',
    trail_run: 'Trail',
    bike: 'Radfahren',
    triathlon: 'Triathlon',
    hike: 'Wandern',
    row: 'Rudern',
    ski: 'Ski',
    open_water_swim: 'Schwimmen',
  },
  raceFormat: {
    label: 'Triathlondistanz',
    names: { sprint: 'Sprint', olympic: 'Olympisch', '70.3': '70.3', ironman: 'Ironman' },
  },
  sexes: { female: 'Weiblich', male: 'Männlich', unspecified: 'Keine Angabe' },
  dials: {
    duration_min: { label: 'Dauer', unit: 'min' },
    intensity_level: { label: 'Intensität', unit: 'von 9' },
    temperature_c: { label: 'Temperatur', unit: '°C' },
    humidity_percent: { label: 'Luftfeuchte', unit: '%' },
    age_years: { label: 'Alter', unit: 'Jahre' },
    height_cm: { label: 'Größe', unit: 'cm' },
    body_mass_kg: { label: 'Körpergewicht', unit: 'kg' },
    fitness_level: { label: 'Fitness', unit: 'von 9' },
  },
  intensities: [
    'ein Spaziergang',
    'sehr locker',
    'locker',
    'gleichmäßig',
    'zügig',
    'fordernd',
    'hart',
    'sehr hart',
    'alles geben',
  ],
  fitness: [
    'untrainiert',
    'am Anfang',
    'gelegentlich aktiv',
    'regelmäßig aktiv',
    'trainiert',
    'gut trainiert',
    'wettkampfstark',
    'Elite',
    'Weltklasse',
  ],
  ticks: {
    is_race_event: 'Wettkampf',
    shade: 'Im Schatten oder nachts',
    heat_acclimatized: 'An Hitze gewöhnt',
    gi_history: 'Magenprobleme bei früheren Rennen',
  },
  guesses: {
    sweat_level: {
      label: 'Schwitzen',
      figures: { 2: 'sehr wenig', 4: 'wenig', 5: 'durchschnittlich', 6: 'mehr als andere', 8: 'sehr viel' },
    },
    saltiness_level: { label: 'Salzränder', figures: { 2: 'keine', 5: 'einige', 8: 'viele' } },
    carb_tolerance_g_per_hr: {
      label: 'Trainierte Kohlenhydratmenge',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: 'Strecke', unit: 'km' },
    elevation_gain_m: { label: 'Anstieg', unit: 'm' },
    altitude_m: { label: 'Höhe über Meer', unit: 'm' },
    pack_kg: { label: 'Gepäck', unit: 'kg' },
    average_power_w: { label: 'Mittlere Leistung', unit: 'W' },
    sweat_rate_ml_per_hr: { label: 'Gemessene Schweißrate', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: 'Natrium im Schweiß, gemessen', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: 'Übliche Kohlenhydratmenge', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂max', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: 'Alter', thermal_stress_level: 'Hitze', weather: 'Wetter' },
  bounds: ({ from, to }) => `Diese Seite plant von ${from} bis ${to}.`,
};

const WHY: WhyTexts = {
  heading: 'Warum diese Zahlen',
  titles: { carbohydrate: 'Kohlenhydrate', fluid: 'Flüssigkeit', limit: 'Die Obergrenze', sodium: 'Natrium' },
  steps: 'Alle Schritte',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `Leitlinien nennen für ${duration} etwa ${guidelineG} g/h. Wir haben das an deine Anstrengung, Größe und Sportart angepasst.`,
    legs: 'Ein Mittelwert über den ganzen Wettkampf. Am meisten gibt es dort, wo sich am leichtesten essen lässt.',
    practised: ({ grams }) => `Begrenzt durch das, was dein Darm gewohnt ist: hier etwa ${grams} g/h.`,
    assumed: ({ grams, targetG }) =>
      `Wir nehmen an, dass dein Darm ${grams} g/h verträgt; mehr planen wir nicht. Steigere dich alle ein bis zwei Wochen um 5–10 g/h in Richtung ${targetG}.`,
    giHistory: ({ grams }) =>
      `Auf ${grams} g/h begrenzt, weil dein Magen schon Probleme gemacht hat. Steigere dich zuerst im Training.`,
    demand:
      'Begrenzt durch die Kohlenhydrate, die du bei dieser Anstrengung verbrennst. Mehr bliebe im Darm liegen.',
    untrained: ({ grams }) => `Endet bei ${grams} g/h: Mehr sollte ein ungeübter Darm nicht versuchen.`,
    absolute: ({ grams }) => `Endet bei ${grams} g/h, dem höchsten Wert, den die Forschung stützt.`,
    young: 'Wegen deines Alters niedriger angesetzt.',
    drink:
      'Begrenzt, weil du hier wenig trinken musst. Mit mehr Kohlenhydraten wären die Flaschen zu konzentriert.',
    none: 'Für eine so kurze oder lockere Einheit sind keine nötig.',
  },
  fluid: {
    share: ({ sweat, percent }) =>
      `Du schwitzt hier etwa ${sweat}/h. Davon ${percent} % zu ersetzen, reicht aus.`,
    loss: ({ sweat }) => `Du schwitzt hier etwa ${sweat}/h. So hält sich dein Gewichtsverlust in Grenzen.`,
    plasma: ({ sweat }) =>
      `Du schwitzt hier etwa ${sweat}/h. So steigt das Natrium im Blut nicht zu stark an.`,
    carrier: 'Genug, um die Kohlenhydrate hinunterzuspülen.',
    short: 'Für eine kurze Einheit verringert.',
    gap: ' ',
    gut: 'Begrenzt durch das, was ein Magen bei dieser Anstrengung aufnimmt. Du schwitzt mehr.',
    limit: ({ limitMl }, m) => `Knapp unter deiner Obergrenze von ${m.limit(limitMl)}/h gehalten.`,
    losses: ({ sweat }) => `Du schwitzt hier etwa ${sweat}/h. Der Plan ersetzt nur einen Teil davon.`,
    noGain: 'Auf das begrenzt, was du verlierst. Mehr würde nur dein Gewicht erhöhen.',
    none: 'Keine nötig. Trink, wenn du Durst hast.',
    other: 'Zur Sicherheit verringert.',
  },
  limit: {
    unknownSex: 'Dein Geschlecht kennen wir nicht, deshalb gilt die niedrigere Obergrenze.',
    mass: ({ sweat, cautious }) =>
      `Wir erwarten etwa ${sweat}/h Schweiß, es könnten aber nur ${cautious}/h sein. Wenn du dann mehr trinkst, könntest du am Ende schwerer sein als am Start.`,
    plasma: ({ sweat, cautious }) =>
      `Wir erwarten etwa ${sweat}/h Schweiß, es könnten aber nur ${cautious}/h sein. Wenn du dann mehr trinkst, könnte das Natrium in deinem Blut zu stark verdünnt werden.`,
    symptoms: ({ sweat, cautious }) =>
      `Wir erwarten etwa ${sweat}/h Schweiß, es könnten aber nur ${cautious}/h sein. Wenn du dann über so viele Stunden mehr trinkst, könnte das Natrium in deinem Blut so stark verdünnt werden, dass du krank wirst.`,
    gut: 'Mehr verlässt den Magen bei dieser Anstrengung kaum.',
    floor: 'Du verlierst hier so wenig, dass nur einzelne Schlucke sicher sind.',
    other: 'Zur Sicherheit verringert.',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `Nach üblicher Praxis: etwa ${m.perLitre(mgPerL)} mg pro ${m.litre('Liter')}, den du trinkst.`,
    need: 'Genug, um das Natrium im Blut über diese Stunden zu halten.',
    measured: 'Die Hälfte des Natriums, das du nach der Messung verlierst.',
    losses: 'Auf einen Teil des Natriums begrenzt, das du ausschwitzt.',
    drink: 'Begrenzt, damit dein Getränk trinkbar bleibt.',
    limit: 'Knapp unter der Obergrenze gehalten.',
    none: 'Für eine Einheit wie diese ist keines nötig.',
  },
};

/** German words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: 'Kohlenhydrate', fluid: 'Flüssigkeit', sodium: 'Natrium' },
  ...PLAIN_HOURS,
  everyHour: 'Pro Stunde',
  perHour: 'pro Stunde',
  limit: ({ amount }) => `Höchstens ${amount} pro Stunde`,
  shortLimit: ({ amount }) => `max. ${amount}`,
  range: ({ from, to, unit }) => `Im Labor lägst du wahrscheinlich bei ${from}–${to} ${unit}.`,
  rangeToLimit: ({ from, unit }) =>
    `Im Labor lägst du wahrscheinlich zwischen ${from} ${unit} und der Obergrenze.`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `Du brauchst vielleicht bis zu ${upTo} ${unit} pro Stunde. Solange „${field}“ fehlt, bleib unter ${limit} ${unit}.`,
  total: ({ amount }) => `insgesamt ${amount}`,
  litres: ({ value }) => `${number(value)} l`,
  during: 'Während der Einheit',
  nothing: 'Du brauchst nichts. Trink, wenn du Durst hast, und bleib unter der Obergrenze.',
  lanes: {
    drink: 'Sportgetränk',
    water: 'Wasser',
    gel: 'Gels und Kaubonbons',
    food: 'Essen',
    capsule: 'Salzkapseln',
  },
  strength: ({ gPerL }, m) => `${m.perLitre(gPerL)} g Kohlenhydrate pro ${m.litre('Liter')}`,
  until: ({ time }) => `bis ${time}`,
  list: (parts) => parts.join(', '),
  asList: 'Schritt für Schritt',
  sum: ({ carbG, targetG }) => `Das ergibt ${carbG} von ${targetG} g Kohlenhydraten.`,
  thirst: 'Trink, wenn du Durst hast. Der Plan ist ein Anhaltspunkt, die Obergrenze eine Grenze.',
  review: 'Diese Zahlen sollte zuerst eine Fachperson prüfen.',
  confidence: ({ percent }) =>
    `${percent} % Sicherheit: So oft läge eine volle Laboruntersuchung höchstens 30 % neben diesen Zahlen.`,
  driver: ({ field, what, percent }) =>
    `Am meisten würde helfen: ${field}. Die Schätzung (${what}) würde um ${percent} % genauer.`,
  failed: 'Keine Verbindung zum Dienst. Diese Zahlen gehören zu deinen vorherigen Einstellungen.',
  tooMany:
    'Zu viele Änderungen in einer Minute. Diese Zahlen gehören zu deinen vorherigen Einstellungen und werden gleich aktualisiert.',
  outOfDate: 'Nicht aktuell',
  announced: ({ carbG, fluid, limit }) =>
    `${carbG} Gramm Kohlenhydrate und ${fluid} pro Stunde. Höchstens ${limit} pro Stunde.`,
  why: WHY,
};
