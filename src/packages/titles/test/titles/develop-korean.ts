import type { LabelledTitle } from './labelled-title.ts';

/** Korean: what platforms call sessions by themselves, weekdays, races and session words. */
export const TITLES: readonly LabelledTitle[] = [
  { title: '아침 달리기', type: 'run' },
  { title: '점심 라이딩', type: 'bike' },
  { title: '저녁 걷기', type: 'walk' },
  { title: '오후 수영', type: 'swim' },
  { title: '오전 하이킹', type: 'hike' },
  { title: '월요일 러닝', type: 'run' },
  { title: '새벽 조깅 5km', type: 'run' },
  { title: '일요일 장거리 러닝', type: 'run', intensity: 'endurance' },
  { title: '인터벌 훈련 달리기', type: 'run', intensity: 'vo2max' },
  { title: '회복 조깅 30분', type: 'run', intensity: 'recovery', durationMin: 30 },
  { title: '춘천마라톤', type: 'run', isRace: true },
  { title: '하프마라톤 완주', type: 'run', isRace: true },
  { title: '설악 그란폰도', type: 'bike', isRace: true },
  { title: '트레드밀 40분', type: 'treadmill_run', durationMin: 40 },
  { title: '즈위프트 1시간', type: 'indoor_bike', durationMin: 60 },
  { title: '북한산 등산', type: 'hike' },
  { title: '헬스 하체', type: 'lift' },
  { title: '저녁 요가', type: 'other' },
  { title: '런던 여행', type: null },
  { title: '휴식일', type: null },
];
