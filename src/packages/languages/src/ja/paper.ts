import type { PaperTexts } from '../paper-texts.ts';

const VESSELS = {
  bottle: ['ボトル', '本'],
  flask: ['ソフトフラスク', '本'],
  bladder: ['ハイドレーション', '個'],
} as const;

/** Japanese words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'すること',
  nothing: () => '補給なし',
  finish: ({ bottle }) => `${bottle}を飲み切る`,
  until: ({ time }) => `${time}まで`,
  beforeStart: ({ duration }) => `スタートの${duration}前`,
  all: ({ kind, count }) => {
    const [name, counter] = VESSELS[kind];
    return count === 1 ? name : `${name}${count}${counter}`;
  },
  fill: ({ bottles }) => `${bottles}を補充`,
  refill: ({ bottles, time }) => `${time}までに${bottles}を補充`,
  bags: ({ count }) => `小袋${count}個`,
  each: ({ amount }) => `各${amount}`,
  marks: {
    full: () => '満タンまで',
    half: () => '半分まで',
    at: ({ amount }) => `${amount}まで`,
  },
  cups: ({ amount, drink }) => `${drink}${amount}杯`,
  // The step and its word may be on two lines of a card.
  every: ({ step }) => `${step}\u200Bごと`,
  withFood: ({ amount }) => `ジェルやバーは${amount}と一緒にとってください。`,
  withCaffeine: ({ amount }) => `カフェイン${amount}`,
  perHour: () => '1時間あたり',
  maximum: ({ rate }) => `上限 ${rate}`,
  cutting: () => '100%で印刷し、破線に沿って切ってください。',
  dropBag: () => 'ドロップバッグ',
  tablets: ({ amount }) => `${amount}錠`,
  pinches: ({ amount }) => `塩${amount}つまみ`,
  pack: {
    title: () => '前日の準備',
    mix: () => '混ぜる',
    bags: () => '小袋に量る',
    carry: () => '携帯する',
    weigh: ({ bags, amount }) => `${bags}（各${amount}）`,
    carbohydrate: ({ amount }) => `炭水化物${amount}`,
    leftPocket: () => '左ポケット',
    rightPocket: () => '右ポケット',
    leftOver: ({ amount }) => `${amount}余る`,
  },
  lanes: { gel: 'ジェル', solid: '固形物', capsule: 'カプセル', cup: 'カップ', caffeine: 'カフェイン' },
};
