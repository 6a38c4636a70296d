import type { AssistantTexts } from '../assistant-texts.ts';

/** Japanese texts of assistants' responses. */
export const ASSISTANT: AssistantTexts = {
  readStructured: () => '回答は構造化コンテンツにあります。',
  inAll: ({ carb, sodium, fluid }) => `合計：炭水化物${carb}、ナトリウム${sodium}、水分${fluid}。`,
  caffeine: ({ doses, maxMg }) =>
    `${doses === null ? '' : `カフェイン：${doses}。`}この運動でのカフェインは${maxMg}までです。`,
  beforeStart: ({ minutes }) => `スタートの${minutes}分前`,
  warnings: ({ list }) => `警告：${list}`,
  noWarnings: () => '警告はありません。',
  severities: { info: 'お知らせ', caution: '注意', danger: '危険' },
  stale: () => '推奨量の計算のもとになった情報が変わりました。使う前に計算し直してください。',
  notCalculated: () => '表示できる推奨量はありません。',
  teaser: () => '登録していない場合は範囲だけを表示します。',
  activity: ({ details }) => `アクティビティ：${details}。`,
  activities: ({ count }) => `アクティビティ：${count}件。`,
  noActivities: () => '該当するアクティビティはありません。',
  more: () => '続きは`next_cursor`の後にあります。',
  sweatRate: () => '発汗量',
  advice: ({ list }) => `アドバイス：${list}`,
  emptyPlan: () => 'まだ何も計画されていません。製品を追加するか、`suggest`で提案を求めてください。',
  nothingToTake: () => '計画には、とるものがありません。',
  onProducts: ({ list }) => `製品について：${list}`,
  inferred: ({ sport, confidencePercent }) =>
    `最も可能性が高い種目：${sport}（確かさ${confidencePercent}%）。`,
  intensity: ({ level }) => `強度：9段階中のレベル${level}。`,
  duration: ({ minutes }) => `時間：${minutes}分。`,
  noDuration: () => '時間は書かれていません。',
  isRace: () => 'レースです。',
  products: ({ count }) => `製品：${count}件。`,
  noProducts: () => '該当する製品はありません。',
  ofLabels: () => '数値はラベルに記載された1回分の値で、とる量ではありません。',
  feedbackStored: () => 'フィードバックを保存しました。',
  taught: ({ list }) => `学習した内容：${list}。`,
  taughtNothing: () => '変わった値はありません。',
  known: ({ list }) => `これまでに分かっていること：${list}。`,
  knownNothing: () => '表示できるものはありません。',
  notADose: () =>
    'これらの値は体の特徴であり、とる量ではありません。とる量は、推奨量として上限とともに示されます。',
  multiSports: { triathlon: 'トライアスロン', duathlon: 'デュアスロン', brick: 'ブリックトレーニング' },
};
