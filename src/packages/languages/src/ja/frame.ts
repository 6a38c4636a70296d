import type { FrameTexts } from '../landing-texts.ts';

/** Japanese words around every public page. */
export const FRAME: FrameTexts = {
  skip: '本文へ移動',
  site: 'サイト',
  nav: {
    guides: 'ガイド',
    reference: 'リファレンス',
    errors: 'エラー',
    science: '科学的根拠',
    data: 'データ',
    access: 'キーを申請',
    console: 'コンソール',
  },
  disclaimer:
    '生理学モデルに基づく個人向けの目安であり、医学的な評価に代わるものではありません。医療上の食事については医療従事者に相談してください。',
  runBy: ({ name }) => `運営：${name}`,
  terms: '利用規約',
  dataProcessing: 'データ処理契約',
  privacy: 'プライバシー',
  status: '稼働状況',
};
