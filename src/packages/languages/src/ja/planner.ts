import { numberFormat } from '../number-format.ts';
import { JAPANESE_HOURS } from '../phrasing.ts';
import type { ControlTexts, PlannerTexts, WhyTexts } from '../planner-texts.ts';

const number = numberFormat('ja');

const CONTROLS: ControlTexts = {
  form: '運動と選手',
  session: '運動',
  weather: '天候',
  you: 'あなたについて',
  madeUp: '例として入れた人物です。自分の値に変えてください。',
  measured: '分かればさらに',
  health:
    '病気や薬でもこれらの数値は変わります。プラットフォームからは送れますが、このページではお聞きしません。',
  calculate: '計算する',
  notKnown: '分からない',
  sex: '性別',
  sports: {
    run: 'ラン',
    trail_run: 'トレイル',
    bike: 'バイク',
    triathlon: 'トライアスロン',
    hike: 'ハイキング',
    row: 'ボート',
    ski: 'スキー',
    open_water_swim: 'スイム',
  },
  raceFormat: {
    label: 'トライアスロンの距離',
    names: { sprint: 'スプリント', olympic: 'オリンピック', '70.3': '70.3', ironman: 'アイアンマン' },
  },
  sexes: { female: '女性', male: '男性', unspecified: '答えない' },
  dials: {
    duration_min: { label: '時間', unit: 'min' },
    intensity_level: { label: '強度', unit: '/ 9' },
    temperature_c: { label: '気温', unit: '°C' },
    humidity_percent: { label: '湿度', unit: '%' },
    age_years: { label: '年齢', unit: '歳' },
    height_cm: { label: '身長', unit: 'cm' },
    body_mass_kg: { label: '体重', unit: 'kg' },
    fitness_level: { label: '体力', unit: '/ 9' },
  },
  intensities: ['散歩', 'とても楽', '楽', '一定', 'やや速い', 'しっかり', 'きつい', 'とてもきつい', '全力'],
  fitness: [
    '未経験',
    '初心者',
    '趣味',
    '習慣的',
    '鍛えている',
    'よく鍛えている',
    '競技者',
    'エリート',
    '世界レベル',
  ],
  ticks: {
    is_race_event: 'レース',
    shade: '日陰または夜間',
    heat_acclimatized: '暑さに慣れている',
    gi_history: '過去のレースで胃腸の不調',
  },
  guesses: {
    sweat_level: {
      label: '汗の量',
      figures: { 2: 'とても少ない', 4: '少ない', 5: '平均的', 6: '平均より多い', 8: '多い' },
    },
    saltiness_level: { label: '塩の跡', figures: { 2: 'なし', 5: '少し', 8: '多い' } },
    carb_tolerance_g_per_hr: {
      label: '練習で試した炭水化物',
      figures: { 30: '30 g/h', 45: '45 g/h', 60: '60 g/h', 75: '75 g/h', 90: '90 g/h', 120: '120 g/h' },
    },
  },
  measures: {
    distance_km: { label: '距離', unit: 'km' },
    elevation_gain_m: { label: '獲得標高', unit: 'm' },
    altitude_m: { label: '標高', unit: 'm' },
    pack_kg: { label: '荷物の重さ', unit: 'kg' },
    average_power_w: { label: '平均パワー', unit: 'W' },
    sweat_rate_ml_per_hr: { label: '測定した発汗量', unit: 'ml/h' },
    sweat_sodium_mg_per_l: { label: '測定した汗のナトリウム', unit: 'mg/l' },
    usual_carb_g_per_hr: { label: '普段の炭水化物', unit: 'g/h' },
    vo2max_ml_per_kg_min: { label: 'VO₂max', unit: 'ml/kg/min' },
    ftp_w: { label: 'FTP', unit: 'W' },
  },
  others: { birth_year: '年齢', thermal_stress_level: '暑さ', weather: '天候' },
  bounds: ({ from, to }) => `このページで計算できるのは${from}から${to}までです。`,
};

