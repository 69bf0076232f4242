"""English phrases that tell what a sentence is about: category, then weight, then phrases.

Weight 5 decides also against another category's word in the sentence; 4 nearly so; 3 names the thing;
2 belongs to it; 1 is a hint. Longer phrases hide the shorter ones inside them (see domain/lexicon).
"""

from collections.abc import Mapping

from cabin_memory.domain.vocabulary import Category

CUES: Mapping[Category, Mapping[int, str]] = {
    Category.SAFETY: {
        5: """
            backup camera, blind spot, child lock, collision warning, cross traffic, door open warning,
            drowsiness, drowsy, emergency braking, fall asleep, forward collision, kid lock, lane departure,
            lock the door, nod off, nodded off, nodding off, parking sensor, pedestrian, rear camera,
            rear cross traffic, reversing camera, reversing sensor, seat belt, seatbelt, speed warning,
            speeding warning, surround view
        """,
        4: "auto lock, dozing, hands off the wheel, stay awake, two hours tell me",
        3: """
            alert me, back up, backing out, backing up, bike, camera, collision, crash, cyclist, dangerous,
            hit a, lane assist, look out, pull over, rear view, reverse, reversing, safety, scraped, skid,
            take a break, warn me, watch out
        """,
        1: "alert, beep, careful, cliff, lock, remind me, rest, watch",
    },
    Category.ROUTE: {
        5: """
            avoid the road, back road, back street, bypass, coast road, country road, detour, dirt road,
            drive through the, fastest route, fastest way, ferry, gravel road, mountain road,
            quickest route, quickest way, ring road, river road, road along, scenic road, scenic route,
            shortcut, shortest route, shortest way, side road, side street, take the road, toll, toll road,
            traffic jam, turnpike, which road, which route, which way, winding road
        """,
        4: """
            avoid highway, avoid it when driving, avoid motorway, avoid toll, avoid tunnel,
            dual carriageway, no highway, no motorway, no toll, no tunnel, old tunnel, switchback,
            take the highway, the long tunnel, under pass, underpass
        """,
        3: """
            avenue, boulevard, by way of, congestion, drive along, expressway, freeway, go round,
            go through, go via, highway, interstate, jam, junction, motorway, rather take, road, roundabout,
            route, street, take me along, take me by, take me over, the route, traffic, tunnel
        """,
        2: "bridge, lane",
        1: "along, corner, fastest, hill, narrow, quickest, rush hour, take me, via, way",
    },
    Category.NAVIGATION: {
        5: """
            arrival time, destination, directions, eta, heading up, map, map view, navigation voice,
            north up, satellite view, saved place, spoken direction, the map, the pin, turn by turn,
            voice guidance, voice prompt, waypoint
        """,
        4: """
            junction, landmark, nav voice, tell me turn, the turn, when i say home, when i say the office
        """,
        3: """
            direction, drive me to, exit, gps, guide me, how do i get to, navigate, navigation, sat nav,
            satnav, take me to, turn left, turn right
        """,
        1: "address, airport, entrance, gate, get to, go to, station, where",
    },
    Category.CLIMATE: {
        5: """
            a c, ac, air con, air conditioner, air conditioning, air flow, air vent, aircon, airflow,
            blower, cabin temperature, climate, climate control, cold air, cool air, defogger, defrost,
            defroster, degree, demist, fan, fan level, fan speed, fog up, fogged up, fresh air mode,
            heat the steering wheel, heated steering wheel, heating in the car, hot air, in the cabin,
            outside air, pre cool, pre heat, precool, preheat, recirculate, recirculation, steam up,
            steering wheel heater, steering wheel heating, steering wheel warm, temperature, vent, warm air,
            warm the steering wheel, wheel heating
        """,
        4: "at my face, cooling, freezing cold, hot box, no scent, on my face, scent, twenty two degree",
        3: """
            air, chilly, cold, cool, cooler, fog, freezing, heat, heater, heating, hot, more air, stuffy,
            sweat, warm, warmer
        """,
        1: "cabin, comfortable, dry, humid, summer, winter",
    },
    Category.SEAT: {
        5: """
            backrest, bolster, driver seat, driver's seat, head rest, headrest, heated seat, lumbar,
            lumbar support, massage, my seat, passenger seat back, recline, seat, seat back, seat cushion,
            seat forward, seat heater, seat heating, seat height, seat massage, seat memory, seat position,
            seat ventilation, seatback, seating, seating position, sit higher, sit lower, the seat,
            ventilated seat
        """,
        3: "back ache, legroom, lower back, memory one, memory two, reclined, sit, slouch, upright",
        1: "back, backward, forward, knee, leg, lower, notch",
    },
    Category.MIRROR: {
        5: """
            digital rear view, door handle, door mirror, fold the mirror, mirror, rear view mirror,
            rearview, rearview mirror, side mirror, wing mirror
        """,
        3: "curb, kerb, rear wheel",
        1: "dip, fold, glare, tilt",
    },
    Category.WINDOW: {
        5: """
            a third down, close the roof, crack open, driver glass, halfway for a minute, moonroof,
            panoramic roof, roll down, roll up, roof open, sun blind, sun roof, sun shade, sunroof,
            sunshade, tailgate window, window
        """,
        3: "a crack, fresh air, open a crack, smoke, ventilate",
        1: "close, crack, glass, open, roof, shade",
    },
    Category.LIGHTING: {
        5: """
            ambient light, ambient lighting, backlight, brightness, dark mode, dashboard light, dim,
            dim the, dimmer, dipped beam, display bright, dome light, fog light, full beam, head up display,
            headlamp, headlight, high beam, hud, instrument cluster, interior light, lamp, light, lighting,
            low beam, main beam, mood light, night mode, reading light, screen brightness
        """,
        4: "fog lamp, gauge, rainbow, vanity light, warm amber",
        3: "bright, dark background, dazzle, display, glow, screen, touchscreen",
        1: "blue, color, colour, orange, purple, red",
    },
    Category.MEDIA: {
        5: """
            album, audio book, audiobook, autoplay, ballad, band, bass, beatles, beethoven, blues, cartoon,
            chapter, chill, classical, comedian, comedy, country music, edm, equaliser, equalizer, fm,
            folk music, guitar, heavy metal, hip hop, jazz, listen, listen to, listening, lo fi, lofi,
            movie, mozart, music, news channel, nursery rhyme, opera, piano, play some, play something,
            play the, playlist, podcast, pop, radio, rap, reggae, rock, show, shuffle, singer, song,
            soundtrack, spotify, stand up comedy, station, symphony, taylor swift, techno, the news, treble,
            white noise
        """,
        4: """
            archers, bluey, commentary, country song, crank the tune, live football, omnibus, traffic news,
            true crime
        """,
        3: "artist, genre, hear, lyric, news, play, sound of, stream, track, tune, video",
        1: "quiet, relaxing, sound, upbeat",
    },
    Category.VOLUME: {
        5: """
            chime volume, deafening, decibel, loud, louder, loudly, loudness, mute, noise level, quieter,
            silence, sound level, too noisy, turn down the music, turn it down, turn it up,
            turn the music down, turn the music up, turn up the music, volume
        """,
        4: """
            at lowest, balance to, duck the music, keep it hushed, less bass, music down, music up,
            wind noise
        """,
        3: "ear, hearing aid, noisy, quiet, sound, tinnitus",
        1: "chime, ding, softer, softly",
    },
    Category.PHONE: {
        5: """
            answer call, answer my call, answer the call, bluetooth, call comes, calls, carplay, contact,
            decline call, dial, hands free, handsfree, incoming call, message, notification, phone,
            phone call, pick up the phone, reject call, ring my, ringtone, sms, spam call, speakerphone,
            text message, texts, unknown number, voicemail, whatsapp
        """,
        4: "gets through, group chat, hang up, sim, texting, who is texting",
        3: "call, call dad, call mom, call mum, call my, caller, do not disturb, ring, speaker, text",
        1: "decline, read aloud, read out, reject, reply",
    },
    Category.CHARGING: {
        5: """
            battery, battery level, battery limit, charge, charge limit, charger, charging,
            charging station, diesel, fast charger, fill the tank, fill up, fuel, full tank, gas station,
            gas tank, gasoline, kilowatt, octane, off peak, petrol, plug in, premium 95, range anxiety,
            recharge, refuel, state of charge, supercharger, tank, top up, unleaded
        """,
        4: "battery percent, e10, free point, ninety eight octane, rapid charger, shell recharge",
        3: "electricity, fill, for gas, gas price, percent, range",
        1: "gas, plug",
    },
    Category.PARKING: {
        5: """
            bay, car park, carpark, garage, kerbside parking, multi storey, near the lift, parallel park,
            park, parked, parking, parking bay, parking lot, parking space, parking spot, underground, valet
        """,
        3: "covered, elevator, lift, meter, shade of a tree, spot",
        1: "b1, b2, b3, level b2, lot, permit",
    },
    Category.DRIVING_STYLE: {
        5: """
            accelerate, acceleration, autopilot, brake, braking, change lane, changing lane, comfort mode,
            corner, cruise, cruise control, distance to the car, drive gently, drive mode, drive slowly,
            drive smoothly, driving mode, eco, eco mode, follow distance, following distance, gap, gentle,
            gently, keep a distance, keep distance, keep your distance, lane change, lane keeping,
            middle lane, one pedal, overtake, overtaking, passing, regen, regenerative, smooth, snow mode,
            speed limit, sport, sport mode, steering feel, suspension, tailgate, tailgating, take corner,
            take it easy
        """,
        4: "car ahead, drive myself, easy on the gas, jackrabbit, the car in front, vehicle in front",
        3: "aggressive, carsick, drive, faster, hurry me, slow down, slower, speed, steering, wheel spin",
        1: "comfort, fast, lane, mode, slow",
    },
    Category.ADDRESS_TERM: {
        5: """
            address me, by my first name, call me, call me by, do not call me, don't call me,
            first name term, greet me, how should you call, my name when you, nickname, refer to me,
            stop calling me, use my first name, what do you call me
        """,
        4: "call her, call him, i am mr, i'm mr, i'm ms, no nickname, not mr, prefer professor, say sir",
        3: "captain, first name, last name, ma'am, madam, mister, sir, surname",
        1: "boss, mr, mrs, ms, name",
    },
    Category.FOOD: {
        5: """
            allergic to nut, allergic to peanut, allergic to shellfish, americano, apple, bacon, bagel,
            bakery, banana, barbecue, bbq, beef, beer, biryani, bread, breakfast, brunch, buffet, burger,
            cafe, cake, cappuccino, chai, cheese, chicken, chocolate, cilantro, coffee, cooked, coriander,
            cuisine, curry, dairy, decaf, dessert, diner, dinner, dish, drink, dumpling, eat, eating, egg,
            espresso, fish, flavor, flavour, food, fruit, garlic, gluten, halal, hungry, ice cream, juice,
            ketchup, kosher, lactose, latte, lunch, meal, meat, milk, milkshake, mustard, noodle, nut,
            oat milk, onion, order a, pancake, peanut, pizza, pork, potato, prawn, restaurant, rice, salad,
            sandwich, sauce, seafood, shellfish, snack, soda, soup, spicy, steak, sugar, supper, sushi,
            taco, takeaway, takeout, taste, tea, thirsty, toast, vegan, vegetable, vegetarian, water bottle,
            wine, wrap
        """,
        3: "bite, feast, menu, portion, salty, sour, sweet",
        1: "cup, dietary, order",
    },
    Category.SCHEDULE: {
        5: """
            appointment, badminton, book club, calendar, choir, climbing, climbing hall, conference,
            dance class, deadline, dentist, due in, due on, every week, football soccer practice, gym,
            lesson, meeting, my shift, nag me, piano lesson, pick the kid, pick up my, pick up the kid,
            pottery, practice, rehearsal, schedule, school run, stand up meeting, swimming, swimming class,
            tennis, yoga
        """,
        3: """
            after work, before work, every friday, every monday, every saturday, every sunday,
            every thursday, every tuesday, every wednesday, i go to, leave at, leave the house, o'clock,
            on friday, on monday, on saturday, on sunday, on thursday, on tuesday, on wednesday, week
        """,
        2: "church, class, club, drop off, flight, pick up, shift, temple, the hall, training",
        1: """
            friday, monday, often go, remind, saturday, sunday, thursday, tomorrow, tuesday, usually go,
            wednesday
        """,
    },
    Category.FAMILY: {
        5: """
            anniversary, birthday, divorced, eldest, ex ex, grandchild, is called, is named, married,
            my wife's name, passed away, siblings, twin, years old, youngest
        """,
        3: """
            boyfriend, cousin, family, fiancée, girlfriend, granddaughter, grandma, grandpa, grandson,
            husband, in law, kindergarten, my brother, my parent, my sister, nephew, niece, partner, wife
        """,
        2: "baby, child, children, dad, daughter, father, kid, mom, mother, mum, son",
        1: "cat, dog, pet",
    },
    Category.HEALTH: {
        5: """
            allergic to, allergies, allergy, anxiety, arthritis, asthma, blood pressure, cancer, chronic,
            cpap, depression, diabetes, diabetic, disease, doctor said, epilepsy, glasses prescription,
            hay fever, hearing loss, heart condition, heart disease, hypertension, illness, inhaler,
            injection, insulin, insulin pump, medical, medication, medicine, oxygen, pacemaker, penicillin,
            pill, pregnant, slipped disc, stent, therapy
        """,
        4: "deaf, doctor, migraine, sick, stroke, surgery, tablet",
        3: "health, injury, symptom",
        2: "ache, dizzy, nauseous, pain",
        1: "back, eye, knee, neck",
    },
    Category.IDENTITY: {
        5: """
            driver license, driving licence, i am a teacher, i am from, i live, i was born, i work as,
            i work at, i work for, i'm a doctor, i'm a nurse, i'm a teacher, i'm an engineer, i'm from,
            licence plate, license plate, my address, my company is, my home, my home address, my home is,
            my house is, my job, my licence, my license, my name is, my office is, my work is, nationality,
            number plate, passport, plate number, religion, where do i live, where do i work, where i live
        """,
        4: "ex army, i drive for, my licence run out, used to be a, year on the",
        3: "born, engineer, home address, my profession, nurse, raised, retired, teacher",
        1: "home, house, i am, i'm a, plate",
    },
    Category.VEHICLE: {
        5: """
            boot, brake pad, car key, car wash, dealer, engine oil, face unlock, hand wash, inspection,
            insurance, key fob, maintenance, mechanic, mileage, odometer, oil, oil change, password,
            perfume, roof rack, screenwash, service interval, software update, spare wheel,
            steering wheel height, steering wheel position, summer tyre, tailgate, tire, tire pressure,
            trunk, tyre, tyre pressure, unlock, warranty, wash, washer fluid, wax, winter tire, winter tyre,
            wiper, workshop
        """,
        4: "4s, brushes, genuine part, losing pressure, lube, slow leak",
        3: "garage mechanic, jack, leak, paint, steering wheel, toolbox",
        1: "car, mat, vehicle",
    },
    Category.STYLE: {
        5: """
            be brief, be honest, brief, briefly, chatty, concise, don't say, explain why, formal,
            get to the point, in chinese, in english, in one sentence, keep it short, long winded, no joke,
            polite, ramble, reason first, reasons first, repeat number, sarcasm, short answer, small talk,
            speak chinese, speak english, speak slower, speak slowly, straight to the point,
            straight with me, talk, talk less, talk to me, tell joke, tone, waffle, wordy, your answers,
            your voice
        """,
        4: "be quiet when, don't sell me, leave me alone, making stuff up, slang",
        3: "answer, celsius, confirm, explain, fahrenheit, joke, mile, sentence, speak, tell me",
        1: "chat, say, short",
    },
    Category.SMALLTALK: {
        5: """
            bored, bye, did you see, good morning, good night, haha, hello, hi there, how are you, lol,
            look at that, lovely weather, never mind, nice weather, okay then, see you, thank you, thanks,
            that's fine, what a lovely, what a nice, wow
        """,
        3: "beautiful, funny, lovely, rainbow, silly, sunset, weather",
        1: "oh, ok, okay, well",
    },
    Category.OTHER: {
        5: """
            bitcoin, capital of, century, exchange rate, invented, lottery, poem, quantum, scarf,
            share price, stock market, stock price, sweater, translate, weather forecast, who invented,
            who won, world cup
        """,
    },
}

