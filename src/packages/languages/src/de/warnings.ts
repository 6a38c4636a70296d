import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'Dein Körpergewicht fehlt',
  intensity: 'Die Intensität fehlt',
  heat: 'Hitzestufe oder Wetter fehlen',
  fitness: 'Deine Fitnessstufe fehlt',
  sex: 'Dein Geschlecht fehlt',
  age: 'Dein Alter fehlt',
};

/** German texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `Dein Natrium im Blut war schon einmal zu niedrig. Trinke nur, wenn du Durst hast, und bleib unter ${m.limit(maxMlPerHr)} pro Stunde. Sprich vor langen Wettkämpfen mit einer Ärztin oder einem Arzt.`;
    if (condition === 'water_retaining_drug')
      return `Eines deiner Medikamente hält Wasser im Körper zurück. Trinke nur, wenn du Durst hast, und bleib unter ${m.limit(maxMlPerHr)} pro Stunde. Frag vor langen Wettkämpfen deine Ärztin oder deinen Arzt.`;
    return `${
      inWater
        ? 'Bei langem Schwimmen wurde zu niedriges Natrium im Blut schon bei mäßigem Trinken beobachtet.'
        : 'Wer bei so langer Dauer über den Durst hinaus trinkt, kann sein Blut verdünnen.'
    } Trinke nur, wenn du Durst hast, und nie mehr als ${m.limit(maxMlPerHr)} pro Stunde. Wenn du ${hidesMass ? '' : 'an Gewicht zunimmst oder '}dich aufgebläht fühlst, hör auf zu trinken.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Deine Körpermaße fehlen. Davon hängt hier ab, wie viel du sicher trinken kannst. Lass diese Zahlen von deiner Ärztin, deinem Arzt oder deinem Coach prüfen.'
      : `${FIELDS[field]}. Davon hängt hier ab, wie viel du sicher trinken kannst. Ergänze die Angabe, bevor du diese Zahlen verwendest.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `Zuletzt hast du angegeben, etwa ${m.total(reportedMlPerHr)} pro Stunde getrunken zu haben. Das war für dich vielleicht zu viel. Bleib bei dieser Einheit unter ${m.limit(maxMlPerHr)} pro Stunde.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `Du hast zuletzt Trinkmengen angegeben, die das Blut verdünnen können. Trinke nur bei Durst und bleib unter ${m.limit(maxMlPerHr)} pro Stunde. Wenn du zu viel getrunken hast, trinke nichts mehr, bis du uriniert hast. Hol bei Kopfschmerzen, Erbrechen oder Verwirrtheit nach dem Sport sofort ärztliche Hilfe.`,
  NSAID_RISK: () =>
    'Schmerzmittel wie Ibuprofen belasten bei langem Sport die Nieren. Sie machen es auch gefährlicher, zu viel zu trinken. Lass sie an diesem Tag weg oder frag vorher deine Ärztin oder deinen Arzt.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Du hattest schon einmal eine Hitzeerkrankung. Trainiere bei Wärme nicht allein, beginne langsam und hör beim ersten Anzeichen auf.'
      : 'Es ist heiß. Beginne langsamer, such Schatten und kühle dich. Hör auf, wenn du fröstelst, dir schwindlig wird oder du verwirrt bist.',
  HEAT_BLACK_FLAG: () =>
    'Es ist sehr heiß. Viele Rennen werden bei dieser Hitze verkürzt oder verschoben. Geh es ruhig an und kühle dich oft. Hör auf, wenn du fröstelst, dir schwindlig wird oder du verwirrt bist.',
  HEAT_EXTREME: () =>
    'Extreme Hitze. Veranstalter sagen in solchen Fällen ab. Verschiebe oder verkürze die Einheit. Kein Trinkplan macht sie sicher.',
  HEAT_UNACCLIMATISED: () =>
    'Du bist nicht an Hitze gewöhnt. Die Gewöhnung braucht 10 bis 14 Tage Training in der Hitze. Senke bis dahin das Tempo.',
  HEAT_HARD_EFFORT: () =>
    'Harte Belastung bei dieser Hitze kann innerhalb einer Stunde zum Hitzschlag führen. Trinken schützt davor nicht. Wähle eine lockere Einheit oder einen kühlen Ort.',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? 'Nimm warme Getränke mit und lass deine Flaschen nicht einfrieren.'
      : `Bei Kälte brauchst du wenig Flüssigkeit. Zwing dich nicht zum Trinken.${freezing ? ' Nimm warme Getränke mit und lass deine Flaschen nicht einfrieren.' : ''}`,
  COLD_IMMERSION: () =>
    'Kaltes Wasser. Geh langsam hinein und trag einen Neoprenanzug, wo die Regeln ihn erlauben. Schwimm nicht allein. Geh aus dem Wasser, wenn das Zittern nicht aufhört.',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'Mit diesem Plan fehlt dir am Ende viel Flüssigkeit, und über die Obergrenze hinaus zu trinken ist nicht sicher. Verkürze die Einheit, werde langsamer oder kühle dich.';
    return hidesMass
      ? 'Am Ende fehlt dir vielleicht mehr Flüssigkeit, als angenehm ist. Trink und iss in den nächsten Stunden, und sag jemandem Bescheid, wenn du dich unwohl fühlst.'
      : 'Am Ende fehlt dir vielleicht mehr Flüssigkeit, als angenehm ist. Wiege dich danach, trink und iss in den nächsten Stunden, und sag jemandem Bescheid, wenn du dich unwohl fühlst.';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `Du schwitzt vielleicht etwa ${m.litres(sweatLPerHr, ' Liter')} pro Stunde, mehr als dein Magen bei dieser Belastung aufnimmt. Versuch nicht, alles zu ersetzen. Ruhigeres Tempo und Kühlung bewirken mehr.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Du verlierst wahrscheinlich ${hidesMass ? 'viel Flüssigkeit' : 'mehr als 2,5 % deines Körpergewichts'}. Das ist kein Grund, mehr zu trinken, weder vorher noch während der Einheit. Trinke nur bei Durst, werde langsamer und kühle dich.`,
  DRINK_TO_THIRST: () =>
    'Bei dieser Einheit genügt dein Durst als Maß. Die Trinkmenge ist nur ein Vorschlag. Trinke aber nie mehr als die Obergrenze.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Du verlierst vielleicht etwa ${lossMgPerHr} mg Natrium pro Stunde. Diese Zahl geht vom Schweiß eines durchschnittlichen Menschen aus. Mach einen Schweißtest mit Natriummessung, um deine eigene zu bekommen.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}: `}Etwa ${wantedGPerHr} g pro Stunde könnten dir helfen. Wir nehmen an, dass dein Darm ${toleranceGPerHr} g verträgt. Deshalb geht der Plan nicht höher. Steigere im Training alle ein bis zwei Wochen um 5 bis 10 g pro Stunde, in Richtung ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Du gibst an, gewöhnlich ${usualGPerHr} g pro Stunde zu nehmen. Über ${limitGPerHr} g zählt nur eine erprobte Verträglichkeit. Gib deine an, sobald du sie im Renntempo erprobt hast.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `In der geplanten Flüssigkeit wären das ${m.perLitre(gramsPerLitre)} g Kohlenhydrate pro ${m.litre('Liter')}, zu konzentriert für eine Flasche. Misch Flaschen mit höchstens ${m.perLitre(80)} g pro ${m.litre('Liter')} und nimm den Rest als Gel oder feste Nahrung.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Dein Magen-Darm-Trakt hat dir schon Probleme gemacht. Bis zu ${carbGPerHr} g pro Stunde sind ein vernünftiges Maß. Übe das im Training, verteile es auf kleine Portionen und nimm früh weniger, wenn sich Beschwerden melden.`,
  INTAKE_NOT_NEEDED: () =>
    'Bei dieser Dauer und Belastung brauchst du währenddessen keine Kohlenhydrate. Iss davor und danach normal.',
  MOUTH_RINSE_OPTION: () =>
    'Spül bei einem so kurzen Rennen den Mund 5 bis 10 Sekunden mit einem Sportgetränk. Das hilft etwa so viel, wie es zu trinken.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `Plane etwas so Langes mit ${ageYears} Jahren nur mit ärztlichem Rat oder mit einer erfahrenen Trainerin oder einem erfahrenen Trainer. Nimm keine Produkte mit Koffein.`
      : `Diese Person ist ${ageYears} Jahre alt. Eltern, Trainerin oder Trainer sollten den Plan gemeinsam mit ihr durchgehen. Nimm keine Produkte mit Koffein. Für Kohlenhydrate gilt in diesem Alter eine niedrigere Grenze.`,
  OLDER_ADULT: () =>
    'Mit dem Alter kommt der Durst später, und die Nieren scheiden Wasser langsamer aus. Wenn du trinkst, dann in kleinen Schlucken statt viel auf einmal. Bleib unter der Obergrenze.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Schwangerschaft: Sprich mit deiner Ärztin, deinem Arzt oder deiner Hebamme, bevor du dich so hart oder bei dieser Hitze belastest. Nimm höchstens 200 mg Koffein am Tag. Trainiere den Darm nicht.'
      : 'Schwangerschaft: Bleib bei dem, was angenehm ist, und sprich es mit deiner Ärztin, deinem Arzt oder deiner Hebamme ab. Nimm höchstens 200 mg Koffein am Tag. Trainiere den Darm nicht.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Bei Bluthochdruck oder entwässernden Medikamenten muss eine Ärztin oder ein Arzt dein Natrium festlegen. Bis dahin ist die Zahl hier ein Platzhalter von höchstens ${limitMgPerHr} mg pro Stunde. Geh nicht darüber, auch wenn ein Bereich höher reicht.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `Bei deiner Herz- oder Nierenerkrankung muss eine Ärztin oder ein Arzt Flüssigkeit und Natrium festlegen. Bis dahin sind diese Zahlen Platzhalter. Geh nicht über ${m.limit(maxMlPerHr)} oder ${limitMgPerHr} mg pro Stunde. Beginne damit nichts, was länger als zwei Stunden dauert.`,
  DIABETES: () =>
    'Das sind keine Insulin- oder Medikamentendosen. Wenn du wegen Diabetes behandelt wirst, sprich Kohlenhydrate und Medikamente für den Sport mit deinem Diabetesteam ab und miss deinen Blutzucker. Hab schnellen Zucker dabei, auch wenn der Plan keinen vorsieht.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Eine Null heißt hier nicht, nüchtern zu trainieren. Iss davor und danach, und nimm währenddessen etwas, wenn du magst. Bitte plane deine Ernährung gemeinsam mit deinem Behandlungsteam.'
      : 'Rund um das Training genug zu essen ist für dich am wichtigsten. Nimm die Kohlenhydrate als Mindestmenge, und plane deine Ernährung gemeinsam mit deinem Behandlungsteam.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'Plane bei so langer Dauer richtiges Essen und Abwechslung im Geschmack. Sieh die Werte pro Stunde als Durchschnitt, nicht als Zeitplan.';
    return sentences([
      leastKg === null || mostKg === null
        ? 'Wenn du dich aufgebläht fühlst oder deine Hände anschwellen, trinke nichts, bis du uriniert hast.'
        : `Im Ziel solltest du ${m.bareMass(leastKg, 1)} bis ${m.mass(mostKg, 1)} weniger wiegen als am Start, zur Halbzeit die Hälfte davon. Wenn du weniger verloren hast oder dich aufgebläht fühlst, trinke nichts, bis du uriniert hast.`,
      planKg !== null &&
        `Dieser Plan bleibt unter einer vorsichtigen Grenze und kann dich allein schon ${m.mass(planKg, 1)} kosten. Wenn du mehr als deine Zahl verloren hast und durstig bist, trinke nach Durst, bis du wieder bei deiner Zahl bist, und hör dann auf.`,
      beyondTwelveHours &&
        (planKg === null
          ? 'Bei mehr als zwölf Stunden sind diese Zahlen nur grobe Richtwerte. Plane richtiges Essen, Abwechslung im Geschmack und Schlaf, und richte dich innerhalb der Obergrenzen nach dem Durst.'
          : 'Bei mehr als zwölf Stunden sind diese Zahlen nur grobe Richtwerte. Plane richtiges Essen, Abwechslung im Geschmack und Schlaf, und richte dich nach dem Durst.'),
    ]);
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? 'Bei Kopfschmerzen, Erbrechen oder Verwirrtheit: Hör auf, trinke nichts und hol dir ärztliche Hilfe.'
      : 'Bei Kopfschmerzen, Erbrechen oder Verwirrtheit: Hör auf, trinke nichts und hol dir ärztliche Hilfe, egal was die Waage sagt.',
  GLP1: () =>
    'Dein Medikament verlangsamt den Magen und dämpft Durst und Hunger. Iss und trink früh und in kleinen Mengen, und probiere alles vorher aus.',
  SGLT2: () =>
    'Dein Medikament kann eine Ketoazidose auslösen. Trainiere nie lange ohne Kohlenhydrate, und hol dir bei Übelkeit oder Atemnot Hilfe.',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass)
      return 'Eine deiner Angaben ist ungewöhnlich. Lass diese Zahlen von deiner Ärztin, deinem Arzt oder deinem Coach prüfen.';
    if (against === 'size')
      return 'Ist dieses Gewicht in Kilogramm angegeben? Gib zur Bestätigung deine Größe an. Bis dahin gilt die Trinkgrenze für einen kleineren Körper.';
    return `Ist dieses Gewicht in Kilogramm angegeben? Es passt nicht ${against === 'height' ? 'zu deiner Größe' : 'zum vorher angegebenen Gewicht'}. Prüfe es. Bis dahin gilt die Trinkgrenze für einen kleineren Körper.`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `In ${m.height(altitudeM)} Höhe verlierst du mehr Wasser über die Atmung und hast weniger Hunger. Die Trinkmenge berücksichtigt die Atmung schon, soweit die Grenze es zulässt. Trinke nicht zusätzlich.`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? 'Deine Körpermaße sind nicht bekannt. Deshalb gilt eine vorsichtige Trinkgrenze. Bleib darunter.'
      : `Dein Körpergewicht ist nicht bekannt. Die Zahlen gehen von ${m.mass(65)} aus, die Trinkgrenze von einer leichten Person. Gib es an, dann gelten beide für dich.`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences([
      mass &&
        'Deine Körpermaße liegen außerhalb dessen, was die zugrunde liegenden Studien untersucht haben. Sieh die Zahlen als grobe Schätzung.',
      ageYears !== null &&
        `Ein Alter von ${ageYears} liegt außerhalb dessen, was die zugrunde liegenden Studien untersucht haben. Sieh die Zahlen als grobe Schätzung.`,
      duration && 'Nur wenige Studien reichen über 24 Stunden hinaus. Sieh die Zahlen als grobe Schätzung.',
    ]),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences([
      intensity && 'Die Intensität fehlt. Angenommen wurde eine gleichmäßige Belastung (Stufe 5).',
      heat && 'Hitzestufe und Wetter fehlen. Angenommen wurden milde Bedingungen (Stufe 5).',
      age && 'Das Alter fehlt. Angenommen wurden 35 Jahre und die Trinkgrenze eines älteren Menschen.',
      'Ergänze, was fehlt, dann werden die Zahlen besser.',
    ]),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `Stimmt eine Verträglichkeit von ${statedGPerHr} g pro Stunde? ${looksLikeLevel(statedGPerHr) ? 'Das sieht nach einer Stufe von 1 bis 9 aus.' : 'Das ist sehr wenig.'} Prüfe das. Bis dahin rechnen wir mit ${usedGPerHr} g.`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Angegeben wurde Hitzestufe ${conflict.statedLevel}, das Wetter sieht aber nach Stufe ${conflict.weatherLevel} aus. Verwendet wurde die Stufe zusammen mit der gemessenen Temperatur und Luftfeuchte. Prüfe beides.`,
      conflict.effortAgainstLevel !== null &&
        `Leistung oder Tempo und Intensität ${conflict.effortAgainstLevel} passen nicht zusammen. Verwendet wurde Leistung oder Tempo. Bei langen Pausen ist das zu erwarten. Prüfe sonst beides.`,
      conflict.unsustainableLevel !== null &&
        `Niemand hält Intensität ${conflict.unsustainableLevel} so lange durch. Verwendet wurde, was du durchhalten kannst. Gib den Mittelwert der ganzen Einheit an.`,
      conflict.sweatRateMlPerHr !== null &&
        `Eine Schweißrate von ${m.total(conflict.sweatRateMlPerHr)} pro Stunde ist sehr ungewöhnlich. Bitte wiederhole den Test.`,
      conflict.impossibleEffort &&
        'Leistung oder Tempo sind höher, als jemand so lange durchhält. Sie zählen nur teilweise oder gar nicht. Prüfe den Wert und die Dauer.',
      conflict.effortAboveFitness === 'measured' &&
        'Tempo oder Leistung liegen über dem, was deine Fitnessstufe so lange durchhält. Prüfe beides. Die Zahlen folgen Tempo oder Leistung.',
      conflict.effortAboveFitness === 'course' &&
        'Strecke und Zeit verlangen mehr, als deine Fitnessstufe hergibt. Prüfe alle drei. Die Zahlen folgen der Strecke.',
    ]),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences([
    heat && intensity && 'Für mildes Wetter und eine gleichmäßige Belastung berechnet.',
    heat && !intensity && 'Für mildes Wetter berechnet.',
    intensity && !heat && 'Für eine gleichmäßige Belastung berechnet.',
    age && 'Dein Alter ist nicht bekannt. Deshalb gilt die Trinkgrenze eines älteren Menschen.',
  ]);

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'Wenn Menschen wie du genau so viel tränken, durstig oder nicht, fiele das Blutnatrium bei weniger als einem von 40 unter 135 mmol/l.'
      : 'Wenn Menschen wie du genau so viel tränken, durstig oder nicht, fiele das Blutnatrium bei weniger als einem von 20 auf 130 mmol/l, wo Beschwerden beginnen.';
  return sentences([
    'Eine Grenze für die Planung, keine Schwelle, ab der es schadet. In Studien tranken viele im Ziel mehr, und einige von ihnen wurden krank.',
    leastKg !== null &&
      mostKg !== null &&
      `Bei mehr als 8 Stunden schützt dich dein eigenes Gewicht: Im Ziel solltest du ${m.bareMass(leastKg, 1)} bis ${m.mass(mostKg, 1)} weniger wiegen. Wenn du weniger verloren hast, trinke nichts, bis du uriniert hast.`,
  ]);
};
