import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('ja');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'ラン',
  trail_run: 'トレイルラン',
  treadmill_run: 'トレッドミル',
  bike: 'バイク',
  indoor_bike: '室内バイク',
  swim: 'スイム',
  open_water_swim: 'オープンウォータースイム',
  row: 'ローイング',
  ski: 'クロスカントリースキー',
  hike: 'ハイキング',
  walk: 'ウォーキング',
  lift: '筋力トレーニング',
  other: 'その他',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'どの炭水化物でもよい',
  two_to_one: 'ブドウ糖と果糖を約2:1',
  one_to_zero_point_eight: 'ブドウ糖と果糖を約1:0.8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: '汗の割合',
  allowed_loss: '許容される減少',
  plasma_sodium: '血漿ナトリウム',
  carbohydrate_carrier: '炭水化物の運び役',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: '水をため込む要因なし',
  older: '65歳以上',
  impaired: '水をため込む薬または病気',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: '水分過多',
  well_hydrated: '十分な水分',
  slightly_dehydrated: '軽い脱水',
  dehydrated: '脱水',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: '非常に良好',
  good: '良好',
  fair: 'まずまず',
  poor: '不調',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: '余りあり',
  adequate: '十分',
  low: '不足',
  bonked: 'ハンガーノック',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: '（推奨量どおりとして）',
  presumed: '（推奨されたはずの量として）',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? '体の大きさが不明なため、上限は体の小さい人が同じ運動をする場合のもの'
      : `体重が不明なため、上限は同じ運動を${m.mass(value, 1)}でする場合のもの`,
  intensity: (value) => `強度が不明なため、上限は同じ運動をレベル${number(value ?? 0, 1)}でする場合のもの`,
  heat: (value) => `暑さのレベルも天気も不明なため、上限は同じ運動を暑さレベル${value}でする場合のもの`,
  fitness: (value) => `体力が不明なため、上限は同じ運動を体力レベル${value}でする場合のもの`,
  sex: () => '性別が不明なため、上限は女性が同じ運動をする場合のもの',
  age: (value) => `年齢が不明なため、上限は同じ運動を${value}歳でする場合のもの`,
};

