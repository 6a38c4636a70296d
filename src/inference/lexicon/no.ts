/** Norwegian, both written forms. */
import { SCANDINAVIAN_ROWS } from './scandinavian.ts';
import { hint, type Lexicon, mark, setting, sport } from './sense.ts';

export const NORWEGIAN: Lexicon = {
  language: 'no',
  alsoCalled: `
    nb
    nn
  `,
  grammar: {
    afterWork: `
      terskel
      tempo
    `,
    beforeTarget: `
      kl
      mål
    `,
    beforeRest: `
      pause
    `,
    afterRest: `
      pause
      hvile
    `,
    stages: `
      dag
      etappe
    `,
    afterOther: `
      senere
    `,
    afterPart: `
      oppvarming
      nedjogg
    `,
    beforePart: `
      med
      siste
      første
    `,
    climb: `
      høydemeter
    `,
    beforePace: `
      snittfart
      snitt
    `,
    suffixes: `
      en
      et
      n
      a
      er
      ene
    `,
    linkingLetters: `
      s
      e
    `,
    hours: `
      t
      timer
      time
      tim
    `,
    minutes: `
      minutter
      minutt
    `,
    seconds: `
      sekunder
    `,
    repeats: `
      ganger
    `,
    joiners: `
      og
    `,
  },
  rows: [
    ...SCANDINAVIAN_ROWS,
    {
      says: sport('run', 'strong'),
      words: `
        løp
        løpe
        løper
        løping
        løpetur
        løpt
        sprang
        springe
        joggetur
        jogge
        jogging
        løpetur om morgenen
        løpetur om kvelden
        morgenløp
        kveldsløp
        lunsjløp
        ettermiddagsløp
        nattløp
        gateløp
        orienteringsløp
        langløp
        rolig løp
        løpeøkt
        løpe til
        morgenjogg
        kveldsjogg
        banetrening
        mølleøkt ute
      `,
      endings: `
        løp
        løpetur
        joggetur
        løping
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        tredemølle
        mølle
        mølla
        på mølla
        løpebånd
        mølleøkt
        tredemøllen
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        terrengløp
        stiløp
        motbakkeløp
        fjelløp
        terrengtur løp
        løp i terrenget
        løpetur i marka
        fjell løp
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        sykkel
        sykle
        sykling
        sykkeltur
        syklet
        syklist
        landeveissykling
        landevei
        terrengsykkel
        terrengsykling
        stisykling
        grusritt
        grussykling
        sykkeløkt
        morgensykkeltur
        kveldssykkeltur
        ettermiddagssykkeltur
        lunsjsykkeltur
        elsykkel
        racersykkel
        sykkelpendling
        grustur
        jobbsykling
        fellestrening sykkel
        sykle til jobb
        langtur sykkel
      `,
      endings: `
        sykkeltur
        sykling
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        svømming
        svømme
        svømmetur
        svømt
        svømmeøkt
        svømmehall
        basseng
        bassengtrening
        crawl
        morgensvømming
        kveldssvømming
        lunsjsvømming
        ettermiddagssvømming
        svømmetrening
        svøm
      `,
      endings: `
        svømming
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        åpent vann
        svømming i åpent vann
        svømming i sjøen
        svømme i sjøen
        fjordsvømming
        utesvømming
        svømmetur i sjøen
        svømming i fjorden
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        roing
        romaskin
        ro
        rodd
        padling
        padletur
        kajakk
        kajakktur
        kano
        padle
        roøkt
        kanotur
        ergometer
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        fjelltur
        fottur
        topptur til fots
        vandring
        vandre
        hyttetur
        turgåing
        skogstur
        dagstur til fots
        søndagstur
        tur i marka
        tur i fjellet
        fottur i fjellet
        toppen
        fjellvandring
      `,
      endings: `
        fjelltur
        fottur
      `,
    },
    {
      says: sport('hike', 'weak'),
      words: `
        tur
        turen
        søndagstur
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        gåtur
        gå
        gange
        spasertur
        luftetur
        trilletur
        kveldstur
        hundetur
        lufte hunden
        tur med hunden
        morgengåtur
        gåtur om kvelden
        ettermiddagsgåtur
        lunsjgåtur
        kveldsgåtur
        stavgang
        gikk
        spasere
        rask gange
      `,
      endings: `
        gåtur
        spasertur
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        styrke
        styrke bein
        styrke overkropp
        styrketrening
        styrkeøkt
        vekter
        kjerne
        kjernemuskulatur
        sirkeltrening
        sats styrke
        vekttrening
        markløft
        knebøy
        benkpress
        basistrening
        beinøkt
        kondisjon og styrke
      `,
      endings: `
        styrke
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        fotball
        håndball
        volleyball
        bandy
        ishockey
        innebandy
        klatring
        klatre
        buldring
        klatrehall
        alpint
        slalåm
        slalom
        snøbrett
        skøyter
        skøyting
        rulleskøyter
        ridning
        ridetur
        ri
        dans
        turn
        bordtennis
        yoga
        tøying
        uttøying
        bevegelighet
        seiling
        surfing
        boksing
        ellipsemaskin
        hagearbeid
        snømåking
        måking
        golfrunde
        aking
        fiske
        vannaerobic
        motorsykkel
      `,
    },
    {
      says: [hint('bike', 'medium')],
      words: `
        tempoøkt sykkel
        landeveistur
        gruppetur
      `,
    },
    {
      says: mark('filler'),
      words: `
        morgen
        formiddag
        ettermiddag
        kveld
        kvelds
        lunsj
        natt
        søndag
        mandag
        tirsdag
        onsdag
        torsdag
        fredag
        lørdag
        helg
        helge
        i
        på
        av
        ved
        om
        en
        et
        ei
        den
        det
        skogen
        skog
        marka
        fjellet
        fjell
        vann
        stranda
        byen
        hjem
        jobb
        hunden
        regn
        vind
        motvind
        sol
        snø
        varmt
        kaldt
        fin
        fint
        god
        deilig
        kort
        rask
        raskt
        liten
        lita
        stor
        første
        siste
        igjen
        endelig
        dag
        min
        mine
        timer
        time
        minutter
        økt
        økta
        runde
        gutta
        jentene
        ferie
        sommer
        vinter
        høst
        vår
        kveldens
        dagens
        herlig
      `,
    },
  ],
};
