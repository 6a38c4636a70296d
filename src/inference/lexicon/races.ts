/** Races by name. Courses in kilometres and usual hours as published by the organisers (recalled); null where editions differ. */
import { event, hint, type Lexicon, mark, multi, sport } from './sense.ts';

export const RACES: Lexicon = {
  language: '*',
  rows: [
    // Triathlon
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        ironman hawaii
        ironman kona
        ironman world championship
        ironman frankfurt
        ironman nice
        im kona
        im hawaii
        im frankfurt
        im lanzarote
        im austria
        im wales
        im texas
        im florida
        im arizona
        im lake placid
        im cozumel
        im copenhagen
        im kalmar
        im hamburg
        challenge roth
        roth triathlon
        norseman
        norseman xtreme
        swissman
        celtman
        patagonman
        embrunman
        altriman
        challenge almere
        outlaw triathlon
        kona ironman
        xtri
        bearman
        ultraman
        hardmannxtri
        austria extreme triathlon
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        wildflower triathlon
        ironman 70.3 worlds
        challenge samorin
        challenge heilbronn
        kraichgau 70.3
        wales 70.3
      `,
    },
    {
      says: event('triathlon', { level: 7, strength: 'certain' }),
      words: `
        escape from alcatraz
        alpe d huez triathlon
        triathlon alpe d huez
        nyc triathlon
        noosa tri
        noosa triathlon
        malibu triathlon
        chicago triathlon
        hamburg wasser triathlon
        garmin triathlon
        garmin iron triathlon
        enea triathlon
        xterra
        lavaman
        supertri
        super league
        wings triathlon
        st croix 70.3
        challenge wanaka
        ironkids
      `,
    },
    {
      says: event('duathlon', { level: 7, strength: 'certain' }),
      words: `
        powerman
        powerman zofingen
        powerman alsdorf
        powerman mallorca
        dextro duathlon
      `,
    },
    {
      says: [multi('brick', 'certain', ['swim', 'run']), mark('race')],
      words: `
        ötillö
        otillo
        swimrun engadin
        rockman swimrun
        breca swimrun
      `,
    },
    // Road running
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        berlin marathon
        bmw berlin marathon
        boston marathon
        london marathon
        nyc marathon
        new york city marathon
        tcs new york city marathon
        chicago marathon
        tokyo marathon
        sydney marathon
        paris marathon
        marathon de paris
        haspa marathon
        maratona di roma
        maratón de valencia
        marine corps marathon
        cim
        california international marathon
        grandmas marathon
        st george marathon
        big sur marathon
        twin cities marathon
        rotterdam marathon
        marathon rotterdam
        marathon eindhoven
        marathon amsterdam
        amsterdam marathon
        frankfurt marathon
        hamburg marathon
        münchen marathon
        stockholm marathon
        oslo maraton
        københavn marathon
        copenhagen marathon
        wien marathon
        vienna city marathon
        vcm
        maratona di milano
        manchester marathon
        brighton marathon
        dublin marathon
        北京马拉松
        上海马拉松
        东京马拉松
        波士顿马拉松
        柏林马拉松
      `,
    },
    {
      says: event('run', { level: 4, km: 87, hours: 9 }),
      words: `
        comrades
        comrades marathon
        two oceans
        two oceans marathon
      `,
    },
    {
      says: event('run', { level: 3, km: 246, hours: 32 }),
      words: `
        spartathlon
        badwater
        badwater 135
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        great north run
        great south run
        great manchester run
        great scottish run
        bay to breakers
        peachtree road race
        bolder boulder
        bolderboulder
        city2surf
        city to surf
        bloomsday
        cherry blossom 10 miler
        cherry blossom ten miler
        falmouth road race
        broad street run
        royal parks half
        hackney half
        big half
        vitality 10k
        san silvestre vallecana
        são silvestre
        dam tot damloop
        zevenheuvelenloop
        marseille cassis
        20km de paris
        20 km de lausanne
        jungfrau marathon
        wings for life
        wings for life world run
        hermannslauf
        rennsteiglauf
        großer preis von bern
        grand prix von bern
        gp bern
        course de l escalade
        morat fribourg
        murtenlauf
        kerzerslauf
        paris versailles
        marvejols mende
        odyssea
        run in lyon
        jean bouin
        cinque mulini
        strabologna
        bruggenloop
        point to pinnacle
        bridge to brisbane
        hood to coast
        dopey challenge
        goofy challenge
        indy mini
        broad street 10
        spartan sprint
        spartan super
        spartan beast
        spartan ultra
        spartan trifecta
        tough viking
        strongmanrun
        xletix
        jpmcc
        jp morgan lauf
        j p morgan corporate challenge
        b2run
        fredrikstadløpet
        broløbet
        army ten miler
        crim
        bix
        peachtree
        carlsbad 5000
        cherry blossom
        great ethiopian run
        kilomètre de verticalité
        lisbon half
        wfl
        roma ostia
        parelloop
        mount to coast
        b2b fun run
        bix 7
        manchester road race
        falkirk cross country
        zatopek 10
        b a a 5k
        midnattsloppet
        göteborgsvarvet
        lidingöloppet
        sentrumsløpet
        holmenkollstafetten
        royal run
        dhl stafetten
        eremitageløbet
        bestseller marathon
      `,
    },
    // Trail running
    {
      says: event('trail_run', { level: 3, km: 171, hours: 36, strength: 'certain' }),
      words: `
        utmb
        ultra trail du mont blanc
        utmb mont blanc
        hardrock
        hardrock 100
        diagonale des fous
        grand raid de la réunion
        grand raid réunion
        western states
        western states 100
        wser
        wasatch 100
        wasatch front
        ut4m
        leadville 100 run
        leadville trail 100
        leadville 100 trail run
        javelina
        javelina jundred
        tor des géants
        tor des geants
        barkley
        barkley marathons
        cocodona
        cocodona 250
        moab 240
        bigfoot 200
        tahoe 200
        utmf
        lavaredo ultra trail
        andorra ultra trail
        vermont 100
        angeles crest 100
        cascade crest
        bear 100
        run rabbit run
        istria 100
        100 miles of istria
        swiss peaks
        ultra tour monte rosa
        lakeland 100
        south downs way 100
        north downs way 100
        thames path 100
        centurion
        spine race
        montane spine
      `,
    },
    {
      says: event('trail_run', { level: 4, strength: 'certain' }),
      words: `
        ccc utmb
        occ utmb
        tds utmb
        occ
        ccc
        tds
        mcc utmb
        grand raid
        lavaredo
        cortina trail
        tor x
        eiger e101
        e101
        e35
        e16
        chiemgauer 100
        innsbruck alpine trail
        ws100
        black canyons
        bear chase
        speedgoat
        uta50
        uta22
        kepler challenge
        six foot track
        utct
        snowdon international
        three peaks race
        3 peaks race
        lakeland 50
        bgr
        paddy buckley
        ramsay round
        fellsman
        lidingö ultra
        dfbg
        karkonoski
        osj
        崇礼168
        tnf100
        ultra trail snowdonia
        eiger ultra trail
        e51
        eiger ultra
        zugspitz ultratrail
        zugspitz ultra trail
        zut
        zegama
        zegama aizkorri
        sierre zinal
        sierre-zinal
        transvulcania
        transgrancanaria
        marathon du mont blanc
        marathon mont blanc
        mmb
        saintélyon
        saintelyon
        templiers
        festival des templiers
        grand trail des templiers
        maxi race
        maxirace
        ultra pirineu
        penyagolosa
        hoka madeira
        miut
        madeira island ultra trail
        ecotrail
        eco trail
        trail del viejo
        dolomites ultra trail
        tromsø skyrace
        kullamannen
        pikes peak ascent
        pikes peak marathon
        broken arrow
        canyons 100k
        black canyon 100k
        bandera 100k
        jfk 50
        way too cool
        lake sonoma 50
        speedgoat 50k
        dipsea
        mt marathon
        mount washington road race
        ultravasan
        bieg rzeźnika
        rzeźnik
        chudy wawrzyniec
        łemkowyna
        bieg ultra granią tatr
        ultra trail
        ultratrail
        marathon des sables
        mds
        cape wrath ultra
        dragons back race
        ben nevis race
        snowdon race
        the fellsman
        bob graham
        bob graham round
        mozart 100
        pitz alpine
        transalpine run
        gore tex transalpine
        les citadelles
        la 6000d
        6000d
        trail des passerelles
        trail des aiguilles rouges
        ultra x
        hong kong 100
        translantau
        tarawera
        tarawera ultra
        ultra trail australia
        uta100
        kosciuszko
        patagonia run
        el cruce
        信越五岳
        ハセツネ
        长白山越野
        大连100
      `,
    },
    // Cycling
    {
      says: event('bike', { level: 5, strength: 'certain' }),
      words: `
        unbound
        unbound gravel
        badlands
        la marmotte gran fondo
        marmotte granfondo
        dreiländergiro
        alpenbrevet
        bordeaux paris
        eroica
        l eroica
        nova eroica
        around the bay
        transrockies
        koppenbergcross
        superprestige
        tour du mont blanc cyclo
        ötzi
        しまなみ海道
        3 peaks challenge cycling
        tro bro leon
        sella ronda hero
        hero südtirol
        ornans gravel
        unbound 200
        dirty kanza
        dk200
        sbt grvl
        belgian waffle ride
        bwr
        mid south
        the mid south
        gravel worlds
        crusher in the tushar
        rebeccas private idaho
        leadville 100 mtb
        leadville mtb
        leadville trail 100 mtb
        cape epic
        absa cape epic
        cape town cycle tour
        argus cycle tour
        brasil ride
        swiss epic
        transalp
        bike transalp
        salzkammergut trophy
        black forest ultra bike
        hero dolomites
        l étape
        letape
        l étape du tour
        étape du tour
        etape du tour
        la marmotte
        marmotte alps
        haute route
        ötztaler
        ötztaler radmarathon
        oetztaler
        maratona dles dolomites
        maratona dolomites
        nove colli
        gran fondo
        granfondo
        gran fondo new york
        gfny
        levis gran fondo
        strade bianche
        gran fondo strade bianche
        paris roubaix
        paris roubaix challenge
        roubaix challenge
        tour of flanders
        ronde van vlaanderen
        we ride flanders
        rvv
        amstel gold race
        amstel toerversie
        liège bastogne liège
        lbl challenge
        fred whitton
        fred whitton challenge
        dragon ride
        ridelondon
        ride london
        ride london essex
        prudential ridelondon
        tour of the battenkill
        tour de tirol
        mallorca 312
        quebrantahuesos
        la quebrantahuesos
        qh
        la purito
        cyclassics
        hamburg cyclassics
        velothon
        eschborn frankfurt
        rund um köln
        arber radmarathon
        alb extrem
        vätternrundan
        vatternrundan
        styrkeprøven
        stora styrkeprovet
        birkebeinerrittet
        birkenrittet
        cykelvasan
        etape caledonia
        étape caledonia
        tour de yorkshire ride
        dunwich dynamo
        paris brest paris
        pbp
        london edinburgh london
        lel
        transcontinental
        transcontinental race
        tcr
        tour divide
        race across america
        raam
        silk road mountain race
        badlands gravel
        traka
        the traka
        dirty reiver
        gralloch
        the gralloch
        grinduro
        migration gravel race
        nordisk gravel
        steamboat gravel
        houffa gravel
        red hook crit
        tulsa tough
        hotter than hell
        ragbrai
        ride the rockies
        seattle to portland
        five boro bike tour
        death ride
        triple bypass
        mt evans hill climb
        alpe d huzes
        climbing for life
        la vuelta masters
        titan desert
        tour of britain sportive
        taiwan kom
        taiwan kom challenge
        武嶺
        富士ヒルクライム
        uci gran fondo
        uci gravel
        crocodile trophy
        bespoked sportive
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        sportive
        cyclosportive
        gravel race
        granfondo
        crit race
        criterium
        kermesse
        cyclocross race
        cx nationals
        mtb race
        hill climb champs
      `,
    },
    // Skiing
    {
      says: event('ski', { level: 7, km: 90, hours: 7, strength: 'certain' }),
      words: `
        vasaloppet
        vasalopp
        öppet spår
        nattvasan
      `,
    },
    {
      says: event('ski', { level: 7, strength: 'certain' }),
      words: `
        birkebeinerrennet
        birken
        birkie
        birkebeiner
        moraloppet
        foulée blanche
        la foulée blanche
        orsaloppet
        bessans
        american birkebeiner
        marcialonga
        jizerska
        jizerská padesátka
        jizerska 50
        engadin skimarathon
        engadiner
        engadin ski marathon
        kaiser maximilian lauf
        könig ludwig lauf
        koenig ludwig lauf
        dolomitenlauf
        toblach cortina
        dobbiaco cortina
        la transjurassienne
        transju
        transjurassienne
        tartu maraton
        finlandia hiihto
        reistadløpet
        ylläs levi
        årefjällsloppet
        skarverennet
        grenaderen
        holmenkollmarsjen
        bieg piastów
        merino muster
        kangaroo hoppet
        gatineau loppet
        worldloppet
        ski classics
        visma ski classics
        pierra menta
        patrouille des glaciers
        pdg
        mezzalama
        trofeo mezzalama
        tour de ski
        sapporo ski marathon
        halvvasan
        tjejvasan
        birkebeineren
      `,
    },
    // Water
    {
      says: event('open_water_swim', { level: 7, strength: 'certain' }),
      words: `
        swim serpentine
        great north swim
        great swim
        great scottish swim
        ice mile
        alcatraz
        hever castle swim
        channel relay
        great east swim
        alcatraz swim
        alcatraz sharkfest
        sharkfest
        vansbrosimningen
        bosphorus swim
        bosphorus cross continental
        english channel swim
        catalina channel
        catalina channel swim
        manhattan island swim
        20 bridges
        waikiki roughwater
        rottnest channel swim
        rottnest swim
        la jolla rough water
        midmar mile
        lorne pier to pub
        pier to pub
        henley mile
        henley swim
        swim the hellespont
        hellespont
        oceanman
        dart 10k
        windermere mile
        chesapeake bay swim
        christiansborg rundt
        amsterdam city swim
        city swim
        zürichseequerung
        seeüberquerung zürich
        travesía tabarca
        travessia dos fortes
        rei e rainha do mar
        bonifacio swim
        monte cristo swim
        défi monte cristo
        capri napoli
        escape alcatraz swim
      `,
    },
    {
      says: event('row', { level: 8, strength: 'certain' }),
      words: `
        head of the charles
        hocr
        horr
        head of the river
        head of the river race
        hrr
        henley royal regatta
        henley regatta
        boat race
        crash b
        crash bs
        british indoor rowing
        birc
        wirc
        world rowing indoor
        atlantic rowing race
        head of the schuylkill
        dad vail
        molokai 2 oahu
        m2o
        devizes to westminster
        dusi canoe
        sella descent
        descenso del sella
        vogalonga
        heineken roeivierkamp
        head of the amstel
      `,
    },
    // Others
    {
      says: [sport('lift', 'certain'), mark('race')],
      words: `
        hyrox race
        hyrox doubles
        hyrox pro
        hyrox open
        hyrox relay
        hyrox world championships
        deka fit
        crossfit open
        crossfit games
        hyrox london
        hyrox berlin
        hyrox hamburg
      `,
    },
    {
      says: [sport('walk', 'certain')],
      words: `
        vierdaagse
        nijmegen vierdaagse
        nijmegen four days
      `,
    },
    {
      says: hint('hike', 'medium'),
      words: `
        half dome
        mt whitney
        mount whitney
        longs peak
        pikes peak hike
        mt rainier
        kilimanjaro
        machame
        everest base camp
        ebc
        aconcagua
        tmb
        gr54
        gr10
        gr5
        gr11
        west highland way
        pennine way
        south west coast path
        coast to coast
        cotswold way
        laugavegur
        kungsleden
        jmt
        john muir trail
        at section
        snowdon
        crib goch
        ben nevis
        scafell pike
        helvellyn
        striding edge
        wainwrights
        zugspitze
        watzmann
        großglockner
        matterhorn
        mont blanc
        besseggen
        preikestolen
        galdhøpiggen
        trolltunga
        kebnekaise
        morskie oko
        via alpina
        inca trail
        table mountain
        yosemite
        zion
        the narrows
        goruck
        富士山
        槍ヶ岳
        高尾山
        北アルプス
        香山
        泰山
        黄山
        玉山
        合歡山
      `,
    },
    {
      says: event('triathlon', { strength: 'certain', level: 6 }),
      words: `
        challenge family
        challenge daytona
        challenge miami
        challenge mogán
        challenge salou
        challenge riccione
        challenge sardinia
        challenge forte village
        challenge gran canaria
        challenge peguera
        challenge lisboa
        challenge kaiserwinkl
        challenge walchsee
        challenge st pölten
        challenge davos
        challenge geraardsbergen
        challenge denmark
        challenge herning
        challenge turku
        challenge gdańsk
        challenge poznań
        challenge london
        challenge almere amsterdam
        challenge canberra
        challenge melbourne
        challenge taiwan
        challenge vietnam
        challenge cape town
        challenge cancun
        challenge florianópolis
        challenge brasília
        challenge budva
        challenge vansbro
        challenge málaga
        clash daytona
        clash miami
        wtcs
        itu world triathlon
        outlaw half
        outlaw full
        ironbourne
        kona
        im lake placid
        im mont tremblant
        im whistler
        im chattanooga
        im louisville
        im wisconsin
        im maryland
        im italy
        im cervia
        im barcelona
        im vitoria
        im nice
        im switzerland
        im zurich
        im uk
        im cairns
        im nz
        im malaysia
        im south africa
        1/2 im
        1/4 im
        1/8 im
        zarautz
        alpe d huez l
        alpe d huez m
        triathlon embrun
      `,
    },
  ],
};
