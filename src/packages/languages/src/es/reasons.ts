import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** Spanish sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat') return `Supone un barco con tu bidón. Sin él, el plan tiene ${without} en total.`;
    return at === 'race'
      ? `No se indica ningún avituallamiento: pregunta a la organización dónde hay agua. Sin rellenar, tus bidones contienen ${without} en total.`
      : `Supone que puedes rellenar en un grifo, una fuente o una tienda. Sin eso, tus bidones contienen ${without} en total.`;
  },
  cups: ({ without }) =>
    `Supone una mesa de agua cada 20 minutos aproximadamente. No se indica ningún avituallamiento: pregunta a la organización dónde hay agua. Sin mesas, el plan tiene ${without} en total.`,
  vessels: ({ bottles, without }) =>
    `No se indica ningún bidón, así que el plan supone ${bottles}. Sin ellos, tiene ${without} en total.`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `La lista de avituallamientos está incompleta: pregunta a la organización dónde hay agua. Sin más, el plan tiene ${without} en total.`
      : `La lista de avituallamientos está incompleta: pregunta a la organización por el agua en ${places}. Sin ella, el plan tiene ${without} en total.`,
  laps: () => 'Supone que los avituallamientos de tu última vuelta se repiten hasta el final.',
  bottles_left: ({ amounts }) => `Supone que en tus bidones queda: ${amounts}.`,
  device: () => 'agua supuesta: ver plan',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'Más de estos productos',
  another_food: () => 'Otro alimento',
  drink_mix: () => 'Una bebida en polvo en tus bidones',
  bottle: ({ volume }) => `Otro bidón de ${volume}`,
  flask_on_run: ({ volume }) => `Un bidón blando de ${volume} al correr`,
  refill: () => 'Rellenar una vez más',
  salt: () => 'Unas cápsulas de sal',
  bag: () => 'Una bolsa con reservas a mitad de recorrido',
};

/** Spanish words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const isMany = change === 'salt';
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject} ${isMany ? 'cubren' : 'cubre'} lo que falta.`
      : `${subject} ${isMany ? 'aportan' : 'aporta'} ${amount} de los ${missing} que faltan.`;
  },
  limit: ({ max }) => `Ese es tu límite: ${max} en una hora.`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong ? ['Vómitos, dolor de cabeza o confusión: para, no bebas nada y busca ayuda médica.'] : []),
      'Solo náuseas: primero sal, después sorbos pequeños. Geles, gominolas y comida sólida esperan.',
      ...(held === null ? [] : [`${held} esperan hasta que toleres más sal.`]),
    ].join(' '),
  withoutAssumed: ({ note }) => `Sin el agua supuesta: ${note}`,
  noDrink: () => 'No hace falta ninguna bebida.',
  along: ({ count, name, times }) => `coge ${count} ${name}, come a ${times}`,
};
