import { describe, expect, test } from 'vitest';
import { inferActivityType } from '../src/infer.ts';
import { LEXICON } from './lexicon.ts';

function minutesOf(title: string, description: string | null, locale: string | null = null) {
  return inferActivityType({ title, description, tags: [], locale }, LEXICON).durationMin;
}

/** How coaches of a language write a list of parts. */
interface Wording {
  readonly sports: readonly string[];
  readonly minutes: readonly string[];
  readonly warmUps: readonly string[];
  readonly works: readonly string[];
  readonly easy: readonly string[];
  readonly coolDowns: readonly string[];
  readonly rests: readonly ((minutes: string) => string)[];
  readonly joints: readonly string[];
}

const JOINTS = [', ', '; ', ' + ', '\n', ' / ', '. ', ' - ', ' → '];
const MINUTES = [' min', 'min', "'"];

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    sports: ['Bike', 'Run', 'Swim', 'Morning ride'],
    minutes: [...MINUTES, ' minutes', ' mins'],
    warmUps: ['warm up', 'warm-up', 'easy', 'Z1'],
    works: ['tempo', 'threshold', 'Z4', 'at FTP', 'hard', 'sweet spot'],
    easy: ['easy', 'Z2', 'steady', 'endurance'],
    coolDowns: ['cool down', 'cooldown', 'easy', 'Z1'],
    rests: [
      (m) => ` (${m} rest)`,
      (m) => ` with ${m} recovery`,
      (m) => ` (${m} easy)`,
      (m) => ` / ${m} easy`,
    ],
    joints: [...JOINTS, ', then ', ' followed by '],
  },
  de: {
    sports: ['Rad', 'Lauf', 'Radtraining', 'Laufen'],
    minutes: [...MINUTES, ' Minuten', ' Min.'],
    warmUps: ['einlaufen', 'einfahren', 'locker', 'GA1', 'aufwärmen'],
    works: ['Schwelle', 'Tempo', 'Z4', 'zügig', 'EB'],
    easy: ['locker', 'GA1', 'Z2', 'ruhig'],
    coolDowns: ['auslaufen', 'ausfahren', 'locker', 'Z1'],
    rests: [(m) => ` (${m} Pause)`, (m) => `, ${m} Trabpause`, (m) => ` mit ${m} Pause`],
    joints: [...JOINTS, ', dann ', ', danach '],
  },
  fr: {
    sports: ['Vélo', 'Course à pied', 'Footing'],
    minutes: [...MINUTES, ' minutes', ' mn'],
    warmUps: ['échauffement', 'facile', 'Z1', 'EF'],
    works: ['seuil', 'tempo', 'Z4', 'allure marathon', 'soutenu'],
    easy: ['facile', 'Z2', 'endurance', 'souple'],
    coolDowns: ['retour au calme', 'souple', 'Z1'],
    rests: [(m) => ` (récup ${m})`, (m) => ` (${m} récup)`, (m) => ` r=${m}`],
    joints: [...JOINTS, ', puis ', ' puis '],
  },
  es: {
    sports: ['Bici', 'Correr', 'Rodaje'],
    minutes: [...MINUTES, ' minutos'],
    warmUps: ['calentamiento', 'suave', 'Z1'],
    works: ['umbral', 'tempo', 'Z4', 'fuerte'],
    easy: ['suave', 'Z2', 'rodaje'],
    coolDowns: ['vuelta a la calma', 'enfriamiento', 'suave'],
    rests: [(m) => ` (${m} recuperación)`, (m) => ` rec ${m}`, (m) => ` con ${m} descanso`],
    joints: [...JOINTS, ', luego ', ' y luego '],
  },
  it: {
    sports: ['Bici', 'Corsa', 'Uscita in bici'],
    minutes: [...MINUTES, ' minuti'],
    warmUps: ['riscaldamento', 'facile', 'Z1'],
    works: ['soglia', 'medio', 'Z4', 'forte'],
    easy: ['facile', 'Z2', 'fondo lento'],
    coolDowns: ['defaticamento', 'facile', 'Z1'],
    rests: [(m) => ` (${m} recupero)`, (m) => ` rec ${m}`],
    joints: [...JOINTS, ', poi '],
  },
  pt: {
    sports: ['Bike', 'Corrida', 'Pedal'],
    minutes: [...MINUTES, ' minutos'],
    warmUps: ['aquecimento', 'leve', 'Z1'],
    works: ['limiar', 'tempo', 'Z4', 'forte'],
    easy: ['leve', 'Z2', 'moderado'],
    coolDowns: ['desaquecimento', 'volta à calma', 'leve'],
    rests: [(m) => ` (${m} descanso)`, (m) => ` (${m} recuperação)`],
    joints: [...JOINTS, ', depois '],
  },
  nl: {
    sports: ['Fietsen', 'Hardlopen', 'Duurloop'],
    minutes: [...MINUTES, ' minuten'],
    warmUps: ['inlopen', 'rustig', 'Z1', 'warming-up'],
    works: ['drempel', 'tempo', 'Z4', 'hard'],
    easy: ['rustig', 'Z2', 'duurtempo'],
    coolDowns: ['uitlopen', 'rustig', 'cooling-down'],
    rests: [(m) => ` (${m} rust)`, (m) => ` met ${m} pauze`],
    joints: [...JOINTS, ', dan ', ', daarna '],
  },
  pl: {
    sports: ['Rower', 'Bieg', 'Bieganie'],
    minutes: [...MINUTES, ' minut'],
    warmUps: ['rozgrzewka', 'spokojnie', 'Z1'],
    works: ['próg', 'tempo', 'Z4', 'mocno'],
    easy: ['spokojnie', 'Z2', 'lekko'],
    coolDowns: ['schłodzenie', 'wyciszenie', 'spokojnie'],
    rests: [(m) => ` (${m} przerwy)`, (m) => `, przerwa ${m}`],
    joints: [...JOINTS, ', potem ', ', następnie '],
  },
};

