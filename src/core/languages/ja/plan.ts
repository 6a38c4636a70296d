import { numberFormat } from '../number-format.ts';
import { JAPANESE_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';

const number = numberFormat('ja');

const WISHES = {
  vegan: 'ビーガン対応',
  glutenFree: 'グルテンフリー',
  caffeineFree: 'カフェインフリー',
} as const;

const CARB_REASONS = {
  nothing_fits: '炭水化物、ナトリウム、カフェインの値が分かり、食事の条件と種目に合う製品がありません。',
  closest: '推奨量の水分の範囲では、条件に合う製品のどの量でもこれ以上近づきません。',
  little_needed: 'ここではジェル半分程度の差は問題になりません。',
} as const;

const SODIUM_REASONS = {
  in_food: () => '条件に合う食べ物と飲み物に、もともと含まれています。上限は下回っています。',
  nothing_fits: () => '食事の条件と種目に合い、数値の分かる塩分補給製品がありません。',
  too_strong: (mg: number) =>
    `条件に合う塩分補給製品の最小量に${mg} mgが含まれます。飲み物の塩味は好みで調整してください。`,
  most_servings: (servings: number) => `計画に入るのは、1製品につき${servings}回分までです。`,
  dissolved: () =>
    '推奨量の水分には、条件に合う塩分補給製品がこれ以上溶けません。飲み物の塩味は好みで調整してください。',
  hourly_ceiling: (mg: number) => `条件に合う製品をこれ以上増やすと、1時間の上限${mg} mgを超えます。`,
} as const;

const FLUID_REASONS = {
  hourly_ceiling: () => 'ボトルと補給所の条件では、1時間の上限を守りながらこれ以上増やせません。',
  vessels: () => 'ボトルの容量では、次に補充するまでにこれ以上持てません。',
  cups: (ml: number) => `補給所のカップは1杯${ml} mlで、もう1杯増やすと推奨量を超えます。`,
  stations: () => '各補給所で2杯ずつ飲んでも、これ以上は増やせません。スタートから多めに持ってください。',
} as const;

function off(percent: number): string {
  return `推奨量より${number(Math.abs(percent))}%${percent > 0 ? '多く' : '少なく'}なっています`;
}

/** Japanese texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }) =>
      `これらの製品の水分は${plannedMl} mlです。この時間に${maxMl} mlを超えて飲むのは、あなたには安全ではありません。汗の量より多く飲むと命にかかわることがあります。`,
    sodiumAboveCeiling: ({ plannedMg, maxMg }) =>
      `これらの製品のナトリウムは${plannedMg} mgです。この時間のあなたの上限は${maxMg} mgです。`,
    caffeineUnder18: ({ plannedMg }) =>
      `カフェイン${plannedMg} mgが計画されています。18歳未満はとらないことが勧められています。`,
    caffeineInSession: ({ plannedMg, maxMg }) =>
      `カフェイン${plannedMg} mgが計画されています。${maxMg === 0 ? 'あなたにはカフェインは勧められません。' : `あなたに勧められる最大量は${maxMg} mgです。`}`,
    caffeineAtOnce: ({ strongestMg, maxMg }) =>
      `これらの製品の一つにカフェインが${strongestMg} mg含まれます。あなたには一度に${maxMg} mgを超えないことが勧められます。`,
    carbUntrained: ({ gPerHr }) =>
      `1時間に${gPerHr} gの炭水化物は、何週間もかけて腸を慣らした人向けの量です。`,
    carbAbovePractised: ({ gPerHr, practisedGPerHr }) =>
      `1時間に${gPerHr} gの炭水化物は、練習で試した${practisedGPerHr} gを超えています。`,
    carbSingleSource: ({ gPerHr, uptakeGPerHr }) =>
      `1時間に${gPerHr} gが一種類の炭水化物（ブドウ糖）です。腸が吸収できるのは約${uptakeGPerHr} gです。果糖を含む製品を選んでください。`,
    carbSourceUnknown: ({ uptakeGPerHr }) =>
      `1時間に${uptakeGPerHr} gを超えると二種類の炭水化物が必要です。一部の製品は比率が分かりません。`,
    drinksConcentrated: ({ gPerL, maxGPerL }) =>
      `飲み物の炭水化物は1リットルに${gPerL} gです。${maxGPerL} gを超えると胃から出るのが遅くなります。その一部を水に置き換え、水分の上限を超えないでください。`,
    planConcentrated: ({ gPerL, maxGPerL }) =>
      `計画の炭水化物は水分1リットルあたり${gPerL} gです。${maxGPerL} gを超えると濃すぎます。計画した水のうち、ジェルや食べ物と一緒にとる分を増やし、水分の上限を超えないでください。`,
    dietNotMet: ({ wish, products }) => `${WISHES[wish]}ではありません：${products.join('、')}。`,
    dietUnknown: ({ wish, products }) =>
      `${WISHES[wish]}かどうか分かりません。表示を確認してください：${products.join('、')}。`,
  },
  notes: {
    littleTimeForFluid: ({ maxMlPerHr }) =>
      `一部の時間帯で、製品の水分が上限の${maxMlPerHr} mlを超えます。飲む量を減らしてください。`,
    littleTimeForSodium: ({ maxMgPerHr }) =>
      `一部の時間帯で、製品のナトリウムが1時間の上限${maxMgPerHr} mgを超えます。塩分や塩辛い食べ物の間隔をあけてください。`,
    productsMissing: ({ carbG }) => `残りの製品では炭水化物が${carbG} g足りません。`,
    littleFluidLeft: ({ takenMl, leftMl }) =>
      `これまでに${takenMl} ml飲んでいます。${
        leftMl === 0
          ? 'このセッションでこれ以上飲むのは、あなたには安全ではありません。排尿するまで何も飲まないでください。頭痛、嘔吐、意識の混乱があれば、ただちに医療機関や救護所に助けを求めてください。'
          : `終わりまでに${leftMl} mlを超えて飲むのは、あなたには安全ではありません。汗の量より多く飲むと命にかかわることがあります。`
      }`,
    caffeinePlanned: ({ mg }) =>
      `この計画にはカフェインが${mg} mg含まれます。とるかどうかは自由です。まず練習で試してください。`,
    caffeineFromElsewhere: ({ mg, time }) =>
      `${time}のカフェイン約${mg} mgに合う製品がありません。ほかのものからとるか、とらないでください。`,
  },
  suggestion: {
    objective: () =>
      '炭水化物とナトリウムを推奨量の±5%以内に収め、種目に合った割合を飲み物でとり、20〜45分ごとに食べ物をとり、少ないブランドの少ない製品で味に変化をつけます。飲み物は1リットルあたり炭水化物30〜80 gです。水分が推奨量を超えることはありません。ナトリウムとカフェインが個人の上限を超えることもありません。',
    carbohydrateMissed: ({ percent, why }) => `炭水化物は${off(percent)}。${CARB_REASONS[why]}`,
    sodiumMissed: ({ percent, reason, amount }) =>
      `ナトリウムは${off(percent)}。${SODIUM_REASONS[reason](amount)}`,
    fluidMissed: ({ percent, shortage, cupMl }) => `水分が${off(percent)}。${FLUID_REASONS[shortage](cupMl)}`,
    isStale: () => '推奨量の計算後にアクティビティが変更されました。正確な目標のために再計算してください。',
  },
  drawing: {
    title: () => '補給計画',
    titleFor: ({ duration }) => `補給計画（${duration}）`,
    legend: () => '網かけ：推奨量に近い範囲。破線：上限。',
    disclaimer: () =>
      'これは目安であり、指示ではありません。飲むのはのどが渇いたときだけにし、上限を決して超えないでください。',
    allergens: () => 'アレルゲンは製品の表示で確認してください。',
    review: () => 'これらの値は、専門家に確認してもらってください。',
    ceilings: ({ fluidMl, sodiumMg, confidencePercent }) =>
      `1時間に、水分は${fluidMl} ml、ナトリウムは${sodiumMg} mgを決して超えないでください。信頼度：${confidencePercent}%。`,
    noProducts: () => '製品はまだありません。',
    categories: ({ list }) => `内容：${list}。`,
    perHour: ({ carb, sodium, fluid }) => `1時間に炭水化物${carb}、ナトリウム${sodium}、水分${fluid}。`,
    invitation: () => '登録すると、何をいつとるかが表示されます。',
    water: () => '水',
    carbG: () => '炭水化物',
    sodiumMg: () => 'ナトリウム',
    fluidMl: () => '水分',
    amounts: ({ planned, target, unit, ceiling }) =>
      `${target} ${unit}のうち${planned}${ceiling === null ? '' : `、上限${ceiling}`}`,
    intake: ({ time, items }) => `${time}：${items}。`,
    totals: (sum) =>
      `合計：炭水化物${sum.targetCarbG} gのうち${sum.carbG} g、ナトリウム${sum.targetSodiumMg} mgのうち${sum.sodiumMg} mg、水分${sum.targetFluidMl} mlのうち${sum.fluidMl} ml。`,
  },
  compromises: {
    carbohydrateMissed: ({ percent }) =>
      `炭水化物が${off(percent)}。条件に合う製品では、これ以上近づけられません。`,
    sodiumMissed: ({ percent }) =>
      `ナトリウムが${off(percent)}。条件に合う製品では、これ以上近づけられません。`,
    drinkShare: ({ percent, from, to }) =>
      `炭水化物の${percent}%を飲み物でとる計画です。この種目では${from}〜${to}%が一般的です。`,
    rhythm: ({ gapMin }) => `補給の間隔が${gapMin}分あいています。`,
    sameFood: ({ count }) => `同じものが${count}回続きます。別の味も加えてください。`,
    nothingSolid: () => '条件に合う固形物がありません。好みのバーや普段の食べ物を加えてください。',
    nothingSavoury: () =>
      '条件に合う塩味のものがありません。自宅や補給所から、好みの塩味のものを加えてください。',
    singleSource: ({ gPerHr }) =>
      `1時間に炭水化物${gPerHr} gをとるには、ブドウ糖と果糖の両方が必要です。両方を含むと表示していない製品があります。`,
    cannotCarry: ({ volumeMl, fromMin, toMin }) =>
      `${JAPANESE_HOURS.moment({ min: fromMin })}から${JAPANESE_HOURS.moment({ min: toMin })}までの間、ボトルの容量が${volumeMl} ml足りません。ボトルを増やすか、補給所で補充してください。`,
    tableSalt: ({ mg }) => `ナトリウム${mg} mgを食塩でとる計画です。塩タブレットのほうが量りやすくなります。`,
    ownedProductsShort: ({ carbG, sodiumMg }) =>
      `手持ちの製品のほかに、${[carbG > 0 ? `炭水化物${carbG} g` : '', sodiumMg > 0 ? `ナトリウム${sodiumMg} mg` : ''].filter((part) => part !== '').join('、')}が必要です。`,
  },
  hours: JAPANESE_HOURS,
  forms: FORMS,
  paper: PAPER,
  race: RACE,
  foods: FOODS,
  stops: STOPS,
  vessels: CONTAINERS,
  sports: SPORTS,
  categories: {
    gel: 'ジェル',
    isotonic_gel: 'アイソトニックジェル',
    chew: 'グミ',
    bar: 'バー',
    waffle: 'ワッフル',
    drink_mix: '粉末ドリンク',
    ready_to_drink: '飲料',
    electrolyte_drink: '電解質ドリンク',
    electrolyte_tablet: '電解質タブレット',
    electrolyte_capsule: '電解質カプセル',
    electrolyte_chew: '電解質グミ',
    caffeine_chew: 'カフェインガム',
    real_food: '普段の食べ物',
  },
};
