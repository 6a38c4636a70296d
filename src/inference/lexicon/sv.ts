/** Swedish. */
import { SCANDINAVIAN_ROWS } from './scandinavian.ts';
import { event, type Lexicon, mark, setting, sport } from './sense.ts';

export const SWEDISH: Lexicon = {
  language: 'sv',
  grammar: {
    afterWork: `
      tröskel
      tempo
    `,
    beforeTarget: `
      kl
      klockan
      mål
    `,
    beforeRest: `
      vila
      gåvila
      joggvila
    `,
    afterRest: `
      vila
      gåvila
      joggvila
    `,
    stages: `
      dag
      etapp
    `,
    afterPart: `
      uppvärmning
      nedvarvning
    `,
    beforePart: `
      med
      sista
      första
    `,
    climb: `
      höjdmeter
    `,
    beforePace: `
      snittfart
      snitt
    `,
    suffixes: `
      en
      et
      n
      t
      ar
      er
      arna
      erna
      na
    `,
    linkingLetters: `
      s
    `,
    hours: `
      t
      tim
      timme
      timmar
    `,
    minutes: `
      minuter
    `,
    seconds: `
      sekunder
    `,
    repeats: `
      gånger
    `,
    joiners: `
      och
    `,
  },
  rows: [
    ...SCANDINAVIAN_ROWS,
    {
      says: sport('run', 'strong'),
      words: `
        löpning
        löpa
        löptur
        löppass
        lopp
        springa
        sprang
        sprungit
        löprunda
        joggingtur
        joggning
        jogga
        joggingrunda
        morgonlöpning
        kvällslöpning
        lunchlöpning
        eftermiddagslöpning
        nattlöpning
        morgonlöptur
        lunchjogg
        morgonjogg
        kvällsjogg
        kvällslöptur
        löparrunda
        orientering
        löpträning
        löpintervaller
        distanslöpning
        löparpass
        backlöpning
        löp
        löpningspass
      `,
      endings: `
        löpning
        löptur
        löppass
        jogg
      `,
    },
    {
      says: event('run', { level: 7, race: true, strength: 'medium' }),
      words: `
        lidingöloppet
        göteborgsvarvet
        midnattsloppet
        stockholm marathon
        blodomloppet
        tjejmilen
        millopp
        milen
        terränglopp
        stafett
        vårruset
        hässelbyloppet
        maran
        premiärmilen
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        löpband
        löpbandet
        på löpband
        bandet
        löpbandspass
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        traillöpning
        terränglöpning
        fjällöpning
        trailpass
        stiglöpning
        trail löpning
        traillopp
        fjällmaraton
        bergslöpning
        löpning i fjällen
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        cykel
        cykla
        cykling
        cykeltur
        cyklat
        cyklade
        cykelpass
        landsväg
        landsvägscykling
        mountainbike
        mtb runda
        mtb pass
        grusrunda
        gruscykling
        cykelpendling
        cykelpendla
        morgoncykling
        kvällscykling
        lunchcykling
        eftermiddagscykling
        elcykel
        racer
        racercykel
        cykelrunda
        jobbpendling
        cykla till jobbet
        klunga
        klungkörning
        gruscykel
      `,
      endings: `
        cykling
        cykeltur
        cykelpass
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        simning
        simma
        simpass
        simmat
        simträning
        simhall
        bassäng
        crawl
        morgonsim
        lunchsim
        kvällssim
        eftermiddagssim
        sim
        simtur
        morgonsimning
        kvällssimning
        simmade
        frisim
        bröstsim
        simhallen
        längder
      `,
      endings: `
        simning
        simpass
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        öppet vatten
        simning i öppet vatten
        sjösim
        havssim
        simma i sjön
        simma i havet
        ow sim
        openwater
        vansbrosimningen
        vansbro
        öppetvatten
        utomhussim
        simning i sjön
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        rodd
        roddmaskin
        ro
        rodde
        roddpass
        kajak
        kajaktur
        kanot
        paddling
        paddla
        paddeltur
        paddlingstur
        paddelpass
        kanottur
        rodderg
      `,
      endings: `
        paddling
        rodd
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        vandring
        vandra
        fjällvandring
        vandringstur
        dagsvandring
        vandrade
        fjälltur
        toppbestigning
        bergsvandring
        kungsleden
        led vandring
      `,
      endings: `
        vandring
      `,
    },
    {
      says: sport('hike', 'faint'),
      words: `
        tur
        turen
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        promenad
        promenera
        gå
        gång
        gick
        hundpromenad
        hundrunda
        powerwalk
        rask promenad
        barnvagnspromenad
        stavgång
        kvällspromenad
        morgonpromenad
        lunchpromenad
        eftermiddagspromenad
        skogspromenad
      `,
      endings: `
        promenad
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        styrka
        styrketräning
        styrkepass
        vikter
        gympass
        bålträning
        bål
        cirkelträning
        cirkelpass
        marklyft
        knäböj
        bänkpress
        crosstraining
        benpass
        friskis
        tyngdlyftning
        bålstyrka
      `,
      endings: `
        styrka
        styrketräning
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        fotboll
        handboll
        innebandy
        bandy
        ishockey
        volleyboll
        bordtennis
        klättring
        klättra
        bouldring
        utförsåkning
        slalom
        alpint
        snowboard
        skridskor
        skridsko
        långfärdsskridskor
        skridskoåkning
        inlines
        ridning
        rida
        dans
        gymnastik
        boxning
        yoga
        stretch
        rörlighet
        segling
        surfing
        trädgårdsarbete
        snöskottning
        crosstrainer
        golfrunda
        pulka
        fiske
        utförs
        motorcykel
        vattengympa
        tennis
      `,
    },
    {
      says: mark('filler'),
      words: `
        morgon
        förmiddag
        eftermiddag
        kväll
        natt
        lunch
        söndag
        måndag
        tisdag
        onsdag
        torsdag
        fredag
        lördag
        helg
        i
        på
        av
        vid
        om
        en
        ett
        den
        det
        de
        skogen
        skog
        sjö
        stranden
        parken
        stan
        hem
        jobbet
        jobb
        hunden
        regn
        vind
        motvind
        blåst
        sol
        snö
        varmt
        kallt
        fin
        fint
        skön
        skönt
        härlig
        härligt
        bra
        kort
        snabb
        snabbt
        liten
        lilla
        stor
        första
        sista
        igen
        äntligen
        dag
        dagens
        min
        mina
        timmar
        timme
        minuter
        pass
        passet
        runda
        varv
        semester
        sommar
        vinter
        höst
        vår
        söndagstur
        tidig
        mysig
      `,
    },
  ],
};
