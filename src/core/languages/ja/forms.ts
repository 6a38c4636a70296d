import type { FormTexts, StopNames, VesselNames } from '../form-texts.ts';

/** Japanese names of stops. */
export const STOPS: StopNames = {
  start: 'スタート',
  transition: 'トランジション',
  aid: '補給所',
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
  waterMl: ({ amountMl }) => `水${amountMl} ml`,
  packs: ({ amount, count }) => `${amount}：${count}パック`,
  line: ({ carbG, sodiumMg, fluidMl, maxMl, products }) =>
    `補給：1時間に炭水化物${carbG} g、ナトリウム${sodiumMg} mg、水分${fluidMl} ml。水分は1時間に${maxMl} mlを決して超えないでください。${products === null ? '' : `合計：${products}。`}`,
  teaserLine: ({ words, maxMl }) => `補給：${words}水分は1時間に${maxMl} mlを決して超えないでください。`,
  time: () => '時間',
  stations: () => '補給所',
  bottles: () => 'ボトル',
  shopping: () => '買い物リスト',
  notes: () => '備考',
  atStart: ({ carriedOn }) => `${carriedOn}を持って出発`,
  medical: () => '水分量は医師が決める',
  limit: ({ maxMl }) => `1時間に${maxMl} mlを超えない`,
  deviceLimit: ({ maxMl }) => `水分の上限${maxMl} ml/h`,
  deviceGuidance: () => '目安（指示ではない）',
  deviceStation: ({ taken }) => `受取：${taken}`,
};