NEUTRAL = """
    over there, in front of, right now, right away, of course, at least, at once, in the back, back home,
    come back, go back, way to work, on my way, by the way, all the way, no way, i like, would like,
    next to, a bit, rather not, kind of, out of, in a hurry, drop me, sort of, one way
"""
"""Phrases that hide a shorter one and say nothing themselves."""

SHAPES: tuple[tuple[int, Category, str], ...] = (
    (
        6,
        Category.ADDRESS_TERM,
        r"\bcall me (?!when|if|back|at|on|a (?:taxi|cab)|an? uber|later|before|after|tomorrow)",
    ),
    (6, Category.IDENTITY, r"\bi live (?:at|in|on|near)\b"),
    (
        6,
        Category.IDENTITY,
        r"\bmy (?:home|house|flat|apartment|office|work(?:place)?)(?: address)? (?:is|'s)\b",
    ),
    (6, Category.IDENTITY, r"\b(?:where|what) (?:do i (?:live|work)|is my (?:home|house|office|address))"),
    (
        5,
        Category.SCHEDULE,
        r"\b(?:every|on) (?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:\w+ )?(?:i|we|my \w+)"
        r" (?:go|have|pick|take|drive|meet|play|has)\b",
    ),
    (
        5,
        Category.SCHEDULE,
        r"\bi (?:often |usually |always )?(?:go to|have) (?:the |a |my )?\w+ ?\w*"
        r" (?:class|lesson|practice|meeting|hall|gym|club|course)",
    ),
    (
        5,
        Category.FAMILY,
        r"\bmy (?:wife|husband|son|daughter|kid|mother|father|mom|mum|dad|sister|brother)(?:'s name)?"
        r" (?:is|'s) (?!in|on|beside|next|with|sitting|here)",
    ),
    (4, Category.CLIMATE, r"\b(?:get|am|feel) (?:cold|hot|warm|chilly) (?:easily|quickly|fast)"),
    (
        4,
        Category.SAFETY,
        r"\b(?:when|while) (?:i'?m? ?|we )?(?:revers|back)\w*[^,.]{0,20}"
        r"\b(?:remind|warn|tell|watch|check|look|show)",
    ),
    (
        4,
        Category.SAFETY,
        r"\b(?:remind|warn|tell) me[^,.]{0,30}\b(?:when|while|before) (?:i'?m? ?|we )?(?:revers|back)",
    ),
    (
        4,
        Category.VOLUME,
        r"\b(?:music|song|sound|stereo|radio|audio|bass|everything)\b[^,.]{0,25}\b(?:down|up|louder|quieter"
        r"|lower|softer|half|below|over|above|to (?:\w+ )?(?:\d+|three|five|ten|fifteen|twenty))\b",
    ),
)
"""What no list of phrases can say: weight, category, pattern over the plain text."""
