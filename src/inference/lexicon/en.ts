/** English. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const ENGLISH: Lexicon = {
  language: 'en',
  grammar: {
    afterWork: `
      tempo
      threshold
      sst
      ftp
      mp
      hmp
      sweetspot
      vo2max
      vo2
      hard
      surge
      test
      tt
    `,
    beforeRest: `
      rest
      recovery
      rec
      recoveries
      off
    `,
    stages: `
      day
      stage
      etape
    `,
    afterOther: `
      later
      ago
      late
      delay
      drive
      driving
      flight
      sleep
      nap
      before
      earlier
      week
    `,
    afterPart: `
      warmup
      wu
      cooldown
      cd
      warm
      cool
      repeats
      reps
      intervals
      sprints
    `,
    beforePart: `
      with
      w
      incl
      including
      inc
      last
      final
      first
      middle
      next
      extra
      wu
      cd
      warmup
      cooldown
    `,
    climb: `
      climb
      climbing
      elevation
      elev
      gain
      ascent
      vert
      vertical
      climbed
    `,
    beforePace: `
      pace
      target
      avg
      average
      goal
      at
      mp
      hmp
      rp
      gmp
      splits
    `,
    hours: `
      hr
      hrs
      hour
      hours
    `,
    minutes: `
      mins
      minute
      minutes
    `,
    seconds: `
      sec
      secs
      second
      seconds
    `,
    kilometres: `
      kilometer
      kilometers
      kilometre
      kilometres
    `,
    miles: `
      mile
      miles
      miler
      milers
    `,
    metres: `
      meter
      meters
      metre
      metres
      mts
    `,
    yards: `
      yds
      yard
      yards
      y
    `,
    afterPace: `
      pace
      effort
      tempos
      pbs
    `,
    beforeTarget: `
      at
      sub
      under
      goal
      target
      by
    `,
    afterRest: `
      rest
      off
      rec
      recovery
      rst
      ri
      jog
      easy
      between
      float
      each
      rests
      recoveries
      walk
    `,
    afterTimeOfDay: `
      am
      pm
    `,
    joiners: `
      and
      plus
      then
      with
    `,
    legNames: `
      leg
      split
      portion
      part
      course
      only
      segment
    `,
  },
  rows: [
    // Running
    {
      says: sport('run', 'strong'),
      words: `
        runs
        running
        jog
        jogging
        jogged
        jogs
        ran
        runner
        fun run
        run club
        runstreak
        couch to 5k
        c25k
        parkrun tourism
        jog walk
        run walk
        walk run
        run walk run
        walk jog
        jeffing
        canicross
        plod
        runch
        shakeout
        shake out
        shakeout run
        shake out run
      `,
      endings: `
        run
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        long run
        lsd run
        mlr
        medium long run
        lr
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        medium long
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('steady')],
      words: `
        prog run
        fast finish long run
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('steady')],
      words: `
        fast finish
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        tempo run
        marathon pace run
        mp run
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        marathon pace
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('tempo')],
      words: `
        marathon effort
        hmp
        mp
        mp miles
        half marathon pace
        hm pace
        half marathon effort
        tempo miles
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('vo2max')],
      words: `
        5k pace
        3k pace
        5k effort
        mile pace
        yasso 800s
        yasso
        yassos
        mile repeats
        800s
        km reps
        mona fartlek
        400s
        k reps
        1500 pace
        3k effort
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('threshold')],
      words: `
        10k pace
        10k effort
        cruise intervals
      `,
    },
    {
      says: [hint('run', 'strong'), intensity('intervals')],
      words: `
        fartlek
        michigan workout
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('strides')],
      words: `
        strides
        run strides
        striders
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        track workout
        track intervals
        track reps
        track
        plyo run
        base miles run
        easy miles
        recovery miles
      `,
    },
    {
      says: [hint('run', 'weak'), intensity('easy')],
      words: `
        jog easy
        easy pace
        conversational pace
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        mountain run
        mountain running
        fell run
        fell running
        fell race
        hill running
        skyrun
        skyrunning
        trail race
        trail ultra
        vk run
        off road run
      `,
    },
    {
      says: [setting('trail'), hint('trail_run', 'weak')],
      words: `
        trail
        trails
        singletrack run
        muddy trails
      `,
    },
    {
      says: [setting('treadmill'), hint('treadmill_run', 'certain')],
      words: `
        treadmill
        dreadmill
        tready
        treddy
        hamster wheel
        peloton tread
        tread
        treadmill run
        indoor running
        indoor run
        indoor jog
        zwift run
        zwift running
        woodway
        tm run
        run on zwift
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        virtual 5k
        virtual 10k
        indoor track run
        indoor track
        track run
        track and field
      `,
    },
    // Cycling
    {
      says: sport('bike', 'strong'),
      words: `
        rides
        bike
        biking
        bikes
        bicycle
        bicycling
        cycle
        cycling
        cycled
        cyclist
        roadie
        chain gang
        chaingang
        rode
        riding
        bunch ride
        gran fondo ride
        tandem
        recumbent
        pedal
        pedalling
        pedaling
        peddle
        fixie
        fixed gear
        bike path ride
        hike a bike
        bikepacking
        ebike
        e bike ride
        e-bike ride
        ebike ride
        emtb
        citibike
        velodrome
        audax
        brevet
        randonnee ride
        handcycle
        velomobile
        unicycle
        mountain bike ride
        mtb
        mtb ride
        xc mtb
        enduro mtb
        gravel ride
        gravel bike
        gravel cycling
        gravel biking
        gravelling
        cyclocross
        cyclo cross
        cx race
        bmx
        motor paced
        motorpacing
        paceline
        century ride
        metric century ride
        imperial century
        ride with
        tt bike
        zipp
        drafting
        chain ring
        everesting
        tri bike
        gravel grind
        gravel grinder
        fatbike
        rail trail ride
      `,
      endings: `
        ride
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        gravel
        cx
        enduro
        cranks
        crits
        bunch
        bunchie
        hammerfest
        worlds ride
        velodrome session
        coffee spin
        spin with
        sunday spin
        saturday spin
        social spin
        spin out to
        watts
        ftp bike
        kom hunting
        qom hunting
        criterium
        crit
        alpe
        cols
        sportive
        fondo ride
        chainring
        wheelies
        peloton paceline
        tt ride
        granny gear
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        spin around
        leg spin
        easy spin
        recovery spin
        spin out
        100 miles
        80 miles
        70 miles
        60 miles
        50 miles
        coffee stop
        kom
        qom
        tt effort
        rouleur
        rail trail
        commute
        commuting
        commute to work
        to work
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('threshold')],
      words: `
        over unders
        over under
        overs unders
        over/unders
        over/under
        overunders
        ftp
        ftp builder
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('sweetSpot')],
      words: `
        sweetspot
        sst
        ss intervals
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('vo2max')],
      words: `
        ftp test
        ramp test
        20min test
        20 min test
        20 minute test
        tabata bike
        rønnestad
        ronnestad
        microbursts
        billat bike
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('tempo')],
      words: `
        big gear
        low cadence
        torque intervals
        strength endurance bike
      `,
    },
    {
      says: [sport('bike', 'strong'), intensity('endurance')],
      words: `
        endurance spin
      `,
    },
    {
      says: [habit('bike', 'strong'), intensity('endurance')],
      words: `
        base miles
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('sprint')],
      words: `
        standing starts
        spin ups
        spinups
        neuromuscular sprints
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        indoor trainer
        turbo
        smart trainer
        bike trainer
        trainer ride
        trainer session
        on the trainer
        stationary bike
        exercise bike
        spin bike
        spin class
        spinning
        spin cycling
        virtual ride
        virtual cycling
        virtual bike
        virtual bike ride
        watt bike
        wattbike
        bike erg
        bikeerg
        assault bike
        echo bike
        air bike
        roller session
        pain cave
        paincave
        indoor spin
        indoor sweetspot
        rpm class
        soul cycle
        soulcycle
        static bike
        erg mode
        peloton bike
        gym bike
      `,
    },
    {
      says: hint('indoor_bike', 'medium'),
      words: `
        trainer
        spin
      `,
    },
    // Swimming
    {
      says: sport('swim', 'strong'),
      words: `
        swim
        swims
        swimming
        swam
        swimmer
        laps in the pool
        pool swim
        masters swim
        swim masters
        masters swimming
        freestyle
        breaststroke
        backstroke
        butterfly stroke
        kickboard
        aqua jog
        pool
        pool laps
        lane swim
        lane swimming
        swimming pool
        push set
        lengths
      `,
      endings: `
        swims
      `,
    },
    {
      says: hint('swim', 'medium'),
      words: `
        masters
        css
        100 im
        ims
        200 fr
        pull
        swim test
        fins
        paddles
        400 tt
        t pace
        lido
        ascending 100s
        100s
        50s
        im set
        usrpt
      `,
    },
    {
      says: [hint('swim', 'strong'), intensity('threshold')],
      words: `
        css
        critical swim speed
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        open water
        open water swim
        open water swimming
        ows
        ow swim
        wild swim
        wild swimming
        cold water swim
        wetsuit swim
        openwater
        wetsuit
        ice swim
        cold water dip
        sea dip
        polar bear swim
      `,
    },
    // Rowing and paddling
    {
      says: sport('row', 'strong'),
      words: `
        row
        rows
        rowing
        rowed
        ergo
        row erg
        rowerg
        rowing erg
        sculling
        sculls
        single scull
        coxed
        steady state erg
        erg
        erging
        kayak
        kayaking
        kayaks
        canoe
        canoeing
        paddle
        paddling
        paddleboard
        paddleboarding
        sup
        surfski
        dragon boat
        outrigger
        whitewater
        packraft
        2k test erg
        regatta
        head of the river
      `,
    },
    {
      says: sport('row', 'medium'),
      words: `
        rower
      `,
    },
    {
      says: hint('row', 'medium'),
      words: `
        hydrow
        ergatta
        ut2
        ut1
        500m split
        stroke rate
        spm
      `,
    },
    // Skiing
    {
      says: sport('ski', 'certain'),
      words: `
        nordic skiing
        xc ski
        xc skiing
        xcski
        cross country ski
        cross-country ski
        skate ski
        skate skiing
        classic ski
        classic skiing
        roller ski
        rollerski
        rollerskiing
        roller skiing
        backcountry ski
        ski touring
        ski tour
        skimo
        ski mountaineering
        skierg
        biathlon
        double pole
        double poling
        v2 skate
        snowshoe
        snowshoeing
        snowshoe hike
        snow shoe
        snow shoeing
        snowshoe run
        classic roller ski
        roller skis
        rollerskis
        splitboard tour
        skinning
        uphill ski
      `,
    },
    {
      says: sport('ski', 'medium'),
      words: `
        ski
        skiing
        skis
        skied
        ski marathon
        ski race
      `,
    },
    // On foot
    {
      says: sport('hike', 'strong'),
      words: `
        hike
        hikes
        hiking
        hiked
        hiker
        trek
        trekking
        backpacking
        thruhike
        tramp
        tramping
        bushwalk
        bushwalking
        hill walk
        hillwalking
        hill walking
        rambling
        ramble
        munro
        munros
        summit hike
        mountaineering
        scramble
        scrambling
        ruck
        rucking
        ruck hike
        peak bagging
        fourteener
        14er
        hut to hut
      `,
    },
    {
      says: hint('hike', 'medium'),
      words: `
        summit
        backpack trip
        up the mountain
        mountain day
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        walk
        walks
        walking
        walked
        dog walk
        dogwalk
        walk the dog
        walking the dog
        walkies
        10k steps
        15k steps
        20k steps
        000 steps
        step count
        my steps
        steps in
        stroll
        strolling
        powerwalk
        race walk
        racewalk
        race walking
        walk with the dog
        dog walking
        brisk walk
        walkabout
        pram walk
        wander
        wandering
        mall walk
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        dog
        pup
        puppy
        doggo
        the pooch
      `,
    },
    // Strength
    {
      says: sport('lift', 'strong'),
      words: `
        lift
        lifts
        lifting
        weights
        weightlifting
        weight lifting
        strength
        s and c
        s&c
        gym session
        resistance training
        core
        core strength
        abs
        deadlift
        deadlifts
        squat
        squats
        push day
        pull day
        full body
        kettlebell
        kettlebells
        dumbbell
        dumbbells
        barbell
        powerlifting
        crossfit
        cross fit
        wod
        hiit
        h i i t
        high intensity interval training
        circuit
        circuits
        bootcamp
        boot camp
        body pump
        bodypump
        plyometrics
        plyos
        calisthenics
        functional training
        pump class
        trx
        orange theory
        orangetheory
        f45
        pull ups
        pullups
        push ups
        pushups
        bodybuilding
        chest day
        chest and triceps
        back and biceps
        arm day
        glutes
        hyrox
        metcon
        murph
        emom
        amrap
        strength circuit
        gym time
        body weight strength
        prehab
        gym strength
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        workout
        workouts
        conditioning
        cross training
        crosstraining
        cross-training
        cardio
        functional
        biceps
        tabata
        rehab
        physio exercises
      `,
    },
    // Recognised, but none of the engine's sports
    {
      says: sport('other', 'strong'),
      words: `
        yoga
        vinyasa
        pilates
        stretching
        stretch
        stretches
        mobility
        foam rolling
        foam roll
        meditation
        breathwork
        tennis
        padel
        pickleball
        badminton
        racquetball
        football
        soccer
        rugby
        basketball
        volleyball
        netball
        hockey
        floorball
        handball
        baseball
        softball
        cricket
        golf
        frisbee
        lacrosse
        rock climb
        indoor climb
        bouldering
        top rope
        lead climbing
        ice climb
        ice climbing
        surfing
        5 a side
        five a side
        7 a side
        surf
        kitesurf
        kitesurfing
        windsurf
        windsurfing
        wing foil
        wingfoil
        wakeboard
        sail
        sailing
        alpine ski
        downhill skiing
        downhill ski
        skiing/snowboarding
        ski/snowboard
        ski lesson
        snowboard
        snowboarding
        powder day
        skating
        skate
        inline skate
        inline skating
        rollerblading
        rollerblade
        roller skating
        skateboard
        skateboarding
        elliptical
        cross trainer
        stairstepper
        stairmaster
        stair climber
        stairs workout
        dance
        dancing
        zumba
        boxing
        kickboxing
        martial arts
        karate
        judo
        bjj
        mma
        taekwondo
        muay thai
        fencing
        horse riding
        horseback riding
        horse ride
        horseback ride
        motorcycle ride
        motorbike ride
        motocross
        moto ride
        archery
        fishing
        hunting
        gardening
        yard work
        mowing
        snow shoveling
        shoveling snow
        trampoline
        gymnastics
        barre
        tai chi
        snorkeling
        snorkelling
        scuba
        diving
        freediving
        water polo
        aqua aerobics
        aquafit
        water aerobics
        jump rope
        skipping rope
        rope skipping
        tobogganing
        sledding
        bowling
        paragliding
        hang gliding
        skydiving
        scooter
        sledge
        curling
        dodgeball
        breathing exercises
        flexibility
        geocaching
        orienteering map study
      `,
    },
    {
      says: sport('run', 'medium'),
      words: `
        orienteering
        cross country
        xc race
        xc meet
        xc
        obstacle race
        ocr
        spartan race
        tough mudder
        mud run
        relay leg
        track meet
        ekiden
        backyard ultra
        steeplechase
      `,
    },
    // Multi-sport
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triathlon
        tri
        triathlete race
        long distance triathlon
        relay triathlon
        super league triathlon
        supertri
        indoor tri
        indoor triathlon
        mini tri
        super sprint triathlon
        super sprint tri
        cross triathlon
        off road triathlon
        winter triathlon
        kids tri
        local tri
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duathlon
        powerman
        sprint duathlon
        standard duathlon
        duathlon championship
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        brick
        bricks
        brick session
        brick workout
        brick training
        brick day
        brick set
        mini brick
        big brick
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        bike run brick
        ride run brick
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'bike']),
      words: `
        aquabike
        aqua bike
        swim bike brick
        swim/bike brick
        swim bike
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        swimrun
        swim run
        swim-run
        aquathlon
        aquathon
        swim run brick
        otillo
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run', 'bike', 'run']),
      words: `
        double brick
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        off the bike run
        t-run
        trun
        t run
        transition run
        run off the bike
        run off bike
        otb run
      `,
    },
    {
      says: [sport('bike', 'strong')],
      words: `
        triathlon bike
        tri bike ride
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        triathlon run
        ironman run
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        tri swim
        triathlon swim
        tri club swim
        ironman swim
      `,
    },
    {
      says: multi('triathlon', 'certain', ['swim', 'bike', 'run']),
      words: `
        swim bike run
        swimbikerun
        sbr
        s/b/r
      `,
    },
    {
      says: multi('duathlon', 'certain', ['run', 'bike', 'run']),
      words: `
        run bike run
        r/b/r
        rbr
      `,
    },
    {
      says: setting('open_water'),
      words: `
        lake
        sea
        ocean
        loch
        bay
        harbor
        harbour
        reservoir
        choppy
        swell
        waves
        buoys
        jellyfish
      `,
    },
    {
      says: [hint('run', 'medium'), mark('race')],
      words: `
        regionals
        sectionals
        xc regionals
        conference meet
        state meet
        turkey trot
        corporate challenge
        xc champs
        fun run race
        resolution run
        santa run
        jingle bell run
        color run
      `,
    },
    {
      says: [sport('trail_run', 'certain'), mark('race')],
      words: `
        fell race
        trail race
        mountain race
        skyrace
        trail ultra race
      `,
    },
    {
      says: [sport('swim', 'strong'), mark('race')],
      words: `
        swim meet
        swim gala
        swim race
        swim competition
        masters meet
      `,
    },
    {
      says: [sport('row', 'strong'), mark('race')],
      words: `
        rowing regatta
        head race
        rowing race
        erg race
      `,
    },
    {
      says: [hint('row', 'medium'), mark('race')],
      words: `
        regatta
      `,
    },
    {
      says: [hint('bike', 'medium'), mark('race')],
      words: `
        crit
        criterium
        sportive
        road race
        bike race
        omnium
        points race
        chipper
        cyclocross nationals
      `,
    },
    {
      says: mark('race'),
      words: `
        in ag
        age group win
        ag win
        in my age group
        gun time
        chip time
        wave 1
        starting line
        start line
        buckle
        pulled with
        overall
        1st place
        2nd place
        3rd place
        1st ag
        2nd ag
        3rd ag
        1st overall
        2nd overall
        3rd overall
        negative split pr
        bq
        sub 3
        sub 4
        sub 2
        dq
        finishers medal
        bib
        pbd
        prd
        crit race
      `,
    },
    {
      says: mark('noise'),
      words: `
        volunteering
        volunteer
        volunteered
        marshalling
        marshalled
        marshal
        spectated
        spectating
        cheered
        cheering
        cheer squad
        barcode scanning
        crewing
        crewed for
        pacing duties booked
        timekeeping
        bought
        buying
        ordered
        shopping
        watched
        watching
        registered for
        signed up
        sign up
        sports day
        awards dinner
        club night pub
        social night
      `,
    },
    {
      says: mark('filler'),
      words: `
        brick wall
        brick lane
        hit the wall
        wall
        brick road
        red brick
        im
        crewed
        long way home
        core group
        top gun
        gym kit
        in a row
        third in a row
        day in a row
        days in a row
        week in a row
        bench press conference
        wrong way
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        mile run
        miler
        milers
        long slow distance run
        recovery jog
        shake out jog
        run club run
        marathon training run
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        miles easy
        easy miles
        mile
        track
        tartan
        vaporflys
        alphaflys
        super shoes
        lsd
        lr
        mlr
        strides
        hill reps
        hill sprints
        speedwork
        tempo miles
        cutdown
        cut down run
        w1d1
        w1d2
        w1d3
        w2d1
        w3d1
        w3d2
        w4d1
        w5d1
        w6d1
        w8d1
        w9d3
        base run
        plods
        fun run
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        miles
        hills
        jog
        tempo
        garmin daily suggested
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        headwind home
        watts
        ftp
        saddle
        singletrack
        berms
        tarmac climb
        strava kom
        koms
        qoms
        pulled turns
        audax
        coffee and cake
        rolling terrain ride
        mtb laps
        jump line
        flow trail
        dirt jumps
        wheelies
        dirt roads
        hors categorie
      `,
    },
    {
      says: hint('swim', 'medium'),
      words: `
        yards
        scy
        lcm
        scm
        im set
        snorkel
        flip turns
        sprint 50s
        sets of 100
        masters
        descending 100s
        goggles
        ymca pool
        leisure centre
        swim fit
        with coach on deck
        breathing every 3
        tumble turns
        technique drills
      `,
    },
    {
      says: hint('row', 'medium'),
      words: `
        4x boat
        2x boat
        coxless
        cox
        steady state row
        sculled
        oars
        boathouse
        rate 18
        r18
        r20
        r24
        split 2 00
        2k test
        6k test
        500m repeats
        c2 logbook
        erg test
        whitecaps paddle
      `,
    },
    {
      says: hint('ski', 'medium'),
      words: `
        klister
        kick wax
        glide wax
        groomed
        nordic
        classic skis
        skate skis
        double poling
        double pole
        skin track
        skate technique
        corduroy
        no wax
      `,
    },
    {
      says: hint('hike', 'medium'),
      words: `
        trailhead
        switchbacks
        appalachian trail
        pct
        section hike
        peaks
        peak bagged
        scrambled
        summited
        backpacked
        backpacking trip
      `,
    },
    {
      says: hint('lift', 'medium'),
      words: `
        rdl
        rdls
        hip thrusts
        lunges
        pull up
        5 3 1
        531
        sets of squats
        legs and core
        arms
        chest
        shoulders
        back day
        bis and tris
        hypertrophy
        1rm
        overhead press
        ohp
        snatch
        clean and jerk
        wall balls
        burpees
        sandbag
        planks
        plank
        box jumps
        garage ppl
      `,
    },
    {
      says: sport('treadmill_run', 'certain'),
      words: `
        tread run
        mill run
        pop run
        tread bootcamp
        treadmill hills
        treadmill intervals
        belt run
        on the belt
        on the mill
        treadie
        tready run
      `,
    },
    {
      says: sport('indoor_bike', 'certain'),
      words: `
        peloton class
        peloton ride
        power zone ride
        spin intervals
        trainer session
        trainer workout
        smart trainer ride
        rollers
        kickr session
        erg ride
        erg mode ride
        spin at the stationary
        stationary cycling
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        walked
        mall
        evening constitutional
        perambulation
        dog walked
        pup walk
        walking meeting
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        worlds
        tuesday worlds
        tuesday night worlds
        wednesday worlds
        climb
        climbs
        climbing day
        passes
        loop with the guys
        a group
        b group
        drop ride
        no drop
        espresso
        cafe
        box hill
        flat tire
        flat tyre
        puncture
        punctures
        mechanical
        mallorca
        gran canaria
        sa calobra
        hawk hill
        mt lemmon
        headwind
        tailwind
        crosswinds
        chaingang thursday
        tt
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        around the block
        streak
        harriers
        pb attempt 5k
        stroller
        track club
        couch to
        legs turning over
        runners
        with the running crew
        lunch 5
        double
        plantar
        garmin coach
        shakeout
        easy 6
        easy 8
        pre race jog
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        pram
        buggy
        pushchair
        push chair
        the dogs
        doggo
        walkies
      `,
    },
    {
      says: [setting('open_water'), hint('open_water_swim', 'medium')],
      words: `
        dip
        sea dip
        jellyfish
        wetsuit
        without wetsuit
        skins swim
        tidal pool
        lido dip
        dook
        polar plunge
      `,
    },
    {
      says: hint('ski', 'weak'),
      words: `
        backcountry
        backcountry tour
        powder skin
        skin up
        birkie trail
        classic
        skate
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        push/pull
        push pull
        pull a
        pull b
        push a
        push b
        legs day
        plyo
        5/3/1
        core and mobility
        core & mobility
        pilates reformer strength
        upper
        lower
        upper body and core
      `,
    },
    {
      says: hint('treadmill_run', 'medium'),
      words: `
        tm
        t mill
      `,
    },
    {
      says: mark('filler'),
      words: `
        half hour
        half an hour
        first half
        second half
        half day
        half way
        halfway
        half term
        half the
        and a half
        half of
        half moon
        better half
        half asleep
        half speed
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        gym
        prehab exercises
        rehab exercises
      `,
    },
    {
      says: hint('other', 'strong'),
      words: `
        climbing
        golf course
        climbing gym
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        of climbing
        bike path
        bike lane
        bike trail
        cycle path
        vert on the bike
        commute miles
        gravel roads
        bridges loop
        wheels
        two wheeled
        kids in the trailer
        rail trail
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        walk up
        walked up
        walking up
        hill walk
        summit walk
        walk in the hills
        camino
        trekked
        angels landing
        base camp
        long distance path
        coast path walk
        national trail
        hillwalk
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        ridge run
        single track run
        singletrack run
        single track jog
        trail miles
        run in the woods
        backyard ultra
        fells
        fell
        trail half
        trail 10k
        trail 15k
        trail 5k
        trail 20k
        trail 50k
        trail 100k
        forest run
      `,
    },
    {
      says: hint('trail_run', 'medium'),
      words: `
        vertical gain
        50k
        100k
        50 miler
        100 miler
        technical trail
        aid stations
        aid station
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        water running
        aqua running
        aquarun
        aqua jogging
        learn to swim
        laps in
        water workout
      `,
    },
    {
      says: hint('swim', 'medium'),
      words: `
        1650
        100 back
        relay takeovers
        swim cap
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        paddled
        canoed
        kayaked
        rafting
        rowed
        single scull
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        roads
        bq attempt
        ragnar
        ragnar relay
        8k
        15k
        12k
        wharf to wharf
        gallowalking
        galloway
        run leg
        second of the day
        parkruns
        park run tourist
        run/walk
        walk/run
        walk run intervals
      `,
    },
    {
      says: sport('treadmill_run', 'certain'),
      words: `
        treadmill walk run
        treadmill walk/run
        incline walk run
        treadmill jog
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        walkpad
      `,
    },
    {
      says: mark('noise'),
      words: `
        massage
        sports massage
        in the shop
        at the shop
        bike in the shop
        bike shop visit
        new bike day
        sore throat
        injured again
        mri
        x ray
        covid
        race expo
        hotel check in
        travel day
        rest and recover
        broken bike
        stolen bike
        flat battery
      `,
    },
    {
      says: mark('race'),
      words: `
        placed
        won
        win
        winner
        dropped from the bunch
        cat 1
        cat 2
        cat 3
        cat 4
        cat 5
        round 1
        round 2
        round 3
        rd 1
        rd 2
        rd 3
        semifinal
        prologue
        age group
        masters win
        pulled
        lapped
        gun to tape
        mass start
        wave start
        official time
        finished
        finisher time
        dns to dnf
        state champs
        sub 90
        sub 40
        sub 20
        sub 3h
        sub 4h
        sub 5h
        sub 9
        sub 10
        sub 12
      `,
    },
    {
      says: [mark('then'), mark('last')],
      words: `
        off the bike
        otb
        off bike
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        singletrack
        pump track
      `,
    },
    {
      says: [hint('run', 'strong'), mark('race')],
      words: `
        5k time trial
        5k tt
        mile time trial
        mile tt
        3k tt
        3k time trial
        1 mile tt
        10k tt
        10k time trial
        track tt
        1500 tt
        parkrun tt
        5 km time trial
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        trailwalker
        challenge walk
        three peaks challenge
        3 peaks challenge
        yorkshire three peaks
        walkathon
        long distance walk
        ldwa
        moonwalk challenge
      `,
    },
    {
      says: [setting('pool')],
      words: `
        meet
        gala
        25m
        50m
        scy
        lcm
        lanes
        lane
        pool
        laps
      `,
    },
    // Race distances
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        marathon
        the marathon
        full marathon
        26.2
        26.2 miles
        marathon race
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        half marathon
        half-marathon
        13.1
        13.1 miles
      `,
    },
    {
      says: event('run', { strength: 'medium', level: 8, km: 21.0975 }),
      words: `
        half
        hm
      `,
    },
    {
      says: event('run', { level: 9, km: 5 }),
      words: `
        parkrun
        park run
        junior parkrun
        turkey trot
        5k race
        5k fun run
        5k parkrun
        color run
      `,
    },
    {
      says: event('run', { level: 8, km: 10 }),
      words: `
        10k race
        10 k race
        10k road race
        great north 10k
      `,
    },
    {
      says: event('run', { level: 4, strength: 'medium' }),
      words: `
        ultra
        ultramarathon
        ultra marathon
        ultra run
        ultra race
        24h run
        100 miler
        50 miler
        100 mile run
        last one standing
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        70.3
        half ironman
        half distance
        half distance triathlon
        middle distance triathlon
        half iron
        half im
        113
        middle distance race
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        140.6
        ironman
        iron man
        full ironman
        full distance
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'strong' }),
      words: `
        olympic distance
        olympic triathlon
        oly tri
        standard distance triathlon
        olympic distance triathlon
        51.5
        oly
        olympic tri
        standard distance
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'strong' }),
      words: `
        sprint distance
        sprint triathlon
        sprint tri
        sprint distance triathlon
        sprint tri race
        25.75
      `,
    },
    {
      says: event('bike', { race: true, level: 6 }),
      words: `
        gran fondo
        granfondo
        gravel race
        road race bike
        crit race
        crit racing
        bike race
        criterium race
        cyclocross race
        cx race
        mtb race
        hill climb race
        cyclosportive
        cat 4 race
        cat 3 race
        cat 5 race
        cat 1 race
        circuit race
        omnium
        stage race bike
      `,
    },
    {
      says: event('indoor_bike', { level: 8 }),
      words: `
        zwift race
        zwift racing
        virtual race
        zrl
        wtrl
        wtrl ttt
        zwift crit
        zwift crit race
      `,
    },
    {
      says: [hint('bike', 'medium'), mark('race')],
      words: `
        tt
        time trial
        hill climb
        itt
        10 mile tt
        club 10
        25 mile tt
        ttt
      `,
    },
    {
      says: event('bike', { strength: 'medium', race: false, level: 4, km: 160 }),
      words: `
        century
        100 mile ride
        imperial century
      `,
    },
    {
      says: event('bike', { strength: 'medium', race: false, level: 4, km: 100 }),
      words: `
        metric century
        metric ton
      `,
    },
    // Intensity
    {
      says: intensity('recovery'),
      words: `
        recovery
        recover
        recovery day
        active recovery
        z1
        zone 1
        regeneration
        shake
        flush
        loosen up
        legs loosener
        very easy
      `,
    },
    {
      says: intensity('easy'),
      words: `
        easy
        easy day
        chilled
        chill
        relaxed
        slow
        gentle
        light
        super easy
        leisurely
        cruisy
        lazy
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        endurance
        z2
        zone 2
        zone two
        base
        aerobic
        long
        lsd
        foundation
        liss
        maf
        maffetone
        fat max
        fatmax
        long slow distance
        aerobic base
        low z3
        e pace
      `,
    },
    {
      says: intensity('steady'),
      words: `
        steady
        steady state
        moderate
        progression
        progressive
        brisk
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        z3
        zone 3
        race pace
        goal pace
        im pace
        ironman pace
        70.3 pace
        half ironman pace
        marathon pace
        tempo intervals
        race effort
        race simulation
        race sim
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        threshold
        lt
        lactate threshold
        z4
        zone 4
        lthr
        lt2
        lt1
        cruise
        t pace
        critical power
        ftp
        subthreshold
        sub threshold
        norwegian double threshold
        lactate
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        vo2
        vo2max
        vo2 max
        v02
        v02max
        z5
        zone 5
        z5a
        max aerobic power
        map
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervals
        interval
        reps
        repeats
        hill reps
        hill sprints session
        speedwork
        speed work
        speed session
        ladder
        pyramid
        hard
        30/30
        30/30s
        40/20
        4x4
        norwegian 4x4
        hill intervals
        hard efforts
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprints
        sprint intervals
        neuromuscular
        z6
        z7
        hill sprints
        anaerobic
        sprint session
        sprint
      `,
    },
    {
      says: intensity('strides'),
      words: `
        strides
        pickups
        pick ups
        openers
        striders
      `,
    },
    // Race words
    {
      says: mark('race'),
      words: `
        race
        raced
        racing
        race day
        raceday
        race report
        competition
        comp
        championship
        championships
        champs
        nationals
        a race
        b race
        c race
        finisher
        dnf
        finish line
        medal
        podium
        league race
        meet
        goal race
        tune up race
        tuneup race
        season opener
        world champs
        worlds
        grand prix
      `,
    },
    {
      says: mark('not_race'),
      words: `
        pace
        effort
        train
        training plan
        simulation
        sim
        recce
        course recon
        recon
        course preview
        preview
        taper
        ready
        shape
        tune up
        not racing
        spectating
        spectator
        watching
        volunteering
        volunteer
        marshal
        marshalling
        cheering
        expo
        packet pickup
        packet pick up
        bib pickup
        registration
        target
        goal
        specific
        base phase
        race week
        pre race
        pre-race
        race prep
        no race
        openers
        medium
        project
        rehearsal
        dress rehearsal
        practice
        recovery
        workout
        post race
        warm up
        cool down
        shakeout
        easy
        long run
        course
        days to go
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        prep
        preparation
        training
        build
        plan
        block
        week
        wk
        buildup
      `,
    },
    // Structure
    {
      says: mark('negate'),
      words: `
        no
        not a
        not
        skip
        skipped
        instead of
        without
        missed
        miss
        rather than
        cancelled the
        canceled the
        never
        except
        bailed on
        sacked off
        did not
        couldnt
      `,
    },
    {
      says: mark('cancel'),
      words: `
        cancelled
        canceled
        postponed
        rest day
        day off
        rest
        off day
        rained off
        called off
        no training
        total rest
        dns
        did not start
        sick day
        injured
        abandoned
      `,
    },
    {
      says: mark('noise'),
      words: `
        bike fit
        bike fitting
        bikefit
        bike wash
        bike maintenance
        bike shop
        bike service
        sauna
        training plan
        bike shopping
        bike cleaning
        bike repair
        bike check
        bike mechanic
        bike rack
        bike packing list
        run club social
        running club social
        run club dinner
        run club meeting
        running club agm
        run social
        run errands
        running errands
        errands
        school run
        beer run
        food run
        coffee run
        grocery run
        ski lift
        ski wax
        ski waxing
        wax skis
        ski pass
        swim gala timekeeping
        swim meet volunteer
        swim lesson booked
        running late
        running shoes
        run shoes
        shoe shopping
        new shoes
        new running shoes
        running store
        running shop
        swim meeting
        race briefing
        bike box
        bike travel
        clean bike
        clean the bike
        cleaned bike
        wash bike
        physio
        physiotherapy
        doctor
        dentist
        massage appointment
        coach call
        call with coach
        test upload
        upload test
        garmin test
        drive home
        drive
        driving
        flight
        train ride
        car ride
        bus ride
        boat ride
        roller coaster ride
        ferry
        taxi
        uber
        ferry ride
        rode the train
        lift club
        ski lesson
        ride share
        rideshare
        forgot to stop
        forgot to start watch
        lift home
        elevator
        bull run
        dry run
        test run
        trial run
        walkthrough
        walk through
        walkover
        walk in clinic
        swimwear
        swimsuit
        running water
        running on empty
        nutrition plan
        meal plan
        gps test
        bike sale
        sell bike
        bike insurance
        chain waxing
        wax chain
        gait analysis
        run analysis
        swim analysis
        video analysis
        bike tune up
        tire change
        tyre change
        weigh in
        blood test
        lab test
        ice bath
        sleep
        nap
      `,
    },
    {
      says: mark('background'),
      words: `
        after
        post
        before
        pre
        following
        yesterdays
        yesterday
        tomorrows
        ahead of
        tomorrow
        days after
        weeks to
        weeks out
        day before
        day after
        for
        despite
        then drove
        in prep for
        prior to
        coming back from
        back from
        missing
        thanks to
        watching
        spectating at
        supporting
        supporting at
      `,
    },
    {
      says: mark('towards'),
      words: `
        to the
        to
        from the
        from
        via the
        to and from
        around the
        past the
        along the
      `,
    },
    {
      says: mark('or'),
      words: `
        or
        vs
        versus
        maybe
        either
      `,
    },
    {
      says: mark('then'),
      words: `
        then
        into
        followed by
        straight into
        onto
        transition
        t1
        t2
        immediately
        quick change
      `,
    },
    {
      says: mark('and'),
      words: `
        and
        plus
        n
      `,
    },
    {
      says: mark('with'),
      words: `
        w
        with
        w/
        incl
        including
        inc
      `,
    },
    {
      says: mark('part'),
      words: `
        warm up
        warmup
        wu
        cool down
        cooldown
        cd
        wup
        warm down
        warm
        cool
      `,
    },
    {
      says: mark('filler'),
      words: `
        morning
        afternoon
        evening
        lunch
        lunchtime
        night
        am
        pm
        foot
        turn
        ro
        sim
        bloc
        roller
        pass
        gang
        ride with gps
        ridewithgps
        stop sign
        sign
        finish
        start
        done
        every
        midday
        noon
        early
        late
        sunday
        monday
        tuesday
        wednesday
        thursday
        friday
        saturday
        daily
        weekend
        the
        a
        an
        my
        in
        on
        at
        of
        with
        by
        solo
        group
        sunset
        sunrise
        dawn
        dusk
        today
        first
        last
        best
        quick
        short
        day
        nice
        great
        good
        big
        little
        hour
        hours
        winter
        summer
        spring
        autumn
        fall
        rain
        rainy
        hot
        cold
        windy
        wind
        snow
        sunny
        wet
        social
        home
        work
        park
        round
        loop
        loops
        lap
        laps
        walking path
        footpath
        boardwalk
        walking street
        ski resort
        ski hill
        row house
        death row
        run out of
        in a row of
        front row
        back row
        runway
        swimming hole
        walk of fame
        pool party
        lift off
        stage
        session
        class
        test
        around
        new
        out
        back
        up
        down
        this
        that
        was
        is
        it
        its
        i
        we
        me
        and me
        felt
        feeling
        legs
        again
        week
        course
        holiday
        vacation
        garmin
        strava
        garmin connect
        trainingpeaks
        polar
        suunto
        coros
        komoot
        apple watch
        fitbit
        wahoo
        hr
        heart rate
        hm
        hill
        city
        street
        beach
        treadmill desk
        side
      `,
    },
    {
      says: setting('indoor'),
      words: `
        indoor
        indoors
        inside
      `,
    },
    {
      says: setting('virtual'),
      words: `
        virtual
      `,
    },
    {
      says: setting('pool'),
      words: `
        lap
      `,
    },
    {
      says: intensity('easy'),
      words: `
        fun
        cruise around
        potter
      `,
    },
    {
      says: [sport('swim', 'strong'), mark('not_race')],
      words: `
        swim tt
        swim time trial
        m swim tt
        400m tt
        400 tt
        1000m tt
        css tt
      `,
    },
    {
      says: [setting('indoor'), hint('indoor_bike', 'strong')],
      words: `
        hiit and hills ride
        hiit & hills ride
        tabata ride
        climb ride
        pop ride
        rock ride
        intervals ride
        les mills sprint
        rpm
      `,
    },
    {
      says: [hint('run', 'strong'), mark('race')],
      words: `
        rock n roll
        santa dash
        charity run
        3000m sc
        3000 sc
        1500m final
        800m final
        heats
        mob match
        xc league
        harriers league
      `,
    },
    {
      says: hint('run', 'strong'),
      words: `
        cooper test
        beep test
        bleep test
        12 minute test
        1500s
        1200s
        600s
        mona
      `,
    },
    {
      says: mark('cancel'),
      words: `
        stolen
        got stolen
        robbed
        arrived
        club meeting
        team meeting
        meeting
        christmas party
        closed
        broken
        broke down
        out of order
        expo
        netflix
        movie
        movies
        film
        tv
        binge
        podcast
        audiobook
        reading
        coding
        hackathon
        talking about
        lecture
        seminar
        webinar
        certification
        coaching
        coached
        teaching
        taught
        teacher
        lifeguard
        lifeguarding
        kids swimming
        kids swim
        kids lesson
        kids lessons
        lessons for kids
        swim lessons
        swimming lessons
        kids club
        kids practice
        kids training
        kids race
        bought a bike
        bought a
        sold
        for sale
        agm
        committee
        drinks
        quiz night
        beers
        dinner
        bbq
        party
        ceremony
        lost my
        forgot my
        forgot to
        test upload
        glitch
        bug
        upload test
        walking dead
        life cycle
        cycle of life
        core dump
        per kilo
        per kg
        lap of honour dinner
        raffle
        fundraiser
        presentation
        interview
        photoshoot
        photo shoot
        dns
      `,
    },
    {
      says: mark('noise'),
      words: `
        had to walk
      `,
    },
    {
      says: hint('swim', 'weak'),
      words: `
        free
        fly
        drill
        kick
        kicking
        breast
        laps
        lane
        lanes
      `,
    },
    {
      says: hint('row', 'weak'),
      words: `
        pieces
      `,
    },
    {
      says: hint('ski', 'weak'),
      words: `
        v1
        v2
        skins
      `,
    },
    {
      says: hint('trail_run', 'weak'),
      words: `
        woods
        in the woods
        vert
      `,
    },
    {
      says: hint('hike', 'weak'),
      words: `
        hut
        waterfall
        national park
        elevation gain
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        pump
        sled
        bench
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        repeats
        doubles
        singles
        double day
        shuffle
        qualifier
        pacing
        paced
        relay
        negative split
        negative splits
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        draft
        cadence
        bibs
        breakaway
      `,
    },
    {
      says: hint('walk', 'weak'),
      words: `
        steps
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        speed
      `,
    },
    {
      says: [hint('bike', 'weak'), mark('race')],
      words: `
        hillclimb
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        foot race
        footrace
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        sprint du
        du race
        standard du
        draft legal du
        long course du
        du nationals
        du worlds
        du champs
        local du
      `,
    },
    {
      says: mark('filler'),
      words: `
        semi
        making
        looping
        lost
        mileage
        miles
        for
        street
        gang
        crew
        team
        mates
        friends
        family
        kids
        adventure
        explore
        exploring
        route
        view
        views
        coffee
        birthday
        easter
        christmas
        thanksgiving
      `,
    },
    {
      says: mark('record'),
      words: `
        pb
        pr
        pbs
        prs
        personal best
        personal record
        lifetime best
      `,
    },
    {
      says: mark('race'),
      words: `
        race series
        crit series
        tt series
        series race
        series final
        cup series
      `,
    },
    {
      says: mark('filler'),
      words: `
        race track
        racetrack
        race course
        off the grid
        cut off
        cutoff
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        hills
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        cool down
        cooldown
        warm down
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        weeks
        weeks to
        weeks out
        weeks to go
        days to go
        days to
        road to
        countdown
        countdown to
        build to
        build up
        block
        phase
        journey to
        on the way to
      `,
    },
    {
      says: intensity('easy'),
      words: `
        easy 6
        easy 8
      `,
    },
    {
      says: intensity('easy'),
      words: `
        easy spin
        easy miles
        easy jog
        easy pace
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        recovery spin
        recovery miles
        shakeout
        shakeout run
        shake out run
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        rest day walk
        day off walk
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        rest day ride
        rest day spin
        day off ride
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        rest day swim
        day off swim
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        rest day run
        day off run
        triathlon club run
        tri club run
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        triathlon club ride
        tri club ride
      `,
    },
  ],
};
