import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('es');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'carrera',
  trail_run: 'carrera de montaña',
  treadmill_run: 'carrera en cinta',
  bike: 'bicicleta',
  indoor_bike: 'bicicleta en interior',
  swim: 'natación',
  open_water_swim: 'natación en aguas abiertas',
  row: 'remo',
  ski: 'esquí de fondo',
  hike: 'senderismo',
  walk: 'caminata',
  lift: 'pesas',
  other: 'otro',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'cualquier fuente de carbohidratos',
  two_to_one: 'glucosa y fructosa, más o menos 2:1',
  one_to_zero_point_eight: 'glucosa y fructosa, más o menos 1:0,8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: 'parte del sudor',
  allowed_loss: 'pérdida admitida',
  plasma_sodium: 'sodio plasmático',
  carbohydrate_carrier: 'transporte de los carbohidratos',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'no se conoce nada que retenga agua',
  older: 'desde los 65 años',
  impaired: 'un fármaco o una enfermedad que retiene agua',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: 'hidratación excesiva',
  well_hydrated: 'buena hidratación',
  slightly_dehydrated: 'ligera deshidratación',
  dehydrated: 'deshidratación',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: 'excelente',
  good: 'bueno',
  fair: 'regular',
  poor: 'malo',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: 'de sobra',
  adequate: 'suficiente',
  low: 'baja',
  bonked: 'agotada',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: ' (según lo recomendado)',
  presumed: ' (según lo que se habría recomendado)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? 'sin tu tamaño corporal, el límite es el de la misma prueba para un cuerpo pequeño'
      : `sin tu peso, el límite es el de la misma prueba con ${m.mass(value, 1)}`,
  intensity: (value) =>
    `sin la intensidad, el límite es el de la misma prueba a nivel ${number(value ?? 0, 1)}`,
  heat: (value) =>
    `sin nivel de calor ni tiempo, el límite es el de la misma prueba con nivel de calor ${value}`,
  fitness: (value) => `sin tu forma física, el límite es el de la misma prueba con nivel ${value}`,
  sex: () => 'sin tu sexo, el límite es el de la misma prueba para una mujer',
  age: (value) => `sin tu edad, el límite es el de la misma prueba con ${value} años`,
};