/** Draws numbers that are the same in every run. */
function drawing(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('nothing to draw from');
    return value;
  };
  return { below, oneOf };
}

interface Listed {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly number[];
  /** The sum of the parts: without rests, with one less than repeats, with as many. */
  readonly sums: readonly number[];
}

/** Writes a list of two to five parts, one of them perhaps a set. */
function writeList(language: string, wording: Wording, seed: number): Listed {
  const { below, oneOf } = drawing(seed);
  const unit = oneOf(wording.minutes);
  const joint = oneOf(wording.joints);
  const isWordFirst = below(4) === 0;
  const texts: string[] = [];
  const parts: number[] = [];
  let [rests, restsBetween] = [0, 0];
  const add = (minutes: number, word: string) => {
    texts.push(isWordFirst ? `${word} ${minutes}${unit}` : `${minutes}${unit} ${word}`);
    parts.push(minutes);
  };
  add(5 + 5 * below(4), oneOf(wording.warmUps));
  const middle = below(3);
  if (middle !== 1) {
    const [times, minutes] = [2 + below(5), 3 + below(10)];
    const restMin = 1 + below(4);
    const isRested = below(3) > 0;
    const rest = isRested ? oneOf(wording.rests)(`${restMin}${unit}`) : '';
    texts.push(`${times}${oneOf([' x ', 'x', ' × '])}${minutes}${unit} ${oneOf(wording.works)}${rest}`);
    parts.push(times * minutes);
    if (isRested) [rests, restsBetween] = [times * restMin, (times - 1) * restMin];
  }
  if (middle !== 0) add(10 + 5 * below(9), oneOf(wording.works));
  if (below(3) === 0) add(10 + 5 * below(5), oneOf(wording.easy));
  add(5 + 5 * below(3), oneOf(wording.coolDowns));
  const sum = parts.reduce((total, part) => total + part, 0);
  return {
    language,
    title: oneOf(wording.sports),
    description: texts.join(joint),
    parts,
    sums: [sum, sum + restsBetween, sum + rests],
  };
}

const LISTS = Object.entries(WORDINGS).flatMap(([language, wording], at) =>
  Array.from({ length: 130 }, (_, index) => writeList(language, wording, 7919 * (at + 1) + 104_729 * index)),
);