/** Japanese phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => '入力どおり',
  assumed: () => '入力なし：仮定',
  from_weather: () => '天気から',
  from_level: () => '暑さのレベルから',
  changes_nothing: () => 'ここでは変化なし',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}、${ofMinutes}分のうち${minutes}分`,
  average_over_legs: () => '全体の平均（各区間を時間で重みづけ）',
  level_fraction: () => 'レベルが求めるVO2maxの割合',
  level_fraction_not_used: () => 'レベルが求めるVO2maxの割合。代わりにパワーまたはペースを使用',
  sustainable_fraction: () => '全体を通して保てる割合',
  fraction: () => 'レベルと保てる割合の小さいほう',
  fraction_measured: () => 'パワーまたはペースの負担をVO2maxの割合で示したもの。保てる割合が上限',
  fraction_impossible: () => '人の限界を超えるパワーまたはペースは一部だけを使う',
  vo2max_stated: () => '入力どおり',
  vo2max_ftp: () => 'FTP（機能的作業閾値パワー）から',
  vo2max_fitness_level: () => '体力、性別、年齢から。意図的に低め',
  usable_vo2max_share: () => 'この種目で使えるVO2maxの割合',
  metabolic_level: () => '割合 × VO2max × 使える割合 × 質量 × 0.343 W（ml/minあたり）',
  metabolic_default: () => '割合 × VO2max × 使える割合 × 質量 × 0.343 W（ml/minあたり）',
  metabolic_impossible: () =>
    '人の限界を超えるパワーまたはペースは一部だけを使い、少なくともレベルの値とする',
  metabolic_power: () => '平均パワー ÷ 総効率',
  metabolic_pace: () => 'ペース、路面、登りの負担',
  metabolic_course: () => 'この時間でコースを進むためのエネルギー',
  walk_share: () => '歩く時間の割合、平均速度から',
  climb_cost: () => '1 m登って下るごとの負担',
  thermal_level: () => '1〜9の暑さの負荷',
  thermal_level_of_weather: ({ shown }) => `天気から求めた1〜9の暑さの負荷。${shown}と表示`,
  water_of_level: (_, m) => `暑さのレベルから。${m.temperature(18)}はそれより冷たい水すべてを表す`,
  effective_temperature: () => '衣服が冷たい空気を和らげる',
  humidity: () => '汗がどれだけ蒸発するかを決める',
  surface: () => '質量と身長から',
  skin_temperature: () => '全身の平均',
  heat_produced: () => '代謝から仕事と呼吸を引いたもの、皮膚1 m²あたり',
  dry_exchange: () => '1度あたり空気へ逃げる熱',
  added_heat: () => '自転車で受ける日射、または屋内の自転車で加わる熱',
  shade: () => '日陰または夜で減る熱',
  required_evaporation: () => '産熱から乾性の熱交換 ×（皮膚 − 空気）を引いたもの。乾性で逃げるのは最大60%',
  evaporative_efficiency: () => '蒸発する汗の割合。残りは滴り落ちる',
  sweat_per_surface: () => '必要な蒸発の汗 ÷ 効率。小さな下限を下回らない',
  average_person: () => 'この運動での平均的な人：1 m²あたりの汗 × 体表面積 × 上の係数',
  average_person_in_water: () => 'この運動での平均的な人：水温、割合、質量、上の係数から',
  duration_factor: () => '時間とともに発汗はゆっくり減る',
  age_factor: () => '子どもと高齢者は汗が少ない',
  acclimatization_factor: () => '暑さへの慣れ',
  personal_learned: () => 'あなたの運動から学習',
  personal_measured: () => '測定した発汗量から。暑くややきつい1時間の平均的な人と比べる',
  personal_self_report: () => '申告した汗の量から',
  personal_none: () => '不明：平均',
  sweat_rate: ({ highestLPerHr }, m) => `平均的な人 × 個人の係数、最大${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `${number(hours, 2)}時間に対して`,
  intensity_factor: () => 'きついほど多く、楽なほど少なく燃やす',
  race_factor: () => 'レース：指針よりやや多め',
  training_factor: () => '練習：指針よりやや少なめ',
  size_factor: () => '体の大きい人は多く、小さい人は少なく使う',
  sport_factor: () => 'この種目での食べやすさ',
  fade_factor: () => '食欲と腸は時間とともに弱まる',
  short_session_factor: () => '短い運動はきついときだけ補給する',
  need_factor: () => 'エネルギーの報告から学習',
  unfed_swim_factor: () => 'バイクがスイムの分も補う',
  guideline_target: () => '上の係数の積',
  trained_gut: () => '鍛えた腸が耐性に向けて加える分',
  untrained_gut: () => '耐性の申告も学習もない',
  heat_factor: () => '暑さでは腸の吸収が減る',
  target: () => '（指針の値 + 鍛えた腸）× 暑さ',
  oxidation: () => '燃やした炭水化物',
  demand: () => '燃やした分のうち使える割合',
  tolerance_declared: () => '入力どおり。レース以外では練習の余裕を含む',
  tolerance_learned: () => '胃腸の調子から慎重に学習',
  tolerance_gi_history: () => '以前の胃腸の不調のため60 g/hに抑える',
  tolerance_usual_intake: () => '種目、体力、普段の摂取から推定',
  tolerance_none: () => '種目と体力から推定',
  oxidation_size: () => '小さい体は食べた分のうち使う量が少ない',
  oxidation_size_and_fade: () =>
    '小さい体は食べた分のうち使う量が少なく、走りや歩きでは試していない腸が時間とともに弱まる',
  tolerance_limit: () => '耐性 × 上の係数',
  absolute_limit: () => 'この人の年齢、腸、強度での最大',
  soft_zero: () => '目標と最も低い上限のうち小さいほう。18 g/h未満ではゼロに近づく',
  place_in_event: () => '種目の順番の規則を適用した後',
  unfed_swim: () => '複数種目の中のスイムでは補給しない',
  tired_run: ({ factor }) => `前の区間で腸が疲れている：× ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `前のバイクの最大${percent}%`,
  leg_fluid: () => 'この区間の分：バイクでは走りより多く飲む',
  leg_sodium: () => '水分とともに、全区間で同じ濃度',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `（${m.litre('1リットル')}あたり${m.perLitre(gramsPerLitre)} gの飲み物 + 食べる${eatenGPerHr} g/h）÷ 目標`,
  none_needed: () => '不要',
  sugars: ({ hint }) => `糖：${SUGARS[hint]}`,
  breath: () => '呼吸で失う水分',
  urine: () => '尿で失う水分',
  metabolic_water: () => '燃焼で生じる水、全体で',
  gas_exchange: () => '気体として失う質量、全体で',
  losses: () => '汗 + 呼吸 + 尿',
  sweat_sodium: () => '汗のナトリウム。発汗量が多いほど塩辛い',
  end_sodium: () => '計画終了時の血漿ナトリウム',
  mass_change: () => '計画終了時の体重の変化',
  steady_water_mass: () => '体の水分が変わらない場合の体重の変化：食べた分から、燃焼した分を引いた値',
  wish_share: ({ percent }) => `汗の${percent}%`,
  wish_allowed_loss: ({ percent }) => `体重の${number(percent, 1)}%の減少で終わる`,
  wish_allowed_loss_hidden: () => '大きな水分の減少なしに終わる',
  wish_met_without_drinking: () => 'ゼロ未満：飲まなくても満たされる',
  wish_plasma: () => '血漿ナトリウムが144 mmol/Lを超えないようにする',
  wish_carrier: () => '炭水化物を運ぶ',
  short_drink_factor: () => '最初の30分は不要',
  wanted: ({ by }) => `水分の目標（${WISHES[by]}で決定）× 短い運動の係数`,
  limit_gut: () => 'この強度で腸が吸収できる量',
  limit_ceiling: () => '上限の95%',
  limit_losses: ({ percent }) => `すべての喪失の${percent}%`,
  limit_no_gain: () => '体から出る分を超えない',
  limit_cautious: () => '危険なほど水分をとった報告の後は汗の60%',
  limit_hold: () =>
    '終わりに乾きすぎず、塩分が高くなりすぎない最小の水分。損失、水分のとりすぎの後、利尿薬による上限はこれに譲る',
  limit_diuretics: () => '計画の90%、医師が決めるまで',
  limit_legs: () => 'どの区間でもとれない分は除く',
  fluid: () => '目標と最も低い上限のうち小さいほう × 医療上の係数',
  fluid_smallest: () => '目標と最も低い上限のうち小さいほう',
  ceiling_sweat: () => '上限の計算であてにできる汗（安全側に見込む前）',
  retention: ({ kind }) => `腎臓が余分な水をため込む確率（${RETENTION_KINDS[kind]}）`,
  retention_in_event: () => 'これほど長い運動で腎臓が余分な水をため込む確率',
  persistence: () => 'これほど長くのどの渇きを超えて飲み続ける人の割合',
  safety_z: () => '安全側に見込む標準偏差の数：上の二つの確率と合わせて、汗がこれより少ない危険を2.5%とする',
  sigma: () => 'ln汗の標準偏差、すべての要因',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'あてにできる呼吸の水分',
  counted_carbohydrate: () => '計画どおりの炭水化物。その重さは増加として数える',
  counted_sodium: (_, m) => `${m.litre('1リットル')}ごとに見込むナトリウム`,
  counted_own_sodium: () => '1時間ごとに見込むナトリウム：測定した損失の半分',
  long_event_share: () => '12時間を超えると、上限で見込む汗を減らす',
  low_sweat: () => '汗 × e^(−z·σ)',
  counted_urine: () => 'あてにできる尿',
  allowed_gain: () => '許容される体重の増加',
  mass_limit: () =>
    '許容を超える余りを残さない、1時間あたりの最大量：汗、呼吸、尿、気体から炭水化物を引いたもの',
  plasma_limit: () => '血漿ナトリウム135 mmol/Lで終わる、1時間あたりの最大量',
  symptom_limit: () => 'その時間に、多くの症状が始まる130 mmol/Lを上回って終わり、余りが少ない最大の量',
  symptom_window: () => '一度も体を確かめずに飲み続ける時間、最大12',
  symptom_z: () => '慎重さの標準偏差：上の腎臓の確率と合わせ、汗がそれより少ない危険が5%',
  gut_limit: () => '腸が吸収できる最大量',
  session_limit: (_, m) =>
    `医師が決めるまで、1回${m.litres(1.5, 'リットル')}、ただし1時間${m.limit(500)}以上`,
  max_safe_fluid: () =>
    '計画上の上限で、害の境目ではない。あなたのような人が、のどが渇いてもいなくても、運動の間ずっと、長い場合は12時間、一度も体や尿を確かめずにちょうどこの量を飲んだとして、血液が130 mmol/Lまで薄まる人は20人に1人より少ない。4時間まではより厳しく、135を下回る人は40人に1人より少ない。12時間を超えると、汗が少なく一度も確かめない人はもう守れない',
  max_safe_fluid_floor: () => 'ひと口だけ：上限までの余裕がない',
  salt_reference_measured: (_, m) => `測定値。発汗量${m.litres(1.2, ' L')}/hのとき`,
  salt_reference_learned: (_, m) => `検査値から学習。発汗量${m.litres(1.2, ' L')}/hのとき`,
  salt_reference_self_report: (_, m) =>
    `塩辛さ、性別、暑さへの慣れから。発汗量${m.litres(1.2, ' L')}/hのとき`,
  salt_reference_none: (_, m) => `性別と暑さへの慣れの平均。発汗量${m.litres(1.2, ' L')}/hのとき`,
  sodium_loss: () => '発汗量 × 濃度',
  planned_sodium: (_, m) => `飲む${m.litre('1リットル')}あたりの通常の量。時間、塩分、汗、暑さによる`,
  practice: () => '通常の量：計画の濃度 × 水分',
  plasma_need: () => '血漿ナトリウムを137 mmol/Lに保つ',
  short_sodium_factor: () => '血漿の必要量は1時間から数え、1時間45分から全量',
  measured_half: () => '3時間を超えるとき、測定した喪失の半分',
  not_measured_half: () => '汗のナトリウムを測定した場合だけ、3時間を超えるときに数える',
  sodium_wanted: () => '通常の量、必要量（× 短い運動の係数、喪失の上限まで）、測定の半分のうち最大',
  loss_limit: ({ percent }) => `喪失の${percent}%`,
  drink_limit: ({ mgPerL }, m) => `飲む${m.litre('1リットル')}につき最大${m.perLitre(mgPerL)} mg`,
  medical_limit: () => '医師が決めるまで',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `喪失の${number(factor)}倍。少なくとも${leastMgPerHr} mg/hとして数える`,
  limit_by_hours: () => 'この長さでの1時間あたりの最大量',
  max_safe_sodium: () => '余裕を含む喪失、上限の範囲内',
  sodium: () =>
    '目標と最も低い上限のうち小さいほう。計画のナトリウムは実際の摂取の低い側にあり、比較したほぼすべての選手の記録の中央を下回る。上限までなら、それより多くとるかは好みの問題で、安全の問題ではない',
  within_30_percent: ({ percent, weight }) =>
    `30%以内に入る確率：真の値の3分の2は約${percent}%以内。1のうち${number(weight)}の重み`,
  within_30_percent_sure: ({ weight }) =>
    `これほど短い運動では大きく外れない。1のうち${number(weight)}の重み`,
  confidence: () => '各確率 × 重みの合計：詳しい検査の結果がこれらの値の30%以内に収まる頻度',
  weighed: ({ sweatRateMlPerHr }, m) => `体重測定の結果は${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) => `ウェアラブル機器の測定結果は${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `${m.total(fluidMlPerHr)}/hを飲んだ後の感覚：${FEELS[feel]}`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `感覚：${FEELS[feel]}。量の記録がなく、推奨量は${m.total(fluidMlPerHr)}/h`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `${carbGPerHr} g/hでの胃腸：${COMFORTS[comfort]}${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `${carbGPerHr} g/hでの胃腸：${COMFORTS[comfort]}${INTAKES[intake]}、暑さまたは高い強度で`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `${carbGPerHr} g/hでのエネルギー：${ENERGIES[energy]}${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `汗の測定値は${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'もう一方の種目とともに、その半分だけ変化',
  weighing_not_usable: () =>
    '体重測定の運動からは何も学習しませんでした。短すぎるか、体重または発汗量が信頼できません。体重はキログラムですか？',
  session_too_short_for_feeling: () =>
    '45分未満の運動からは汗についてほとんど分かりません。何も変わりません。',
  intake_not_noted: () => '摂取量の記録がない場合、汗が少ないことを示す回答だけを数えます。',
  nothing_learned: () =>
    'この報告では数値は変わりませんでした。胃腸、エネルギー、水分の状態と、食べたもの、飲んだものも記録してください。',
  weighed_without_fluid: () => '2回の体重から発汗量を求めるには、その間に飲んだ量も必要です。',
  urine_not_noted: () =>
    '排尿したかどうかの回答がないため、この体重測定は上限を下げることはできますが、上げることはできません。',
  same_session: () => 'この時間帯の体重はすでに測定されているため、この測定は数えませんでした。',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `${carbGPerHr} g/hで胃腸の調子は${COMFORTS[comfort]}${INTAKES[intake]}：これまでに記録した最大の量`,
  poor_gut_at_low_dose: () =>
    '少ない量での不調は、量以外の原因を示します。耐性は変えず、胃腸の不調を記録しました。',
  ate_less_than_planned: () =>
    '計画より食べた量が少なく、それがエネルギー切れの理由です。計画自体は変えません。',
  drank_too_much: ({ sessions }) =>
    `これほど水分をとると血液が薄まることがあります。次の${sessions}回は水分を抑えます。`,
  advice_no_swim_feed: () => 'スイム中は食べたり飲んだりしません。',
  advice_swim_feeds: () => 'ボート、補給所、またはプールの端で20〜30分ごとに補給します。',
  advice_first_transition: (_, m) =>
    `最初のトランジション：海水の後は口をすすぎ、${m.bareVolume(50)}〜${m.volume(100)}をひと口。`,
  advice_first_transition_long: (_, m) =>
    `最初のトランジション：海水の後は口をすすぎ、${m.bareVolume(50)}〜${m.volume(100)}をひと口、よければジェルを一つ。どちらも次の区間に数えます。`,
  advice_early_ride: () => 'バイクの最初の10分以内に食べ始めます。補給の大部分はここで入ります。',
  advice_last_solids: () => '固形物は次のトランジションの30分前までに。',
  advice_transition: () => 'トランジション：ひと口で十分です。',
  advice_transition_long: () =>
    'トランジション：ひと口と、胃が落ち着いていればジェルで25 gまで。どちらも次の区間に数えます。',
  advice_run_liquids: () => 'ランでは液体とジェルだけを少しずつ。',
  advice_sugars: ({ hint }) => `1時間に60 gを超えるときは、${SUGARS[hint]}。`,
  advice_before_start: (_, m) =>
    `スタート前に、この計画とは別に：慣れていれば、直前の15分に炭水化物20〜30 gと、多くても${m.limit(250)}の水分。`,
  advice_nothing_new: () => 'レース当日に新しいことはしません。練習で試したものを使います。',
};
