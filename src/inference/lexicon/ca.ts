/** Catalan. */
import { event, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const CATALAN: Lexicon = {
  language: 'ca',
  grammar: {
    headFirst: true,
    hours: `
      h
      hora
      hores
    `,
    minutes: `
      minut
      minuts
    `,
    seconds: `
      segons
    `,
    kilometres: `
      quilòmetres
      quilòmetre
      quilometres
    `,
    metres: `
      metres
    `,
    repeats: `
      vegades
      cops
    `,
    afterPace: `
      ritme
    `,
    beforePace: `
      ritme
      mitjana
    `,
    beforeTarget: `
      objectiu
    `,
    afterRest: `
      descans
      recuperació
    `,
    beforeRest: `
      descans
      recuperació
    `,
    climb: `
      desnivell
    `,
    beforePart: `
      amb
      últims
      primers
      darrers
    `,
    stages: `
      dia
      etapa
    `,
    joiners: `
      i
      més
    `,
  },
  rows: [
    {
      says: sport('run', 'strong'),
      words: `
        cursa a peu
        córrer
        corro
        correguda
        carrera a peu
        sortida a córrer
        corrent
        trot
        trotar
        rodatge
        trotada
        sortida corrent
        cursa continua
        corredissa
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        cursa matinal
        cursa de tarda
        cursa de migdia
        cursa nocturna
        cursa de vespre
        cursa matutina
        cursa al matí
        cursa a la tarda
        cursa a la nit
        cursa de matí
        cursa del migdia
        cursa vespertina
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        tirada llarga
        rodatge llarg
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        rodatge de recuperació
        trot regeneratiu
        cursa de recuperació
        trot de recuperació
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        rodatge suau
        trot suau
        cursa suau
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        rodatge ràpid
        cursa tempo
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        cinta
        cinta de córrer
        a la cinta
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        cursa de muntanya
        córrer per muntanya
        cursa per muntanya
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        bici
        bicicleta
        ciclisme
        pedalada
        volta amb bici
        volta amb bicicleta
        sortida amb bici
        sortida en bici
        pedalant
        btt
        bici de carretera
        bicicletada
        ruta amb bici
        volta en bici
        sortida en bicicleta
        sortida amb bicicleta
        volta en bicicleta
        ciclisme de carretera
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        rodet
        corró
        bici estàtica
        bicicleta estàtica
        ciclisme virtual
        volta virtual amb bici
        ciclisme indoor
        roller bici
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        natació
        nedar
        nedo
        piscina
        nedada
        neda
        nedant
        crol
        esquena
        braça
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        aigües obertes
        travessa nedant
        natació en aigües obertes
        nedar al mar
        travessia nedant
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        remar
        caiac
        piragua
        ergòmetre
        pàdel surf
        rem indoor
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        esquí de fons
        esquí de muntanya
        esquí nòrdic
        raquetes de neu
        esquí de travessa
        raquetes
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        excursió
        excursió matinal
        senderisme
        caminada de muntanya
        ascensió
        muntanyisme
        travessa
        excursió de tarda
        pujada al cim
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        caminada
        caminar
        passejada
        caminant
        marxa nòrdica
        marxa
        passejar
        volta a peu
        passejada amb el gos
        volta amb el gos
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        gimnàs
        força
        peses
        musculació
        circuit de força
        tren superior
        sentadilles
        entrenament de força
        abdominals
        entrenament amb peses
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        entrenament
        sessió de gimnàs
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        ioga
        pilates
        estiraments
        futbol
        bàsquet
        tennis
        pàdel
        escalada
        esquí alpí
        esquí
        snowboard
        patinatge
        voleibol
        handbol
        dansa
        boxa
        rugbi
        golf
        surf
        vela
        el·líptica
        elliptica
        gimnàstica
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatló
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duatló
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        mig ironman
        mitja distància
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        distància olímpica
        triatló olímpic
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        transició
        transicions
        entrenament de transició
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        bici i cursa
        bici cursa
        bici i córrer
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        córrer després de la bici
        transició a peu
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        marató
        marató de barcelona
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        mitja marató
        mitja
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        cursa popular
        cursa de la mercè
        cursa dels nassos
        cursa bombers
        cursa 10k
        cursa de 10k
        milla urbana
        relleus
        cursa jean bouin
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        ultra
        ultramarató
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        cicloturista
        marxa cicloturista
        contrarellotge
        cursa ciclista
        cursa de bici
        ciclocròs
      `,
    },
    {
      says: mark('race'),
      words: `
        competició
        campionat
        campionats
        copa
        lliga
        medalla
        podi
        dorsal
        arribada
        classificació
      `,
    },
    {
      says: mark('record'),
      words: `
        marca personal
        millor marca
      `,
    },
    {
      says: mark('not_race'),
      words: `
        ritme de cursa
        prèvia
        voluntari
        animant
        ritme de marató
        recollida de dorsals
        reconeixement
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        preparació
        pla
        setmana
        entrenament per a
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        recuperació
        regeneratiu
        descàrrega
      `,
    },
    {
      says: intensity('easy'),
      words: `
        suau
        tranquil
        tranquil·la
        tranquila
        relaxat
        xino xano
        fluix
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        resistència
        aeròbic
        base
        fons
        llarga
        llarg
        zona 2
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        ritme mig
        zona 3
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        llindar
        zona 4
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        zona 5
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervals
        sèries
        repeticions
        fartlek
        canvis de ritme
        interval
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        costes
        pujades
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        esprint
        esprints
      `,
    },
    {
      says: intensity('strides'),
      words: `
        progressius
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        tornada a la calma
        refredament
      `,
    },
    {
      says: mark('part'),
      words: `
        escalfament
        escalfar
      `,
    },
    {
      says: setting('indoor'),
      words: `
        interior
        sota sostre
      `,
    },
    {
      says: setting('virtual'),
      words: `
        virtual
      `,
    },
    {
      says: setting('mountain'),
      words: `
        muntanya
        coll
        serra
        montseny
        montserrat
      `,
    },
    {
      says: setting('open_water'),
      words: `
        mar
        llac
        platja
      `,
    },
    {
      says: mark('negate'),
      words: `
        no
        en lloc de
      `,
    },
    {
      says: mark('cancel'),
      words: `
        cancel·lat
        cancelat
        suspès
        suspes
        descans
        dia de descans
        lesió
        lesionat
        malalt
        robada
      `,
    },
    {
      says: mark('noise'),
      words: `
        fisio
        massatge
        taller de bici
        rentar la bici
        sabatilles noves
        reunió
        dinar
        sopar
        metge
      `,
    },
    {
      says: mark('background'),
      words: `
        després de
        abans de
        ahir
        demà
      `,
    },
    {
      says: mark('towards'),
      words: `
        cap a
        al voltant de
        des de
      `,
    },
    {
      says: mark('or'),
      words: `
        o
      `,
    },
    {
      says: mark('then'),
      words: `
        després
        i després
        seguit de
      `,
    },
    {
      says: mark('and'),
      words: `
        i
      `,
    },
    {
      says: mark('with'),
      words: `
        amb
      `,
    },
    {
      says: mark('filler'),
      words: `
        matinal
        matí
        al matí
        de matí
        migdia
        tarda
        de tarda
        a la tarda
        vespre
        nit
        nocturna
        nocturn
        vespertina
        matutina
        el
        la
        els
        les
        pel
        per
        per la
        de
        del
        dels
        a
        al
        en
        un
        una
        dilluns
        dimarts
        dimecres
        dijous
        divendres
        dissabte
        diumenge
        avui
        pluja
        vent
        calor
        fred
        sol
        amics
        amb els amics
        feina
        a la feina
        casa
        sortida
        riu
        parc
        carretera
        collserola
        carretera de les aigües
        dinar
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        cursa
      `,
    },
    {
      says: mark('towards'),
      words: `
        fins a
        fins al
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        passeig amb el gos
        passeig matinal
        passeig de tarda
      `,
    },
  ],
};
