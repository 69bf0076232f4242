"""Words by which names are told from other words: surnames, given names, titles, and what looks like a name.

Written for this product from general knowledge, in lower case. Looked at and not taken: the package `names`
0.3.0 (US census of 1990, 3.3 MB): no Chinese, and among its names are so, an, see, my, street and home.
"""

# --- Chinese -------------------------------------------------------------------------------------------
SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任"
    "沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫"
    "孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕"
    "单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚"
    "娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池"
    "查麻苑迟邝"
)
"""About the three hundred most frequent ones of one character."""
COMPOUND_SURNAMES = "欧阳 司马 上官 诸葛 皇甫 司徒 令狐 慕容 夏侯 尉迟 公孙 独孤 端木 长孙 宇文 轩辕 钟离"
AFTER_XIAO = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧肖程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余"
    "潘杜戴夏汪田姜范方石姚谭廖邹陆郝孔崔康邱秦史顾侯邵孟龙段雷钱汤尹黎易武乔贺赖龚欧柯施章阮倪庞颜聂詹俞"
    "裴翟"
)
"""Surnames in 小李 and 老王; those that make other words with 小 or 老 (小于, 小白, 老路) are left out."""
GIVEN = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅志建国文斌鹏飞辉波宇浩轩泽子梓涵欣怡诗雨佳嘉"
    "俊思琪晓雯婷雪琳莹倩慧颖薇蕾萍燕玲莉云珍凤琴菊美洁瑶璐晨阳旭东海峰林森山松柏龙虎健康永长春贵福祥荣昌"
    "盛宏鸿远大光亮晶星月天一帆凡博达忠信义仁德良才学成功胜利庆生根宝财发富金银铜锋钢铁柱栋梁树青翠绿紫丹"
    "彤彩虹霖露霜冰清水江河川源泉润泓沐淼安宁定乐欢喜悦笑然若如意心念恩慈爱悠依伊诺雅淑贤惠珊瑚珠玥琦瑞瑾"
    "瑜璇玮琛妍娇媛婉嫣妙姣姗娥婧婕卉蓉蓓蓝莎茜茹荷莲菲萌苗苑茵芸芬芝芷苏菁柔柳桐桃杏桦楠枫槿梦朵果豆圆团"
    "甜糖童铭钧锐鑫钰炎炳焕煜烨烁灿炜焱熙照晖晗昊昕昱晟景智晴暄曦朗朋腾骏驰骁翔翰翼毅恒恺凯铠轲轶哲尚尧舜"
    "禹禾秋秦程稳立竹筠简素纯纶绍维纲绮继续罡群聪肃育致航舟艺艾芮范荃荔莺菡葆蔚薪裕西言诚谦谨贝贞资赫越进"
    "逸遥郁郡重野钦闻阔陆隆雄雁雷霄霆靖韬韵顺颂颜风香馨驹骐高魁鸣鸽鹤麒麟黎黛齐龄迪迅连辰迎启君吉向吟善坚"
    "坤城培堂增壮声夏奇奕奎妮姿威娅孝孟宗官宜宣家容宾寒寿尔岚岩岭峻崇崴巍州巧布希帅常年广庭延弘弛彦彬影征"
    "彪得微徽忆怀怜恬悟情惜想愉慕懿承拓振捷政敬斐斯新方日旺昂易映时昭普晋晏曼朔本权村来杨杭柯桥楚正武毓民"
    "汉汝沁沛泰洲济浦浪涓淇深渊渝溪滢滨漪潇澄澜焰煊爽牧献王珂珏珞琬琰琼瑛瑄璋甫田畅白皓益真知石硕碧礼祖祯"
    "禧秉积穆笛策米系绣罗羽翎耀联胤能舒苇茂萱蒙蔓蕊行衡裳要观谊谷豪跃轮过逊道邦郎采铃锦镇镜闯阅陶隽雍非韦"
    "顶项领飘飒馥驿骥鲁鹃鹭鼎小旦勤宸凌冉冬冠准凝切初勋北千升卓南卫印原双友可叶合同名聆"
)
"""Characters that given names are made of."""
CLEAR_GIVEN = (
    "伟芳娜敏丽磊勇艳杰娟涛霞刚英兰梅斌鹏辉浩轩涵怡俊琪雯婷琳莹倩慧颖薇蕾萍燕玲莉珍琴洁瑶璐峰宏帆彤珊瑾瑜"
    "媛婧蓉茜菲莲芸芬楠铭鑫煜晖昊晟毅凯哲聪绍豪妮彬嘉佳欣晓静强军建志秀桂淑雅梓宇婉芝蓓娇妍雪丹伦洋"
)
"""Those of them that hardly do anything else: enough of a sign in a name of two characters."""
NICK = (
    "豆乐朵妞果萌婷欢浩童贝甜糖圆团毛蛋妮阳洋晨轩诺依丫囡球米晴琪莹玲丽娜"
    "雯佳欣涵辰瑶琳静娟芳梅宝虎帅威康皮牛月星雪"
)
"""豆豆, 朵朵: characters that children's names double."""
NOT_NAMES = """
    车队 房东 小石榴 小核桃 小石头 北边 南边 东边 西边 上边 下边 身边
    学琴 学车 学画 学校 高处 周长 全长 边长 当时 有时 曲子 镜子 老黄历 超爱 超级 超过 超速 超市 超好 超大
    超冷 超热 超车
    一万 千万 百万 万一 万元 万公里 万能 万里 安全 安静 安装 安排 安心 安卓 安稳 安徽 公安 平安 西安 早安
    晚安 不安 保安 延安 长安 白色 白天 白菜 白酒 白云 白萝卜 明白 包括 包间 包厢 包子 包里 包装 背包 钱包
    书包 面包 红包 毕业 毕竟 边上 那边 这边 旁边 路边 左边 右边 里边 外边 前边 后边 两边 车窗 车门 车里 车内
    车上 车外 车位 车库 车灯 车速 车主 车型 车道 车载 车机 车头 车身 车厢 车牌 停车 开车 汽车 洗车 堵车 修车
    火车 上车 下车 打车 倒车 会车 坐车 电车 用车 提车 成天 成都 成功 成为 成吨 成本 完成 达成 变成 换成 设成
    调成 改成 当成 做成 程序 行程 路程 里程 全程 课程 进程 过程 工程 流程 远程 单程 单位 单独 单行 单价 单子
    单号 单元 简单 菜单 订单 名单 账单 工单 党员 丁字 东方 南方 北方 西方 地方 对方 双方 前方 后方 官方 上方
    下方 右方 左方 方向 方便 方法 方式 方案 方面 方块 方糖 大方 关于 对于 由于 至于 终于 等于 属于 于是 小于
    大于 低于 高于 位于 处于 善于 在于 敢于 便于 过于 忙于 富余 剩余 余额 余量 余下 业余 多余 其余 高速 高架
    高德 高铁 高温 高级 高清 高峰 高度 高低 高中 高考 高兴 高层 高原 高尔夫 高点 高一点 高音 高档 高压 高位
    高新 提高 最高 很高 太高 升高 身高 调高 更高 好高 偏高 谷歌 谷物 稻谷 山谷 古老 古镇 古城 古典 古筝 复古
    蒙古 考古 关上 关掉 关了 关闭 关灯 关窗 关门 关小 关注 关系 关键 关心 关空调 海关 有关 相关 管理 管家
    管用 不管 尽管 主管 只管 吸管 水管 管道 国外 国内 国道 国庆 国家 国际 国产 外国 中国 美国 英国 韩国 德国
    法国 泰国 何时 何必 何况 何地 任何 如何 为何 几何 和平 和气 暖和 华山 华为 华尔兹 中华 豪华 繁华 华丽
    清华 黄色 黄瓜 黄豆 黄焖 黄山 黄河 黄牛 黄金 黄昏 黄油 黄鱼 黄酒 黄灯 黄线 金色 金黄 金属 金融 金山 金杯
    金毛 金额 现金 资金 押金 租金 奖金 罚金 基金 吉利 吉林 吉普 吉他 吉祥 季节 季度 夏季 冬季 春季 秋季 四季
    雨季 旺季 纪念 世纪 年纪 江淮 江铃 江南 江西 江苏 江浙 江边 江湖 浙江 长江 珠江 九江 黑龙江 镇江 湛江
    丽江 晋江 焦虑 聚焦 解锁 解释 解除 解决 解放 解开 了解 理解 讲解 误解 缓解 康师傅 健康 小康 康复 孔雀
    孔子 面孔 钻孔 蓝色 蓝牙 蓝天 蓝光 蔚蓝 雷达 雷声 雷雨 雷克萨斯 打雷 冷气 冷风 冷藏 冷却 冷静 冷一点
    冷的 冷了 连接 连续 连云港 连上 大连 流连 林肯 森林 园林 桂林 柳州 柳树 龙虾 龙头 龙湖 龙井 恐龙 一条龙
    鲁迅 粗鲁 路上 路口 路过 路段 路线 路虎 路况 路费 路牌 路灯 路面 路由 路人 路都 路了 道路 公路 马路 走路
    修路 迷路 问路 铁路 小路 大路 老路 一路 网路 绕路 带路 近路 条路 罗马 萝卜 麦当劳 麦克风 小麦 燕麦 麻烦
    麻辣 麻将 马上 马力 马自达 马拉松 马桶 马虎 马鞍山 宝马 人马 毛病 毛毛雨 毛巾 毛衣 羽毛 眉毛 冒毛 梅雨
    梅花 梅赛德斯 蒙牛 启蒙 米饭 米粉 米线 厘米 公里 玉米 小米 虾米 百米 平米 明天 明年 明明 明显 明亮 声明
    说明 文明 透明 证明 发明 莫名 莫非 约莫 牛奶 牛肉 牛排 蜗牛 吹牛 农村 农家 农民 农历 欧洲 欧拉 欧美 西欧
    平时 平常 平路 平均 平台 平板 水平 太平 公平 齐全 一齐 整齐 齐齐哈尔 多少钱 块钱 价钱 花钱 付钱 省钱
    值钱 全部 全景 全家 全天 全车 全开 全关 全国 全是 全都 全身 全新 全麦 完全 荣威 光荣 荣耀 繁荣 任务 任意
    任性 责任 信任 班主任 沙发 沙漠 沙拉 沙县 沙子 沙滩 长沙 尚未 时尚 高尚 和尚 邵阳 申请 申报 重申 沈阳
    盛夏 丰盛 师傅们 石头 石油 石家庄 石狮 石子 化石 钻石 时间 时候 时速 时刻 时段 时常 时代 时髦 时不时
    小时 当时 临时 随时 有时 到时 及时 准时 按时 定时 同时 计时 历史 史上 司机 公司 寿司 司法 宋PLUS 秦PLUS
    汉DM 唐DM 元PLUS 苏打 苏州 复苏 孙子 孙女 子孙 外孙 孙悟空 汤圆 鸡汤 汤面 喝汤 唐山 唐僧 荒唐 田园 田野
    水田 童装 童年 童话 童锁 儿童 万达 万象 万家 汪汪 王者 王子 王牌 王老吉 国王 霸王 女王 龙王 温度 温州
    温暖 温柔 温馨 温泉 温和 温水 室温 体温 低温 升温 降温 水温 气温 车温 恒温 调温 保温 文件 文字 文化 文艺
    文具 文章 文静 语文 中文 英文 作文 散文 论文 武汉 武术 武当 夏天 夏令营 夏威夷 向前 向后 向左 向右 向上
    向下 向着 转向 一向 偏向 定向 朝向 横向 双向 项目 选项 强项 事项 肖像 消息 萧条 谢谢 多谢 感谢 辛苦 辛辣
    熊猫 狗熊 徐州 徐徐 许多 也许 允许 不许 兴许 容许 许可 严重 严格 严禁 颜色 颜值 杨梅 杨树 阳光 阳台 太阳
    夕阳 洛阳 贵阳 绵阳 叶子 树叶 茶叶 中叶 易拉罐 易碎 容易 交易 贸易 轻易 简易 应该 应急 应用 适应 反应
    响应 感应 相应 供应 游泳 游戏 游客 旅游 自驾游 导游 岳父 岳母 山岳 云南 张开 张亮 纸张 紧张 一张 两张
    主张 慌张 夸张 扩张 赵本山 郑州 郑重 章鱼 盖章 图章 钟头 点钟 分钟 闹钟 秒钟 时钟 周末 周一 周二 周三
    周四 周五 周六 周日 周围 周边 周年 周期 周天 周黑鸭 一周 上周 下周 这周 每周 两周 本周 祝福 庆祝 祝你
    庄园 村庄 山庄 左转 左侧 左右 左手 左前 左后 左脚 左上 左下 卓越 宗旨 祖宗 正宗 常州 常常 常用 常见 常去
    常听 常规 经常 非常 正常 日常 异常 通常 常温 段时间 段路 阶段 一段 这段 那段 频段 片段 段落 身段 付款
    付费 支付 对付 应付 胎压 成熟 戴上 戴森 爱戴 穿戴 房间 房子 房车 厨房 住房 房价 房贷 健身房 符合 音符
    宁静 宁可 宁波 南宁 辽宁 宁夏 安宁 景区 景点 风景 夜景 背景 前景 情景 景色 穷游 师父 老师 律师 厨师 医师
    技师 查看 查询 查找 查一下 检查 调查 桂花 桂圆 荣誉 商店 商场 商务 商量 商圈 协商 经商 和谐 米其林 席卷
    主席 出席 卫生 卫星 守卫 保卫 卫衣 卫视 喻为 路特斯 骆驼 蓝莓 蓝调 习惯 学习 喜欢 欢迎 欢乐 可能 可以
    可是 可惜 可乐 可爱 如果 如意 比如 例如 假如 不如 平稳 平缓 天气 天窗 天黑 天亮 天冷 天热 天天 每天 今天
    昨天 后天 冬天 春天 秋天 聊天 天津 天猫 大家 大声 大点 大概 大厦 大道 大桥 大雨 大雪 大人 大了 一下 一点
    一起 一个 一直 一样 一定 一边 一会 一首 一条 一些 一遍 一天 一次 一种 一般 声音 小声 语音 音乐 同事 同学
    同意 不同 一同 学校 上学 放学 大学 小学 中学 开学 学生 学会 心情 开心 小心 中心 担心 放心 点心 想听 想要
    想去 想吃 想法 思想 理想 发现 出发 发动 发给 发个 发消息 发信息 发微信 发烧 头发 理发 发呆 行李 行人
    行车 行驶 行不 银行 不行 飞行 自行车 来电 未来 原来 起来 回来 下来 过来 越来 后来 以来 过敏 过去 过年
    过分 过路 超过 通过 经过 难过 不过 过道 得到 觉得 记得 值得 晓得 懂得 显得 免得 能开 能不能 智能 功能
    性能 节能 新能源 新闻 新车 新款 重新 最新 更新 新年 春节 春运 青海 青菜 青岛 青年 上海 海南 海口 海边
    海底捞 海洋 海鲜 珠海 威海 北海 红灯 红色 红绿灯 红烧 绿灯 绿色 红薯 名字 有名 著名 出名 报名 姓名 北京
    南京 东京 东西 南昌 西瓜 西餐 西红柿 声道 味道 知道 通道 频道 隧道 街道 报道 人行道 双休 双闪 友好 朋友
    男友 女友 网友 好友 合适 集合 适合 结合 综合 合同 生日 生活 生气 医生 先生 花生 生病 生产 产生 发生 陌生
    服务 业务 服装 年糕 年轻 年级 去年 今年 每年 前年 后年 拜年 老年 养老金 胡同 胡萝卜 胡椒 胡说 二胡 沪牌
    月亮 月底 月初 月份 个月 星期 星星 星巴克 明星 真的 真是 真好 认真 写真 果汁 苹果 水果 结果 效果 糖果
    糖醋 糖尿 美食 美团 美丽 美式 健身 乐高 快乐 乐队 娱乐 小程序 小任务 小常识 小范围 小高层 小方块 小龙虾
    小龙坎 小苏打 小马宝莉 小马路 小金库 小鹏 小熊 小黄车 小黄人 小黄鸭 小黄鱼 小白 小红书 小宝宝 小宝贝
    小朋友 小孩 小区 最小 缩小 调小 大小 变小 减小 胆小 从小 老方法 老胡同 老黄牛 老林子 老马识途 老龙 老史
    老石 老易 老毛 老康 长老 月老 拼多多 多多 王府井 高工 贝壳 宝贝 豆浆 豆腐 咖啡豆 土豆 糖糖 毛毛 球场
    皮肤 皮带 圆圈 团购 团队 集团 月月 点点 慢慢 好好 刚刚 往往 渐渐 悄悄 默默 轻轻 偷偷 稳稳 乖乖 冷冷 暖暖
    满满 深深 高高 宝宝 娃娃 妹妹 姐姐 哥哥 弟弟 妈妈 爸爸 爷爷 奶奶 姥姥 叔叔 伯伯 舅舅 姑姑 婶婶 太太 公公
    婆婆 嫂嫂 试试 看看 听听 想想 等等 问问 说说 走走 歇歇 聊聊 开开 关关
"""
"""Common words with such characters: no name begins in, ends in or runs through one of them."""
TITLES = """
    总监 总经理 总 经理 老师 医生 大夫 主任 教授 律师 师傅 阿姨 叔叔 叔 姨 婶 姐 哥 嫂 董 处长 科长 局长
    院长 校长 所长 部长 书记 秘书 护士 教练 同学 先生 女士 小姐 太太 奶奶 爷爷 婆婆 伯伯 伯 伯母 大爷 大妈
    大娘 大叔 大姐 大哥 队长 队 警官 法官 老板 老板娘 导 工程师 工 会计 主管 助理
    博士 医师 药师 设计师 站长 店长 班长 组长 厂长 村长
    镇长 县长 市长 行长 区长
"""
PUBLIC_NAMES = """
    周杰伦 邓紫棋 李荣浩 林俊杰 陈奕迅 王菲 张学友 刘德华 郭富城 黎明 林忆莲 邓丽君 张国荣 梅艳芳 王力宏
    陶喆 孙燕姿 蔡依林 蔡琴 薛之谦 毛不易 张杰 谢娜 李健 许巍 汪峰 朴树 李宇春 张韶涵 梁静茹 周深 华晨宇
    张惠妹 莫文蔚 李宗盛 罗大佑 周华健 任贤齐 张信哲 张靓颖 田馥甄 韩红 那英 刘欢 腾格尔 凤凰传奇 费玉清
    伍佰 崔健 郑钧 赵雷 陈粒 宋冬野 许嵩 汪苏泷 徐佳莹 林宥嘉 萧敬腾 杨宗纬 王心凌 杨千嬅 容祖儿 谭咏麟
    李克勤 叶倩文 齐秦 童安格 蒋大为 李谷一 宋祖英 郭德纲 于谦 岳云鹏 赵本山 单田芳 刘兰芳 马三立 侯宝林
    马云 马化腾 任正非 雷军 李书福 王传福 董明珠 余承东 何小鹏 李想 李斌 成龙 李小龙 李连杰 周星驰 周润发
    吴京 沈腾 黄渤 徐峥 李白 杜甫 白居易 苏轼 苏东坡 李清照 王维 孟浩然 陆游 辛弃疾 屈原 鲁迅 老舍 巴金 余华
    莫言 金庸 古龙 琼瑶 三毛 钱钟书 张爱玲 路遥 刘慈欣 曹操 刘备 关羽 张飞 诸葛亮 孙权 周瑜 司马懿 吕布
    孙悟空 孙中山 岳飞 文天祥 康熙 乾隆 雍正 秦始皇 汉武帝 武则天 唐太宗 李世民 宋江 武松 林冲 鲁智深 贾宝玉
    林黛玉 薛宝钗 令狐冲 郭靖 黄蓉 杨过 小龙女 张无忌 韦小宝 米老鼠 唐老鸭 姚明 刘翔 李娜 马龙 李宁 王老吉
    张亮 王守义 周黑鸭 老干妈 陶华碧 张小泉 全聚德 陈麻花 曹操出行 李先生 杨国福 黄太吉 马应龙 徐福记 康师傅
    王致和 谭木匠 方太 老板电器 蒙娜丽莎 小爱同学 天猫精灵 小艺 小度小度
"""
"""Singers, writers, heroes and brands that look like a person whom one knows."""
CITIES = """
    北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 郑州 长沙 青岛 大连 厦门 宁波 无锡 佛山 东莞
    沈阳 哈尔滨 长春 济南 合肥 福州 昆明 南昌 贵阳 南宁 太原 石家庄 兰州 银川 西宁 海口 三亚 温州 珠海 中山
    惠州 嘉兴 绍兴 金华 台州 徐州 常州 扬州 南通 洛阳 桂林 香港 澳门 台北 乌鲁木齐 呼和浩特 拉萨 烟台 潍坊
    唐山 保定 廊坊 邯郸 泉州 漳州 汕头 湛江 柳州 绵阳 宜昌 襄阳 芜湖 赣州 遵义 大理
    龙泉驿 龙泉 曲江 华阳 万州 江北 江宁 萧山 余杭 路桥 黄浦 徐汇 静安 石景山 房山 松江 金山 宝山 白云
    南沙 武侯 温江 高新
    毕节 安顺 安阳 安庆 常德 常熟 江阴 江门 黄石 黄冈 宋庄 任丘 乐山 乐清 康定 梅州 莫干山 莫斯科 马尔代夫
    马来西亚 泰安
    泰州 云浮 钱塘 荣成 阳江 阳朔 阳泉 池州 沙坪坝 丰台 岳阳 岳麓 单县 连江 巫山 米兰 罗马 温哥华 华盛顿
    成华 项城 汤山
"""

