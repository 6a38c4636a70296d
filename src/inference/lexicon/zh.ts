/** Chinese, simplified and traditional. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const CHINESE: Lexicon = {
  language: 'zh',
  grammar: {
    beforePace: `
      配速
      均配
      平均
    `,
    hours: `
      小时
      小時
      钟头
    `,
    minutes: `
      分
      分钟
      分鐘
    `,
    seconds: `
      秒
    `,
    kilometres: `
      公里
      千米
      里
    `,
    miles: `
      英里
    `,
    metres: `
      米
    `,
    repeats: `
      组
      組
    `,
  },
  rows: [
    {
      says: hint('lift', 'strong'),
      words: `
        健身房
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        间歇
        間歇
        配速
        破三
        破四
        奥森
        操场圈
        阈值
        节奏
      `,
    },
    // Water that makes a swim one in the open
    {
      says: setting('open_water'),
      words: `
        海里
        湖里
        江
        湖
        大海
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        跑
        操场跑
        遛弯跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        长距离慢跑
        长距离跑
        長距離慢跑
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        长距离
        長距離
        lsd
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        e跑
        养生跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        排酸跑
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('recovery')],
      words: `
        排酸
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        马拉松配速跑
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        马拉松配速
        m配速
        马配
        馬拉松配速
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('threshold')],
      words: `
        t跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('intervals')],
      words: `
        變速跑
        亚索800
        亞索800
        田径场
        操场
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('intervals')],
      words: `
        法特莱克
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        跑步机
        跑步機
        室内跑步
        室內跑步
        室内跑
        室內跑
        跑步机跑步
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        越野跑
        越野
        山径跑
        越野赛
        越野賽
        百公里越野赛
        百公里越野
        跑山
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        自行车
        自行車
        单车
        單車
        公路车
        公路車
        骑
        騎
        山地车
        山地車
        刷山
        爬坡骑行
        长途骑行
        環島
        环岛
        砾石
        骑游
        死飞
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        骑行台
        騎行台
        室内骑行
        室內騎行
        动感单车
        動感單車
        飞轮
        飛輪
        室内单车
        室內單車
        虚拟骑行
        虛擬騎行
        训练台
        訓練台
        室内自行车
        虛擬騎乘
        健身车
        健身車
        室内骑
        滚筒
        功率台
        健身单车
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        游泳
        游
        泳池游泳
        泳
        冬泳池
        水中训练
        打腿
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        公开水域
        公開水域
        公开水域游泳
        開放水域
        开放水域
        冬泳
        野泳
        渡江
        泳渡
        横渡
        泳渡日月潭
        開放水域游泳
        开放水域游泳
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        划船
        赛艇
        賽艇
        独木舟
        獨木舟
        桨板
        槳板
        龙舟
        龍舟
        测功仪
        皮艇
        立式划槳
        划艇
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        越野滑雪
        滑轮
        滑輪滑雪
        雪鞋
        雪鞋健行
        冬季两项
        登山滑雪
        雪鞋徒步
        北欧滑雪
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        徒步
        登山
        爬山
        健行
        远足
        遠足
        郊山
        百岳
        行山
        登山健行
        爬了
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        散步
        步行
        走路
        健走
        快走
        遛狗
        散步遛狗
        晨走
        暴走
        竞走
        競走
        遛弯
        溜達
        走了
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        力量
        健身
        重训
        重訓
        举重
        舉重
        核心
        深蹲
        硬拉
        卧推
        臥推
        撸铁
        擼鐵
        练腿
        練腿
        练胸
        練胸
        练背
        体能训练
        體能訓練
        高强度间歇训练
        高強度間歇訓練
        无氧训练
        俯卧撑
        腹肌
        抗阻训练
        重量训练
        重量訓練
        肌力訓練
        综合体能
        徒手训练
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        瑜伽
        瑜珈
        普拉提
        皮拉提斯
        足球
        篮球
        籃球
        羽毛球
        乒乓球
        桌球
        网球
        網球
        排球
        高尔夫
        高爾夫
        攀岩
        抱石
        滑雪
        双板
        滑冰
        轮滑
        直排輪
        舞蹈
        跳舞
        广场舞
        太极
        太極
        拳击
        拳擊
        跳绳
        跳繩
        拉伸
        拉筋
        冲浪
        衝浪
        椭圆机
        橢圓機
        骑马
        騎馬
        柔道
        棒球
        滑板
        冥想
        登楼机
        爬楼机
        爬楼梯
        潜水
        潛水
        浮潜
        伸展
        匹克球
        飞盘
        飛盤
        摩托车
        骑摩托
        騎摩托車
        壁球
        武术
        呼啦圈
        帆船
        钓鱼
        有氧操
        健身操
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        铁人三项
        鐵人三項
        铁三
        鐵三
        三项赛
        三項
        标铁
        半程铁三
        铁三比赛
        三铁
        三鐵
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        标铁
        標鐵
        奥运距离
        奧運距離
        标准铁人三项
        標準鐵人三項
        奥运标准距离
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        半铁
        大半铁
        半程铁人三项
        半程超級鐵人三項
        113半程
        113超級鐵人
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        大铁
        大鐵
        超级铁人三项
        超級鐵人三項
        全程铁人三项
        大铁比赛
        226超級鐵人
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        铁人两项
        鐵人兩項
        两项赛
        二项赛
        二铁
        二鐵
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        砖块训练
        磚塊訓練
        转换训练
        轉換訓練
        两项训练
        兩項訓練
        砖式训练
        磚式訓練
        组合训练
        骑跑两项
        铁三转换
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        骑跑
        騎跑
        骑跑转换
        骑跑训练
        騎跑轉換
        转换跑训练
        骑跑结合
        騎跑訓練
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        转换跑
        轉換跑
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        游跑
        水陆两项
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        马拉松
        馬拉松
        全马
        全馬
        首马
        上马
        北马
        厦马
        全程马拉松
        半夜马拉松
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        半马
        半馬
        半程马拉松
        半程馬拉松
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        路跑赛
        路跑賽
        10公里赛
        迷你马拉松
        健康跑
        接力赛
        5公里赛
        欢乐跑
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        超马
        超馬
        超级马拉松
        百公里
        24小时跑
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        自行车赛
        自行車賽
        公路赛
        爬坡赛
        骑行比赛
        环青海湖
        单车比赛
        武嶺盃
        計時賽
        绕圈赛
        计时赛
      `,
    },
    {
      says: mark('race'),
      words: `
        比赛
        比賽
        赛事
        赛
        賽
        竞赛
        完赛
        完賽
        锦标赛
        錦標賽
        冲线
        参赛
        個人最佳
        赛道日
        夺冠
        破pb
        名次
      `,
    },
    {
      says: mark('not_race'),
      words: `
        配速
        赛前
        賽前
        热身
        志愿者
        志工
        领物
        领装备
        賽後
        赛后
        加油
        观赛
        目标
        探路
        模拟
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        训练
        訓練
        备战
        備戰
        备赛
        備賽
        計劃
        计划
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        恢复
        恢復
        排酸
        主动恢复
        恢复训练
      `,
    },
    {
      says: intensity('easy'),
      words: `
        轻松
        輕鬆
        休闲
        休閒
        慢
        慢慢
        悠闲
        放松
        放鬆
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        有氧
        耐力
        有氧耐力
        长距离
        長距離
        基础
        二区
        长途
        有氧基础
        長途
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        节奏
        節奏
        比赛配速
        甜区
        三区
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('sweetSpot')],
      words: `
        甜区
        甜點
        甜蜜点
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        阈值
        閾值
        乳酸
        乳酸阈
        乳酸阈值
        门槛
        四区
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        间歇
        間歇
        强度
        強度
        强度课
        間歇訓練
        间歇训练
        五区
        变速
        高强度
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        冲刺
        衝刺
      `,
    },
    {
      says: mark('negate'),
      words: `
        没有
        沒有
        不
        没
        沒
      `,
    },
    {
      says: mark('cancel'),
      words: `
        取消
        休息
        休息日
        受伤
        受傷
        生病
        停训
        暂停
        因雨取消
        感冒
      `,
    },
    {
      says: mark('noise'),
      words: `
        跑鞋
        买跑鞋
        新跑鞋
        跑腿
        洗车
        修车
        保养
        聚餐
        聚会
        购物
        開車
        开车
        坐车
        开会
        理疗
        按摩
        跑步鞋
        骑行服
        领奖
        买菜
      `,
    },
    {
      says: mark('background'),
      words: `
        后的
        前的
        之后
        之前
        之後
      `,
    },
    {
      says: mark('then'),
      words: `
        然后
        然後
        接着
        接著
        后接
        再
      `,
    },
    {
      says: mark('and'),
      words: `
        和
        加
        及
        跟
      `,
    },
    {
      says: mark('part'),
      words: `
        热身
        熱身
        冷身
      `,
    },
    {
      says: mark('filler'),
      words: `
        早上
        上午
        中午
        下午
        傍晚
        晚上
        夜间
        晨间
        午间
        早晨
        清晨
        周末
        週末
        周一
        周二
        周三
        周四
        周五
        周六
        周日
        今天
        的
        在
        了
        我
        一起
        朋友
        公园
        河边
        雨
        风
        热
        冷
        第一
        公里
        分钟
        小时
        圈
        完成
        打卡
        天
        开心
        终于
        上班
        下班
        回家
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        跑步
        晨跑
        早跑
        午跑
        晚跑
        夜跑
        慢跑
        长跑
        長跑
        短跑
        快跑
        路跑
        团跑
        團跑
        约跑
        約跑
        陪跑
        雨跑
        雪跑
        跑了
        跑完
        跑者
        跑团
        跑團
        跑友
        乐跑
        樂跑
        跑走
        走跑
        绕圈跑
        环湖跑
        公园跑
        单人跑
        户外跑
        戶外跑
        户外跑步
        戶外跑步
        冬跑
        夏跑
        春跑
        秋跑
        周末跑
        日常跑
        跑五公里
        跑十公里
        约个跑
        打卡跑
        刷圈
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        轻松跑
        輕鬆跑
        有氧跑
        有氧慢跑
        超慢跑
        放松跑
        放鬆跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        恢复跑
        恢復跑
        冷身跑
        赛后恢复跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        节奏跑
        節奏跑
        配速跑
        渐速跑
        漸速跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('threshold')],
      words: `
        阈值跑
        閾值跑
        乳酸阈跑
        乳酸閾值跑
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('intervals')],
      words: `
        间歇跑
        間歇跑
        变速跑
        坡道跑
        冲坡跑
        跑坡
        爬坡跑
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        骑行
        騎行
        骑车
        騎車
        骑乘
        騎乘
        晨骑
        晨騎
        夜骑
        夜騎
        午骑
        约骑
        約騎
        团骑
        團騎
        骑了
        騎了
        骑完
        骑友
        騎友
        单骑
        骑单车
        騎單車
        骑自行车
        長途騎行
        户外骑行
        戶外騎乘
        公路骑行
        休闲骑
        骑回家
        骑去
        山地骑行
        骑到
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        游了
        晨泳
        夜泳
        泳训
        泳訓
        自由泳
        自由式
        蛙泳
        蛙式
        蝶泳
        蝶式
        仰泳
        仰式
        泳池
        游泳池
        游泳馆
        游泳館
        泳池游
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        行走
        徒步走
        散步走
        走了
        慢走
        夜走
        漫步
        走一走
        走走
        饭后走
        健步走
        公园走
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        徒步旅行
        爬了山
        山行
        登顶
        登頂
        爬坡徒步
        越野徒步
        穿越徒步
      `,
    },
    {
      says: mark('filler'),
      words: `
        跑道
        跑车
        跑題
        跑题
        跑路
        跑腿
        跑偏
        奔跑吧
        领跑
        跑男
        游玩
        游览
        遊覽
        重游
        旅游
        旅遊
        郊游
        郊遊
        春游
        秋游
        游园
        游客
        游记
        游戏
        游船
        自驾游
        一日游
        周边游
        漫游
        畅游
        云游
        出游
        上游
        下游
        中游
        导游
        巡游
        游艇
        游荡
        游行
        神游
        梦游
        夜游
        同游
        游山玩水
        行走的
        走心
        走神
        走起
        走廊
        走进
        走失
        走亲戚
        走访
        走秀
        骑士
        騎士
        骑楼
        骑马舞
        铁骑
        三轮车
        电动车
        凡尔赛
        凡爾賽
        赛段
        賽段
        赛车
        賽車
        赛道
        賽道
        赛龙舟
        巴赛罗那
        马赛
        马赛克
        塞翁
        泳装
        泳衣
        泳帽
        泳镜
        练习题
        练车
        练琴
        练字
        练兵
        慢慢来
        慢生活
        小游
        老游
        游家
        再见
        再来
        再次
      `,
    },
    {
      says: sport('other', 'medium'),
      words: `
        骑马
        骑电动车
        骑三轮车
        骑三轮
      `,
    },
    {
      says: mark('race'),
      words: `
        越野赛
        邀请赛
        邀請賽
        挑战赛
        挑戰賽
        选拔赛
        选拔賽
        联赛
        大奖赛
        巡回赛
        公开赛
        决赛
        決賽
        预赛
        預賽
        初赛
        复赛
        正赛
        首赛
        杯赛
        运动会
        運動會
        田径赛
        夺冠
        完赛
        完賽
      `,
    },
    {
      says: mark('filler'),
      words: `
        晨间
        晨間
        午间
        午間
        午后
        午後
        晚间
        晚間
        夜间
        夜間
        傍晚
        清晨
        上午
        下午
        深夜
        凌晨
        黄昏
        周日
        周一
        周二
        周三
        周四
        周五
        周六
        星期一
        星期二
        星期三
        星期四
        星期五
        星期六
        星期日
        星期天
        週一
        週二
        週三
        週四
        週五
        週六
        週日
        午休
        户外
        戶外
        小区
        操场边
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        力量训练
        力量訓練
        核心训练
        核心訓練
        健身训练
        健身房训练
        举铁
        舉鐵
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        锻炼
        鍛鍊
        鍛煉
        体能
        體能
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        室内游泳
        室內游泳
        泳池训练
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        爬坡
        坡
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        冷身
        放松
      `,
    },
  ],
};
