import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: '体重',
  intensity: '強度',
  heat: '暑さのレベルまたは天気',
  fitness: '体力レベル',
  sex: '性別',
  age: '年齢',
};

/** Japanese texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `以前に血中ナトリウムが低くなりすぎたことがあります。飲むのはのどが渇いたときだけにし、1時間に${m.limit(maxMlPerHr)}未満にとどめてください。長時間の運動の前に医師に相談してください。`;
    if (condition === 'water_retaining_drug')
      return `使用中の薬に、体に水をためるものがあります。飲むのはのどが渇いたときだけにし、1時間に${m.limit(maxMlPerHr)}未満にとどめてください。長時間の運動の前に医師に確認してください。`;
    return `${
      inWater
        ? '長時間の水泳では、少なめに飲んでいても血中ナトリウムが低下した例があります。'
        : 'これほど長い運動では、のどの渇きを超えて飲むと血液が薄まることがあります。'
    }飲むのはのどが渇いたときだけにし、1時間に${m.limit(maxMlPerHr)}を決して超えないでください。${hidesMass ? 'お腹が張ったら' : '体重が増えたり、お腹が張ったりしたら'}、飲むのをやめてください。`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? '体の大きさが不明です。今回どれだけ飲んで安全かは、これで決まります。これらの値を医師かコーチに確認してもらってください。'
      : `${FIELDS[field]}が不明です。今回どれだけ飲んで安全かは、これで決まります。これらの値を使う前に入力してください。`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `前回は1時間に約${m.total(reportedMlPerHr)}飲んだと報告されています。あなたには多すぎた可能性があります。今回は1時間に${m.limit(maxMlPerHr)}未満にしてください。`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `最近の報告では、血液が薄まりかねない量を飲んでいます。飲むのはのどが渇いたときだけにし、1時間に${m.limit(maxMlPerHr)}未満にとどめてください。水分をとりすぎたときは、排尿するまで何も飲まないでください。運動後に頭痛、嘔吐、意識の混乱があれば、ただちに医療機関や救護所に助けを求めてください。`,
  NSAID_RISK: () =>
    '長時間の運動中、イブプロフェンなどの鎮痛剤は腎臓に負担をかけ、水分のとりすぎをさらに危険にします。当日は使わないか、事前に医師に相談してください。',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? '以前に熱中症になったことがあります。暑い環境では誰かと一緒に運動し、ゆっくり始め、最初の兆候で中止してください。'
      : '暑い環境です。ゆっくり始め、日陰を選んで体を冷やし、寒気、めまい、意識の混乱を感じたら中止してください。',
  HEAT_BLACK_FLAG: () =>
    '非常に暑い環境です。このレベルでは多くの大会が短縮または延期されます。無理をせず、こまめに体を冷やし、寒気、めまい、意識の混乱を感じたら中止してください。',
  HEAT_EXTREME: () =>
    '極端な暑さです。このレベルでは大会は中止されます。日程を変えるか、短くしてください。どのように水分をとっても安全にはなりません。',
  HEAT_UNACCLIMATISED: () =>
    'あなたは暑さに慣れていません。慣れるには暑さの中での運動が10〜14日必要です。それまではペースを落としてください。',
  HEAT_HARD_EFFORT: () =>
    'この暑さでの激しい運動は、1時間以内に熱射病を起こすことがあり、水分をとっても防げません。軽い運動か涼しい場所を選んでください。',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? '飲むなら温かいものにし、ボトルを凍らせないようにしてください。'
      : `寒いときに必要な水分はわずかです。無理に飲まないでください。${freezing ? '飲むなら温かいものにし、ボトルを凍らせないようにしてください。' : ''}`,
  COLD_IMMERSION: () =>
    '水温が低い環境です。ゆっくり入り、規則が許せばウェットスーツを着てください。一人で泳がないでください。震えが止まらなければ上がってください。',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'この計画では水分がかなり不足しますが、上限を超えて飲むのは安全ではありません。短くするか、ペースを落とすか、体を冷やしてください。';
    return hidesMass
      ? '終わるころには、水分が少し足りなくなっているかもしれません。その後の数時間で水分と食事をとり、体調が悪いときは誰かに伝えてください。'
      : '終わるころには、水分が少し足りなくなっているかもしれません。終わった後に体重を量り、その後の数時間で水分と食事をとり、体調が悪いときは誰かに伝えてください。';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `1時間に約${m.litres(sweatLPerHr, 'リットル')}の汗をかく可能性があり、この強度で胃が受けつけられる量を超えます。すべてを補おうとしないでください。ペースを落とし、体を冷やすほうが効果的です。`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `${hidesMass ? '多くの水分' : '体重の2.5%を超える水分'}を失いそうです。だからといって、運動の前も途中も多く飲まないでください。飲むのはのどが渇いたときだけにし、ペースを落とし、体を冷やしてください。`,
  DRINK_TO_THIRST: () =>
    '今回はのどの渇きが十分な目安です。水分量は提案にすぎません。その上限は常に守り、決して超えないでください。',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `1時間に約${lossMgPerHr} mgのナトリウムを失う可能性がありますが、この値は平均的な人の汗を仮定しています。汗のナトリウム検査を受けて、あなた自身の値を確かめてください。`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}：`}1時間に約${wantedGPerHr} gが役立つ可能性があります。腸が受けつける量を${toleranceGPerHr} gと見積もっているため、計画はそこまでです。練習で1〜2週間ごとに1時間あたり5〜10 gずつ、${wantedGPerHr} gに向けて増やしてください。`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `普段1時間に${usualGPerHr} gをとっているとのことです。${limitGPerHr} gを超える分は、実際に試して確かめた量だけを計算に使います。レースの強度で練習できたら、その値を登録してください。`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `計画の水分では炭水化物が${m.litre('1リットル')}あたり${m.perLitre(gramsPerLitre)} gとなり、ボトルには濃すぎます。ボトルは${m.litre('1リットル')}${m.perLitre(80)} g以下にし、残りはジェルか食べ物でとってください。`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `以前に胃腸の不調があったため、1時間に${carbGPerHr} gまでが妥当な量です。練習で試し、少量ずつに分け、不調を感じたら早めに減らしてください。`,
  INTAKE_NOT_NEEDED: () =>
    'この長さと強度では、運動中の炭水化物は必要ありません。前後は普段どおりに食べてください。',
  MOUTH_RINSE_OPTION: () =>
    'これほど短いレースでは、スポーツドリンクで口を5〜10秒すすいでみてください。飲むのと同じくらいの効果があります。',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `${ageYears}歳でこれほど長い運動をするときは、必ず医師か経験のあるコーチと計画してください。カフェイン製品は使わないでください。`
      : `この選手は${ageYears}歳です。保護者かコーチが一緒に計画を確認してください。カフェイン製品は使わないでください。炭水化物は、年齢に応じた低めの上限以内にしています。`,
  OLDER_ADULT: () =>
    '年齢とともに、のどの渇きは遅れ、腎臓が水を排出する速さは落ちます。飲むときは一度に多く飲まず少しずつにし、上限を超えないでください。',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? '妊娠中：これほど激しい運動やこの暑さでの運動の前に、医師か助産師に相談してください。カフェインは1日200 mgを超えず、腸のトレーニングはしないでください。'
      : '妊娠中：楽に感じる範囲にとどめ、医師か助産師の了解を得てください。カフェインは1日200 mgを超えず、腸のトレーニングはしないでください。',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `高血圧または利尿薬の治療中は、ナトリウム量は医師が決める必要があります。ここに示す値はそれまでの仮の値で、1時間に${limitMgPerHr} mg以下です。範囲がどう表示されていても、これを超えないでください。`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `心臓または腎臓の病気があるため、水分とナトリウムの量は医師が決める必要があります。それまでは仮の値です。1時間に${m.limit(maxMlPerHr)}と${limitMgPerHr} mgを超えず、この値で2時間を超える運動を始めないでください。`,
  DIABETES: () =>
    'これはインスリンや薬の量ではありません。治療中の糖尿病では、運動時の炭水化物と薬を担当の医療チームと決め、血糖値を測ってください。計画にない場合でも、すぐに吸収される糖分を携帯してください。',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'ここでのゼロは、食べずに運動するという意味ではありません。前後に食べ、食べたければ途中でも何かとってください。補給は担当の医療チームと一緒に計画してください。'
      : 'あなたにとっては、運動の前後と最中に十分食べることが最も大切です。炭水化物の値は最低量と考え、補給は担当の医療チームと一緒に計画してください。',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'これほど長い運動では、普段の食べ物も取り入れ、味に変化をつけてください。1時間あたりの値は平均で、予定表ではありません。';
    return sentences(
      [
        leastKg === null || mostKg === null
          ? 'お腹が張ったり手がむくんだりしたら、排尿するまで何も飲まないでください。'
          : `ゴールでの体重は${m.bareMass(leastKg, 1)}〜${m.mass(mostKg, 1)}減、中間点ではその半分の減少が目安です。減り方がそれより少ないときや、お腹が張ったときは、排尿するまで何も飲まないでください。`,
        planKg !== null &&
          `この計画は慎重な上限の下にとどまるため、それだけで体重が${m.mass(planKg, 1)}減ることがあります。目安より多く減り、のどが渇いているときは、目安に戻るまで渇きに従って飲み、そこでやめてください。`,
        beyondTwelveHours &&
          (planKg === null
            ? '12時間を超えると、これらの値は大まかな目安です。普段の食べ物、味の変化、睡眠を計画に入れ、上限の範囲内で、のどの渇きに従ってください。'
            : '12時間を超えると、これらの値は大まかな目安です。普段の食べ物、味の変化、睡眠を計画に入れ、のどの渇きに従ってください。'),
      ],
      '',
    );
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? '頭痛、嘔吐、意識の混乱があれば、中止し、何も飲まず、医療の助けを求めてください。'
      : '頭痛、嘔吐、意識の混乱があれば、体重計の値にかかわらず、中止し、何も飲まず、医療の助けを求めてください。',
  GLP1: () =>
    'お使いの薬は胃の動きを遅くし、のどの渇きと空腹を感じにくくします。早めに少しずつ飲食し、すべて事前に試しておいてください。',
  SGLT2: () =>
    'お使いの薬はケトアシドーシスを起こすことがあります。炭水化物をとらずに長時間運動しないでください。吐き気や息苦しさがあれば、医療の助けを求めてください。',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass)
      return '登録内容に、通常とは異なる値があります。これらの値を医師かコーチに確認してもらってください。';
    if (against === 'size')
      return 'この体重の単位はキログラムですか。確認のため身長を登録してください。それまでは、より小さい体を仮定した水分の上限を使います。';
    return `この体重の単位はキログラムですか。${against === 'height' ? '身長' : '以前の体重'}と合いません。確認してください。それまでは、より小さい体を仮定した水分の上限を使います。`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `標高${m.height(altitudeM)}では、呼吸で失う水分が増え、空腹を感じにくくなります。水分量は、上限が許す範囲で呼吸の分をすでに含みます。それ以上足さないでください。`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? '体の大きさが分からないため、水分の上限を低めにしています。この上限を超えないでください。'
      : `体重が分からないため、値は${m.mass(65)}を、水分の上限は体の軽い人を仮定しています。体重を登録して、あなた自身の値にしてください。`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences(
      [
        mass && '体の大きさが、値の根拠となる研究の範囲の外です。大まかな値と考えてください。',
        ageYears !== null &&
          `${ageYears}歳は、値の根拠となる研究の範囲の外です。大まかな値と考えてください。`,
        duration && '24時間を超える運動の研究はわずかです。大まかな値と考えてください。',
      ],
      '',
    ),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences(
      [
        intensity && '強度が指定されていないため、一定の強度（レベル5）を仮定しました。',
        heat && '暑さのレベルも天気も指定されていないため、穏やかな条件（レベル5）を仮定しました。',
        age && '年齢が指定されていないため、35歳と、高齢の人の水分の上限を仮定しました。',
        'より正確な数値のために、足りない項目を入力してください。',
      ],
      '',
    ),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `1時間に${statedGPerHr} gという許容量は正しいですか。${looksLikeLevel(statedGPerHr) ? '1〜9のレベルのように見えます。' : 'とても少ない量です。'}確認してください。それまでは${usedGPerHr} gとして計算します。`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences(
      [
        conflict.weatherLevel !== null &&
          `暑さのレベル${conflict.statedLevel}が指定されましたが、天気からはレベル${conflict.weatherLevel}と見られます。レベルと測定された気温・湿度を使いました。両方を確認してください。`,
        conflict.effortAgainstLevel !== null &&
          `パワーまたはペースと強度${conflict.effortAgainstLevel}が合いません。パワーまたはペースを使いました。長い休憩を含む場合は普通ですが、そうでなければ両方を確認してください。`,
        conflict.unsustainableLevel !== null &&
          `強度${conflict.unsustainableLevel}をこれほど長く保てる人はいません。あなたが保てる強度を使いました。全体の平均を入力してください。`,
        conflict.sweatRateMlPerHr !== null &&
          `1時間に${m.total(conflict.sweatRateMlPerHr)}という発汗量は非常にまれです。検査をやり直してください。`,
        conflict.impossibleEffort &&
          'パワーまたはペースが、これほど長く保てる範囲を超えています。一部しか計算に使わないか、まったく使いません。値と時間を確認してください。',
        conflict.effortAboveFitness === 'measured' &&
          'ペースまたはパワーが、あなたの体力レベルでこれほど長く保てる範囲を超えています。両方を確認してください。値はペースまたはパワーに従います。',
        conflict.effortAboveFitness === 'course' &&
          'コースとタイムが、あなたの体力レベルで保てる範囲を超えています。三つとも確認してください。値はコースに従います。',
      ],
      '',
    ),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences(
    [
      heat && intensity && '穏やかな天気と一定の強度を仮定した値です。',
      heat && !intensity && '穏やかな天気を仮定した値です。',
      intensity && !heat && '一定の強度を仮定した値です。',
      age && '年齢が分からないため、高齢の人の水分の上限を使っています。',
    ],
    '',
  );

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'あなたのような人が、のどの渇きに関係なくちょうどこの量を飲んだ場合、血中ナトリウムが135 mmol/Lを下回るのは40人に1人未満です。'
      : 'あなたのような人が、のどの渇きに関係なくちょうどこの量を飲んだ場合、血中ナトリウムが症状の始まる130 mmol/Lまで下がるのは20人に1人未満です。';
  return sentences(
    [
      '計画のための上限で、害が始まる境界ではありません。研究では、完走した人の多くがこれより多く飲み、その一部が体調を崩しました。',
      leastKg !== null &&
        mostKg !== null &&
        `8時間を超える運動では、自分の体重が身を守ります。ゴールでの体重は${m.bareMass(leastKg, 1)}〜${m.mass(mostKg, 1)}減が目安です。減り方がそれより少ないときは、排尿するまで何も飲まないでください。`,
    ],
    '',
  );
};
