import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: '夕方の散歩', locale: 'ja', type: 'walk' },
  { title: 'ウェイトトレーニング', locale: 'ja', type: 'lift' },
  { title: '京都市 サイクリング', type: 'bike' },
  { title: '皇居2周ジョグ', type: 'run' },
  { title: 'LSD 20km', locale: 'ja', description: 'ゆっくり走って終了', type: 'run' },
  { title: 'インターバル 1000m×5 @織田フィールド', locale: 'ja', type: 'run' },
  { title: '自転車通勤 雨☔️', type: 'bike' },
  { title: '富士ヒルクライム', type: 'bike', isRace: true },
  { title: 'ズイフト グループライド', type: 'indoor_bike' },
  { title: 'プール 1500m クロール', type: 'swim' },
  { title: '海で泳いだ 2km', type: 'open_water_swim' },
  { title: 'ジムのランニングマシン 30分', type: 'treadmill_run', durationMin: 30 },
  { title: '北アルプス縦走 2日目', type: 'hike' },
  { title: 'ハセツネ70K', type: 'trail_run', isRace: true },
  { title: '大阪ハーフマラソン', type: 'run', isRace: true },
  { title: 'カヤック 湖', type: 'row' },
  { title: 'アイアンマン北海道', type: 'triathlon', isRace: true },
  { title: '今日は休足日', type: null },
  { title: 'ヨガ 45分', type: 'other', durationMin: 45 },
  { title: 'Easy jog 6km 朝ラン', type: 'run' },
];
