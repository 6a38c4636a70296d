import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'tu peso',
  intensity: 'la intensidad',
  heat: 'el nivel de calor o el tiempo',
  fitness: 'tu nivel de forma física',
  sex: 'tu sexo',
  age: 'tu edad',
};

/** Spanish texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `Ya has tenido el sodio en sangre demasiado bajo. Bebe solo cuando tengas sed y quédate por debajo de ${m.limit(maxMlPerHr)} por hora. Habla con un médico antes de las pruebas largas.`;
    if (condition === 'water_retaining_drug')
      return `Uno de tus medicamentos hace que el cuerpo retenga agua. Bebe solo cuando tengas sed y quédate por debajo de ${m.limit(maxMlPerHr)} por hora. Consulta a tu médico antes de las pruebas largas.`;
    return `${
      inWater
        ? 'En pruebas largas de natación se ha visto el sodio en sangre demasiado bajo incluso bebiendo con moderación.'
        : 'En una prueba tan larga, beber más allá de la sed puede diluir la sangre.'
    } Bebe solo cuando tengas sed y nunca más de ${m.limit(maxMlPerHr)} por hora. Si ${hidesMass ? '' : 'ganas peso o '}notas el vientre hinchado, deja de beber.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Falta tu tamaño corporal. En esta prueba, de ese dato depende cuánto puedes beber con seguridad. Pide a tu médico o entrenador que revise estas cifras.'
      : `Falta ${FIELDS[field]}. En esta prueba, de ese dato depende cuánto puedes beber con seguridad. Añádelo antes de usar estas cifras.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `La última vez dijiste haber bebido unos ${m.total(reportedMlPerHr)} por hora. Quizá fue demasiado para ti. En esta sesión quédate por debajo de ${m.limit(maxMlPerHr)} por hora.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `Hace poco indicaste que bebiste cantidades que pueden diluir la sangre. Bebe solo cuando tengas sed y quédate por debajo de ${m.limit(maxMlPerHr)} por hora. Si has bebido demasiado líquido, no bebas nada más hasta haber orinado. Si tienes dolor de cabeza, vómitos o confusión después del ejercicio, busca ayuda médica de inmediato.`,
  NSAID_RISK: () =>
    'Los analgésicos como el ibuprofeno sobrecargan los riñones en un ejercicio largo. También hacen más peligroso beber demasiado líquido. No los tomes ese día o consulta antes a tu médico.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Ya has tenido un problema por calor. Cuando haga calor, entrena en compañía, empieza despacio y detente a la primera señal.'
      : 'Hace calor. Empieza más despacio, busca sombra y refréscate. Detente si sientes escalofríos, mareo o confusión.',
  HEAT_BLACK_FLAG: () =>
    'Hace mucho calor. A este nivel muchas carreras se acortan o se aplazan. Ve con calma y refréscate a menudo. Detente si sientes escalofríos, mareo o confusión.',
  HEAT_EXTREME: () =>
    'Calor extremo. A este nivel los organizadores cancelan. Cambia de día o acorta la sesión. Ningún plan de bebida la hace segura.',
  HEAT_UNACCLIMATISED: () =>
    'Tu cuerpo no está acostumbrado al calor. Acostumbrarse lleva de 10 a 14 días de ejercicio con calor. Hasta entonces baja el ritmo.',
  HEAT_HARD_EFFORT: () =>
    'Un esfuerzo fuerte con este calor puede causar un golpe de calor en menos de una hora. Beber no lo evita. Elige una sesión suave o un lugar fresco.',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? 'Elige bebidas calientes y evita que se congelen los bidones.'
      : `Con frío necesitas poco líquido. No te fuerces a beber.${freezing ? ' Elige bebidas calientes y evita que se congelen los bidones.' : ''}`,
  COLD_IMMERSION: () =>
    'Agua fría. Entra despacio y usa neopreno donde el reglamento lo permita. No nades sin compañía. Sal del agua si no puedes dejar de tiritar.',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'Con este plan te faltaría bastante líquido al final, y beber por encima del límite no es seguro. Acorta la prueba, baja el ritmo o refréscate.';
    return hidesMass
      ? 'Puede que al final te falte algo de líquido. Bebe y come durante las horas siguientes y avisa a alguien si te encuentras mal.'
      : 'Puede que al final te falte algo de líquido. Pésate después, bebe y come durante las horas siguientes y avisa a alguien si te encuentras mal.';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `Quizá sudes unos ${m.litres(sweatLPerHr, ' litros')} por hora, más de lo que tu estómago absorbe con este esfuerzo. No intentes reponerlo todo. Bajar el ritmo y refrescarte ayudan más.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Probablemente pierdas ${hidesMass ? 'mucho líquido' : 'más del 2,5 % de tu peso'}. Eso no es motivo para beber más, ni antes ni durante la sesión. Bebe solo cuando tengas sed, baja el ritmo y refréscate.`,
  DRINK_TO_THIRST: () =>
    'En esta sesión la sed basta como guía. La cantidad de líquido es solo una orientación, pero no superes nunca el límite.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Quizá pierdas unos ${lossMgPerHr} mg de sodio por hora, pero esa cifra supone el sudor de una persona media. Hazte una prueba de sodio en el sudor para conocer la tuya.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}: `}Unos ${wantedGPerHr} g por hora podrían ayudarte. Suponemos que tu intestino tolera ${toleranceGPerHr} g, así que el plan se queda ahí. Aumenta en los entrenamientos de 5 a 10 g por hora cada una o dos semanas, hacia ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Dices que sueles tomar ${usualGPerHr} g por hora. Por encima de ${limitGPerHr} g solo cuenta una tolerancia probada. Indica la tuya cuando la hayas probado a ritmo de carrera.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `En el líquido previsto serían ${m.perLitre(gramsPerLitre)} g de carbohidratos por ${m.litre('litro')}, demasiado concentrado para un bidón. Prepara los bidones con ${m.perLitre(80)} g por ${m.litre('litro')} o menos y toma el resto en geles o comida.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Tu intestino ya te ha dado problemas. Hasta ${carbGPerHr} g por hora es una cantidad razonable. Practícala en los entrenamientos, repártela en porciones pequeñas y reduce a los primeros síntomas.`,
  INTAKE_NOT_NEEDED: () =>
    'Una sesión de esta duración y esfuerzo no necesita carbohidratos durante el ejercicio. Come con normalidad antes y después.',
  MOUTH_RINSE_OPTION: () =>
    'En una carrera tan corta, enjuágate la boca de 5 a 10 segundos con bebida deportiva. Ayuda más o menos igual que tragarla.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `Con ${ageYears} años, no planifiques algo tan largo sin un médico o un entrenador con experiencia. No tomes ningún producto con cafeína.`
      : `Esta persona tiene ${ageYears} años. Su padre, su madre o su entrenador deben repasar el plan con ella. Ningún producto con cafeína. Los carbohidratos quedan dentro de un límite más bajo para su edad.`,
  OLDER_ADULT: () =>
    'Con la edad la sed llega más tarde y los riñones eliminan el agua más despacio. Cuando bebas, que sea a sorbos pequeños y no mucho de una vez. Quédate por debajo del límite.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Embarazo: habla con tu médico o matrona antes de hacer un ejercicio tan fuerte o con este calor. Toma como mucho 200 mg de cafeína al día. No entrenes el intestino.'
      : 'Embarazo: quédate en lo que te resulte cómodo y consúltalo con tu médico o matrona. Toma como mucho 200 mg de cafeína al día. No entrenes el intestino.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Con la tensión alta o un tratamiento diurético, tu sodio debe fijarlo un médico. Hasta entonces la cifra es provisional, de ${limitMgPerHr} mg por hora como mucho. No la superes, sea cual sea el intervalo mostrado.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `Con tu enfermedad del corazón o de los riñones, el líquido y el sodio debe fijarlos un médico. Hasta entonces estas cifras son provisionales. No superes ${m.limit(maxMlPerHr)} ni ${limitMgPerHr} mg por hora. No empieces con ellas nada que dure más de dos horas.`,
  DIABETES: () =>
    'Esto no son dosis de insulina ni de medicamentos. Con diabetes tratada, acuerda los carbohidratos y la medicación para el ejercicio con tu equipo médico y mide tu glucosa. Lleva azúcar de absorción rápida, aunque el plan no lo incluya.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Un cero aquí no significa entrenar sin comer. Come antes y después, y toma algo durante la sesión si te apetece. Planifica tu alimentación junto con el equipo que te atiende.'
      : 'Comer lo suficiente alrededor del entrenamiento es lo más importante para ti. Toma los carbohidratos del plan como un mínimo y planifica tu alimentación junto con el equipo que te atiende.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'En una prueba tan larga incluye comida de verdad y varía los sabores. Toma los valores por hora como una media, no como una pauta fija.';
    return sentences([
      leastKg === null || mostKg === null
        ? 'Si notas el vientre hinchado o se te hinchan las manos, no bebas nada hasta haber orinado.'
        : `En la meta deberías pesar entre ${m.bareMass(leastKg, 1)} y ${m.mass(mostKg, 1)} menos que en la salida, y a medio recorrido la mitad de esa diferencia. Si has perdido menos o notas el vientre hinchado, no bebas nada hasta haber orinado.`,
      planKg !== null &&
        `Este plan se queda por debajo de un límite prudente y por sí solo puede costarte ${m.mass(planKg, 1)}. Si has perdido más que tu cifra y tienes sed, bebe según la sed hasta volver a tu cifra y luego para.`,
      beyondTwelveHours &&
        (planKg === null
          ? 'A partir de doce horas estas cifras son aproximadas. Prevé comida de verdad, sabores variados y sueño, y guíate por la sed dentro de los límites.'
          : 'A partir de doce horas estas cifras son aproximadas. Prevé comida de verdad, sabores variados y sueño, y guíate por la sed.'),
    ]);
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? 'Dolor de cabeza, vómitos o confusión: detente, no bebas nada y busca ayuda médica.'
      : 'Dolor de cabeza, vómitos o confusión: detente, no bebas nada y busca ayuda médica, diga lo que diga la báscula.',
  GLP1: () =>
    'Tu medicamento ralentiza el estómago y reduce la sed y el hambre. Come y bebe pronto, en pequeñas cantidades, y pruébalo todo antes.',
  SGLT2: () =>
    'Tu medicamento puede causar cetoacidosis. No entrenes nunca mucho tiempo sin carbohidratos y busca ayuda si tienes náuseas o te falta el aire.',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass)
      return 'Uno de tus datos es poco habitual. Pide a tu médico o entrenador que revise estas cifras.';
    if (against === 'size')
      return '¿Está este peso en kilogramos? Añade tu estatura para confirmarlo. Hasta entonces, el límite de líquido es el de un cuerpo más pequeño.';
    return `¿Está este peso en kilogramos? No encaja con ${against === 'height' ? 'tu estatura' : 'el peso indicado antes'}. Revisa el dato. Hasta entonces, el límite de líquido es el de un cuerpo más pequeño.`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `A ${m.height(altitudeM)} pierdes más agua al respirar y tienes menos hambre. La cantidad de líquido ya cuenta la respiración hasta donde el límite lo permite. No le añadas nada.`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? 'No conocemos tu tamaño corporal, así que usamos un límite de líquido prudente. Quédate por debajo.'
      : `No conocemos tu peso. Las cifras suponen ${m.mass(65)} y el límite de líquido, una persona ligera. Indícalo para tener tus propias cifras.`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences([
      mass &&
        'Tu tamaño corporal queda fuera de lo que cubrieron los estudios en que se basan estas cifras. Tómalas como aproximadas.',
      ageYears !== null &&
        `La edad de ${ageYears} años queda fuera de lo que cubrieron los estudios en que se basan estas cifras. Tómalas como aproximadas.`,
      duration && 'Pocos estudios cubren más de 24 horas. Toma estas cifras como aproximadas.',
    ]),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences([
      intensity && 'No se indicó la intensidad. Se supuso un esfuerzo constante (nivel 5).',
      heat && 'No se indicó el nivel de calor ni el tiempo. Se supusieron condiciones suaves (nivel 5).',
      age && 'No se indicó la edad. Se supusieron 35 años y el límite de líquido de una persona mayor.',
      'Añade lo que falta para obtener mejores cifras.',
    ]),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `¿Es correcta una tolerancia de ${statedGPerHr} g por hora? ${looksLikeLevel(statedGPerHr) ? 'Parece un nivel del 1 al 9.' : 'Es muy poco.'} Revísalo. Hasta entonces cuenta como ${usedGPerHr} g.`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Se indicó el nivel de calor ${conflict.statedLevel}, pero el tiempo parece de nivel ${conflict.weatherLevel}. Se usó el nivel con la temperatura y la humedad medidas. Revisa ambos.`,
      conflict.effortAgainstLevel !== null &&
        `La potencia o el ritmo y la intensidad ${conflict.effortAgainstLevel} no encajan. Se usó la potencia o el ritmo. Con pausas largas es normal. Si no, revisa ambos.`,
      conflict.unsustainableLevel !== null &&
        `Nadie mantiene la intensidad ${conflict.unsustainableLevel} tanto tiempo. Se usó lo que puedes sostener. Indica la media de toda la sesión.`,
      conflict.sweatRateMlPerHr !== null &&
        `Una tasa de sudoración de ${m.total(conflict.sweatRateMlPerHr)} por hora es muy poco habitual. Repite la prueba.`,
      conflict.impossibleEffort &&
        'La potencia o el ritmo superan lo que alguien mantiene tanto tiempo. Cuentan solo en parte o nada. Revisa el valor y la duración.',
      conflict.effortAboveFitness === 'measured' &&
        'Tu ritmo o potencia supera lo que tu nivel de forma física sostiene tanto tiempo. Revisa ambos. Las cifras siguen el ritmo o la potencia.',
      conflict.effortAboveFitness === 'course' &&
        'Tu recorrido y tu tiempo exigen más de lo que permite tu nivel de forma física. Revisa los tres datos. Las cifras siguen el recorrido.',
    ]),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences([
    heat && intensity && 'Calculado para un tiempo suave y un esfuerzo constante.',
    heat && !intensity && 'Calculado para un tiempo suave.',
    intensity && !heat && 'Calculado para un esfuerzo constante.',
    age && 'No conocemos tu edad, así que tu límite de líquido es el de una persona mayor.',
  ]);

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'Si personas como tú bebieran exactamente esto, con sed o sin ella, menos de 1 de cada 40 bajaría de 135 mmol/L de sodio en sangre.'
      : 'Si personas como tú bebieran exactamente esto, con sed o sin ella, menos de 1 de cada 20 bajaría a 130 mmol/L de sodio en sangre, donde empiezan los síntomas.';
  return sentences([
    'Un límite para planificar, no un umbral de daño. En los estudios muchos finalistas bebieron más, y algunos enfermaron.',
    leastKg !== null &&
      mostKg !== null &&
      `A partir de 8 horas te protege tu propio peso: en la meta cuenta con pesar entre ${m.bareMass(leastKg, 1)} y ${m.mass(mostKg, 1)} menos. Si has perdido menos, no bebas nada hasta haber orinado.`,
  ]);
};