/** Spanish phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'según lo indicado',
  assumed: () => 'no indicado: supuesto',
  from_weather: () => 'según el tiempo',
  from_level: () => 'según el nivel de calor',
  changes_nothing: () => 'aquí no cambia nada',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min de ${ofMinutes}`,
  average_over_legs: () => 'media de la prueba, cada tramo según su tiempo',
  level_fraction: () => 'parte del VO2max que pide el nivel',
  level_fraction_not_used: () =>
    'parte del VO2max que pide el nivel; en su lugar se usa la potencia o el ritmo',
  sustainable_fraction: () => 'lo que se puede mantener toda la prueba',
  fraction: () => 'lo menor entre el nivel y lo sostenible',
  fraction_measured: () =>
    'lo que cuestan la potencia o el ritmo, como parte del VO2max; como mucho lo sostenible',
  fraction_impossible: () => 'la potencia o el ritmo más allá de lo humano cuentan solo en parte',
  vo2max_stated: () => 'según lo indicado',
  vo2max_ftp: () => 'según la potencia umbral (FTP)',
  vo2max_fitness_level: () => 'según la forma, el sexo y la edad; baja a propósito',
  usable_vo2max_share: () => 'parte del VO2max que este deporte puede usar',
  metabolic_level: () => 'fracción × VO2max × parte utilizable × masa × 0,343 W por ml/min',
  metabolic_default: () => 'fracción × VO2max × parte utilizable × masa × 0,343 W por ml/min',
  metabolic_impossible: () =>
    'la potencia o el ritmo más allá de lo humano cuentan solo en parte, al menos el nivel',
  metabolic_power: () => 'potencia media ÷ rendimiento bruto',
  metabolic_pace: () => 'coste del ritmo, el terreno y el desnivel',
  metabolic_course: () => 'energía del recorrido en este tiempo',
  walk_share: () => 'parte del tiempo caminando, según la velocidad media',
  climb_cost: () => 'coste de cada metro subido y vuelto a bajar',
  thermal_level: () => 'estrés por calor en una escala de 1 a 9',
  thermal_level_of_weather: ({ shown }) =>
    `estrés por calor en una escala de 1 a 9, según el tiempo; se muestra como ${shown}`,
  water_of_level: (_, m) => `según el nivel de calor; ${m.temperature(18)} valen para toda agua más fría`,
  effective_temperature: () => 'la ropa suaviza el aire frío',
  humidity: () => 'decide cuánto sudor se evapora',
  surface: () => 'según la masa y la altura',
  skin_temperature: () => 'media de todo el cuerpo',
  heat_produced: () => 'metabolismo menos trabajo y respiración, por m² de piel',
  dry_exchange: () => 'calor cedido al aire por grado',
  added_heat: () => 'calor del sol sobre la bici, o de la bici en un local cerrado',
  shade: () => 'calor que ahorran la sombra o la noche',
  required_evaporation: () =>
    'calor producido menos intercambio seco × (piel − aire), del que como mucho el 60 % sale en seco',
  evaporative_efficiency: () => 'parte del sudor que se evapora; el resto gotea',
  sweat_per_surface: () =>
    'sudor para la evaporación necesaria ÷ eficiencia, nunca por debajo de un mínimo pequeño',
  average_person: () =>
    'una persona media en esta sesión: sudor por m² × superficie × los factores de arriba',
  average_person_in_water: () =>
    'una persona media en esta sesión: según la temperatura del agua, la fracción, la masa y los factores de arriba',
  duration_factor: () => 'se suda cada vez algo menos con las horas',
  age_factor: () => 'niños y personas mayores sudan menos',
  acclimatization_factor: () => 'adaptación al calor',
  personal_learned: () => 'aprendido de tus sesiones',
  personal_measured: () =>
    'según la tasa de sudoración medida, comparada con una persona media en una hora cálida a buen ritmo',
  personal_self_report: () => 'según el nivel de sudor indicado',
  personal_none: () => 'desconocido: media',
  sweat_rate: ({ highestLPerHr }, m) =>
    `persona media × factor personal, como mucho ${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `para ${number(hours, 2)} h`,
  intensity_factor: () => 'se quema más en duro y menos en suave',
  race_factor: () => 'carrera: algo por encima de la guía',
  training_factor: () => 'entrenamiento: algo por debajo de la guía',
  size_factor: () => 'las personas grandes usan más y las pequeñas menos',
  sport_factor: () => 'lo bien que se come en este deporte',
  fade_factor: () => 'el apetito y el intestino decaen con las horas',
  short_session_factor: () => 'en una sesión corta solo se come si es dura',
  need_factor: () => 'aprendido de tus respuestas sobre la energía',
  unfed_swim_factor: () => 'en bicicleta se come también para la natación',
  guideline_target: () => 'producto de los factores de arriba',
  trained_gut: () => 'lo que añade un intestino entrenado hacia su tolerancia',
  untrained_gut: () => 'no se indicó ni se aprendió ninguna tolerancia',
  heat_factor: () => 'el intestino absorbe menos con calor',
  target: () => '(valor de la guía + intestino entrenado) × calor',
  oxidation: () => 'carbohidratos quemados',
  demand: () => 'parte utilizable de lo que se quema',
  tolerance_declared: () => 'según lo indicado, con un margen de práctica fuera de carreras',
  tolerance_learned: () => 'aprendido del bienestar digestivo, por el lado prudente',
  tolerance_gi_history: () => 'limitada a 60 g/h porque el intestino ya ha dado problemas',
  tolerance_usual_intake: () => 'estimada según el deporte, la forma y lo que sueles tomar',
  tolerance_none: () => 'estimada según el deporte y la forma',
  oxidation_size: () => 'los cuerpos pequeños usan menos de lo que comen',
  oxidation_size_and_fade: () =>
    'los cuerpos pequeños usan menos de lo que comen y, a pie, un intestino no probado decae con las horas',
  tolerance_limit: () => 'tolerancia × el factor de arriba',
  absolute_limit: () => 'máximo para la edad, el intestino y el esfuerzo de esta persona',
  soft_zero: () => 'el objetivo o el límite más bajo, lo que sea menor; por debajo de 18 g/h tiende a cero',
  place_in_event: () => 'según las reglas de su lugar en la prueba',
  unfed_swim: () => 'en la natación de una prueba no se come ni se bebe',
  tired_run: ({ factor }) => `el intestino llega cansado de los tramos anteriores: × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `como mucho el ${percent} % de la bicicleta anterior`,
  leg_fluid: () => 'parte de este tramo: en bicicleta se bebe más que a pie',
  leg_sodium: () => 'con el líquido, a la misma concentración en todos los tramos',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `(bebida con ${m.perLitre(gramsPerLitre)} g por ${m.litre('litro')} + ${eatenGPerHr} g/h comidos) ÷ el objetivo`,
  none_needed: () => 'no hace falta',
  sugars: ({ hint }) => `azúcares: ${SUGARS[hint]}`,
  breath: () => 'agua perdida al respirar',
  urine: () => 'agua perdida en la orina',
  metabolic_water: () => 'agua producida al quemar combustible, en toda la prueba',
  gas_exchange: () => 'masa perdida como gas, en toda la prueba',
  losses: () => 'sudor + respiración + orina',
  sweat_sodium: () => 'sodio en el sudor, más salado cuanto más se suda',
  end_sodium: () => 'sodio plasmático al final del plan',
  mass_change: () => 'cambio de peso al final del plan',
  steady_water_mass: () =>
    'cambio de peso con la misma agua corporal: comida ingerida, menos reservas quemadas',
  wish_share: ({ percent }) => `${percent} % del sudor`,
  wish_allowed_loss: ({ percent }) => `acaba con una pérdida del ${number(percent, 1)} % del peso`,
  wish_allowed_loss_hidden: () => 'acaba sin una gran pérdida de agua',
  wish_met_without_drinking: () => 'por debajo de cero: se cumple sin beber',
  wish_plasma: () => 'evita que el sodio plasmático pase de 144 mmol/L',
  wish_carrier: () => 'transporta los carbohidratos',
  short_drink_factor: () => 'la primera media hora no lo necesita',
  wanted: ({ by }) => `objetivo de líquido, fijado por: ${WISHES[by]}, × factor de sesión corta`,
  limit_gut: () => 'lo que el intestino absorbe con este esfuerzo',
  limit_ceiling: () => '95 % del límite máximo',
  limit_losses: ({ percent }) => `${percent} % de todas las pérdidas`,
  limit_no_gain: () => 'no más de lo que sale del cuerpo',
  limit_cautious: () => '60 % del sudor, tras un comentario que indica un exceso de líquido peligroso',
  limit_hold: () =>
    'el menor líquido con el que el final no es demasiado seco ni demasiado salado; los límites por pérdidas, tras beber demasiado líquido y con diuréticos ceden ante él',
  limit_diuretics: () => '90 % del plan, hasta que decida un médico',
  limit_legs: () => 'lo que ningún tramo puede absorber se deja fuera',
  fluid: () => 'el objetivo o el límite más bajo, lo que sea menor, × factor médico',
  fluid_smallest: () => 'el objetivo o el límite más bajo, lo que sea menor',
  ceiling_sweat: () => 'sudor con el que puede contar el límite máximo, antes del margen de prudencia',
  retention: ({ kind }) =>
    `probabilidad de que los riñones retengan el agua sobrante (${RETENTION_KINDS[kind]})`,
  retention_in_event: () =>
    'probabilidad de que los riñones retengan el agua sobrante en una prueba tan larga',
  persistence: () => 'parte de las personas que siguen bebiendo más allá de la sed tanto tiempo',
  safety_z: () =>
    'desviaciones estándar de prudencia: con las dos probabilidades de arriba, un riesgo del 2,5 % de que el sudor sea menor',
  sigma: () => 'desviación estándar de ln sudor, todas las fuentes',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'agua perdida al respirar con la que se puede contar',
  counted_carbohydrate: () => 'carbohidratos del plan; sus gramos cuentan como ganancia',
  counted_sodium: (_, m) => `sodio que se acredita por ${m.litre('litro')}`,
  counted_own_sodium: () => 'sodio que se acredita por hora: la mitad de tu pérdida medida',
  long_event_share: () => 'a partir de 12 horas el límite cuenta con menos sudor',
  low_sweat: () => 'sudor × e^(−z·σ)',
  counted_urine: () => 'orina con la que se puede contar',
  allowed_gain: () => 'aumento de peso admitido',
  mass_limit: () =>
    'la tasa más alta que no deja más excedente del admitido: sudor, respiración, orina y gas, menos los carbohidratos',
  plasma_limit: () => 'la tasa más alta que acaba con un sodio plasmático de 135 mmol/L',
  symptom_limit: () =>
    'la tasa más alta en esas horas que acaba por encima de 130 mmol/L, donde empieza la mayoría de los síntomas, y deja poco exceso',
  symptom_window: () => 'horas bebiendo sin comprobar ni una vez el cuerpo, 12 como mucho',
  symptom_z: () =>
    'desviaciones estándar de prudencia: con la probabilidad de los riñones de arriba, un riesgo del 5 % de sudar menos',
  gut_limit: () => 'lo que el intestino absorbe como mucho',
  session_limit: (_, m) =>
    `${m.litres(1.5, ' litros')} por sesión, pero al menos ${m.limit(500)} por hora, hasta que decida un médico`,
  max_safe_fluid: () =>
    'un límite de planificación, no un umbral de daño: si personas como tú bebieran justo esto, con o sin sed, durante toda la prueba o en las más largas durante 12 horas sin comprobar ni una vez el cuerpo o la orina, menos de 1 de cada 20 diluiría su sangre hasta 130 mmol/L. Hasta 4 horas es más estricto: menos de 1 de cada 40 por debajo de 135. Más allá de 12 horas ya no protege a quien suda poco y nunca lo comprueba',
  max_safe_fluid_floor: () => 'un sorbo: los límites no dejan nada',
  salt_reference_measured: (_, m) => `medido; a una tasa de sudoración de ${m.litres(1.2, ' L')}/h`,
  salt_reference_learned: (_, m) =>
    `aprendido de valores de laboratorio; a una tasa de sudoración de ${m.litres(1.2, ' L')}/h`,
  salt_reference_self_report: (_, m) =>
    `según lo salado, el sexo y la aclimatación; a una tasa de sudoración de ${m.litres(1.2, ' L')}/h`,
  salt_reference_none: (_, m) =>
    `media para el sexo y la aclimatación; a una tasa de sudoración de ${m.litres(1.2, ' L')}/h`,
  sodium_loss: () => 'tasa de sudoración × concentración',
  planned_sodium: (_, m) => `lo habitual por ${m.litre('litro')} que bebes, según horas, sal, sudor y calor`,
  practice: () => 'lo habitual: concentración prevista × líquido',
  plasma_need: () => 'mantiene el sodio plasmático en 137 mmol/L',
  short_sodium_factor: () => 'lo que necesita el plasma cuenta desde 1 hora, del todo desde 1 h 45 min',
  measured_half: () => 'la mitad de una pérdida medida, más allá de 3 horas',
  not_measured_half: () => 'solo cuenta con sodio del sudor medido, más allá de 3 horas',
  sodium_wanted: () =>
    'lo mayor entre lo habitual, la necesidad (× factor de sesión corta, como mucho el límite de pérdida) y la mitad medida',
  loss_limit: ({ percent }) => `${percent} % de la pérdida`,
  drink_limit: ({ mgPerL }, m) => `como mucho ${m.perLitre(mgPerL)} mg en cada ${m.litre('litro')} bebido`,
  medical_limit: () => 'hasta que decida un médico',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × la pérdida; contada como ${leastMgPerHr} mg/h al menos`,
  limit_by_hours: () => 'la tasa más alta para una prueba de estas horas',
  max_safe_sodium: () => 'la pérdida con su margen, dentro de los límites',
  sodium: () =>
    'el objetivo o el límite más bajo, lo que sea menor. El sodio previsto está en el extremo bajo de la práctica, por debajo del punto medio de casi todos los registros de deportistas que comparamos; más es cuestión de gusto, no de seguridad, hasta el límite',
  within_30_percent: ({ percent, weight }) =>
    `probabilidad de acertar dentro del 30 %: dos de cada tres valores reales quedan dentro de un ${percent} %; cuenta ${number(weight)} de 1`,
  within_30_percent_sure: ({ weight }) =>
    `en una sesión tan corta nada se desvía mucho; cuenta ${number(weight)} de 1`,
  confidence: () =>
    'suma de cada probabilidad × su parte: la frecuencia con que un estudio completo de laboratorio quedaría dentro del 30 %',
  weighed: ({ sweatRateMlPerHr }, m) => `una sesión con pesaje dio ${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) => `un dispositivo indicó ${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `sensación tras beber ${m.total(fluidMlPerHr)}/h: ${FEELS[feel]}`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `sensación: ${FEELS[feel]}; no se anotó la cantidad, se recomendaron ${m.total(fluidMlPerHr)}/h`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `bienestar digestivo ${COMFORTS[comfort]} con ${carbGPerHr} g/h${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `bienestar digestivo ${COMFORTS[comfort]} con ${carbGPerHr} g/h${INTAKES[intake]}, con calor o esfuerzo fuerte`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `energía ${ENERGIES[energy]} con ${carbGPerHr} g/h${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `tu sudor se midió en ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'cambió con el otro deporte, la mitad',
  weighing_not_usable: () =>
    'No se aprendió nada de la sesión con pesaje. Fue demasiado corta, o sus pesos o su tasa de sudoración no son creíbles. ¿Están los pesos en kilogramos?',
  session_too_short_for_feeling: () =>
    'Una sesión de menos de 45 minutos dice poco del sudor; no cambió nada.',
  intake_not_noted: () => 'Sin una cantidad anotada solo cuenta una respuesta que apunte a menos sudor.',
  nothing_learned: () =>
    'Este informe no ha cambiado tus valores. Añade cómo estaban tu digestión, tu energía y tu hidratación, y lo que comiste y bebiste.',
  weighed_without_fluid: () =>
    'Para obtener una tasa de sudoración de dos pesajes, también hay que saber lo que bebiste entre ellos.',
  urine_not_noted: () =>
    'Nadie indicó si orinaste, así que este pesaje puede bajar tu límite pero no subirlo.',
  same_session: () => 'Estas horas ya tenían un pesaje, así que este no se contó.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `tu intestino estuvo ${COMFORTS[comfort]} con ${carbGPerHr} g/h${INTAKES[intake]}: la dosis anotada más alta hasta ahora`,
  poor_gut_at_low_dose: () =>
    'Molestias con una dosis baja apuntan a otra causa; la tolerancia se mantiene y las molestias quedan anotadas.',
  ate_less_than_planned: () =>
    'Comiste menos de lo previsto, lo que explica la falta de energía; el plan se mantiene.',
  drank_too_much: ({ sessions }) =>
    `Beber así puede diluir la sangre; el líquido se reduce en las próximas ${sessions} sesiones.`,
  advice_no_swim_feed: () => 'Nada de comer ni beber durante la natación.',
  advice_swim_feeds: () =>
    'Aliméntate cada 20 a 30 minutos, desde un barco, un avituallamiento o el borde de la piscina.',
  advice_first_transition: (_, m) =>
    `Primera transición: enjuágate la boca tras el agua de mar, un sorbo de ${m.bareVolume(50)} a ${m.volume(100)}.`,
  advice_first_transition_long: (_, m) =>
    `Primera transición: enjuágate la boca tras el agua de mar, un sorbo de ${m.bareVolume(50)} a ${m.volume(100)}, un gel si quieres; ambos cuentan para el tramo siguiente.`,
  advice_early_ride: () =>
    'Empieza a comer en los primeros 10 minutos de bicicleta: ahí entra la mayor parte de la energía.',
  advice_last_solids: () => 'Última comida sólida al menos 30 minutos antes de la transición siguiente.',
  advice_transition: () => 'Transición: basta un sorbo.',
  advice_transition_long: () =>
    'Transición: un sorbo y, si el estómago está tranquilo, hasta 25 g en gel; ambos cuentan para el tramo siguiente.',
  advice_run_liquids: () => 'A pie, solo líquidos y geles, en porciones pequeñas.',
  advice_sugars: ({ hint }) => `Por encima de 60 g por hora: ${SUGARS[hint]}.`,
  advice_before_start: (_, m) =>
    `Antes de la salida, además de este plan: de 20 a 30 g de carbohidratos y como mucho ${m.limit(250)} en los últimos 15 minutos, si tienes costumbre.`,
  advice_nothing_new: () => 'Nada nuevo el día de la carrera: usa lo que ya has probado.',
};
