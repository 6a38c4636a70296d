import { numberFormat } from '../number-format.ts';
import { JAPANESE_HOURS } from '../phrasing.ts';
import type { PlanTexts } from '../plan-texts.ts';
import { FOODS } from './foods.ts';
import { CONTAINERS, FORMS, STOPS } from './forms.ts';
import { SPORTS } from './notes.ts';
import { PAPER } from './paper.ts';
import { RACE } from './race.ts';
import { ASSUMPTIONS, REASONS } from './reasons.ts';

const number = numberFormat('ja');

const WISHES = {
  vegan: 'ビーガン対応',
  glutenFree: 'グルテンフリー',
  caffeineFree: 'カフェインフリー',
} as const;

const OFF = { carb: '炭水化物', sodium: 'ナトリウム', fluid: '水分', caffeine: 'カフェイン' } as const;

/** Japanese texts of plans. */
export const PLAN: PlanTexts = {
  coverage: {
    fluidAboveCeiling: ({ plannedMl, maxMl }, m) =>
      `これらの製品の水分は${m.total(plannedMl)}です。この時間に${m.limit(maxMl)}を超えて飲むのは、あなたには安全ではありません。汗の量より多く飲むと命にかかわることがあります。`,
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
    drinksConcentrated: ({ gPerL, maxGPerL }, m) =>
      `飲み物の炭水化物は${m.litre('1リットル')}に${m.perLitre(gPerL)} gです。${m.perLitre(maxGPerL)} gを超えると胃から出るのが遅くなります。その一部を水に置き換え、水分の上限を超えないでください。`,
    planConcentrated: ({ gPerL, maxGPerL }, m) =>
      `計画の炭水化物は水分${m.litre('1リットル')}あたり${m.perLitre(gPerL)} gです。${m.perLitre(maxGPerL)} gを超えると濃すぎます。計画した水のうち、ジェルや食べ物と一緒にとる分を増やし、水分の上限を超えないでください。`,
    dietNotMet: ({ wish, products }) => `${WISHES[wish]}ではありません：${products.join('、')}。`,
    dietUnknown: ({ wish, products }) =>
      `${WISHES[wish]}かどうか分かりません。表示を確認してください：${products.join('、')}。`,
  },
  notes: {
    off: ({ quantity, percent }) =>
      `${OFF[quantity]}が推奨量より${number(Math.abs(percent))}%${percent > 0 ? '多く' : '少なく'}なっています。`,
    unused: ({ amount }) => `計画に入らないもの：${amount}。`,
    why: {
      hourly_carb: () => '1時間にこれ以上とると腸に負担がかかります。練習で量に慣れてください。',
      hourly_sodium: ({ quantity, max }) =>
        `これ以上とると、ナトリウムが1時間の上限${max}を超えます。${quantity === 'sodium' ? '塩分は少量ずつとってください。' : '塩分の少ない食べ物を選んでください。'}`,
      hourly_fluid: ({ quantity, max }) =>
        `これ以上とると、水分が1時間の上限${max}を超えます。${quantity === 'fluid' ? '水を携帯し、補給所の間でも飲んでください。' : '飲み物の代わりにジェルや食べ物を選んでください。'}`,
      capacity: ({ quantity, amount }) =>
        quantity === 'fluid' && amount !== null
          ? `これ以上は持てず、途中でも受け取れません。ボトルを足すか補充の回数を増やせば、足りない${amount}を補えます。`
          : 'ボトルにこれ以上入りません。ボトルか補充を増やしてください。',
      spacing: ({ quantity }) =>
        quantity === 'product'
          ? 'これをとれるタイミングがありません。別の製品と入れ替えるか、持っていかないでください。'
          : `これ以上とれるタイミングがありません。${quantity === 'sodium' ? '塩分の多い飲み物を選んでください。' : '1個あたりの炭水化物が多い製品を選んでください。'}`,
      pockets: ({ quantity }) =>
        `ポケットにこれ以上入りません。${quantity === 'sodium' ? '塩分の多い飲み物を選んでください。' : '1個あたりの炭水化物が多い製品を選んでください。'}`,
      supply: ({ quantity, amount }) => {
        if (quantity === 'product')
          return 'これがなくても計画の量は足りています。持っていかなくてかまいません。';
        return amount === null
          ? 'この計画の製品に含まれる量です。1つを別の製品に替えてください。'
          : `これらの製品にはこれ以上含まれません。${OFF[quantity]}を${amount}加えてください。`;
      },
      no_food: () => '食事の条件と好みに合い、数値の分かる製品が足りません。好みの製品を加えてください。',
      no_salt: () => '食事の条件と好みに合う塩分補給製品がありません。飲み物の塩味は好みで調整してください。',
      salty_food: () =>
        '条件に合う食べ物と飲み物に、もともと含まれています。塩分の少ないものを選んでください。',
      whole_pieces: () => '1個単位ではこれ以上近づきません。小さいものを選んでください。',
      caffeine_limit: () =>
        'このセッションのカフェインの上限を超えます。カフェインを含まない製品を選んでください。',
      product_removed: () => 'この計画の製品の1つがなくなりました。別の製品を選んでください。',
    },
    littleFluidLeft: ({ taken, left }) =>
      `これまでに${taken}飲んでいます。${
        left === null
          ? 'このセッションでこれ以上飲むのは、あなたには安全ではありません。排尿するまで何も飲まないでください。頭痛、嘔吐、意識の混乱があれば、ただちに医療機関や救護所に助けを求めてください。'
          : `終わりまでに${left}を超えて飲むのは、あなたには安全ではありません。汗の量より多く飲むと命にかかわることがあります。`
      }`,
    caffeinePlanned: ({ amount }) =>
      `この計画にはカフェインが${amount}含まれます。とるかどうかは自由です。まず練習で試してください。`,
    caffeineFromElsewhere: ({ amount, time, isBeforeStart }) =>
      `${isBeforeStart ? time : `スタートから${time}`}のカフェイン約${amount}に合う製品がありません。ほかのものからとるか、とらないでください。`,
    stale: () => '推奨量の計算後にアクティビティが変更されました。正確な目標のために再計算してください。',
  },
  drawing: {
    title: () => '補給計画',
    disclaimer: () =>
      'これは目安であり、指示ではありません。飲むのはのどが渇いたときだけにし、上限を決して超えないでください。',
    allergens: () => 'アレルゲンは製品の表示で確認してください。',
    review: () => 'これらの値は、専門家に確認してもらってください。',
    ceilings: ({ fluid, sodium, confidencePercent }) =>
      `1時間に、水分は${fluid}、ナトリウムは${sodium}を決して超えないでください。信頼度：${confidencePercent}%。`,
    noProducts: () => '製品はまだありません。',
    categories: ({ list }) => `内容：${list}。`,
    perHour: ({ carb, sodium, fluid }) => `1時間に炭水化物${carb}、ナトリウム${sodium}、水分${fluid}。`,
    invitation: () => '登録すると、何をいつとるかが表示されます。',
    water: () => '水',
    carbG: () => '炭水化物',
    sodiumMg: () => 'ナトリウム',
    fluidMl: () => '水分',
    totals: (sum) =>
      `合計：炭水化物${sum.targetCarb}のうち${sum.carb}、ナトリウム${sum.targetSodium}のうち${sum.sodium}、水分${sum.targetFluid}のうち${sum.fluid}。`,
  },
  hours: JAPANESE_HOURS,
  forms: FORMS,
  paper: PAPER,
  assumptions: ASSUMPTIONS,
  reasons: REASONS,
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
