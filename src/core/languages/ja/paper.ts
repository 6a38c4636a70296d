import type { PaperTexts } from '../paper-texts.ts';

/** Japanese words of printed plans. */
export const PAPER: PaperTexts = {
  toDo: () => 'すること',
  nothing: () => '補給なし',
  finish: ({ bottle }) => `${bottle}を飲み切る`,
  until: ({ time }) => `${time}まで`,
  cups: ({ amount, drink }) => `${drink}${amount}杯`,
  withFood: ({ amount }) => `ジェルやバーは${amount}と一緒にとってください。`,
  withCaffeine: ({ amountMg }) => `カフェイン${amountMg} mg`,
  perHour: () => '1時間あたり',
  maximum: ({ maxMl }) => `上限 ${maxMl} ml/h`,
  guidance: () => '目安です。飲むのはのどが渇いたときだけ。',
  cutting: () => '100%で印刷し、破線に沿って切ってください。',
  dropBag: () => 'ドロップバッグ',
  measures: {
    scoop: ({ amount }) => `スプーン${amount}杯`,
    sachet: ({ amount }) => `${amount}袋`,
    tablet: ({ amount }) => `${amount}錠`,
    pinch: ({ amount }) => `${amount}つまみ`,
    serving: ({ amount }) => `${amount}食分`,
  },
  lanes: { gel: 'ジェル', solid: '固形物', capsule: 'カプセル', cup: 'カップ', caffeine: 'カフェイン' },
};
