/** Words that belong to every language: platforms, machines, symbols, abbreviations, platform enum names. */
import { event, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const INTERNATIONAL: Lexicon = {
  language: '*',
  grammar: {
    climb: `
      hm
      dplus
    `,
    hours: `
      h
    `,
    minutes: `
      min
      '
    `,
    seconds: `
      s
      "
    `,
    kilometres: `
      k
      km
      kms
    `,
    miles: `
      mi
    `,
    metres: `
      mtr
    `,
    yards: `
      yd
    `,
    watts: `
      w
      watt
      watts
    `,
    cadence: `
      rpm
    `,
    speed: `
      kmh
      kph
      mph
    `,
    repeats: `
      x
    `,
    afterPace: `
      tempo
      pr
      pb
    `,
    beforeTarget: `
      @
    `,
    afterRest: `
      r
    `,
    beforeRest: `
      r
      p
      =
      tp
      gp
    `,
    joiners: `
      +
      &
      ,
      /
      →
    `,
  },
  rows: [
    {
      says: hint('run', 'weak'),
      words: `
        à pied
        a pie
        a piedi
        a pé
        te voet
        zu fuß
        on foot
        til fots
        till fots
        pieszo
      `,
    },
    {
      says: hint('other', 'medium'),
      words: `
        boulder
      `,
    },
    {
      says: mark('race'),
      words: `
        cup
        trophy
        trofeo
        trophée
        grand prix
        gp
        league
        liga
        ligue
        championship
        championships
        meeting
        finisher
        dnf
        interclub
      `,
    },
    {
      says: setting('indoor'),
      words: `
        indoor
        indoors
        en salle
        en intérieur
        intérieur
        drinnen
        binnen
        innendørs
        indendørs
        inomhus
        al coperto
        bajo techo
        w domu
        pod dachem
        室内
        屋内
        インドア
        室內
      `,
    },
    {
      says: setting('virtual'),
      words: `
        virtual
        virtuel
        virtuelle
        virtuell
        virtuelt
        virtueel
        virtuele
        virtuale
        wirtualny
        wirtualna
        バーチャル
        虚拟
        虛擬
      `,
    },
    {
      says: setting('mountain'),
      words: `
        mountain
        mountains
        summit
        peak
        ridge
        munro
        fell
        fells
        trailhead
        gipfel
        berg
        berge
        hütte
        sommet
        montagne
        col
        refuge
        cima
        cime
        rifugio
        vetta
        montagna
        pico
        cumbre
        montaña
        cerro
        montanha
        serra
        cume
        bergen
        top
        fjell
        fjellet
        fjäll
        fjället
        toppen
        góry
        górach
        szczyt
        schronisko
        山
        山顶
        山頂
      `,
    },
    {
      says: setting('open_water'),
      words: `
        island
        channel
        crossing
        serpentine
        castle
        lido lake
        pier
        cove
        beach
        ponds
        pond
        strait
        marina
        lagoon
        tide
        tidal
        currents
        river
        estuary
        seaside
      `,
    },
    {
      // As the activity types map it
      says: multi('triathlon', 'medium'),
      words: `
        multisport
        multi_sport
        multi sport
        multideporte
        multiesporte
        multidesporto
        マルチスポーツ
        多项运动
      `,
    },
    // Platforms and machines
    {
      says: [setting('indoor'), hint('indoor_bike', 'strong')],
      words: `
        trainerroad
        bkool
        systm
        sufferfest
        fulgaz
        kinomap
        rgt
        rgt cycling
        xert
        tacx
        tacx training
        tacx neo
        neo bike
        kickr
        kickr core
        kickr bike
        icetrainer
        elite suito
        wattbike
        watt bike
        wattbike atom
        stages bike
        keiser
        schwinn ic4
        zwift ride
        zwift bike
        le col training
        velocity bike
        saris h3
        technogym bike
      `,
    },
    {
      says: [setting('indoor'), hint('indoor_bike', 'strong')],
      words: `
        watopia
        makuri
        alpe du zwift
        ven top
        tempus fugit
        crit city
        neokyo
        volcano climb
        volcano circuit
        volcano flat
        innsbruckring
        tick tock
        road to sky
        petit kom
        pretzel
        uber pretzel
        big foot hills
        hilly route
        titans grove
        box hill zwift
        fuego flats
        sand and sequoias
        tour of fire and ice
        zwift fondo
        yorkshire grand prix
        downtown titans
        glasgow crit
        richmond uci
        jarvis island
        leith hill after party
        tour of watopia
        tour de zwift
        robopacer
        robo pacer
        coco pacer
        haute route watopia
        pack and pace
        pace partner
        ftp builder
        gorby
        zwift racing league
      `,
    },
    {
      says: hint('indoor_bike', 'medium'),
      words: `
        peloton
        power zone
        power zone endurance
        low impact ride
        pz endurance
        pzmax
        pz max
        carson
        baxter
        pettit
      `,
    },
    {
      says: hint('treadmill_run', 'medium'),
      words: `
        ifit
        treadmill ifit
        nordictrack
        nordic track
      `,
    },
    {
      says: hint('row', 'strong'),
      words: `
        concept2
        concept 2
        c2
        ergdata
        erg data
        hydrow
        model d
        rowerg
        water rower
        waterrower
        exr
        row ergometer
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        bikeerg
        bike erg
        concept2 bike erg
        c2 bike
        c2 bike erg
        spinning
        spinracing
        spinbike
        airbike
        cycleergometer
      `,
    },
    {
      says: sport('ski', 'strong'),
      words: `
        skierg
        ski erg
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        vasa trainer
        myswimpro
        form goggles
        swimsmooth
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        stryd
        nike run club
        nrc
        runkeeper
        garmin coach 5k
        runna
        vaporfly
        alphafly
        endomondo lauf
      `,
    },
    // Enum names of platforms
    {
      says: sport('bike', 'certain'),
      words: `
        gravelride
        mountainbikeride
        ebikeride
        emountainbikeride
        roadbiking
        mtbride
        mountainbiking
        racebike
        mtb_easy
        touringbicycle
        mtb easy
        bike_ride
        mountainbike
        bmx
        cyclocross
        mtb
        xco
        xcm
      `,
    },
    {
      says: [setting('virtual'), sport('indoor_bike', 'certain')],
      words: `
        virtualride
        indoor_cycling
        indoorcycling
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        treadmill_running
        indoor_running
        treadmill
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        trailrun
        trailrunning
        ultrarunning
        ultra trail
        ultratrail
        ultra-trail
        skyrace
        sky race
        skyrunning
        skymarathon
        trailrunner
        vertikal
        trailrunners
        trail marathon
        mountain marathon
      `,
    },
    {
      says: sport('swim', 'certain'),
      words: `
        lapswimming
        pool_swimming
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        openwaterswim
        open_water_swimming
        open_water
        openwaterswimming
        openwater
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        nordicski
        rollerski
        backcountryski
        xcski
        cross_country_skiing
        skate_skiing_ws
        cross_country_skiing_ws
        nordic_ski
        skimo
        skierg
        backcountry_skiing
        snowshoe
        snowshoeing
      `,
    },
    {
      says: sport('row', 'certain'),
      words: `
        virtualrow
        standuppaddling
        kayaking
        canoeing
        whitewater
      `,
    },
    {
      says: sport('lift', 'certain'),
      words: `
        weighttraining
        crossfit
        crosstrain
        highintensityintervaltraining
        strengthtraining
      `,
    },
    {
      says: sport('hike', 'certain'),
      words: `
        mountaineering
      `,
    },
    {
      says: sport('other', 'certain'),
      words: `
        alpineski
        alpine_skiing
        iceskate
        inlineskate
        stairstepper
        stair_climbing
        rockclimbing
        rock_climbing
        resort_skiing_snowboarding
        resort_skiing
        floor_climbing
        breathwork
        icehockey
        tabletennis
        indoor_climbing
        bouldering
        elliptical
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        yoga
        pilates
        padel
        tennis
        badminton
        squash
        golf
        snowboard
        surf
        kitesurf
        windsurf
        karate
        judo
        zumba
        volleyball
        basketball
        handball
        rugby
        hockey
        futsal
        crossminton
        ashtanga
        vinyasa
        hatha
        mobility
        stretching
        stretch
        taekwondo
        parkour
        capoeira
        bouldern
        wingfoil
        pickleball
        volley
        floorball
        innebandy
        kickboxing
        bjj
        ping pong
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        swimbikerun
        offroadtriathlon
        triathlon
        triatlon
        226km
        226 km
        113km
        113 km
        triathlete
        xterra
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duathlon
        duatlon
        offroadduathlon
        powerman
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        swimrun
        aquathlon
        aquatlon
        ötillö
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'bike']),
      words: `
        aquabike
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        brick
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        jogging
        footing
        parkrun tourist
        running
        jog
        canicross
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        bike
        velo
        gravel
        mtb
        bikepacking
        cycling
        gravelbike
        ebike
        mountainbike
        roadbike
        pumptrack
      `,
    },
    {
      says: [sport('walk', 'strong')],
      words: `
        nordicwalking
        walking
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        kayak
        kajak
        canoe
        sup
        ergometer rowing
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        crossfit
        hiit
        hyrox
        trx
        fitness
        kettlebell
        bodypump
        tabata
      `,
    },
    {
      says: sport('other', 'weak'),
      words: `
        aerobic step
        cardio dance
      `,
    },
    // Symbols
    {
      says: sport('run', 'strong'),
      words: `
        🏃
        👟
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        🚴
        🚵
        🚲
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        🏊
        🥽
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        🥾
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        🚶
      `,
    },
    {
      says: hint('walk', 'weak'),
      words: `
        🐕
        🐶
        🦮
        🐩
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        🏋
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        💪
      `,
    },
    {
      says: sport('ski', 'medium'),
      words: `
        ⛷
        🎿
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        🚣
        🛶
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        🧘
        🏂
        ⛸
        🎾
        🏸
        🏓
        ⚽
        🏀
        🏐
        🧗
        🏄
        ⛳
        🥊
        🤸
        🏒
        🛹
        🏇
        🤽
        🏈
        ⚾
      `,
    },
    {
      says: hint('hike', 'faint'),
      words: `
        ⛰
        🏔
        🏕
      `,
    },
    {
      says: mark('race'),
      words: `
        🏁
        🏅
        🥇
        🥈
        🥉
        🏆
      `,
    },
    // Abbreviations and numbers
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        70.3
        ironman 70.3
        im 70.3
        im70.3
        half ironman
        challenge half
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        140.6
        ironman
        ironman 140.6
        challenge family full
      `,
    },
    {
      says: event('triathlon', { level: 7, km: 100, hours: 3.8, strength: 'certain' }),
      words: `
        t100
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        marathon
        42.195
        42.2
        42.2k
        42k
        42 km
        42km
        42.195 km
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975, strength: 'medium', race: false }),
      words: `
        21.1
        21.1k
        21k
        21 km
        21.1 km
        21.0975
        21.097
      `,
    },
    {
      says: event('run', { level: 8, km: 10, strength: 'medium', race: false }),
      words: `
        10k
        10 k
      `,
    },
    {
      says: event('run', { level: 9, km: 5, strength: 'medium', race: false }),
      words: `
        5k
        5 k
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        z1
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        z2
        ga1
        liss
        🐢
      `,
    },
    {
      says: intensity('steady'),
      words: `
        ga2
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        z3
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        z4
        i3
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        z5
        vo2max
        vo2 max
        vo2
        v̇o2max
        i4
        30/30
        30-30
        40/20
        30/15
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('threshold')],
      words: `
        ftp
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('sweetSpot')],
      words: `
        sst
        sweet spot
        sweetspot
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        4x4
      `,
    },
    {
      says: [hint('run', 'strong'), intensity('intervals')],
      words: `
        fartlek
      `,
    },
    {
      says: [hint('swim', 'medium'), intensity('threshold')],
      words: `
        css
      `,
    },
    {
      says: intensity('strides'),
      words: `
        strides
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        dl
        ddl
      `,
    },
    {
      says: mark('filler'),
      words: `
        garmin
        strava
        polar
        suunto
        coros
        trainingpeaks
        komoot
      `,
    },
    {
      says: sport('run', 'certain'),
      words: `
        virtualrun
      `,
    },
    {
      says: [setting('indoor'), hint('indoor_bike', 'strong'), mark('platform')],
      words: `
        zwift
        rouvy
        mywhoosh
        trainingpeaks virtual
        tp virtual
        tpv
        indievelo
      `,
    },
    {
      says: mark('record'),
      words: `
        pb
        pr
        pbs
        prs
      `,
    },
    {
      says: [setting('indoor'), hint('indoor_bike', 'strong'), mark('platform')],
      words: `
        training peaks virtual
      `,
    },
  ],
};
