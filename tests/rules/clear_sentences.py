"""Sentences whose category a careful reader would not doubt, in Chinese and English."""

CLEAR = """
safety | 倒车的时候记得喊我看右边，那儿有根柱子
safety | 后排有小孩就把儿童锁打开
safety | 变道之前提醒我看盲区
safety | 连续开两个小时就提醒我休息，我容易疲劳驾驶
safety | 没系安全带一定要报警
safety | 倒车时把全景影像打开
safety | 前面有行人早点给我预警
safety | Warn me about my blind spot before I change lanes
safety | Keep the child locks on when kids are in the back
safety | When I reverse, tell me to check the left rear, there is a post
safety | Remind me to take a break every two hours, I get drowsy
safety | Set the forward collision warning to early
safety | Always beep if someone hasn't fastened their seat belt
route | 出城别走高速，我喜欢走国道
route | 能绕开隧道就绕开
route | 去单位走滨江路，别走二环
route | 收费站能避开就避开
route | 堵车的时候换走小路
route | 我宁愿绕远也不想堵着
route | 下雨天避开积水的路
route | 赶时间就上高架
route | Avoid toll roads whenever you can
route | I prefer the scenic route over the highway
route | Never take me through the long tunnel
route | Take the river road when there is a traffic jam
route | I'd sooner take the long way round than wait in a traffic jam
route | When I'm in a hurry take the motorway
route | Which way should we go to skip the congestion?
navigation | 导航播报少一点，只在路口提醒我
navigation | 地图保持车头朝上
navigation | 导航语音提前五百米播报
navigation | 带我去机场
navigation | 导航去火车站
navigation | Keep the map north up
navigation | Less voice guidance please, only at junctions
navigation | Navigate to the airport
navigation | Give me turn by turn directions earlier
climate | 空调二十四度就行
climate | 车里温度别低于二十二度
climate | 风别对着脸吹
climate | 进隧道切内循环
climate | 风量开到二档
climate | 我怕冷，暖风早点开
climate | 方向盘加热开二档
climate | 车里太闷了，开外循环
climate | Set the air conditioning to 22 degrees
climate | Keep the fan at level two
climate | I get cold easily, set it to twenty-five degrees
climate | Don't blow air at my face
climate | Turn on the steering wheel heating in winter
climate | Use recirculation in tunnels
climate | How warm do I like the cabin?
climate | It's too hot in here, make it cooler
seat | 座椅往后调两格
seat | 靠背直一点我腰不好
seat | 座椅加热开一档
seat | 腰托顶起来一点
seat | 头枕往后收一格
seat | 冬天一上车就开座椅加热
seat | 副驾座椅别调太靠后
seat | 我习惯把座椅调高，视野好
seat | I want the lumbar support at step three
seat | Recline my seat to position five
seat | Seat heating on level two every morning
seat | Tip the backrest back slightly
seat | Slide the seat back two notches
seat | Turn on the seat massage on long drives
seat | How far back do I usually have my seat?
mirror | 左边反光镜压低一些
mirror | 倒车时右边反光镜自动往下翻
mirror | 右后视镜再往里收一点
mirror | 停车后把后视镜折叠起来
mirror | 内后视镜晚上要防眩目
mirror | Tilt the left wing mirror up a little
mirror | Fold the mirrors when I park
mirror | Point the right door mirror at the rear wheel
mirror | Dim the rear view mirror automatically
window | 停着的时候车窗留条缝透气
window | 下雨自动把天窗关上
window | 后排车窗锁住，孩子爱玩
window | 抽烟的时候开一点左边窗户
window | 上高速把窗都关上
window | I like the window open a crack
window | Close the sunroof when it rains
window | Roll down my window for a moment
window | Keep the rear windows locked
lighting | 氛围灯换成蓝色
lighting | 晚上把中控屏调暗
lighting | 屏幕亮度太高了，刺眼
lighting | 下车后大灯再亮三十秒
lighting | 后排看书的时候开阅读灯
lighting | 中控屏亮度调多少合适
lighting | Dim the screen at night
lighting | Green ambient light suits me best
lighting | Leave the headlights on for a minute after I lock up
lighting | Turn on the rear reading light when someone reads
media | 我爱听单田芳的评书
media | 周末就放八十年代的粤语歌
media | 上班路上给我放新闻节目
media | 别放摇滚，太闹
media | 换成爵士电台
media | 放点轻音乐
media | 播客用一点五倍速播放
media | 孩子在车上只放儿歌
media | 我爱听海浪的声音
media | On my way to work I like to hear a history podcast
media | I don't like rock music
media | Play jazz on Sunday mornings
media | Put on a comedy show when I drive home
media | My favourite singer is on this playlist, play it often
media | Which podcast do I usually listen to?
media | Something relaxing to listen to, please
volume | 音量别超过二十
volume | 声音调大一点
volume | 提示音太响了，小一点
volume | 倒车的时候音乐静音
volume | 说话的时候把音乐声音降低
volume | Don't go above volume twenty
volume | Turn the volume down when I'm on the highway
volume | Mute the music when I reverse
volume | Make the chimes less loud
phone | 开车时微信消息念给我听
phone | 骚扰电话直接拒接
phone | 晚上十点以后不接电话
phone | 蓝牙连我的手机别连孩子的
phone | 来电话先告诉我是谁打的
phone | Read my text messages aloud
phone | Reject calls from unknown numbers
phone | Connect my phone over bluetooth first
phone | When my mother calls always answer the call
charging | 电池充到百分之八十五就别充了
charging | 我一般用慢充
charging | 电量低于百分之二十提醒我
charging | 加油只加95号汽油
charging | 加油优先去中石化
charging | 电池平时充到多少
charging | Stop charging at eighty percent
charging | I only use fast chargers on long trips
charging | My car takes premium petrol
charging | Warn me when the battery falls below twenty percent
charging | To what level do I charge the battery?
parking | 停车尽量停地库
parking | 我喜欢停在靠电梯的车位
parking | 停车别停露天，怕晒
parking | 车位太窄的停车场不去
parking | 到商场了，停哪里好
parking | I prefer underground parking
parking | Find a parking spot near the entrance
parking | I avoid car parks with narrow bays
parking | Always use valet parking at hotels
driving_style | 跟车距离拉大一点
driving_style | 开稳一点，起步别太猛
driving_style | 平时用经济模式
driving_style | 动能回收调到最低
driving_style | 巡航定在一百一
driving_style | 跟前车别跟太紧
driving_style | Use eco mode in the city
driving_style | Keep a bigger following distance
driving_style | I like one pedal driving
driving_style | Set the cruise control to one hundred
driving_style | No sudden acceleration, drive smoothly
address_term | 叫我阿杰
address_term | 别叫我主人，叫我老陈就行
address_term | 以后称呼我王老师
address_term | 我让你怎么称呼我来着
address_term | 叫我小满
address_term | Just call me Skipper
address_term | Don't call me sir
address_term | My nickname is Sunny, use it
address_term | What do you call me?
food | 香菜我不吃
food | 我不吃辣，找清淡一点的馆子
food | 咖啡我只要拿铁，少糖
food | 早饭我爱喝热豆浆
food | 车上给我备点坚果当零食
food | 晚饭我吃得少
food | 点外卖有什么忌口
food | 我只喝绿茶，咖啡不碰
food | One spoon of sugar in my tea
food | My burger comes without pickles, always
food | I'm a vegetarian
food | I put hot sauce on every sandwich
food | I don't eat spicy food
food | Which restaurant do we like for dinner?
schedule | 我每周四晚上去打乒乓球
schedule | 我每周六下午去游泳
schedule | 每天下午四点半接糖豆放学
schedule | 每周一早上九点开例会
schedule | 周五下班后我要去健身
schedule | 周四晚上我一般干什么
schedule | 我每天七点送孩子上学
schedule | I go to yoga every Tuesday evening
schedule | My son has a piano lesson on Saturday at ten
schedule | Every Monday I have a meeting at nine
schedule | I often go to the pottery class these weeks
schedule | After work I go to the gym first
schedule | When is my dentist appointment?
family | 我女儿叫朵朵
family | 我老婆的生日是六月十二号
family | 我有两个孩子，是双胞胎
family | 我儿子今年上小学三年级
family | 我妈妈一个人住在老家
family | My wife's birthday is in June
family | My daughter is called Mia
family | My son is eight years old
family | When is our wedding anniversary?
health | 我有高血压，每天要吃药
health | 我对花粉过敏
health | 我有糖尿病
health | 我颈椎病又犯了
health | 我最近怀孕了
health | I have high blood pressure
health | I'm diabetic
health | I take my heart medication at eight
health | I suffer from migraines
health | My asthma inhaler is in the glovebox
identity | 我家住澄明花园十二栋
identity | 我家在枫林路八号
identity | 我公司在软件园二期
identity | 我叫李建国
identity | 我是一名小学老师
identity | 我的车牌是京A12345
identity | 我家住哪
identity | I live at 12 Oak Street
identity | My home address is 5 Park Lane
identity | My name is Jonathan
identity | I work at the city hospital
identity | Where do I live?
vehicle | 胎压低于二点三提醒我
vehicle | 洗车要手洗，别进机器
vehicle | 保养去城东那家店
vehicle | 每五千公里换一次机油
vehicle | 雨刮该换了
vehicle | Check the tire pressure every month
vehicle | Hand wash only, no brushes
vehicle | The oil change is due at ten thousand
vehicle | Open the trunk only halfway
style | 跟我说话简短一点
style | 先说结论再说原因
style | 别啰嗦，直接说重点
style | 说慢一点，我听不清
style | Keep your answers short
style | Get to the point
style | Explain the reasons first
style | Please speak slowly
smalltalk | 哈哈你真逗
smalltalk | 刚才那只狗好可爱啊
smalltalk | 今天天气真好
smalltalk | 谢谢你啊
smalltalk | 晚安
smalltalk | Thanks a lot, you are funny
smalltalk | What a lovely sunset
smalltalk | Good morning, how are you
smalltalk | Haha that was silly
"""


def rows() -> list[tuple[str, str]]:
    """(category, sentence) pairs."""
    parts = [line.split(" | ", 1) for line in CLEAR.strip().splitlines()]
    return [(category, sentence) for category, sentence in parts]
