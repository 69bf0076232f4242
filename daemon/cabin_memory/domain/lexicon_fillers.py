"""Words that name nothing when two sentences are compared,
and words that are written large and are no names."""

import re

CAPITALS = frozenset(
    re.findall(
        r"\S+",
        """
        i i'm i'd i've i'll ok tv monday tuesday wednesday thursday friday saturday sunday january
        february march april may june july august september october november december english god fm
        am points point interest station stations gps usb ev suv wi-fi wifi celsius fahrenheit poi
        doctor mr mrs ms
        """,
    )
)
ENGLISH = frozenset(
    re.findall(
        r"\S+",
        """
        a an the i i'm i'd i've me my mine we us our you your it its he him his she her they them
        their this that these those is are was were be been being am do does did have has had can
        could will would shall should may might must to of in on at for and or but with from by as
        if so than then into very just please what when where which who why how let let's hey ok
        okay yes not no never don't doesn't isn't want like find look get make sure some any all
        there here there's up out about really alway only more while know think you've it's that's
        one nearby near closest nearest place around close go take use put give show need prefer
        also now again instead anymore longer future hmm great thank perfect good right alright
        actually well maybe avoid locate set play stop keep change start switch exclude disable turn
        add
        """,
    )
)
CHINESE = (
    "我们|你们|他们|这个|那个|一下|一个|帮我|给我|可以|以后|现在|最近|不要|不用|喜欢|平时|附近|有没有|别再"
    "|改成|换成"
    "|[的了吗呢吧啊呀哦嘛我你您他她它请就都也还是在有把给要会找去来个这那别不再改换点用]"
)
