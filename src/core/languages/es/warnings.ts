import type { UncertaintyField } from '../../engine/names.ts';
import { numberFormat } from '../number-format.ts';
import { sentences } from '../phrasing.ts';
import type { WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

const number = numberFormat('es');

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
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }) => {
    if (condition === 'low_sodium_before')
      return `Ya has tenido el sodio en sangre demasiado bajo. Bebe solo cuando tengas sed, quédate por debajo de ${maxMlPerHr} ml por hora y habla con un médico antes de las pruebas largas.`;
    if (condition === 'water_retaining_drug')
      return `Uno de tus medicamentos hace que el cuerpo retenga agua. Bebe solo cuando tengas sed y quédate por debajo de ${maxMlPerHr} ml por hora; consulta a tu médico antes de las pruebas largas.`;
    return `${
      inWater
        ? 'En pruebas largas de natación se ha visto el sodio en sangre demasiado bajo incluso bebiendo con moderación.'
        : 'En una prueba tan larga, beber más allá de la sed puede diluir la sangre.'
    } Bebe solo cuando tengas sed y nunca más de ${maxMlPerHr} ml por hora; si ${hidesMass ? '' : 'ganas peso o '}notas el vientre hinchado, deja de beber.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Falta tu tamaño corporal, y en esta prueba de ese dato depende cuánto puedes beber con seguridad. Pide a tu médico o entrenador que revise estas cifras.'
      : `Falta ${FIELDS[field]}, y en esta prueba de ese dato depende cuánto puedes beber con seguridad. Añádelo antes de usar estas cifras.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }) =>
    `La última vez dijiste haber bebido unos ${reportedMlPerHr} ml por hora, que quizá fueron demasiados para ti. En esta sesión quédate por debajo de ${maxMlPerHr} ml por hora.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }) =>
    `Un comentario reciente indica que bebiste cantidades que pueden diluir la sangre. Bebe solo cuando tengas sed y quédate por debajo de ${maxMlPerHr} ml por hora; si has bebido demasiado líquido, no bebas nada más hasta haber orinado. Dolor de cabeza, vómitos o confusión después del ejercicio: busca ayuda médica de inmediato.`,
  NSAID_RISK: () =>
    'Los analgésicos como el ibuprofeno sobrecargan los riñones en un ejercicio largo y hacen más peligroso beber demasiado líquido. No los tomes ese día o consulta antes a tu médico.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Ya has tenido un problema por calor. Cuando haga calor, entrena en compañía, empieza despacio y detente a la primera señal.'
      : 'Hace calor: empieza más despacio, busca sombra y refréscate, detente si sientes escalofríos, mareo o confusión.',
  HEAT_BLACK_FLAG: () =>
    'Hace mucho calor: a este nivel muchas carreras se acortan o se aplazan. Ve con calma, refréscate a menudo, detente si sientes escalofríos, mareo o confusión.',
  HEAT_EXTREME: () =>
    'Calor extremo: a este nivel los organizadores cancelan. Cambia de día o acorta la sesión; ningún plan de bebida la hace segura.',
  HEAT_UNACCLIMATISED: () =>
    'Tu cuerpo no está acostumbrado al calor. Acostumbrarse lleva de 10 a 14 días de ejercicio con calor; hasta entonces baja el ritmo.',
  HEAT_HARD_EFFORT: () =>
    'Un esfuerzo fuerte con este calor puede causar un golpe de calor en menos de una hora; beber no protege de ello. Elige una sesión suave o un lugar fresco.',
  COLD_LOW_FLUID: ({ freezing }) =>
    `Con frío necesitas poco líquido. No te fuerces a beber.${freezing ? ' Elige bebidas calientes y evita que se congelen los bidones.' : ''}`,
  COLD_IMMERSION: () =>
    'Agua fría: entra despacio, usa neopreno donde el reglamento lo permita, no nades sin compañía y sal del agua si no puedes dejar de tiritar.',
  DEHYDRATION_LARGE: ({ isOutside }) =>
    isOutside
      ? 'Con este plan acabarías con bastante falta de líquido, y beber por encima del límite tampoco sería seguro. Acorta la prueba, baja el ritmo o refréscate, y pide a alguien que revise el plan contigo.'
      : 'Incluso con este plan probablemente acabes con bastante falta de líquido, porque el estómago no absorbe más. Por eso no bebas más de lo previsto: baja el ritmo, refréscate y también después bebe solo si tienes sed.',
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }) =>
    `Quizá sudes unos ${number(sweatLPerHr, 1)} litros por hora, más de lo que un estómago absorbe con este esfuerzo. No intentes reponerlo todo: bajar el ritmo y refrescarte ayudan más.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Probablemente pierdas ${hidesMass ? 'mucho líquido' : 'más del 2,5 % de tu masa corporal'}. Eso no es motivo para beber más, ni antes ni por el camino: bebe solo cuando tengas sed, baja el ritmo, refréscate.`,
  DRINK_TO_THIRST: () =>
    'En esta sesión la sed basta como guía: la cantidad de líquido es solo una sugerencia; su límite vale siempre, no lo superes nunca.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Quizá pierdas unos ${lossMgPerHr} mg de sodio por hora, pero esa cifra supone el sudor de una persona media. Una prueba de sodio en el sudor daría la tuya.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}: `}Unos ${wantedGPerHr} g por hora podrían ayudarte, pero suponemos que tu intestino tolera ${toleranceGPerHr} g, así que el plan se queda ahí. Aumenta en los entrenamientos de 5 a 10 g por hora cada una o dos semanas, hacia ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Dices que sueles tomar ${usualGPerHr} g por hora. Por encima de ${limitGPerHr} g solo cuenta una tolerancia probada: indica la tuya cuando la hayas probado a ritmo de carrera.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }) =>
    `Por cada litro bebido el plan lleva ${gramsPerLitre} g de carbohidratos, demasiado espeso para un bidón. Prepara los bidones con 80 g por litro o menos y toma el resto en geles o comida.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Tu intestino ya te ha dado problemas, y hasta ${carbGPerHr} g por hora es una cantidad razonable. Practícala en los entrenamientos, repártela en porciones pequeñas y reduce a los primeros síntomas.`,
  INTAKE_NOT_NEEDED: () =>
    'Una sesión de esta duración y esfuerzo no necesita carbohidratos durante el ejercicio. Come con normalidad antes y después.',
  MOUTH_RINSE_OPTION: () =>
    'En una carrera tan corta, enjuagarse la boca de 5 a 10 segundos con bebida deportiva ayuda más o menos igual que tragarla.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `Es demasiado largo para planificarlo con ${ageYears} años sin un médico o un entrenador con experiencia. Ningún producto con cafeína.`
      : `Esta persona tiene ${ageYears} años: su padre, su madre o su entrenador deberían repasar el plan con ella. Ningún producto con cafeína; los carbohidratos quedan dentro de un límite más bajo para su edad.`,
  OLDER_ADULT: () =>
    'Con la edad la sed llega más tarde y los riñones eliminan el agua más despacio. Cuando bebas, que sea a sorbos pequeños y no mucho de una vez, y quédate por debajo del límite.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Embarazo: habla con tu médico o matrona antes de hacer un ejercicio tan fuerte o con este calor. Como mucho 200 mg de cafeína al día; nada de entrenar el intestino.'
      : 'Embarazo: quédate en lo que te resulte cómodo y consúltalo con tu médico o matrona. Como mucho 200 mg de cafeína al día; nada de entrenar el intestino.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Con la tensión alta o un tratamiento diurético, tu sodio debe fijarlo un médico. Hasta entonces la cifra es provisional, de ${limitMgPerHr} mg por hora como mucho; no la superes, muestre lo que muestre un intervalo.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }) =>
    `Con tu enfermedad del corazón o de los riñones, el líquido y el sodio debe fijarlos un médico. Hasta entonces estas cifras son provisionales: no superes ${maxMlPerHr} ml ni ${limitMgPerHr} mg por hora, y no empieces con ellas nada que dure más de dos horas.`,
  DIABETES: () =>
    'Esto no son dosis de insulina ni de medicamentos. Con diabetes tratada, acuerda los carbohidratos y la medicación para el ejercicio con tu equipo médico y mide tu glucosa. Lleva azúcar de absorción rápida, aunque el plan no lo incluya.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Un cero aquí no significa entrenar sin comer: come antes y después, y toma algo durante la sesión si te apetece. Planifica tu alimentación junto con el equipo que te atiende.'
      : 'Comer lo suficiente alrededor del entrenamiento es lo más importante para ti: toma los carbohidratos del plan como un mínimo y planifica tu alimentación junto con el equipo que te atiende.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, hidesMass }) => {
    if (!massRule)
      return 'En una prueba tan larga prevé comida de verdad y sabores variados. Lee los valores por hora como una media, no como una pauta fija.';
    return sentences([
      hidesMass
        ? 'En una prueba tan larga hay quien bebe demasiado líquido y quien bebe demasiado poco. Bebe solo cuando tengas sed. Si notas el vientre hinchado o se te hinchan las manos, no bebas nada hasta haber orinado. Dolor de cabeza, vómitos o confusión: detente y busca ayuda médica.'
        : 'En una prueba tan larga hay quien bebe demasiado líquido y quien bebe demasiado poco. Bebe solo cuando tengas sed; pésate donde puedas. Si pesas más que al empezar o notas el vientre hinchado, no bebas nada hasta haber orinado. Dolor de cabeza, vómitos o confusión: detente y busca ayuda médica.',
      beyondTwelveHours &&
        'Más allá de doce horas las cifras son aproximadas: prevé comida de verdad, sabores variados y sueño, y guíate por la sed y el apetito dentro de los límites.',
    ]);
  },
  ALTITUDE: ({ altitudeM }) =>
    `A ${altitudeM} m pierdes más agua al respirar y tienes menos hambre. La cantidad de líquido ya cuenta la respiración hasta donde el límite lo permite: no le añadas nada.`,
  MASS_MISSING: ({ hidesMass }) =>
    hidesMass
      ? 'No se conoce el tamaño corporal, así que se usó un límite de líquido prudente.'
      : 'No se conoce la masa corporal: las cifras suponen 65 kg y el límite de líquido, una persona ligera. Si la indicas, ambos serán los tuyos.',
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration, intensityMissing, heatMissing }) =>
    sentences([
      mass &&
        'Tu tamaño corporal queda fuera de lo que cubrieron los estudios en que se basan estas cifras: tómalas como aproximadas.',
      ageYears !== null &&
        `La edad de ${ageYears} años queda fuera de lo que cubrieron los estudios en que se basan estas cifras: tómalas como aproximadas.`,
      duration && 'Pocos estudios cubren más de 24 horas: toma estas cifras como aproximadas.',
      intensityMissing && 'No se indicó la intensidad; se supuso un esfuerzo constante (nivel 5).',
      heatMissing &&
        'No se indicó el nivel de calor ni el tiempo; se supusieron condiciones suaves (nivel 5).',
    ]),
  CONFLICTING_INPUT: (conflict) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Se indicó el nivel de calor ${conflict.statedLevel}, pero el tiempo parece de nivel ${conflict.weatherLevel}. Se usó el nivel con el aire medido: revisa ambos.`,
      conflict.effortAgainstLevel !== null &&
        `La potencia o el ritmo y la intensidad ${conflict.effortAgainstLevel} no encajan; se usó la potencia o el ritmo. Con pausas largas es normal; si no, revisa ambos.`,
      conflict.unsustainableLevel !== null &&
        `Nadie mantiene la intensidad ${conflict.unsustainableLevel} tanto tiempo; se usó lo que puedes sostener. Indica la media de toda la sesión.`,
      conflict.sweatRateMlPerHr !== null &&
        `Una tasa de sudoración de ${Math.round(conflict.sweatRateMlPerHr)} ml por hora es muy poco habitual: repite la prueba.`,
      conflict.impossibleEffort &&
        'La potencia o el ritmo superan lo que alguien mantiene tanto tiempo; cuentan solo en parte o nada. Revisa el valor y la duración.',
      conflict.effortAboveFitness &&
        'Tu ritmo o potencia supera lo que tu nivel de forma física sostiene tanto tiempo. Revisa ambos; las cifras siguen el ritmo o la potencia.',
    ]),
};
