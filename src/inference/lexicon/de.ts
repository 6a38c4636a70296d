/** German. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const GERMAN: Lexicon = {
  language: 'de',
  grammar: {
    afterWork: `
      schwelle
      tempo
      gas
    `,
    beforeRest: `
      pause
      trabpause
      tp
      gp
    `,
    stages: `
      tag
      etappe
    `,
    afterOther: `
      später
      spaeter
      vorher
      woche
    `,
    afterPart: `
      einlaufen
      auslaufen
      einfahren
      ausfahren
    `,
    beforePart: `
      mit
      davon
      inkl
      letzte
      letzten
      erste
      ersten
      einlaufen
      auslaufen
      ela
    `,
    climb: `
      höhenmeter
      anstieg
      aufstieg
      höhe
    `,
    beforePace: `
      pace
      schnitt
    `,
    suffixes: `
      s
      es
      en
      e
      n
    `,
    linkingLetters: `
      s
      n
      en
      e
      es
    `,
    hours: `
      std
      stunde
      stunden
    `,
    minutes: `
      minuten
    `,
    seconds: `
      sek
      sekunden
    `,
    kilometres: `
      kilometer
    `,
    miles: `
      meilen
    `,
    repeats: `
      mal
    `,
    beforeTarget: `
      bei
      um
      ziel
    `,
    afterRest: `
      pause
      pausen
      trabpause
      gehpause
      trab
    `,
    afterTimeOfDay: `
      uhr
    `,
    joiners: `
      und
    `,
  },
  rows: [
    {
      says: hint('hike', 'medium'),
      words: `
        gipfel
        hüttentour
        klamm
        alm
        grat
        überschreitung
        alpenverein
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        fitnessstudio
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        mit hund
        mit dem hund
      `,
    },
    {
      says: [setting('trail'), hint('trail_run', 'strong')],
      words: `
        trail
        trails
      `,
    },
    {
      says: hint('bike', 'faint'),
      words: `
        hausrunde
        feierabendrunde
        abendrunde
        trainingsrunde
        ründchen
      `,
    },
    {
      says: mark('race'),
      words: `
        serie
        rennserie
        gesamtplatz
        ak platz
        altersklasse
        startschuss
        zieleinlauf
        gewonnen
        sieg
        starter
        staffel
        vereinsmeisterschaft
      `,
    },
    {
      says: hint('indoor_bike', 'medium'),
      words: `
        ergo
        ergometer
      `,
    },
    // Water that makes a swim one in the open
    {
      says: setting('open_water'),
      words: `
        see
        meer
        baggersee
        neopren
        neoprenanzug
        fluss
        bodensee
        zürichsee
        neo
      `,
    },
    // Running
    {
      says: sport('run', 'strong'),
      words: `
        laufen
        laufe
        gelaufen
        lief
        läufe
        läufchen
        läuferin
        läufer
        jogge
        gejoggt
        joggingrunde
        joggen
        lauftreff
        laufrunde
        laufeinheit
        lauftraining
        laufband gehen
        morgenlauf
        mittagslauf
        nachmittagslauf
        abendlauf
        nachtlauf
        coopertest
        nüchternlauf
        sponsorenlauf
        spendenlauf
        steigerungslauf
        steigerungsläufe
        volkslauf
        stadtlauf
        waldlauf
        orientierungslauf
        lauf intervalle
        bahntraining laufen
      `,
      endings: `
        läufe
        läufchen
        laufrunde
      `,
      tails: `
        lauf
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        langer lauf
        lala
        lalauf
        dauerlauf
        dl
        ddl
        grundlagenlauf
        lockerer dauerlauf
        lockerer dl
        ruhiger dl
        gdl
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        longjog
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        tempodauerlauf
        tdl
        tempolauf
        tempoläufe
        zügiger dauerlauf
        crescendolauf
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        marathontempo
        mrt
        hmrt
        endbeschleunigung
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        regenerationslauf
        reglauf
        regenerativer dauerlauf
        auslaufen
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('intervals')],
      words: `
        bergläufe
        intervalllauf
        bahnintervalle
        hügelläufe
        tempoläufe bahn
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('intervals')],
      words: `
        fahrtspiel
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        bahntraining
        bahneinheit
        bahn
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        laufband
        laufbandlauf
        laufbandtraining
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        traillauf
        trailrunde
        berglauf
        geländelauf
        trail lauf
      `,
    },
    {
      says: setting('track'),
      words: `
        tartanbahn
        stadion
      `,
    },
    // Cycling
    {
      says: sport('bike', 'strong'),
      words: `
        rad
        radfahren
        geradelt
        radeln
        radl
        radln
        radtour
        radrunde
        radeinheit
        radtraining
        radausfahrt
        rennrad
        rennradtour
        rennradrunde
        rr runde
        fahrrad
        fahrradtour
        fahrradfahrt
        radfahrt
        fahrradfahren
        gravelrunde
        gravelbiken
        graveltour
        gravelausfahrt
        mountainbiken
        biken
        biketour
        zeitfahren
        einzelzeitfahren
        paarzeitfahren
        velotour
        velofahren
        velofahrt
        velorunde
        pedelec
        morgenfahrt
        mittagsfahrt
        abendfahrt
        nachmittagsfahrt
        nachtfahrt
        morgenradfahrt
        mittagsradfahrt
        abendradfahrt
        nachmittagsradfahrt
        fahrt am morgen
        fahrt am nachmittag
        fahrt am abend
        fahrt zur mittagszeit
        mit dem rad
        zwift rad
        rtf
        radtourenfahrt
        brevet
        bahnrad
        bahnradfahren
        kaffeefahrt
        gruppenausfahrt
        vereinsausfahrt
        feierabendrunde rad
      `,
      endings: `
        radfahren
        radtour
        radfahrt
        radrunde
        radausfahrt
        rennradrunde
        ausfahrt
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        ausfahrt
        pendeln
        arbeitsweg
        feierabendrunde
        passfahrt
        passstrasse
        rr
        kriterium
        radlrunde
        kurbeln
        kurbelt
        kette rechts
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        heimweg
        zur arbeit
        tour
        koppelrad
      `,
    },
    {
      says: [hint('bike', 'medium'), intensity('tempo')],
      words: `
        kraftausdauer
        ka
        k3
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        rolle
        rollentrainer
        rollentraining
        rolleneinheit
        ergometer rad
        fahrradergometer
        heimtrainer
        radergometer
        indoorcycling
        spinningkurs
        smarttrainer
        hometrainer
        virtuelle radfahrt
        virtuelles radfahren
      `,
      endings: `
        rolle
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        pässetour
        pass
        pässe
        stilfser joch
        alpenpässe
        brevet
        wattwerte
        runde um den see
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        schwelle tp
        tp
        trabpause
        kilometer gesammelt
        trab
        hm
        10er
        5er
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        studio
      `,
    },
    // Swimming
    {
      says: sport('swim', 'strong'),
      words: `
        schwimmen
        schwimmeinheit
        schwimmtraining
        geschwommen
        schwimm
        bahnenschwimmen
        bahnen schwimmen
        schwimmbad
        hallenbad
        becken
        freibad
        beckenschwimmen
        kraulen
        kraul
        kraulkurs
        brustschwimmen
        schwimmtechnik
        schwimmverein
        bahnen ziehen
        bahnen gezogen
        wasserlage
        morgenschwimmen
        abendschwimmen
        mittagsschwimmen
        nachmittagsschwimmen
        frühschwimmen
        masters schwimmen
        schwimmhalle
      `,
      endings: `
        schwimmen
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        freiwasser
        freiwasserschwimmen
        seeschwimmen
        im see schwimmen
        schwimmen im see
        im see
        badesee
        kanalschwimmen
        seequerung
        eisschwimmen
        seeüberquerung
        neoprenschwimmen
        schwimmen im rhein
        rheinschwimmen
        aareschwimmen
      `,
    },
    // Rowing, skiing, feet
    {
      says: sport('row', 'strong'),
      words: `
        rudern
        gerudert
        ruderergometer
        rudergerät
        rudermaschine
        ruderergo
        ruder
        rudereinheit
        kajak
        kajakfahren
        paddeln
        gepaddelt
        paddeltour
        kanu
        kanutour
        kanufahren
        suppen
        ruderboot
      `,
      endings: `
        rudern
        paddeln
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        langlauf
        langlaufen
        skilanglauf
        langlaufski
        skiroller
        skirollern
        skatingski
        loipe
        skitour
        skitouren
        skitourengehen
        schneeschuh
        schneeschuhwandern
        schneeschuhtour
        schneeschuhwanderung
        biathlon
        ski skating
        doppelstock
        tourenski
        skibergsteigen
      `,
      endings: `
        langlauf
        skitour
        schneeschuhtour
      `,
    },
    {
      says: sport('ski', 'medium'),
      words: `
        ski
        skating technik
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        wandern
        wanderung
        gewandert
        bergtour
        bergwandern
        bergwanderung
        hochtour
        klettersteig
        wandertour
        bergsteigen
        gipfeltour
        hüttentour
        trekking
        wanderweg
        tageswanderung
        rundwanderung
        weitwandern
        alpenüberquerung
        rundwanderweg
        wanderrunde
      `,
      endings: `
        wanderung
        bergtour
        wandern
      `,
    },
    {
      says: hint('hike', 'medium'),
      words: `
        gipfel
        hütte
        alm
        hüttenzustieg
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        spaziergang
        spazieren
        spazierengehen
        spaziert
        spazierrunde
        gassi
        gassirunde
        gassi gehen
        hunderunde
        hundespaziergang
        gehen
        walken
        bummeln
        stadtbummel
        spazier
        gang am morgen
        kinderwagenrunde
        walkingrunde
        verdauungsspaziergang
      `,
      endings: `
        spaziergang
        hunderunde
        gassirunde
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        kraft
        krafttraining
        gewichtstraining
        gewichte
        workout am morgen
        workout am abend
        kraftraum
        krafteinheit
        rumpf
        rumpfkraft
        rumpfstabi
        stabi
        stabis
        stabitraining
        rumpfstabilität
        athletik
        athletiktraining
        muckibude
        gewichtheben
        hanteln
        langhantel
        kniebeugen
        kreuzheben
        bankdrücken
        zirkeltraining
        zirkel
        kraftzirkel
        hochintensives intervalltraining
        beintraining
        oberkörper
        ganzkörper
        bauch beine po
        eigengewicht
        stabilitätstraining
        liegestütze
        klimmzüge
      `,
      endings: `
        krafttraining
        zirkeltraining
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        fussball
        tischtennis
        klettern
        bouldern
        kletterhalle
        reiten
        ausritt
        tanzen
        turnen
        skifahren
        skialpin
        alpinski
        pistentag
        skitag
        skigebiet
        snowboarden
        snowboardtour
        inliner
        inlineskaten
        inlineskating
        schlittschuh
        schlittschuhlaufen
        eislaufen
        eislauf
        eishockey
        rollschuh
        dehnen
        dehnprogramm
        mobilität
        faszien
        faszienrolle
        crosstrainer
        stepper
        ellipsentrainer
        ellipsengerät
        segeln
        surfen
        windsurfen
        gartenarbeit
        schlitten
        rodeln
        kegeln
        boxen
        kampfsport
        motorradtour
        motorrad
        wasserball
        aquajogging
        aqua fitness
        seilspringen
        atemübungen
        tischtennistraining
        yogaeinheit
        beweglichkeit
        turnverein
        gymnastik
        schlittenfahren
        stand up comedy
      `,
      endings: `
        fussball
        yoga
        tennis
      `,
    },
    // Multi-sport
    {
      says: multi('brick', 'strong'),
      words: `
        koppel
        koppeln
        koppeltraining
        koppeleinheit
        koppelsession
        koppeltag
        kombitraining
        wechseltraining
        koppelprogramm
        mehrfachkoppel
      `,
      endings: `
        koppeltraining
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        rad lauf koppel
        rad-lauf-koppel
        koppel rad lauf
        koppeltraining rad lauf
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        koppellauf
        kopplungslauf
        koppelläufchen
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triathlontraining
        mitteldistanz
        langdistanz
        olympische distanz
        volksdistanz
        sprintdistanz
        volkstriathlon
        crosstriathlon
        triathlonwettkampf
      `,
      endings: `
        triathlon
      `,
    },
    {
      says: multi('triathlon', 'certain', ['swim', 'bike', 'run']),
      words: `
        schwimmen rad laufen
        swim bike run
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        mitteldistanz
        halbdistanz
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 226, hours: 12, strength: 'certain' }),
      words: `
        langdistanz
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        olympische distanz
        kurzdistanz
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'certain' }),
      words: `
        sprintdistanz
        volksdistanz
      `,
    },
    // Races
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        halbmarathon
        halbmarathonlauf
        hm rennen
      `,
      endings: `
        halbmarathon
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        marathonlauf
      `,
      endings: `
        marathon
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        volkslauf
        stadtlauf
        firmenlauf
        silvesterlauf
        crosslauf
        staffellauf
        straßenlauf
        osterlauf
        frauenlauf
        nikolauslauf
        citylauf
        hindernislauf
        firmenstaffel
      `,
      endings: `
        volkslauf
        stadtlauf
        silvesterlauf
        firmenlauf
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        radrennen
        jedermannrennen
        radmarathon
        mtb marathon
        bergzeitfahren
        rundstreckenrennen
        strassenrennen
      `,
      endings: `
        radmarathon
        radrennen
      `,
    },
    {
      says: event('ski', { level: 7, strength: 'certain' }),
      words: `
        skimarathon
        volkslanglauf
      `,
      endings: `
        skimarathon
      `,
    },
    {
      says: mark('race'),
      words: `
        wettkampf
        rennen
        wettkampftag
        renntag
        wk
        bestzeit
        pb
        platz
        meisterschaft
        meisterschaften
        liga
        bundesliga
        ziel erreicht
        finisher
        siegerehrung
        landesmeisterschaft
      `,
      endings: `
        wettkampf
        meisterschaft
      `,
    },
    {
      says: mark('not_race'),
      words: `
        renntempo
        wettkampftempo
        vorbelastung
        wettkampfvorbereitung
        trainingslager
        rt
        streckenbesichtigung
        zuschauer
        zuschauen
        anfeuern
        helfer
        startunterlagen
        form
        für
        trainingswettkampf
        simulation
        testlauf
        rennrad
        hm training
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        vorbereitung
        training
        marathonvorbereitung
        plan
        trainingsplan
        woche
      `,
      endings: `
        vorbereitung
        training
      `,
    },
    // Intensity
    {
      says: intensity('recovery'),
      words: `
        regeneration
        regenerativ
        regenerationseinheit
        reko
        rekom
        kb
        ganz locker
        rekofahrt
        kompensation
        erholung
        regenerative
        regeneratives
        auslockern
      `,
    },
    {
      says: intensity('easy'),
      words: `
        locker
        lockere
        lockerer
        lockeres
        leicht
        leichte
        leichter
        gemütlich
        gemütliche
        gemütlicher
        gemütliches
        entspannt
        entspannte
        ruhig
        ruhige
        ruhiger
        langsam
        langsamer
        gemächlich
        easy
        lockern
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        grundlage
        grundlagen
        grundlagenausdauer
        ga1
        ga 1
        ga
        lang
        lange
        langer
        langes
        ausdauer
        lit
        g1
        fettstoffwechsel
      `,
    },
    {
      says: intensity('steady'),
      words: `
        ga2
        ga 2
        ga1/2
        zügig
        progressiv
        g2
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        wettkampftempo
        renntempo
        rt
        mrt
        tempoeinheit
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        schwelle
        schwellentraining
        schwellenintervalle
        eb
        entwicklungsbereich
        laktatschwelle
        10er tempo
        schwellenlauf
        schwellen
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        sb
        spitzenbereich
        el
        iv vo2
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervalle
        intervall
        intervalltraining
        iv
        hart
        wiederholungen
        pyramide
        bergsprints
        minutenläufe
        tempointervalle
      `,
      endings: `
        intervalle
        intervall
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprints
        antritte
        sprinttraining
      `,
    },
    {
      says: intensity('strides'),
      words: `
        steigerungen
        steigerung
        strides
      `,
    },
    // Structure
    {
      says: mark('negate'),
      words: `
        kein
        keine
        keinen
        ohne
        nicht
        statt
        anstatt
        ausgefallenes
        statt dem
      `,
    },
    {
      says: mark('cancel'),
      words: `
        geklaut
        gestohlen
        geschlossen
        kaputt
        rad ab
        messe
        marathonmesse
        lauf der dinge
        dritter halbzeit
        kinderschwimmen
        schwimmkurs kinder
        trainerschein
        trainerausbildung
        kampfrichter
        hallenbad zu
        ausgefallen
        nix geworden
        nichts geworden
        fällt flach
        fiel ins wasser
        ins wasser gefallen
        ausgelassen
        fällt aus
        abgesagt
        ruhetag
        pause
        pausentag
        krank
        verletzt
        frei
        trainingsfrei
        ausfall
        verschoben
        ruhe tag
        erkältet
        fiel aus
      `,
    },
    {
      says: mark('noise'),
      words: `
        laufschuhe
        laufschuhe gekauft
        neue laufschuhe
        bikefitting
        radputzen
        rad putzen
        rad waschen
        rad reparieren
        radservice
        radladen
        lauftreff stammtisch
        lauftreff grillen
        lauftreff weihnachtsfeier
        stammtisch
        einkaufen
        rasen mähen
        autofahrt
        zugfahrt
        bahnfahrt
        busfahrt
        rückfahrt auto
        hinfahrt
        schifffahrt
        seilbahn
        gondel
        skilift
        lauftreff treffen
        laufanalyse
        physio
        physiotherapie
        arzttermin
        anmeldung
        vereinssitzung
        ablauf
        verlauf
        einlauf
        kauf
        einkauf
        umlauf
        vorlauf
        zulauf
        auflauf
        ausverkauf
        einkaufslauf
        schwimmkurs abgesagt
        verein sitzung
        durchlauf
        probelauf
        lebenslauf
        kreislauf
        nachlauf
        rücklauf
        überlauf
        leerlauf
        oberlauf
        unterlauf
        flusslauf
        wasserlauf
        bachlauf
        handlauf
        hochlauf
        amoklauf
        jahreslauf
        blutkreislauf
      `,
    },
    {
      says: mark('background'),
      words: `
        nach
        nach dem
        nach der
        vor
        vor dem
        vor der
        für
        trotz
        gestern
        morgen zum
        statt
        danach zum
        wegen
        seit
        bis zum
      `,
    },
    {
      says: mark('towards'),
      words: `
        zum
        zur
        zur arbeit
        vom
        ins
        am
        entlang
      `,
    },
    {
      says: mark('or'),
      words: `
        oder
      `,
    },
    {
      says: mark('then'),
      words: `
        dann
        danach
        anschließend
        im anschluss
        direkt danach
        gefolgt von
        plus
        nachher
      `,
    },
    {
      says: mark('with'),
      words: `
        mit
      `,
    },
    {
      says: mark('and'),
      words: `
        und
        u
      `,
    },
    {
      says: mark('part'),
      words: `
        mit
        einlaufen
        warmlaufen
        einfahren
        ausfahren
        ausrollen
        einrollen
        einschwimmen
        ausschwimmen
        aufwärmen
        inkl
        inklusive
        ela
      `,
    },
    {
      says: mark('filler'),
      words: `
        morgen
        morgens
        früh
        morgendlicher
        mittag
        mittags
        nachmittag
        abend
        abends
        nacht
        feierabend
        sonntag
        montag
        dienstag
        mittwoch
        donnerstag
        freitag
        samstag
        wochenende
        wochenend
        sonntags
        der
        die
        das
        ein
        eine
        einen
        dem
        den
        im
        in
        auf
        an
        bei
        um
        wald
        runde
        runden
        kleine
        kleiner
        kleines
        große
        großer
        schöne
        schöner
        schnelle
        schneller
        kurze
        kurzer
        kurz
        tag
        regen
        wind
        gegenwind
        sonne
        schnee
        hitze
        kälte
        wieder
        endlich
        heute
        noch
        nur
        durch
        über
        von
        bis
        aus
        zurück
        arbeit
        mit freunden
        mein
        meine
        erste
        erster
        letzte
        stunden
        minuten
        urlaub
        winter
        sommer
        herbst
        frühling
        test
        welle
        gruppe
        gruppen
        zuhause
        nase
        fluss
        hund
        zeit
        virtuelle
        virtueller
        gestern
        halb
        verein
        vereins
        firmen
        stadt
        volks
        berg
        insel
        frühstücks
        kaffee
        nikolaus
        neujahrs
        geburtstags
        weihnachts
        heimat
        strand
        park
        mond
        barfuß
        kinderwagen
        genuss
        entdeckungs
        spaß
      `,
    },
    {
      says: [sport('run', 'strong'), mark('race')],
      words: `
        lauf 1
        lauf 2
        lauf 3
        laufserie
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        berge
        hügel
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        ausfahren
        auslaufen
        ausrollen
        ausschwimmen
      `,
    },
  ],
};
