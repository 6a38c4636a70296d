/** Japanese. Written without spaces: the longest phrase at each character wins. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const JAPANESE: Lexicon = {
  language: 'ja',
  grammar: {
    beforePace: `
      ペース
      平均
    `,
    hours: `
      時間
      時
    `,
    minutes: `
      分
      分間
    `,
    seconds: `
      秒
      秒間
    `,
    kilometres: `
      キロ
    `,
    miles: `
      マイル
    `,
    metres: `
      メートル
    `,
    repeats: `
      本
    `,
  },
  rows: [
    {
      says: hint('lift', 'strong'),
      words: `
        ジム
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        皇居
        周走
        インターバル
        ペース
        ビルド
        閾値
        刺激入れ
        サブ3
        サブ4
        サブ3.5
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        ロード
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        峠
        練
        荒川
        多摩サイ
        周回
      `,
    },
    // Water that makes a swim one in the open
    {
      says: setting('open_water'),
      words: `
        海
        湖
        ウェットスーツ
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        ランニング
        ラン
        ジョギング
        ジョグ
        駅伝練習
        マラニック
        走
        坂道ラン
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        距離走
        30キロ走
        30km走
        20km走
        20キロ走
        起伏走
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        lsd
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        ペース走
        ビルドアップ走
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        ビルドアップ
        mペース
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('threshold')],
      words: `
        閾値走
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('threshold')],
      words: `
        閾値
        クルーズインターバル
      `,
    },
    {
      says: [hint('run', 'strong'), intensity('intervals')],
      words: `
        インターバル走
        坂ダッシュ
        坂道ダッシュ
        ファルトレク
        ヤッソ800
        レペ
        トラック練習
        ヒルトレ
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        疲労抜きジョグ
        つなぎジョグ
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('recovery')],
      words: `
        疲労抜き
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('strides')],
      words: `
        流し
        ウィンドスプリント
        ws
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        トレッドミル
        トレミ
        ランニングマシン
        ランニングマシーン
        ジムラン
        室内ラン
        インドアラン
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        トレイルランニング
        トレイルラン
        トレラン
        山ラン
        トレイルレース
        山走
        トレイル
        山岳レース
        スカイラン
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        ロードバイク
        自転車
        サイクリング
        バイク
        ライド
        マウンテンバイク
        グラベル
        グラベルライド
        ポタリング
        ロングライド
        ヒルクライム
        ジテツウ
        クロスバイク
        チャリ
        ブルベ
        シクロクロス
        峠
        サイクリングロード
        ヤビツ
        ビワイチ
        アワイチ
        実走
        荒サイ
        グルメライド
        ゆるポタ
        輪行
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        ローラー
        ローラー台
        ズイフト
        固定ローラー
        三本ローラー
        3本ローラー
        スピンバイク
        エアロバイク
        インドアバイク
        バーチャルライド
        インドアサイクリング
        ロラ
        室内サイクリング
        インドアトレーニングバイク
        フィットネスバイク
        スマートローラー
        ローラー練
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        スイム
        スイミング
        プール
        クロール
        バタフライ
        プルブイ
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        オープンウォーター
        オープンウォータースイム
        ows
        遠泳
        海練
        オープンウォータースイミング
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        ローイング
        ボート
        エルゴ
        カヤック
        カヌー
        カヤッキング
        パドリング
        サップ
        漕艇
        スタンドアップパドル
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        クロスカントリースキー
        クロカン
        クロスカントリー
        クロカンスキー
        ローラースキー
        歩くスキー
        スノーシュー
        山スキー
        バックカントリースキー
        バックカントリー
        ノルディックスキー
        バイアスロン
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        ハイキング
        山登り
        ハイク
        トレッキング
        縦走
        山行
        沢登り
        低山
        山歩き
        高尾山
        雪山
        百名山
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        ウォーキング
        散歩
        歩き
        歩いた
        歩く
        徒歩
        散策
        ノルディックウォーキング
        競歩
        さんぽ
        ウォーク
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        筋トレ
        ウェイト
        ウエイト
        筋力トレーニング
        体幹
        スクワット
        デッドリフト
        ベンチプレス
        補強
        クロスフィット
        自重トレーニング
        腹筋
        脚トレ
        胸トレ
        背中トレ
        サーキットトレーニング
        自重トレ
        タバタ
        懸垂
        腕立て
        筋肉トレーニング
        ストレングス
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        ヨガ
        ピラティス
        サッカー
        フットサル
        野球
        テニス
        卓球
        バドミントン
        バスケ
        バスケットボール
        バレー
        ゴルフ
        スキー
        スノーボード
        スノボ
        クライミング
        ボルダリング
        スケート
        サーフィン
        ダンス
        剣道
        空手
        ボクシング
        ストレッチ
        乗馬
        エリプティカル
        ラグビー
        縄跳び
        なわとび
        瞑想
        ヨット
        ダイビング
        釣り
        草刈り
        雪かき
        体操
        ボウリング
        ソフトボール
        ハンドボール
        パラグライダー
        シュノーケリング
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        トライアスロン
        アイアンマン
        ミドルディスタンス
        スプリントトライアスロン
        トライアスロン大会
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        オリンピックディスタンス
        51.5トライアスロン
        スタンダードディスタンス
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        ミドル トライアスロン
        アイアンマン70.3
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        アイアンマン
        宮古島トライアスロン
        皆生トライアスロン
        佐渡国際トライアスロン
        五島長崎国際トライアスロン
        バラモンキング
        佐渡トライアスロン
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        デュアスロン
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        ブリック
        ブリックトレーニング
        ブリック練
        ブリックラン練
        ブリック練習
        トランジション練
        トランジション練習
        トランジション
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        ブリックラン
        バイク後のラン
        トランジションラン
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        バイクラン
        バイク＆ラン
        バイラン
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        アクアスロン
        スイムラン
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        マラソン
        フルマラソン
        フル
        マラソン大会
        東京マラソン
        大阪マラソン
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        ハーフマラソン
        ハーフ
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        ウルトラマラソン
        100kmウルトラ
        サロマ湖100km
        サロマ
        ウルトラ
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        駅伝
        駅伝大会
        10kmの部
        市民マラソン
        リレーマラソン
        ロードレース 10km
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        ヒルクライムレース
        ロードレース
        クリテリウム
        エンデューロ
        ツールドおきなわ
        ツール・ド・おきなわ
        富士ヒル
        富士ヒルクライム
        もてぎエンデューロ
        センチュリーライド
        グランフォンド
        乗鞍ヒルクライム
        ズイフトレース
      `,
    },
    {
      says: mark('race'),
      words: `
        レース
        大会
        本番
        試合
        完走
        自己ベスト
        記録会
        選手権
        優勝
        入賞
        予選
        決勝
        コンペ
        競技会
      `,
    },
    {
      says: mark('not_race'),
      words: `
        レースペース
        調整
        試走
        練
        対策
        応援
        ボランティア
        受付
        前日
        前々日
        刺激
        レース前
        に向けて
        向け
        ペース
        下見
        前日刺激
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        練習
        準備
        トレーニング
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        リカバリー
        回復
        疲労抜き
        疲労回復
        アクティブレスト
      `,
    },
    {
      says: intensity('easy'),
      words: `
        ゆっくり
        のんびり
        ゆる
        イージー
        まったり
        軽め
        軽く
        ゆるゆる
        ゆるく
        楽に
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        ロング
        長距離
        有酸素
        ゾーン2
        持久
        ベース
        エンデュランス
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        テンポ
        レースペース
        マラソンペース
        ゾーン3
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('sweetSpot')],
      words: `
        スイートスポット
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        閾値
        lt
        乳酸閾値
        ゾーン4
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        インターバル
        追い込み
        スピード練
        スピード練習
        ポイント練
        ポイント練習
        高強度
        ゾーン5
        ハード
        強度
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        スプリント
        ダッシュ
      `,
    },
    {
      says: mark('cancel'),
      words: `
        中止
        休み
        休養
        お休み
        オフ
        休足
        怪我
        風邪
        雨天中止
        キャンセル
        休養日
        完全休養
        レスト
      `,
    },
    {
      says: mark('noise'),
      words: `
        洗車
        メンテ
        メンテナンス
        シューズ購入
        シューズ
        買い物
        飲み会
        打ち上げ
        通院
        整体
        接骨院
        整骨院
        ブランド
        フランス
        ドライブ
        スタッフ
        プランク休み
        ブランチ
        グランド
        ランキング
        ランド
        トランプ
        レストラン
        ブラン
        ランドセル
        ベランダ
        バランス
        ランダム
        パーソナル相談
        電車
        スライド
        プライド
        ブライド
      `,
    },
    {
      says: mark('background'),
      words: `
        後の
        前の
        のあと
      `,
    },
    {
      says: mark('then'),
      words: `
        からの
        そして
        その後
        後に
        →
      `,
    },
    {
      says: mark('and'),
      words: `
        と
        および
      `,
    },
    {
      says: mark('part'),
      words: `
        アップ
        ダウン
        ウォームアップ
        クールダウン
      `,
    },
    {
      says: mark('filler'),
      words: `
        朝
        昼
        夜
        夕方
        モーニング
        アフタヌーン
        イブニング
        ナイト
        ランチ
        ランチタイム
        サンセット
        サンライズ
        ウィメンズ
        シティ
        グループ
        チーム
        ソロ
        ショート
        ミドル
        ウィークエンド
        サンデー
        スーパー
        フレッシュ
        クラブ
        バーチャル
        午前
        午後
        の
        で
        に
        を
        は
        が
        も
        から
        まで
        今日
        明日
        週末
        日曜
        月曜
        火曜
        水曜
        木曜
        金曜
        土曜
        朝練
        夜練
        昼練
        朝活
        雨
        風
        暑い
        寒い
        晴れ
        向かい風
        仲間
        皇居
        河川敷
        公園
        山
        川
        通勤
        帰り
        家
        犬
        久しぶり
        初
        キロ
        分
        時間
        周
        回
        目
        した
        です
        ました
        楽しい
        疲れた
        最高
        お疲れ
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        坂
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        クールダウン
        ダウンジョグ
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        水泳
        競泳
      `,
    },
  ],
};
