/** Dutch. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const DUTCH: Lexicon = {
  language: 'nl',
  grammar: {
    afterWork: `
      drempel
      tempo
    `,
    beforeTarget: `
      om
      doel
    `,
    beforeRest: `
      rust
      pauze
    `,
    afterRest: `
      rust
      pauze
      wandelen
    `,
    stages: `
      dag
      etappe
    `,
    afterOther: `
      week
      later
    `,
    afterPart: `
      inlopen
      uitlopen
    `,
    beforePart: `
      met
      waarvan
      laatste
      eerste
    `,
    climb: `
      hoogtemeters
    `,
    beforePace: `
      gemiddeld
    `,
    suffixes: `
      en
      s
      je
      tje
    `,
    linkingLetters: `
      s
      n
      en
      e
    `,
    hours: `
      uur
      u
    `,
    minutes: `
      minuut
      minuten
    `,
    kilometres: `
      kilometer
    `,
    miles: `
      mijl
    `,
    repeats: `
      keer
    `,
    joiners: `
      en
    `,
  },
  rows: [
    {
      says: hint('hike', 'medium'),
      words: `
        bergen in
        ns wandeling
        pieterpad
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        sportschool
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        met de hond
      `,
    },
    {
      says: hint('run', 'medium'),
      words: `
        baan
        baantraining
        interval op de baan
        marathonschema
        kilometers maken
        rennen met
        singelronde
        looptrainer
        tempo 10 km
        rustige kilometers
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        tempo
        interval
        intervallen
        duurtraining
      `,
    },
    {
      says: [setting('indoor'), hint('indoor_bike', 'medium')],
      words: `
        op de rollen
        rollen
        binnentraining
        spinles
        spinningles
        hometrainer in de schuur
      `,
    },
    {
      says: [setting('trail'), hint('trail_run', 'strong')],
      words: `
        trail
        trails
      `,
    },
    // Water that makes a swim one in the open
    {
      says: setting('open_water'),
      words: `
        zee
        plas
        meer
        sloot
        wetsuit
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        hardlopen
        hardgelopen
        rennen
        gerend
        duurloopje
        loop
        loopje
        looptraining
        ochtendloop
        middagloop
        avondloop
        lunchloop
        hardloopsessie
        hardlooprondje
        loopgroep
        ochtendrun
        avondrun
        middagrun
        lunchrun
        nachtrun
        bosloop
        strandloop
        hardloop
        ochtendhardloop
        rondje lopen
        oriëntatieloop
      `,
      endings: `
        loopje
        hardlopen
      `,
      tails: `
        loop
      `,
    },
    {
      says: sport('run', 'medium'),
      words: `
        lopen
        gelopen
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        duurloop
        ldl
        rustige duurloop
        duurloop 1
        dl1
      `,
      endings: `
        duurloop
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        tempoduurloop
        tempoloop
        duurloop 3
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        marathontempo
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        herstelloop
        herstelloopje
        uitlopen
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        baantraining
        vaartspel
        heuveltraining
        baan
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        loopband
        loopbandtraining
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        trailloop
        trailen
        trailrunnen
        berglopen
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        fietsen
        fiets
        gefietst
        fietstocht
        fietstochtje
        fietsrit
        fietsrondje
        fietstraining
        wielrennen
        racefiets
        racefietsen
        mountainbiken
        mtb tocht
        mtb rit
        gravelrit
        gravelen
        gravelbiken
        toertocht
        tourtocht
        ochtendrit
        middagrit
        avondrit
        lunchrit
        nachtrit
        woonwerk
        baanwielrennen
        veldrijden
        tijdrit
        tijdrijden
        wielertocht
        clubrit
        koffierit
        fietsvakantie
        e-bike rit
        ebike rit
        klimtijdrit
        naar het werk gefietst
        naar werk gefietst
        ochtendfietsrit
        middagfietsrit
        avondfietsrit
        fietsje
        velomobiel
        wielerclub
      `,
      endings: `
        fietsrit
        fietstocht
        rit
        toertocht
        fietsen
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        rit
        ritje
        rondje koffie
        criterium
        heuvels fietsen
        duurrit
        klassieker
        tocht
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        tocht
        rondje
        toer
      `,
    },
    {
      says: [hint('bike', 'strong'), intensity('endurance')],
      words: `
        duurrit
        lange rit
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        tacx
        rollenbank
        op de rollen
        hometrainer
        binnenfietsen
        spinning
        spinninglessen
        virtuele rit
        virtuele fietsrit
        virtueel fietsen
        fietstrainer
        zwiften
        op de trainer
        virtuele fietstocht
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        zwemmen
        gezwommen
        zwemtraining
        baantjes
        baantjes zwemmen
        zwembad
        ochtendzwemmen
        zwemsessie
        borstcrawl
        schoolslag
        ochtendzwem
        middagzwem
        avondzwem
        lunchzwem
        zwem
        banenzwemmen
        zwemles
        masters zwemmen
      `,
      endings: `
        zwemmen
        zwemtraining
        zwemsessie
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        buitenzwemmen
        zwemmen in de plas
        open water zwemmen
        openwater
        openwaterzwemmen
        in de plas
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        roeien
        geroeid
        roeimachine
        roeitraining
        ergometeren
        roei
        skiffen
        kajakken
        kajak
        kanoën
        kano
        suppen
        peddelen
        kanovaren
        roei ergometer
      `,
      endings: `
        roeien
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        langlaufen
        langlauf
        rolski
        rolskiën
        toerskiën
        tourskiën
        sneeuwschoen
        sneeuwschoenwandelen
        sneeuwschoenen
        biatlon
        skeeleren langlauf
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        hiken
        bergwandeling
        bergtocht
        trektocht
        huttentocht
        wandeltocht
        bergwandelen
        klettersteig
        bergbeklimmen
        trekking
        lange afstandswandeling
        wandelvakantie
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        wandelen
        wandeling
        gewandeld
        wandelingetje
        hond uitlaten
        hondenrondje
        ommetje
        blokje om
        avondwandeling
        ochtendwandeling
        middagwandeling
        lunchwandeling
        boswandeling
        strandwandeling
        snelwandelen
        wandelrondje
        rondje met de hond
        lunchwandelen
        vierdaagse
        stadswandeling
      `,
      endings: `
        wandeling
        wandelen
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        kracht
        krachttraining
        training met gewichten
        gewichtstraining
        avondtraining met gewichten
        gewichten
        gewichtheffen
        rompstabiliteit
        fitness
        buikspieren
        circuittraining
        krachtoefeningen
        beentraining
        krachthonk
        krachtsessie
      `,
      endings: `
        krachttraining
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        voetbal
        voetballen
        volleybal
        hockeyen
        korfbal
        tennissen
        padellen
        tafeltennis
        klimmen
        klimhal
        boulderen
        schaatsen
        schaats
        skeeleren
        skaten
        inlineskaten
        skiën
        snowboarden
        wintersport
        paardrijden
        dansen
        turnen
        boksen
        stretchen
        rekken
        zeilen
        surfen
        windsurfen
        kitesurfen
        duiken
        crosstrainer
        tuinieren
        judoën
        yogales
        zaalvoetbal
        honkbal
        touwtje springen
        touwtjespringen
        motorrijden
        motorrit
        waterpolo
        vissen
        schaatstocht
        kunstschaatsen
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        koppel
        koppeltraining
        koppelen
        koppelsessie
        combinatietraining
        wisseltraining
      `,
      endings: `
        koppeltraining
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        koppelloop
        koppelloopje
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        koppeltraining fietsen lopen
        koppeltraining fiets loop
        fiets loop koppel
        fiets-loop
        fietsen lopen
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatlon
        kwart triathlon
        kwarttriathlon
        achtste triathlon
        1/4 triathlon
        1/8 triathlon
        halve triathlon
        hele triathlon
        sprinttriathlon
      `,
      endings: `
        triathlon
        triatlon
      `,
    },
    {
      says: multi('brick', 'strong', ['run', 'bike', 'run']),
      words: `
        run bike run
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        halve triathlon
        halve ironman
        halve triatlon
        halve afstand
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        olympische afstand
        olympische triathlon
        kwart triathlon
        1/4 triathlon
        kwarttriathlon
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        halve marathon
        halve
        halve van
      `,
      endings: `
        halvemarathon
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        hele marathon
      `,
      endings: `
        marathon
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        stratenloop
        wegwedstrijd
        cross
        veldloop
        dam tot damloop
        dam tot dam
        zevenheuvelenloop
        singelloop
        city pier city
        cpc
        10 em
        10 engelse mijl
        loopwedstrijd
        estafette
        avondvierdaagse loop
        testloop
        10 miles
        egmond halve
      `,
      endings: `
        stratenloop
        veldloop
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        wielerwedstrijd
        fietswedstrijd
        gravelrace
        mtb marathon
        cyclo
        veldrit
        amstel gold
        amstel gold race
        ronde van vlaanderen
        elfstedenronde
        elfstedentocht fietsen
        criterium
        kermiskoers
        koers
      `,
    },
    {
      says: mark('race'),
      words: `
        wedstrijd
        wedstrijden
        race
        kampioenschap
        nk
        competitie
        startnummer
        finish
        pr
        podium
        medaille
        uitslag
        plek
        clubkampioenschap
      `,
      endings: `
        wedstrijd
      `,
    },
    {
      says: mark('not_race'),
      words: `
        wedstrijdtempo
        trainen
        tempo
        verkenning
        parcoursverkenning
        vrijwilliger
        aanmoedigen
        startnummer ophalen
        toeschouwer
        doel
        op weg naar
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        voorbereiding
        training
        schema
        marathonschema
        trainingsschema
        week
      `,
      endings: `
        voorbereiding
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        herstel
        hersteltraining
        losfietsen
        losrijden
        los
        loslopen
        herstelrit
        herstelrondje
        losdraaien
      `,
    },
    {
      says: intensity('easy'),
      words: `
        rustig
        rustige
        makkelijk
        ontspannen
        relaxed
        licht
        lichte
        kalm
        langzaam
        rustigaan
        gemakkelijk
        lekker rustig
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        duur
        duurtraining
        lang
        lange
        basis
        d1
        d2
        extensief
        uithouding
        duurvermogen
      `,
    },
    {
      says: intensity('steady'),
      words: `
        d2
        vlot
        vlotte
        opbouwend
        progressief
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        d3
        tempotraining
        wedstrijdtempo
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        drempel
        omslagpunt
        drempeltraining
        omslag
        drempelblokken
        tempoblokken
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        interval
        intervallen
        intervaltraining
        blokken
        blokjes
        blokjestraining
        herhalingen
        intensief
        zware
      `,
      endings: `
        intervallen
        intervaltraining
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprintjes
        sprints
        sprinttraining
      `,
    },
    {
      says: intensity('strides'),
      words: `
        versnellingen
        steigerungen
      `,
    },
    {
      says: mark('negate'),
      words: `
        geen
        zonder
        niet
        in plaats van
        ipv
      `,
    },
    {
      says: mark('cancel'),
      words: `
        afgelast
        geannuleerd
        gestolen
        gesloten
        kapot
        beurs
        verkocht
        kinderzwemmen
        rustdag
        ziek
        geblesseerd
        gaat niet door
        uitgesteld
        blessure
        vrije dag
        rust
      `,
    },
    {
      says: mark('noise'),
      words: `
        hardloopschoenen
        nieuwe hardloopschoenen
        nieuwe schoenen
        bikefitting
        fietsenmaker
        fiets poetsen
        fiets wassen
        fiets schoonmaken
        fiets gepoetst
        onderhoud fiets
        fietsonderhoud
        fysio
        fysiotherapie
        borrel
        clubborrel
        borrel hardloopclub
        autorit
        treinrit
        busrit
        boodschappen
        boodschappen doen
        ledenvergadering
        vergadering
        zwemles kinderen
        grasmaaien
        fiets gekocht
        verloop
        afloop
        inloop
        kringloop
        levensloop
        stroomloop
        voorloop
        inkoop
        verkoop
        aanloop
        doorloop
        omloop
        inschrijving
        etentje
        favoriet
        rondrit auto
      `,
    },
    {
      says: mark('background'),
      words: `
        na
        na de
        na het
        voor
        voor de
        voor het
        vóór de
        gisteren
        dag voor
        daags voor
        daags na
        richting
      `,
    },
    {
      says: mark('towards'),
      words: `
        naar
        naar de
        naar het
        van de
        langs de
        langs het
        rond de
        rondom de
      `,
    },
    {
      says: mark('or'),
      words: `
        of
      `,
    },
    {
      says: mark('then'),
      words: `
        daarna
        dan
        gevolgd door
        aansluitend
        meteen
        direct erna
      `,
    },
    {
      says: mark('with'),
      words: `
        met
      `,
    },
    {
      says: mark('and'),
      words: `
        en
        plus
      `,
    },
    {
      says: mark('part'),
      words: `
        met
        inlopen
        infietsen
        uitfietsen
        inzwemmen
        uitzwemmen
        warming up
        cooling down
        warming-up
        cooling-down
        inclusief
      `,
    },
    {
      says: mark('filler'),
      words: `
        ochtend
        middag
        avond
        nacht
        lunch
        vroege
        vroeg
        zondag
        maandag
        dinsdag
        woensdag
        donderdag
        vrijdag
        zaterdag
        zondags
        weekend
        de
        het
        een
        in
        op
        met vrienden
        bij
        door
        om
        over
        uit
        van
        bos
        duinen
        strand
        dijk
        polder
        park
        kanaal
        rivier
        tegenwind
        wind
        regen
        zon
        kou
        warmte
        hitte
        sneeuw
        rondje
        kort
        korte
        snel
        snelle
        klein
        kleine
        groot
        grote
        mooi
        mooie
        lekker
        lekkere
        eerste
        laatste
        weer
        vandaag
        eindelijk
        nog
        mijn
        ons
        dag
        uur
        minuten
        thuis
        werk
        hond
        groep
        club
        vakantie
        terug
        heen
        koffie
        kleintje
        zonnige
        natte
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        zwemloop
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        heuvels
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        uitlopen
        uitfietsen
        uitzwemmen
        cooling down
      `,
    },
  ],
};