# --- English -------------------------------------------------------------------------------------------
GIVEN_NAMES = """
    aarav aaron abby abdul abe abigail ada adam addison adele aditya adrian adriana adriano agnes agnieszka
    ahmed aidan aiden aino aisha akira al alan alasdair alba albert alejandro alessandra alessandro alex
    alexander alexandra alexis alfie alfred ali alice alicia alina alison alistair allison alma alvin alyssa
    amanda amara amelia amelie amina amir amit amos amy ana ananya anastasia anders andre andrea andreas
    andreea andrei andres andrew andy angela angelina angelique anika anil anita anja anjali ann anna
    annabelle anne annie annika ansel anthony antoine anton antonella antonia antonio antti anwar anya aoi
    arabella archie aria ariana arjan arjun arlene armando arnaud arnav arne arnold arthur arturo arun asha
    ashley astrid aubrey audrey augusto aurelia aurora ava avery avi ayesha ayse azra barb barbara barnaby
    barry bartek baz bea beatrice beatriz becky belinda bella ben benedict benjamin benoit bernadette
    bernard bernie bert bertha beth bethany bettina betty beverly bhavna bianca bilal birgit birgitta bjarne
    bjorn bob bobby bogdan bonnie boris bradley brandon bree brenda brendan brett brian brianna bridget
    bridie brody bronwyn bruce bruno bryan bryce bryony budi caio caitlin caleb callum calvin cameron camila
    camille candice carl carla carlos carlotta carmen carolina caroline carolyn carrie carson casper
    cassandra cassie catherine cathy cecilia cecily cedric celia celine cerys cesar chandra chantal
    chantelle charlene charles charlie charlotte chiara chidi chinedu chloe chris christina christine
    christoph christopher ciara ciaran cillian cindy claire clara clarence claudia claudine claus clement
    clementina clementine clint clive clyde cody colby colette colin connor conrad constance consuelo
    cordelia corey corinna corinne cornelia cory courtney craig curtis cynthia cyril dafydd dagmar daichi
    damian damien damon dan dana daniel daniela danielle danny dante daphne daria darius darla darrell
    darren daryl dave david davide dean deandre deanna deb debbie deborah debra debs deepa deepak deirdre
    delia demetrius denise dennis derek desiree desmond devon dewi dexter dhruv diana diane diego dieter
    dilip dimitri dina dinesh dion dirk dmitri dolores dominic dominik dominique donald donna donny dorian
    doris dorothea dorothy doug douglas dragan duncan dwayne dwight dylan earnest ebony eddie edgar edith
    edmund edna eduard eduardo edward edwin edwina effie egon eileen eilidh elaine eleanor elena eleni
    eleonora eli elias elif elijah elisa elisabeth elise elizabeth ella ellen elliana ellie elliot elliott
    eloise elsa elsie elvira emanuel emeka emiko emil emilia emilio emily emma emmanuel emmett emre enrique
    enzo eoin eric erica erik erika erin ernest ernesto ernie esme esmeralda estelle esther ethan eugene
    eugenia eunice eva evan evangeline evelyn evie ewa ewan ezekiel ezra fabian faisal farah farid fatima
    fatoumata fausto felicia felicity felipe felix femi fergus fernanda fernando filip finley finn fiona
    flavia florian floyd frances francesca francesco francine francis francisca franco francois frankie
    franz fred freddie frederick freya frieda friedrich fritz fumiko gabe gabriel gabriela gabriella gareth
    gary gaston gavin gemma genevieve geoff geoffrey george gerald geraldine gerard gerry gianni gilberto
    gilda giles gina giorgos giovanni gisela gisele giulia giuseppe gladys glenda gloria gonzalo goran gord
    gordana gordon graciela graham greg gregory greta gretchen gudrun guillermo gunther gus gustav gustavo
    gwen gwendolyn hadiya hal halima hamid hamish hamza hana hanna hannah hans harald harish harold harriet
    harry haruka haruki harvey hassan hector hedwig heidi heike heinrich helen helena helga helmut henri
    henrietta henriette henrik henry herbert hermann hideo hilary hilda hilde hiro hiroshi horace hortense
    howard hubert hugh hugo humphrey hung hussain hussein hyun ian ibrahim ignatius igor ike ilse imani
    imogen ines inga ingo ingrid ioana irene irina irma irvin irving isaac isabel isabella isabelle isadora
    isaiah ishaan ishan isla ismael isobel istvan ivan ivana ivo jackie jackson jacob jacqueline jacques
    jada jaden jaime jake jakub jamal james jameson jamie jana jane janelle janet janice janine jared jarrod
    jarvis jason javier jayden jayne jeanette jeannie jed jeff jeffrey jen jenna jennifer jenny jerald
    jeremiah jeremy jerome jerry jess jesse jessica jessie jethro jez jill jim jimmie jimmy jingyi jiri
    jiwoo joachim joan joann joanna joanne joaquin jocelyn jodi jodie joe joel joelle joey johan johanna
    johannes john johnathan johnny jolene jolie jomo jon jonah jonas jonathan jorge jose josef josefina
    joseph josephine josh joshua josie joyce juan juana juanita judd judith judy jukka julia julian juliana
    julie juliet julius jun junaid jurgen justin kabir kamal kamala kaori karen karim karima karin karina
    karl karla karsten kasia kasper katarina kate katharina katherine kathleen kathryn kathy katie katja
    katrina katya kavita kay kayla kaylee kayleigh kazuo keiko keira keisha keith kelly kelvin ken kendra
    kenji kenneth kenny kenta kerry kerstin kev kevin khalid kiara kieran kim kimberly kiran kirk kirsten
    kirsty klaus kofi konrad kris krishna kristen kristi kristin kristina krystal krzysztof kurt kwame kwesi
    kyle kylie lacy lakshmi lamar lancelot lara larissa larry lars lasse laszlo latisha latoya laura lauren
    laurence laurie lawrence layla leah leandro leanne leif leila leland lena lenny leo leon leonard
    leonardo leopold leroy lesley leslie levi lewis liam lidia liesl lila liliana lillian lillie lina linda
    lindsay lindsey linh lino lionel lisa livia liz lizzie logan lola lonnie lorenzo loretta lori lorie
    lorna lorraine lothar louis louisa louise luca lucas lucia lucian luciano lucille lucinda lucy ludwig
    luigi luis luisa luka luke luther lydia lyla lynn mabel mackenzie maddie madeleine mads maeve magda
    magdalena maggie mairi maisie makoto malachi malcolm malik mandy manfred manish manuel manuela marc
    marcel marcelo marcia marco marcus marek margaret maria mariam marian mariana marianne marie mariko
    marilyn mario marion marisa marisol marius marjorie marko markus marlee marlene marlon marta martha
    martin martina martine marvin mary masato masha matej mateo mateusz mathias mathilda matilda matt matteo
    matthew mattias maud maude maureen maurice mauricio mauro maxim maximilian maxine maya meera meg megan
    mehdi mehmet mei melanie melinda melissa meredith mervyn mette mia micah michael michaela micheal michel
    michelle michiko mick miguel mihai mika mike mikhail mikko mila mildred milena millie milo milos milton
    mina minerva minho miranda mireille miriam mitch moe mohamed mohammed mohan mohit moira molly mona
    monica monika monique monty morgan moritz morty moses muhammad murad murat muriel mustafa myra nadia
    nadine nadya nancy naoki naomi nasser natalia natalie natasha nate nathan nathaniel naveen ned neema
    neha neil nell nellie nelson nestor nettie neville ngozi niall niamh nicholas nick nicky nico nicola
    nicolas nicole nicolette nigel nikhil nikita nikki niklas nikolai nikos niles nils nina nisha noah noel
    noelle nora norbert noreen noriko norma norman octavia odessa odette oisin oksana olaf oleg olga oliver
    olivia olivier ollie omar omer ophelia opie orla osama oscar oskar oswald ottilie otto owen pablo padma
    paige paloma pam pamela paolo parvati pascal patrice patricia patrick patrik patti paul paula paulette
    paulina pauline pavan pavel pawel pedro peggy percy pete peter petey petra peyton phil philip philippa
    philippe phillip phineas phoebe phyllis pierre pieter pietro pilar piotr pooja prakash pranav preeti
    priscilla priya priyanka quentin rachael rachel rachelle rachid rafael ragnar rahul raj rajesh rajiv
    ralf ralph ramesh ramon ramona randal randall randi rania raoul raphael raquel rashid raul ravi raymond
    rebecca rebekah reem reggie regina reginald reinhard rekha rena renata renee reuben rhian rhiannon
    rhonda rhys ricardo richard rick ricky rika riley rita rizal robbie robert roberta roberto rochelle
    roderick rodney rodolfo rodrigo roger rohan roisin roland rolando rolf ron ronald ronan ronnie rory rosa
    rosalia rosalie rosalind rosanna rosanne rosie ross roswitha rowena roxanne roxy roy ruben rudolf rudy
    rufus rupert russell ruth ruthie ryan ryo sabine sabrina sachin sadie saeed sahil sally salma salvador
    sam samantha sameer samir samira sammy samuel sandeep sandra sanjana sanjay sanna saoirse sara sarah
    sasha saskia satoshi saundra scott sean sebastian sebastien selena seo serena sergei sergey sergio seth
    shanice shannon sharon shaun shauna shaz sheila sheldon shelley shelly sheri sherman sherry sheryl
    shinji shirin shirley shiv shreya shreyas sid siegfried sigrid silas silke silvia simon simona simone
    sina sinead siobhan siti sofia sofie solomon somchai sonia sonja sophia sophie soren sota stacey stacy
    stan stanislav stanley stefan stefanie stella steph stephanie stephen steve steven stewart stu stuart
    sumit sunil sunita suresh surya susan susanna susie suzanne svea sven svetlana swati sylvester sylvia
    sylvie tadashi takashi takeshi tamara tami tamika tammy tamsin tania tanisha tanvi tanya tara tariq tash
    tatiana tatjana ted teresa terrence terri terry tetsuo thaddeus thanh thea thelma theo theodora theodore
    theresa thomas thorsten thuy tiffany tilda tim timothy tina tobias tobin toby todd tom tomas tomasz
    tommie tommy tomoko toni tony tonya torsten tove tracey tracy travis trent trevor tricia trina trinh
    trish tristan trixie trudie trudy tunde tuomas ty tyler tyrone uday udo ulrich ulrike uma ursula
    valentina valerie vance vanessa varun vaughn velma vera verena verna vernon veronica vicente vicky
    victor vijay vikas vikram viktor vinay vincent vincenzo vinh vinny violeta virgil viv vivek vivian
    viviane vivien vladimir volker walid wally waltraud wanda warren wayne wei wendell wendy werner wesley
    wilbur wilf wilfred wilhelm wilhelmina willem william willie wilma winifred winston wojciech wolfgang
    wolfram wyatt xander xavier xenia xiaoli xiaoming xiomara yamini yara yash yasmin yasmine ying yohan
    yoko yolanda yolande yosef youssef yuki yulia yumi yuri yusuf yuto yvette yvonne zac zach zachary zack
    zahra zainab zander zara zdenek zeb zeke zelda zena zeynep zoe zoey zofia zoltan zuri zuzana
    anand arvind ashok ganesh geeta lalita manoj prasad sanjeev shankar usha vinod
"""
"""Given names that are hardly ever another word."""
OTHER_GIVEN = """
    abbott alexa amber angel angus april ariel art ash august austin autumn axel basil bay bill billy blair
    blake blanche bliss brad brandy brook brooke brooklyn carol cash celeste chad charity chase
    chelsea cherry china christian chuck clay cliff clover cole cooper coral cruz crystal daisy dakota dale
    dallas dawn denver dick dolly drew duke earl easton eden elle elm eve faith faye fern fleur flora
    florence ford forest francisco frank garnet gene georgia gilbert ginger ginny glen glenn grace grant guy
    hank harley harmony harper hazel heath heather holly hope hudson hunter ignacio india iris israel ivy
    jack jade jan jasmine jasper jay jean jesus jewel jo jordan joy june kai kent kit kitty lacey lance lane
    laurel lee lily lincoln london lorena lou mac madison mae marcy margarita marge marina mark marshall
    mason max may melody mercedes mercy merry mickey milan miles misty mo nat nelly noor norm olive opal
    orlando otis paris parker pat patience patsy pearl penny petal phoenix piper poppy porter preston
    prudence queenie rae rain randy ray reed rex rich river rob robin rocco rocky rod roman romeo rose
    rosemary rowan ruby rusty sage sandy saul savannah scarlett shane sienna skip sky skye sol sonny spencer
    sterling stone storm sue summer sunny sydney tab tanner teddy tess tiger timber trinity troy tucker val
    van venus vic victoria viola violet virginia wade walker ward wes will willow winter woody wren yan zane
"""
"""Given names that are other words too: a month, a stone, a verb, a city. They need a sign beside them."""
NEVER_BY_A_CAPITAL = """
    april may june august paris sydney austin dallas denver houston georgia virginia florence savannah
    madison
    brooklyn chelsea london milan india israel china lincoln ford mercedes
"""
"""Months and cities among them: a capital and a preposition do not make a person of them."""
NEVER_IN_SMALL = "will may hope chase grant drew sue pat rob bill mark wade skip"
"""Verbs among them: "my son will", "my boss may"."""
FAMILY_NAMES = """
    abbott adams ahmed allen alvarez anderson andrews armstrong arnold atkinson bailey baker barnes bauer
    becker bennett berg bianchi black boyd bradley brennan brooks brown bryant burke burns butler byrne
    campbell carlson carpenter carr carroll carter castillo castro chan chang chapman chavez chen clark
    clarke cohen cole coleman collins cooper costa cox crawford cruz cunningham daniels davidson davies
    davis dawson delgado diaz dixon donnelly doyle dubois duncan edwards elliott ellis evans ferguson
    fernandez ferrari fischer fisher fitzgerald fletcher flores ford foster fox fraser freeman fuchs garcia
    gardner gibson gomez gonzalez gordon graham grant gray green greene griffin gupta gutierrez hall
    hamilton hansen harper harris harrison hart hartmann hassan hayes henderson henry hernandez herrera
    hicks hill hoffmann holmes howard huber hughes hunt hunter hussain ibrahim ivanov jackson jacobs jain
    james jenkins jensen jimenez johansson johnson johnston jones jordan kapoor kaur kelly kennedy khan kim
    king klein koch kowalski kumar lambert larsen lawrence lawson lee lehmann lewis lim lopez lynch
    macdonald maier marsh marshall martin martinez mason matthews mcarthur mccarthy mcdonald mckenzie medina
    mehta mendoza meyer miller mills mitchell moore morales moreau moreno morgan morris morrison mueller
    muller murphy murray myers nakamura nelson neumann nguyen nielsen novak o'brien o'connor o'neill
    o'sullivan olsen ortiz owens palmer park parker patel payne pearson perez perry peters petersen petrov
    phillips pierce popov porter powell price quinn ramirez ramos reed reid reyes reynolds rice richards
    richardson rivera roberts robertson robinson rodriguez rogers romero rose ross rossi ruiz russell russo
    ryan sanchez sanders santos sato schmidt schmitz schneider schroeder schulz schwartz scott shah sharma
    shaw silva simmons simpson singh smirnov smith snyder spencer stein stephens stevens stewart stone
    sullivan suzuki takahashi tanaka taylor thomas thompson torres tucker turner vargas vasquez vogel wagner
    walker wallace walsh wang ward warren washington watson weaver webb weber weiss wells west wheeler white
    williams williamson wilson wolf wong wood woods wright yamamoto yang young zhang zimmermann
"""
NO_FAMILY_IN_SMALL = """
    park hill price brown white black green gray young king fox wood woods hall ward rice long stone hunt
    cook may
    west ford marsh field hart ross rose mason hunter carpenter
"""
"""Family names that end no name in small letters: "call tom park the car"."""
FAMOUS = """
    the stones, the rolling stones, the carpenters, the jacksons, the smiths, the doors, sea to sky,
    taylor swift, ed sheeran, billie jean, billie eilish, hey jude, stevie wonder, bruno mars,
    justin bieber, elton john, david bowie, michael jackson, johnny cash, bob dylan, bob marley,
    amy winehouse, john lennon, paul mccartney, george michael, phil collins, bruce springsteen, billy joel,
    tom petty, neil young, dolly parton, whitney houston, celine dion, mariah carey, britney spears,
    katy perry, lady gaga, lana del rey, dua lipa, harry styles, sam smith, olivia rodrigo, ariana grande,
    miley cyrus, kate bush, norah jones, nina simone, ella fitzgerald, louis armstrong, miles davis,
    frank sinatra, dean martin, elvis presley, jimi hendrix, jack johnson, john mayer, john denver,
    kendrick lamar, kanye west, post malone, luke combs, morgan wallen, chris stapleton,
    simon and garfunkel, peter gabriel, hans zimmer, iron maiden, alice cooper, queen, adele, coldplay,
    sade, prince, drake, rihanna, harry potter, sherlock holmes, james bond, peter rabbit, peppa pig,
    winnie the pooh, mickey mouse, donald duck, bob the builder, thomas the tank engine, dora the explorer,
    paddington, george orwell, stephen king, agatha christie, jane austen, mark twain, charles dickens,
    joe rogan, elon musk, donald trump, joe biden, barack obama, queen elizabeth, king charles,
    martin luther king, ben and jerry's, ben and jerrys, jack daniel's, jack daniels, jim beam,
    johnnie walker, captain morgan, bloody mary, earl grey, trader joe's, trader joes, papa john's,
    papa johns, jimmy john's, wendy's, denny's, arby's, macy's, kohl's, sally beauty, dave and buster's,
    uncle ben's, uncle bens, aunt jemima, ralph lauren, calvin klein, tommy hilfiger, jimmy choo,
    john deere, john lewis, harley davidson, rolls royce, aston martin, alfa romeo, mercedes benz,
    land rover, ford focus, dr pepper, dr. pepper, doctor pepper, dr oetker, doctor who, doctor strange,
    dr dre, mr bean, mr brightside, mrs doubtfire, mister softee, captain america, captain marvel,
    miss saigon, judge judy, coach carter, nurse jackie, siri, alexa, cortana, bixby, mary poppins,
    ave maria, santa maria, san diego, san antonio, san jose, santa barbara, santa monica, santa claus,
    saint louis, st louis, st. louis, st john's, st. john's, st andrews, big ben, new jersey, west virginia,
    lake charles, port charlotte, charlotte north carolina, fort worth, prince edward, st patrick's,
    saint patrick's, father's day, mother's day, valentine's, king's cross, charles de gaulle,
    john f kennedy, george washington, lincoln center, john wayne, will smith, will rain, tim hortons,
    tim horton's, marie callender's, bob evans, elizabeth line, victoria line, jubilee line, roland garros
"""
"""Artists, brands, dishes and sights; what stands in them is nobody's name."""
CAPITALS = """
    tamil hindu sikh punjabi bengali telugu urdu buddhist protestant danish norwegian finnish czech
    hungarian greek
    vietnamese thai persian hebrew latino african year grade class level chapter
    colonel captain doctor professor boss sir madam navigation radio traffic weather forecast news model
    i i'm i'll i've i'd ok okay monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december christmas easter thanksgiving
    halloween ramadan diwali english spanish french german italian chinese japanese korean indian mexican
    thai greek turkish russian polish portuguese arabic hindi dutch swedish british american canadian
    australian irish scottish welsh european asian mandarin cantonese muslim jewish catholic vegan mum mom
    mam mama mummy mommy dad daddy papa pop granny grandma grandpa grandad granddad nana nanna gran auntie
    aunt uncle sis bro everyone everybody nobody somebody someone anyone anybody people passengers guests
    kids children she he they we you it who what this that these those there here which the a an my our your
    his her their its one some google apple siri alexa spotify netflix amazon tesla toyota honda ford bmw
    audi mercedes volkswagen volvo nissan hyundai kia mazda subaru lexus porsche ferrari jeep dodge chevy
    chevrolet buick cadillac chrysler fiat peugeot renault citroen skoda seat opel vauxhall mini jaguar
    bentley rivian lucid polestar byd nio xpeng uber lyft waze youtube tidal deezer pandora audible whatsapp
    facebook instagram twitter zoom teams skype slack outlook gmail android carplay bluetooth wifi usb gps
    shell exxon bp chevron texaco esso starbucks costa mcdonald's mcdonalds kfc subway domino's dominos
    walmart target costco tesco sainsbury's aldi lidl ikea asda waitrose marks boots argos verizon comcast
    london paris berlin rome madrid vienna boston chicago houston dallas austin denver seattle miami atlanta
    phoenix detroit dublin edinburgh glasgow manchester birmingham liverpool leeds bristol oxford cambridge
    york brighton cardiff belfast amsterdam brussels zurich geneva milan munich hamburg frankfurt cologne
    tokyo beijing shanghai singapore sydney melbourne toronto vancouver montreal texas california florida
    nevada oregon arizona colorado utah ohio georgia virginia america england scotland wales ireland britain
    germany france italy spain china japan india mexico canada australia europe heathrow gatwick disneyland
    disney hollywood manhattan brooklyn broadway
"""
"""Words that people write with a capital and that name no person in the car."""
