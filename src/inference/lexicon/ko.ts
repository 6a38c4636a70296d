/** Korean. Its syllables are matched one by one; no word here is a single syllable. */
import { event, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const KOREAN: Lexicon = {
  language: 'ko',
  grammar: {
    beforePace: `
      페이스
      평페
      평균
    `,
    hours: `
      시간
    `,
    minutes: `
      분
    `,
    seconds: `
      초
    `,
    kilometres: `
      킬로
      키로
      킬로미터
    `,
    metres: `
      미터
    `,
    repeats: `
      회
      세트
    `,
    beforePart: `
      마지막
    `,
    stages: `
      일차
    `,
    afterRest: `
      휴식
    `,
    climb: `
      상승
    `,
  },
  rows: [
    {
      says: sport('run', 'strong'),
      words: `
        달리기
        러닝
        런닝
        조깅
        뛰기
        뛰었다
        달렸다
        야외 달리기
        모닝런
        나이트런
        펀런
        시티런
        우중런
        트랙런
        새벽런
        아침런
        저녁런
        퇴근런
        출근런
        런데이
        러닝크루
        달리다
        새벽 러닝
        나홀로 러닝
        혼런
        크루런
        정모런
        한강런
        주말런
        야간런
        점심런
        오운완 러닝
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        페이스런
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        롱런
        장거리 달리기
        장거리주
        장거리 러닝
        엘에스디
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        회복런
        리커버리런
        회복 조깅
        회복주
        회복 러닝
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        이지런
        가벼운 조깅
        조깅 페이스
        슬로우 조깅
        슬로우조깅
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        템포런
        페이스주
        마라톤 페이스
        지속주
        빌드업
        빌드업런
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        트레드밀
        러닝머신
        런닝머신
        실내 달리기
        실내 러닝
        실내러닝
        실내런
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        트레일런
        트레일러닝
        트레일 러닝
        산악 달리기
        산악마라톤
        트레일 달리기
        트런
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        라이딩
        자전거
        사이클
        자전거 타기
        로드바이크
        그래블
        산악 자전거
        산악자전거
        자출
        자퇴
        자전거 출근
        자전거 퇴근
        엠티비
        국토종주
        라이딩 벙개
        업힐
        남북
        남산 라이딩
        샤방라이딩
        샤방 라이딩
        사이클링
        전기 자전거
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        실내 사이클
        실내 자전거
        즈위프트
        로라
        평로라
        스마트로라
        스피닝
        가상 라이딩
        버추얼 라이딩
        실내 라이딩
        로라질
        실내사이클
        실내자전거
        고정로라
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        수영
        자유형
        평영
        접영
        배영
        수영장
        자유수영
        강습수영
        새벽 수영
        오리발
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        오픈워터
        바다수영
        바다 수영
        야외 수영
        오픈 워터
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        로잉
        로잉머신
        조정
        카약
        카누
        패들보드
        노젓기
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        크로스컨트리 스키
        노르딕 스키
        크로스컨트리스키
        롤러스키
        스노슈잉
        백컨트리 스키
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        등산
        하이킹
        산행
        트레킹
        둘레길
        종주
        백패킹
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        걷기
        산책
        워킹
        걸음
        걸었다
        도보
        만보
        강아지 산책
        파워워킹
        경보
        밤산책
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        근력
        근력 운동
        웨이트
        웨이트 트레이닝
        헬스
        스쿼트
        데드리프트
        벤치프레스
        크로스핏
        코어
        하체
        상체
        맨몸운동
        턱걸이
        푸쉬업
        등운동
        가슴운동
        어깨운동
        헬스장
        근력운동
        고강도 인터벌
        하이록스
        플랭크
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        운동
        서킷
        유산소
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        요가
        필라테스
        스트레칭
        축구
        풋살
        농구
        배구
        야구
        테니스
        탁구
        배드민턴
        골프
        스키
        스노보드
        스노우보드
        클라이밍
        암벽등반
        볼더링
        복싱
        댄스
        서핑
        스케이트
        인라인
        줄넘기
        명상
        태권도
        유도
        다이빙
        스노클링
        계단 오르기
        천국의 계단
        일립티컬
        피클볼
        스쿼시
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        트라이애슬론
        철인3종
        철인 3종
        아이언맨
        철인삼종
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        듀애슬론
        듀애슬런
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        하프 아이언맨
        하프아이언맨
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        올림픽 코스
        표준거리
        올림픽코스 철인
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        브릭
        근전환
        근전환 훈련
        브릭 훈련
        브릭훈련
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        바이크런
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        브릭런
        근전환 런
        전환런
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        마라톤
        풀코스
        풀마라톤
        서울마라톤
        춘천마라톤
        동아마라톤
        춘마
        제마
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        하프마라톤
        하프 마라톤
        하프코스
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        10k 대회
        단축마라톤
        마라톤대회
        달리기 대회
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        울트라마라톤
        울트라
        100k 울트라
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        그란폰도
        메디오폰도
        힐클라임 대회
        사이클 대회
        크리테리움
        자전거 대회
        설악 그란폰도
      `,
    },
    {
      says: mark('race'),
      words: `
        대회
        레이스
        경기
        시합
        완주
        선수권
        입상
        챔피언십
        결승
      `,
    },
    {
      says: mark('record'),
      words: `
        최고기록
        개인기록
        피비
      `,
    },
    {
      says: mark('not_race'),
      words: `
        대회 페이스
        응원
        자원봉사
        답사
        대회 전
        대회전
        목표
        배번
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        훈련
        준비
        연습
        대비
        주차
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        회복
        리커버리
      `,
    },
    {
      says: intensity('easy'),
      words: `
        가볍게
        천천히
        이지
        가벼운
        편안하게
        여유롭게
        설렁설렁
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        장거리
        유산소
        존2
        지구력
        베이스
        존투
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        템포
        존3
        스윗스팟
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        역치
        젖산역치
        존4
        임계
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        최대산소섭취량
        존5
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        인터벌
        파틀렉
        언덕 훈련
        언덕훈련
        반복
        고강도
        스피드 훈련
        변속주
        트랙 훈련
        야소800
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        언덕
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        스프린트
        질주
      `,
    },
    {
      says: intensity('strides'),
      words: `
        질주
        스트라이드
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        쿨다운
        마무리 조깅
        쿨다운 조깅
      `,
    },
    {
      says: mark('part'),
      words: `
        워밍업
        웜업
      `,
    },
    {
      says: setting('indoor'),
      words: `
        실내
      `,
    },
    {
      says: setting('virtual'),
      words: `
        가상
        버추얼
      `,
    },
    {
      says: setting('mountain'),
      words: `
        정상
        북한산
        관악산
        설악산
        지리산
        한라산
      `,
    },
    {
      says: setting('open_water'),
      words: `
        바다
        호수
        한강수영
      `,
    },
    {
      says: mark('negate'),
      words: `
        없이
        대신
      `,
    },
    {
      says: mark('cancel'),
      words: `
        취소
        휴식
        휴식일
        쉬는 날
        부상
        감기
        도난
      `,
    },
    {
      says: mark('noise'),
      words: `
        자전거 정비
        세차
        운동화
        러닝화
        쇼핑
        회식
        마사지
        병원
        운전
        지하철
        드라이브
      `,
    },
    {
      says: mark('background'),
      words: `
        이후
        다음날
        전날
        다녀와서
      `,
    },
    {
      says: mark('or'),
      words: `
        또는
        아니면
      `,
    },
    {
      says: mark('then'),
      words: `
        그리고
        다음에
      `,
    },
    {
      says: mark('with'),
      words: `
        함께
        같이
        포함
      `,
    },
    {
      says: mark('filler'),
      words: `
        아침
        점심
        오전
        오후
        저녁
        새벽
        심야
        야간
        한밤
        한밤중
        정오
        월요일
        화요일
        수요일
        목요일
        금요일
        토요일
        일요일
        주말
        평일
        오늘
        내일
        공원
        한강
        한강공원
        출근
        퇴근
        출근길
        퇴근길
        날씨
        더위
        추위
        바람
        친구
        가족
        혼자
        동네
        여의도
        남산
        올림픽공원
        석촌호수
        운동장
        한바퀴
        바퀴
        즐거운
        오랜만에
        런던
        프런트
        오운완
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        인터벌 훈련
        인터벌훈련
      `,
    },
  ],
};
