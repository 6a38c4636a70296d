import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';

/** Japanese names of stops. */
export const STOPS: StopNames = {
  start: 'スタート',
  transition: 'トランジション',
  aid: '補給所',
  refill: '補充',
  end: 'ゴール',
};

/** Japanese names of bottles. */
export const CONTAINERS: VesselNames = {
  bottle: 'ボトル',
  flask: 'ソフトフラスク',
  bladder: 'ハイドレーション',
};

/** Japanese words of plans on paper, in calendars and on devices. */
export const FORMS: FormTexts = {
  named: ({ name, duration }) => `補給計画：${name}（${duration}）`,
  headed: ({ head, content }) => `${head}：${content}`,
  water: ({ amount }) => `水${amount}`,
  packs: ({ amount, count }) => `${amount}：${count}パック`,
  line: ({ carb, sodium, fluid, maximum, products }) =>
    `補給：1時間に炭水化物${carb}、ナトリウム${sodium}、水分${fluid}。水分は1時間に${maximum}を決して超えないでください。${products === null ? '' : `合計：${products}。`}`,
  teaserLine: ({ words, maximum }) => `補給：${words}水分は1時間に${maximum}を決して超えないでください。`,
  time: () => '時間',
  bottles: () => 'ボトル',
  shopping: () => '買い物リスト',
  notes: () => '備考',
  atStart: ({ carriedOn }) => `${carriedOn}を持って出発`,
  medical: () => '水分量は医師が決める',
  deviceLimit: ({ rate }) => `水分の上限${rate}`,
  deviceGuidance: () => '目安（指示ではない）',
};
