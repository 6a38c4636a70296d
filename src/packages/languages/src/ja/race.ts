import { numberFormat } from '../number-format.ts';
import { JAPANESE_HOURS } from '../phrasing.ts';
import type { RaceTexts } from '../race-texts.ts';

const number = numberFormat('ja');

/** Japanese words of the drawing of a session over time. */
export const RACE: RaceTexts = {
  ...JAPANESE_HOURS,
  title: () => '時間ごとの体の変化',
  weight: () => '体重の変化（スタート比、％）',
  sodium: () => '血中ナトリウム（mmol/l）',
  gut: () => '腸にたまっている炭水化物（g）',
  plan: () => 'プラン',
  range: () => '5人中4人の範囲（のどの渇きに従った場合）',
  wideRange: () => '5人中4人の範囲（プランどおりの場合）',
  ceiling: () => '上限まで水だけを飲む',
  nothing: () => '何もとらない',
  zoneMoreWater: () => 'スタート時より水分が多い',
  zoneLighter: () => '強い脱水',
  zoneDiluted: () => '薄まりすぎ',
  zoneConcentrated: () => '濃すぎ',
  lighter: ({ percent }) => `${number(percent, 1)}%減`,
  heavier: ({ percent }) => `${number(percent, 1)}%増`,
  same: () => 'スタート時と同じ',
  planEnds: ({ time, change }) => `プランどおりなら、スタートから${time}後の体重は${change}です。`,
  planTooDry: () =>
    '体重の減りすぎです。上限の範囲で飲み物を増やすか、ペースを落とすか、早めに終えてください。',
  planRange: ({ low, high }) => `のどの渇きに従えば、5人中4人は「${low}」から「${high}」の間で終わります。`,
  sodiumEnds: ({ mmol, low, high }) =>
    `血中ナトリウムは約${number(mmol, 1)} mmol/lです。のどの渇きに従えば、5人中4人は${number(low, 1)}〜${number(high, 1)}になります。`,
  weighNow: ({ least, most }) => `現時点の体重は、スタート時から${least}〜${most}減が目安です。`,
  weighBy: ({ time, least, most }) =>
    `スタートから${time}後の体重は、スタート時から${least}〜${most}減が目安です。`,
  lostLess: () => '減り方がそれより少ないときは、排尿するまで何も飲まないでください。',
  bloated: () => 'お腹が張ったり手がむくんだりしたら、排尿するまで何も飲まないでください。',
  endsAt: ({ change }) => `体重は${change}です。`,
  endsWithSodium: ({ mmol }) => `血中ナトリウムは約${number(mmol, 1)} mmol/lです。`,
  lowSweat: () => '汗が少ない人の場合',
  lowSweatEnds: ({ change }) => `10人に1人は汗がとても少なく、その場合の体重は${change}です。`,
  lowSweatSodium: ({ mmol }) =>
    `それほど汗が少ないと、血中ナトリウムは${number(mmol, 1)} mmol/lまで下がることがあります。`,
  ceilingRisk: () => '上限は目標ではありません。',
  gutMost: ({ grams, time }) => `腸にたまる炭水化物は最大${grams} g（${time}）です。`,
  gutKeepsUp: () => '均等にとれば、炭水化物は腸にたまりません。',
  transitionMarks: () => '縦線：トランジション。',
  stationMarks: () => '三角：補給所。',
  estimate: () =>
    'これは推定で、医学的な予測ではありません。のどが渇いたときだけ飲み、上限を超えないでください。',
};
