import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string => '入力された内容により、カフェインは計画しません。医師に相談してください。';

/** Japanese texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'カフェインは任意です。まず練習でこの計画を試してください。',
  under_18: () => '18歳未満ではカフェインを計画しません。',
  age_unknown: () => '年齢が分からないうちは、カフェインを計画しません。',
  pregnant: () => '妊娠中はカフェインを計画しません。1日200 mg未満にしてください。',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'お使いの薬によりカフェインの作用が何日も続くことがあるため、計画しません。医師に相談してください。',
  eating_disorder: () =>
    'カフェインは空腹と疲れを隠すため、計画しません。担当の医療チームに相談してください。',
  avoid: askDoctor,
  too_short: () => 'この運動は短く、カフェインの効果は見込めません。',
  easy_training: () => '軽い運動にカフェインは必要ありません。',
  too_close_to_sleep: () => '今カフェインをとると睡眠に響きます。とらないでください。',
  day_used_up: () => '今日はすでに、適量とされるくらいとっています。',
};
