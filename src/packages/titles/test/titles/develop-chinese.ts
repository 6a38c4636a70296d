import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: '早晨跑步', locale: 'zh-CN', type: 'run' },
  { title: '午间骑行', locale: 'zh-CN', type: 'bike' },
  { title: '晚上游泳', locale: 'zh-CN', type: 'swim' },
  { title: '北京市 跑步', type: 'run' },
  { title: '健走', locale: 'zh-TW', type: 'walk' },
  { title: '骑行台 45分钟', type: 'indoor_bike', durationMin: 45 },
  { title: '跑步机 5公里', type: 'treadmill_run' },
  { title: '间歇跑 800米x8', type: 'run' },
  { title: '周末LSD长距离慢跑', type: 'run' },
  { title: '上海马拉松', type: 'run', isRace: true },
  { title: '香港越野跑 麦理浩径', type: 'trail_run' },
  { title: '爬山:香山', type: 'hike' },
  { title: '力量训练', type: 'lift' },
  { title: '公路车环青海湖', type: 'bike' },
  { title: '公开水域游泳 千岛湖', type: 'open_water_swim' },
  { title: '划船机 20分钟', type: 'row', durationMin: 20 },
  { title: '大铁 铁人三项', type: 'triathlon', isRace: true },
  { title: '打羽毛球', type: 'other' },
  { title: '周三 easy run 8K', type: 'run' },
];