describe('parts are not the whole', () => {
  test('a thousand lists of parts in eight languages have the duration of their sum or none, never of one part', () => {
    const wrong: string[] = [];
    let found = 0;
    for (const { language, title, description, sums } of LISTS) {
      const minutes = minutesOf(title, description, language);
      if (minutes === null) continue;
      found += 1;
      if (!sums.some((sum) => Math.abs(sum - minutes) <= 1)) {
        wrong.push(`${language} ${title}: ${description} → ${minutes}, not ${sums.join('/')}`);
      }
    }
    expect(LISTS.length).toBeGreaterThan(1000);
    console.log(`lists of parts: ${found} of ${LISTS.length} have their sum, ${wrong.length} are wrong`);
    expect(wrong).toEqual([]);
    expect(found / LISTS.length).toBeGreaterThan(0.8);
  });

  test.each([
    ['Bike', '15 min easy, 40 min tempo, 10 min easy', 65],
    ['Bike', "20' Z2, 3x8' Z4 (4' Z1), 15' Z2", 71],
    ['Run', 'Warm up 10min Z1-2; 3 x (10min Z4, 5min Z2); Cool down 10 min', 65],
    ['Run', '10 min easy, (10 min Z4 + 5 min Z2) x 3, 10 min easy', 65],
    ['Run', "10 min easy, 2x(5x(1' hard + 1' easy) + 5' easy), 10 min easy", 50],
    ['Run', '10-15 min warm up, 3x10 min tempo (2 min), 5-10 min cool down', 61],
    [
      'Correr',
      '15 min calentamiento + 3 series de 10 min a umbral con 3 min de trote + 10 min enfriamiento',
      55,
    ],
    ['Run', '10 min warm up, 3 sets of 5 min hard, 10 min cool down', 35],
    ['Bike', '10 min easy, 10x30/30, 15 min easy', 35],
    ['Laufen', '20 Min. einlaufen, 3x10 Min. Schwelle, 3 Min. Trabpause, 10 Min. auslaufen', 69],
    ['Vélo', '20 min échauffement, 4x5 min seuil (récup 2 min), 15 min retour au calme', 63],
    ['Run', '15 min easy + 20 min tempo', 35],
    ['Tempo 40 min', '15 min easy, 40 min tempo, 10 min easy', 65],
  ])('the sum with its repetitions: %s, %s', (title, description, minutes) => {
    expect(minutesOf(title, description)).toBe(minutes);
  });

  test.each([
    ['Run', '60 min total: 10 min easy, 40 min tempo, 10 min easy', 60],
    ['Run', '20 min easy + 20 min tempo + 20 min easy = 60 min', 60],
    ['Bike 65 min', '15 min easy, 40 min tempo, 10 min easy', 65],
    ['Run', '70 min: 20 min easy, 30 min tempo, 20 min easy', 70],
    ['Ride', '2h ride, last 30 minutes tempo', 120],
    ['Run', '60 min easy run + 6x20 s strides', 60],
    ['Run', '45 minutes easy. Drink every 15 minutes.', 45],
    ['Rad', '90 min inkl. 3 x 10 min Schwelle', 90],
    ['Run', '45-60 min easy', 60],
    ['Run', '60 a 90 min de rodaje en Zona 2', 90],
  ])('an amount that holds the others is the whole: %s, %s', (title, description, minutes) => {
    expect(minutesOf(title, description)).toBe(minutes);
  });

  test.each([
    ['Run', '2 km easy, 40 min tempo, 2 km easy'],
    ['Run', '3 km easy, 40 min tempo'],
    ['Run', '10 min warm up, 6x800 (2 min jog), 10 min cool down'],
    ['Ride', '2h, 30 min tempo'],
    ['Run', 'first 20 min easy, then 30 min tempo, last 10 min easy'],
    ['Run', '10 min hard, 5 min easy. Repeat 3 times.'],
    ['Run', '3x\n- 5 min hard\n- 2 min easy'],
    ['Run', '5 km, 10 km'],
  ])('parts whose sum nobody states have none: %s, %s', (title, description) => {
    expect(minutesOf(title, description)).toBeNull();
  });

  test.each([
    '10x100 on 1:45',
    '8x200 free on 3:00',
    '10x100 m crawl, départ 1:45',
    '10x100 Abgang 1:45',
    '10x100 cada 1:45',
    '100m hill repeats run',
    'Run 400m repeats',
    'Marathon relay',
    'Relay leg 3: 8 km run',
    'Staffelmarathon',
    'Maratón por relevos',
    'Ekiden 42.195 km',
    '駅伝 10km',
    'Pacer marathon, km 20-35',
    'Pacing km 60-100 ultra run',
  ])('send-offs, repeats, legs of a relay and kilometres of a pacer are no duration: %s', (title) => {
    expect(minutesOf(title, null)).toBeNull();
  });

  test.each([
    ['Run', 'General aerobic 8 miles w/ 10x100m strides', 85],
    ['Run', 'Lactate threshold 7 miles w/ 20 min tempo', 52],
    ['Lauf', '3x2km in 9:18, 5 min Trabpause | 12km', 66],
  ])('a distance that holds its sets and parts is the whole: %s, %s', (title, description, minutes) => {
    expect(minutesOf(title, description)).toBe(minutes);
  });

  test('a swim in metres without a unit has a duration, its send-offs none', () => {
    expect(minutesOf('Swim 2500: 10x100 on 1:45', null)).toBe(54);
  });

  test.each(['Backyard ultra 24h', '24-Stunden-Lauf', '24h race, run', '24h run'])(
    'an event of 24 hours has them: %s',
    (title) => {
      expect(minutesOf(title, null)).toBe(1440);
    },
  );

  test('the text form of intervals.icu has the minutes of its steps and repetitions', () => {
    const text = 'Warmup\n- 10m 50-65% 90rpm\n\nMain set 4x\n- 8m 95%\n- 4m 50%\n\nCooldown\n- 10m 50%';
    expect(minutesOf('Ride', text)).toBe(68);
  });
});
