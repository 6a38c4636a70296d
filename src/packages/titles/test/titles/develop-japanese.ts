import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: '朝のランニング', locale: 'ja', type: 'run' },
  { title: '午後のライド', locale: 'ja', type: 'bike' },
  { title: '夜の水泳', locale: 'ja', type: 'swim' },
  { title: 'ウォーキング', type: 'walk' },
  { title: '世田谷区 ランニング', type: 'run' },
  { title: 'ロードバイクで多摩川', type: 'bike' },
  { title: 'ローラー台 60分', type: 'indoor_bike', durationMin: 60 },
  { title: 'トレッドミル 10km ビルドアップ', type: 'treadmill_run' },
  { title: 'ペース走12km', type: 'run' },
  { title: '東京マラソン2024 サブ3達成!', type: 'run', isRace: true },
  { title: '高尾山トレラン', type: 'trail_run' },
  { title: '富士山登山', type: 'hike' },
  { title: '筋トレ(脚)', type: 'lift' },
  { title: 'オープンウォータースイム 逗子', type: 'open_water_swim' },
  { title: 'クロスカントリースキー 札幌', type: 'ski' },
  { title: 'ボート エルゴ 2000m', type: 'row' },
  { title: '宮古島トライアスロン', type: 'triathlon', isRace: true },
  { title: 'テニス', type: 'other' },
];
