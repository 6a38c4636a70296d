import type { AssumptionTexts, Change, ReasonTexts } from '../reason-texts.ts';

/** Japanese sentences on what a plan takes for granted. */
export const ASSUMPTIONS: AssumptionTexts = {
  refills: ({ at, without }) => {
    if (at === 'boat') return `ボトルを積んだボートがあると仮定しています。ない場合、合計は${without}です。`;
    return at === 'race'
      ? `エイドの情報がありません。水がある場所を主催者に確認してください。補充しない場合、ボトルの合計は${without}です。`
      : `水道、水飲み場、店で補充できると仮定しています。補充できない場合、ボトルの合計は${without}です。`;
  },
  cups: ({ without }) =>
    `約20分ごとに水のテーブルがあると仮定しています。エイドの情報がないため、水がある場所を主催者に確認してください。テーブルがない場合、合計は${without}です。`,
  vessels: ({ bottles, without }) =>
    `ボトルの指定がないため、${bottles}と仮定しています。ない場合、合計は${without}です。`,
  stations_incomplete: ({ places, without }) =>
    places === null
      ? `エイドの情報が不完全です。水がある場所を主催者に確認してください。ほかにない場合、合計は${without}です。`
      : `エイドの情報が不完全です。${places}に水があるか主催者に確認してください。ない場合、合計は${without}です。`,
  laps: () => '最後の周回のエイドが終わりまで繰り返されると仮定しています。',
  bottles_left: ({ amounts }) => `ボトルの残りを次のように仮定しています：${amounts}。`,
  device: () => '水は仮定：計画を参照',
};

const SUBJECTS: Readonly<Record<Change, (bottle: { readonly volume: string }) => string>> = {
  more_of_it: () => 'これらの製品を増やす',
  another_food: () => 'ほかの食べ物を加える',
  drink_mix: () => 'ボトルにドリンクミックスを入れる',
  bottle: ({ volume }) => `${volume}のボトルを加える`,
  flask_on_run: ({ volume }) => `ランで${volume}のフラスクを持つ`,
  refill: () => '補充を1回増やす',
  salt: () => '塩カプセルを加える',
  bag: () => '中間地点に補給バッグを置く',
};

/** Japanese words for mishaps, and for what would have helped. */
export const REASONS: ReasonTexts = {
  helps: ({ change, volume, amount, missing }) => {
    const subject = SUBJECTS[change]({ volume });
    return missing === null
      ? `${subject}と、不足がなくなります。`
      : `${subject}と、不足している${missing}のうち${amount}をとれます。`;
  },
  limit: ({ max }) => `1時間に${max}があなたの上限です。`,
  stomach: ({ isLong, held }) =>
    [
      ...(isLong ? ['嘔吐、頭痛、意識の混乱があれば、止まり、何も飲まず、医療の助けを求めてください。'] : []),
      '吐き気だけなら、まず塩分、次に少しずつ飲んでください。ジェル、グミ、固形物は待ちます。',
      ...(held === null ? [] : [`${held}は、塩分がもっと受けつけられるまで待ちます。`]),
    ].join(''),
  withoutAssumed: ({ note }) => `仮定した水がない場合：${note}`,
  noDrink: () => '飲み物は必要ありません。',
  along: ({ count, name, times }) => `${name}を${count}個持ち、${times}に食べる`,
};