const WHY: WhyTexts = {
  heading: 'この数値の理由',
  titles: { carbohydrate: '炭水化物', fluid: '水分', limit: '水分の上限', sodium: 'ナトリウム' },
  steps: '計算の全段階',
  carbohydrate: {
    target: ({ duration, guidelineG }) =>
      `${duration}の運動では、指針は約${guidelineG} g/hです。強度、体格、競技に合わせて調整しました。`,
    legs: '全体の平均です。食べやすい区間に多く割り当てています。',
    practised: ({ grams }) => `胃腸が練習で慣れた量までにしています。この運動では約${grams} g/hです。`,
    assumed: ({ grams, targetG }) =>
      `胃腸が${grams} g/hまで受けつけると仮定し、そこまでにしています。${targetG} g/hに向けて、1〜2週間ごとに5〜10 g/hずつ増やしてください。`,
    giHistory: ({ grams }) =>
      `過去に胃腸の不調があったため、${grams} g/hまでにしています。まず練習で増やしてください。`,
    demand: 'この強度で燃やせる炭水化物の量までにしています。それ以上は腸に残ります。',
    untrained: ({ grams }) => `慣れていない胃腸で試せる${grams} g/hまでにしています。`,
    absolute: ({ grams }) => `研究で裏づけられた${grams} g/hまでにしています。`,
    young: '年齢を考えて少なめにしています。',
    drink: '飲む量が少なくて足りるためです。炭水化物を増やすとボトルが濃くなりすぎます。',
    none: '短い、または楽な運動なので不要です。',
  },
  fluid: {
    share: ({ sweat, percent }) =>
      `汗は1時間に約${sweat}の見込みです。ここではその${percent}%を補えば足ります。`,
    loss: ({ sweat }) => `汗は1時間に約${sweat}の見込みです。体重の減りすぎを防ぐ量です。`,
    plasma: ({ sweat }) => `汗は1時間に約${sweat}の見込みです。血中ナトリウムの上がりすぎを防ぐ量です。`,
    carrier: '炭水化物を流し込むのに足りる量です。',
    short: '短い運動なので少なくしています。',
    gap: '',
    gut: 'この強度で胃が受けつける量までにしています。汗はそれより多い見込みです。',
    limit: ({ limitMl }, m) => `上限の${m.limit(limitMl)}/hを少し下回る量です。`,
    losses: ({ sweat }) => `汗は1時間に約${sweat}の見込みです。その一部だけを補います。`,
    noGain: '失う量までにしています。それ以上は体重が増えるだけです。',
    none: '不要です。のどが渇いたら飲んでください。',
    other: '安全のため少なくしています。',
  },
  limit: {
    unknownSex: '性別が分からないため、低いほうの上限です。',
    mass: ({ sweat, cautious }) =>
      `汗は1時間に約${sweat}の見込みですが、${cautious}しか出ないかもしれません。その場合にこれより多く飲むと、スタート時より体重が増えるおそれがあります。`,
    plasma: ({ sweat, cautious }) =>
      `汗は1時間に約${sweat}の見込みですが、${cautious}しか出ないかもしれません。その場合にこれより多く飲むと、血中ナトリウムが薄まりすぎるおそれがあります。`,
    symptoms: ({ sweat, cautious }) =>
      `汗は1時間に約${sweat}の見込みですが、${cautious}しか出ないかもしれません。その場合にこれより多く長時間飲みつづけると、体調を崩すほど血中ナトリウムが薄まるおそれがあります。`,
    gut: 'この強度では、これより多くは胃から出ていきにくいためです。',
    floor: '失う量がとても少ないため、数口までにしてください。',
    other: '安全のため低くしています。',
  },
  sodium: {
    practice: ({ mgPerL }, m) =>
      `一般的な量です。飲む水分${m.litre('1リットル')}あたり約${m.perLitre(mgPerL)} mgです。`,
    need: 'この時間、血中ナトリウムを保つのに足りる量です。',
    measured: '測定値で失うナトリウムの半分です。',
    losses: '汗で失うナトリウムの一部までにしています。',
    drink: '飲みにくくならない濃さまでにしています。',
    limit: '上限を少し下回る量です。',
    none: 'このような運動では不要です。',
  },
};

/** Japanese words of the planner. */
export const PLANNER: PlannerTexts = {
  controls: CONTROLS,
  quantities: { carbohydrate: '炭水化物', fluid: '水分', sodium: 'ナトリウム' },
  ...JAPANESE_HOURS,
  everyHour: '1時間あたり',
  perHour: '/ 時',
  limit: ({ amount }) => `上限 1時間に${amount}`,
  shortLimit: ({ amount }) => `上限${amount}`,
  range: ({ from, to, unit }) => `検査では${from}〜${to} ${unit}になる可能性が高いです。`,
  rangeToLimit: ({ from, unit }) => `検査では${from} ${unit}から上限の間になる可能性が高いです。`,
  mayNeed: ({ upTo, limit, unit, field }) =>
    `1時間に最大${upTo} ${unit}が必要かもしれません。「${field}」が分かるまでは、${limit} ${unit}未満にしてください。`,
  total: ({ amount }) => `合計 ${amount}`,
  litres: ({ value }) => `${number(value)} l`,
  during: '運動中',
  nothing: '何もとらなくて大丈夫です。のどが渇いたら、上限を超えない範囲で飲んでください。',
  lanes: {
    drink: 'スポーツドリンク',
    water: '水',
    gel: 'ジェルとグミ',
    food: '食べ物',
    capsule: '塩カプセル',
  },
  strength: ({ gPerL }, m) => `${m.litre('1リットル')}に炭水化物${m.perLitre(gPerL)} g`,
  until: ({ time }) => `${time}まで`,
  list: (parts) => parts.join('、'),
  asList: '順を追って見る',
  sum: ({ carbG, targetG }) => `炭水化物は合計${carbG} g、目安は${targetG} gです。`,
  thirst: 'のどが渇いたら飲んでください。プランは目安、上限は守る値です。',
  review: 'まず専門家にこの数値を確認してもらってください。',
  confidence: ({ percent }) => `信頼度${percent}%：詳しい検査の結果がこの数値から30%以内に収まる割合です。`,
  driver: ({ field, what, percent }) =>
    `最も役立つ情報は「${field}」です。${what}の推定が${percent}%狭まります。`,
  failed: 'サービスにつながりません。表示は前の設定の数値です。',
  tooMany: '1分間の変更が多すぎます。表示は前の設定の数値です。まもなく更新されます。',
  outOfDate: '未更新',
  announced: ({ carbG, fluid, limit }) =>
    `1時間に炭水化物${carbG}グラム、水分${fluid}。上限は1時間に${limit}。`,
  why: WHY,
};
