import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: '下午散步', locale: 'zh-CN', type: 'walk' },
  { title: '傍晚重量訓練', locale: 'zh-TW', type: 'lift' },
  { title: '台北市 騎自行車', locale: 'zh-TW', type: 'bike' },
  { title: '奥森夜跑10K 配速5分', type: 'run' },
  { title: '节奏跑 40分钟', type: 'run', durationMin: 40 },
  { title: '恢复跑,腿很酸😂', type: 'run' },
  { title: '騎單車上班', type: 'bike' },
  { title: '武嶺登山賽 公路車', locale: 'zh-TW', type: 'bike', isRace: true },
  { title: 'Zwift 室内骑行 阈值训练', type: 'indoor_bike' },
  { title: '泳池 自由泳 2000米', type: 'swim' },
  { title: '日月潭萬人泳渡', locale: 'zh-TW', type: 'open_water_swim' },
  { title: '健身房 深蹲 硬拉', type: 'lift' },
  { title: '徒步四姑娘山', type: 'hike' },
  { title: '崇礼168超级越野赛', type: 'trail_run', isRace: true },
  { title: '厦门半马 PB', type: 'run', isRace: true },
  { title: '赛艇 单人双桨 8公里', type: 'row' },
  { title: '越野滑雪 长白山', type: 'ski' },
  { title: '休息日 没跑', type: null },
  { title: '踢足球', type: 'other' },
];
