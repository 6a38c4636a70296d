import { numberFormat } from '../number-format.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('ja');

/** Japanese words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  title: () => '時間ごとの体の変化',
  weight: () => '体重（スタートからの％）',
  sodium: () => '血中ナトリウム（mmol/l）',
  gut: () => '腸で待っている糖質（g）',
  plan: () => 'プラン',
  range: () => '5人中4人の範囲（のどの渇きに従った場合）',
  wideRange: () => '5人中4人の範囲（プランどおりの場合）',
  ceiling: () => '上限まで水だけを飲む',
  nothing: () => '何もとらない',
  zoneHeavier: () => 'スタート時より重い',
  zoneLighter: () => '水分を失いすぎ',
  zoneDiluted: () => '薄まりすぎ',
  zoneConcentrated: () => '濃すぎ',
  lighter: ({ percent }) => `${number(percent, 1)}%減`,
  heavier: ({ percent }) => `${number(percent, 1)}%増`,
  same: () => 'スタート時と同じ',
  planEnds: ({ time, change }) => `プランどおりなら、${time}の体重は${change}です。`,
  planRange: ({ low, high }) => `のどの渇きに従えば、5人中4人は「${low}」から「${high}」の間で終わります。`,
  sodiumEnds: ({ mmol, low, high }) =>
    `血中ナトリウムは約${number(mmol, 1)} mmol/l、5人中4人は${number(low, 1)}〜${number(high, 1)}です。`,
  ceilingEnds: ({ change }) => `水だけを上限まで飲むと、体重は${change}です。`,
  ceilingSodium: ({ mmol }) => `水だけを上限まで飲むと、血中ナトリウムは約${number(mmol, 1)} mmol/lです。`,
  ceilingRisk: () => '予想より汗が少なければ、さらに低くなります。上限は目標ではありません。',
  nothingEnds: ({ change }) => `何も飲まず食べなければ、体重は${change}です。`,
  nothingSodium: ({ mmol }) => `何も飲まず食べなければ、血中ナトリウムは約${number(mmol, 1)} mmol/lです。`,
  gutMost: ({ grams, time }) => `腸で待つ糖質は最大${grams} g（${time}）です。`,
  gutKeepsUp: () => '均等にとれば、糖質は腸にたまりません。',
  marks: () => '縦線：種目の切り替え。三角：エイド。',
  estimate: () =>
    'これは推定で、医学的な予測ではありません。のどが渇いたときだけ飲み、上限を超えないでください。',
};
