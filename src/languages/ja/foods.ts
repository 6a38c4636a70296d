import type { FoodNames } from '../plan-texts.ts';

/** Japanese names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: '水',
  sports_drink: 'スポーツドリンク',
  cola: 'コーラ',
  broth: 'スープ',
  gel: 'ジェル',
  chews: 'グミ',
  bar: 'バー',
  fruit: '果物',
  banana: 'バナナ',
  orange: 'オレンジ',
  watermelon: 'スイカ',
  dates: 'デーツ',
  raisins: 'レーズン',
  gummy_bears: 'クマグミ',
  fig_bar: 'いちじくバー',
  rice_cake: 'おにぎり',
  salted_potato: '塩ゆでポテト',
  pretzels: 'プレッツェル',
  jam_sandwich: 'ジャムサンド',
  cheese_roll: 'チーズパン',
  sports_drink_powder: '粉末ドリンク',
  electrolyte_tablet: '塩タブレット',
  salt_capsule: '塩カプセル',
  salt: '塩ひとつまみ',
};
