/** Czech. */
import { event, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const CZECH: Lexicon = {
  language: 'cs',
  grammar: {
    hours: `
      hod
      hodina
      hodiny
      hodin
    `,
    minutes: `
      minuta
      minuty
      minut
    `,
    seconds: `
      sekund
      vteřin
    `,
    kilometres: `
      kilometr
      kilometry
      kilometrů
    `,
    metres: `
      metrů
      metry
    `,
    repeats: `
      krát
    `,
    afterPace: `
      tempem
    `,
    beforePace: `
      tempo
      průměr
    `,
    beforeTarget: `
      cíl
    `,
    afterRest: `
      pauza
      klus
      mk
    `,
    beforeRest: `
      pauza
      mk
      meziklus
    `,
    climb: `
      převýšení
      nastoupáno
    `,
    beforePart: `
      posledních
      prvních
    `,
    stages: `
      etapa
    `,
    joiners: `
      plus
    `,
  },
  rows: [
    {
      says: sport('run', 'strong'),
      words: `
        běh
        během
        běhy
        běhání
        běžel
        běžela
        běžet
        klus
        klusání
        výklus
        výběh
        proběhnutí
        vyběhnutí
        běžecký trénink
        ranní běh
        odpolední běh
        večerní běh
        polední běh
        noční běh
        běžeček
        indiánský běh
        pobíhání
        poklus
        proklus
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        dlouhý běh
        dlouhej běh
        dlouhý výběh
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        regenerační běh
        regenerační výklus
        vyklusání
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        volný běh
        lehký běh
        volný klus
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        tempový běh
        tempový trénink
        tempáč
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        běžecký pás
        na pásu
        běh na pásu
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        trailový běh
        běh v terénu
        běh do vrchu
        krosový běh
        horský běh
        běh v horách
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        kolo
        kole
        kola
        kolem na kole
        na kole
        jízda na kole
        jízda
        vyjížďka
        vyjížďka na kole
        cyklistika
        cyklo
        cyklovýlet
        projížďka
        silnička
        horské kolo
        gravel
        bajk
        kolečko na kole
        na kolo
        ranní jízda
        odpolední jízda
        večerní jízda
        polední jízda
        noční jízda
        cyklojízda
        švih
        švihání
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        trenažér
        trenažéru
        na trenažéru
        cyklotrenažér
        spinning
        virtuální jízda
        rotoped
        válce
        na válcích
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        plavání
        plavat
        plaval
        plavala
        bazén
        bazénu
        kraul
        prsa
        plavecký trénink
        ranní plavání
        zaplavat
        plavčo
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        otevřená voda
        otevřené vodě
        plavání v jezeře
        dálkové plavání
        otužování plavání
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        veslování
        veslař
        kajak
        kánoe
        pádlování
        paddleboard
        veslařský trenažér
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        běžky
        běžkách
        na běžkách
        běžecké lyžování
        běžkování
        kolečkové lyže
        skialpy
        skialp
        skialpinismus
        bruslení na běžkách
        klasika na běžkách
        biatlon
        sněžnice
        na lyžích běžky
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        túra
        turistika
        výšlap
        pěší túra
        vysokohorská turistika
        výstup
        pěší výlet
        trek
        túry
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        chůze
        procházka
        procházky
        vycházka
        chodil
        nordic walking
        se psem
        venčení
        procházka se psem
        pěšky
        ranní procházka
        vandr
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        posilovna
        posilování
        silový trénink
        síla
        činky
        dřepy
        kruhový trénink
        kruháč
        shyby
        mrtvý tah
        kliky
        core trénink
        posilko
        fitko
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        trénink
        cvičení
        kondice
        kardio
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        jóga
        protahování
        strečink
        fotbal
        volejbal
        basketbal
        florbal
        hokej
        tenis
        stolní tenis
        badminton
        lezení
        lezecká stěna
        bouldering
        box
        tanec
        golf
        brusle
        bruslení
        inline brusle
        sjezdovky
        sjezdové lyžování
        lyžování
        lyže
        snowboard
        eliptický trenažér
        orbitrek
        nohejbal
        házená
        judo
        plachtění
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatlon
        triathlon
        železný muž
        triatlonu
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duatlon
        duathlon
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        půlironman
        střední triatlon
        poloviční ironman
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        olympijský triatlon
        olympijská trať
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        brick
        zápřah
        kombinovaný trénink
        přechod kolo běh
        duatlonový trénink
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        kolo běh
        kolo a běh
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        běh po kole
        přeběh
        výběh po kole
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maraton
        pražský maraton
        maratonu
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        půlmaraton
        půlmaratonu
        pražský půlmaraton
        půlka
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        běžecký závod
        desítka závod
        štafeta
        běchovice
        velká kunratická
        silvestrovský běh
        noční běh praha
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        ultramaraton
        ultra
        24hodinovka
        stovka
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        cyklistický závod
        časovka
        cyklokros
        cyklomaraton
        závod horských kol
        král šumavy
      `,
    },
    {
      says: event('ski', { level: 7, strength: 'certain' }),
      words: `
        jizerská padesátka
        jizerská 50
        lyžařský závod
        běžecký závod na lyžích
        šumavský maraton
      `,
    },
    {
      says: mark('race'),
      words: `
        závod
        závody
        závodu
        mistrovství
        mčr
        soutěž
        pohár
        cílová
        medaile
        vítězství
        bedna
      `,
    },
    {
      says: mark('record'),
      words: `
        osobák
        osobní rekord
      `,
    },
    {
      says: mark('not_race'),
      words: `
        závodní tempo
        před závodem
        po závodě
        fandění
        dobrovolník
        obhlídka trati
        maratonské tempo
        registrace
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        příprava
        plán
        týden
        soustředění
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        regenerace
        regenerační
        vyjetí
        výplav
        vyplavání
      `,
    },
    {
      says: intensity('easy'),
      words: `
        volně
        volná
        volný
        lehce
        lehká
        lehký
        pohodička
        pohodová
        pohodový
        v pohodě
        pomalu
        pomalý
        klidně
        klidná
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        vytrvalost
        vytrvalostní
        dlouhý
        dlouhá
        dlouhé
        základ
        aerobní
        zóna 2
        objem
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        tempový
        tempová
        tempové
        zóna 3
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        práh
        anp
        prahový
        prahové
        na prahu
        zóna 4
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        zóna 5
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervaly
        intervalový
        intervalová
        úseky
        opakované úseky
        fartlek
        rychlost
        rychlostní
        dvoustovky
        čtyřstovky
        kilometrové úseky
        tisícovky
        dráha
        intervalový trénink
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        kopce
        kopečky
        do kopce
        výběhy kopců
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprinty
        sprint
      `,
    },
    {
      says: intensity('strides'),
      words: `
        rovinky
        stupňované rovinky
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        výklus po závodě
        vyklusat
        vyjetí nohou
      `,
    },
    {
      says: mark('part'),
      words: `
        rozklus
        rozklusání
        rozcvička
        zahřátí
      `,
    },
    {
      says: setting('indoor'),
      words: `
        uvnitř
        v hale
        hala
      `,
    },
    {
      says: setting('virtual'),
      words: `
        virtuální
      `,
    },
    {
      says: setting('mountain'),
      words: `
        hory
        vrchol
        sedlo
        krkonoše
        beskydy
        šumava
      `,
    },
    {
      says: setting('open_water'),
      words: `
        jezero
        rybník
        přehrada
      `,
    },
    {
      says: mark('negate'),
      words: `
        bez
        místo
      `,
    },
    {
      says: mark('cancel'),
      words: `
        zrušeno
        odpočinek
        volno
        den volna
        zranění
        nemoc
        nemocný
        rýma
        ukradené
      `,
    },
    {
      says: mark('noise'),
      words: `
        servis kola
        mytí kola
        nové boty
        masáž
        sauna
        lékař
        schůze
        vlak
        autem
        nákup
        fyzio
      `,
    },
    {
      says: mark('background'),
      words: `
        po
        před
        včera
        zítra
      `,
    },
    {
      says: mark('towards'),
      words: `
        do
        k
        ke
        z
        ze
        okolo
        kolem
        podél
        přes
      `,
    },
    {
      says: mark('or'),
      words: `
        nebo
      `,
    },
    {
      says: mark('then'),
      words: `
        potom
        pak
        následně
      `,
    },
    {
      says: mark('and'),
      words: `
        a
        plus
      `,
    },
    {
      says: mark('with'),
      words: `
        včetně
      `,
    },
    {
      says: mark('filler'),
      words: `
        ranní
        ráno
        dopolední
        dopoledne
        polední
        poledne
        odpolední
        odpoledne
        večerní
        večer
        noční
        noc
        v
        na
        u
        za
        pro
        pondělí
        úterý
        středa
        středeční
        čtvrtek
        pátek
        sobota
        sobotní
        neděle
        nedělní
        víkend
        dnes
        první
        poslední
        déšť
        v dešti
        sníh
        mráz
        horko
        vítr
        kamarádi
        s kamarády
        sám
        park
        les
        lesem
        řeka
        město
        městem
        práce
        do práce
        z práce
        domů
        okruh
        kolečko
        pes
        letní
        zimní
        jarní
        podzimní
      `,
    },
  ],
};
