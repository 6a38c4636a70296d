/** Words that Norwegian, Danish and Swedish share, or that readers of one understand in another. */
import { event, hint, intensity, type LexiconRow, mark, multi, setting, sport } from './sense.ts';

export const SCANDINAVIAN_ROWS: readonly LexiconRow[] = [
  {
    says: hint('lift', 'strong'),
    words: `
        treningssenter
        treningsstudio
        gym
        gymmet
        fitnesscenter
      `,
  },
  {
    says: hint('run', 'weak'),
    words: `
        langtur
        långpass
        intervall
        intervaller
        terskel
        tröskel
        tærskel
        bakkeintervaller
        backintervaller
        tröskelintervaller
        terskelintervaller
        distanspass
        distansrunda
        fartlek
        jogg
        stigningsløp
        mil
        milen
        distans
        distanse
      `,
  },
  {
    says: hint('hike', 'medium'),
    words: `
        topptur
        toppen
        tinden
        hytta
        fjellet
        fjället
        fjäll
        marka
      `,
  },
  {
    says: setting('open_water'),
    words: `
        sjø
        sjøen
        fjord
        fjorden
        sjön
        havet
        hav
        søen
        våtdrakt
        våtdräkt
        våddragt
        øresund
      `,
  },
  {
    says: [setting('indoor'), sport('indoor_bike', 'certain')],
    words: `
        spinning
        spinningsykkel
        spinningcykel
        spinningpass
        spinningtime
        virtuell sykkeltur
        virtuel cykeltur
        virtuell cykeltur
        rulle
        ergometersykkel
        ergometersykling
        motionscykel
        trainer
        hometrainer
        inomhuscykling
        innendørs sykling
        indendørs cykling
        rullesykling
        testcykel
        sykkelrulle
        cykel trainer
        på rulla
        på rulle
        på rullen
      `,
  },
  {
    says: sport('ski', 'certain'),
    words: `
        langrenn
        langrend
        längdskidor
        rullskidåkning
        skidpass
        vasan
        längdpass
        längdskidåkning
        längd
        skidor
        skidtur
        skidåkning
        åka skidor
        skitur
        på ski
        gå på ski
        rulleski
        rullskidor
        rulleskitur
        rullskidtur
        skøyting ski
        klassisk langrenn
        skiskyting
        skidskytte
        turskidor
        toppturski
        topptur på ski
        topptur med ski
        randonee
        randonnee ski
        fjellski
        langturski
        staking
        stakning
        stakmaskin
        skierg
        truger
        snösko
        snöskor
        skate langrenn
        langløp ski
        skatt langrenn
        skiløype
        längdspår
      `,
    endings: `
        skitur
        skidtur
        langrenn
      `,
  },
  {
    says: [multi('triathlon', 'certain'), mark('race')],
    words: `
        triatlon
        triathlon
        halv ironman
        olympisk triatlon
      `,
    endings: `
        triatlon
        triathlon
      `,
  },
  {
    says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
    words: `
        halv ironman
        halvironman
        medeldistans
        halvdistance
        halvdistans triathlon
      `,
  },
  {
    says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
    words: `
        olympisk distanse
        olympisk distance
        olympisk distans
      `,
  },
  {
    says: event('run', { level: 7, km: 42.195 }),
    words: `
        maraton
        marathon
      `,
    endings: `
        maraton
        marathon
      `,
  },
  {
    says: event('run', { level: 8, km: 21.0975 }),
    words: `
        halvmaraton
        halvmarathon
        halv marathon
        halv maraton
        halvmaran
        halvmara
      `,
    endings: `
        halvmaraton
        halvmarathon
      `,
  },
  {
    says: event('ski', { level: 7, strength: 'certain' }),
    words: `
        vasaloppet
        birkebeinerrennet
        öppet spår
        skirenn
        skiløb
        halvvasan
        tjejvasan
        holmenkollmarsjen
        turrenn
        skitävling
        nattvasan
        ultravasan ski
      `,
  },
  {
    says: event('bike', { level: 6 }),
    words: `
        birkebeinerrittet
        vätternrundan
        styrkeprøven
        cykelvasan
        sykkelritt
        ritt
        cykelløb
        cykellopp
        halvvättern
        motionsløb cykel
        motionslopp cykel
        rundbaneritt
        temporitt
        enkeltstart
        tempolopp
      `,
  },
  {
    says: intensity('recovery'),
    words: `
        restitusjon
        restitution
        återhämtning
        återhämtningspass
        restitutionstur
        restitusjonsøkt
        restitusjonstur
        restitutionsløb
      `,
  },
  {
    says: intensity('easy'),
    words: `
        rolig
        roligt
        rolige
        rolig tur
        lugn
        lugnt
        lugna
        lätt
        let
        lett
        stille og roligt
        afslappet
        avslappnat
        lugn och fin
        roligtur
        jog
        jogg
        langsom
      `,
  },
  {
    says: intensity('endurance'),
    words: `
        langtur
        långpass
        lang
        lång
        langt
        långt
        distans
        distanse
        distance
        langkjøring
        grundträning
        grundtræning
        utholdenhet
        uthållighet
        udholdenhed
        i1
        i2
        långtur
        lsd
        sone 2
        zon 2
        a1
      `,
  },
  {
    says: intensity('tempo'),
    words: `
        tempo
        fartholdning
        fartlek tempo
        hurtigtur
        konkurransefart
        tävlingsfart
        maratonfart
        marathonfart
        konkurrencetempo
        marathontempo
        tempoøkt
        tempopass
        i3
      `,
  },
  {
    says: intensity('threshold'),
    words: `
        terskel
        tröskel
        tærskel
        terskeløkt
        tröskelpass
        tröskelintervaller
        terskelintervaller
        terskeldrag
        laktat
        dobbelterskel
        tærskelintervaller
      `,
    endings: `
        terskel
        tröskel
      `,
  },
  {
    says: intensity('intervals'),
    words: `
        intervaller
        intervall
        interval
        intervalløkt
        intervallpass
        intervaltræning
        bakkedrag
        backintervaller
        bakkeintervaller
        drag
        fartlek
        hardt
        hårt
        hårdt
        hurtighet
        i4
        i5
        bakkeløb
      `,
    endings: `
        intervaller
      `,
  },
  {
    says: intensity('sprint'),
    words: `
        spurter
        sprinter
        spurt
      `,
  },
  {
    says: intensity('strides'),
    words: `
        stigningsløp
        stegringslopp
        stigningsløb
        ökningslopp
      `,
  },
  {
    says: mark('race'),
    words: `
        konkurranse
        konkurrence
        tävling
        race
        løp konkurranse
        mesterskap
        mesterskab
        mästerskap
        nm
        dm
        startnummer
        målgang
        pers
        pb
        medalje
        medalj
        pallplats
        motionslopp
        løpet
        loppet
        stævne
        seeding
        seedningslopp
      `,
    endings: `
        mesterskap
        tävling
      `,
  },
  {
    says: [hint('run', 'medium'), mark('race')],
    tails: `
        loppet
        løpet
        løbet
      `,
  },
  {
    says: mark('not_race'),
    words: `
        fart
        frivillig
        tilskuer
        heier
        heppa
        funktionär
        före
        før
        uppladdning
        oppladning
        test
        mot
      `,
    endings: `
        fart
      `,
  },
  {
    says: [mark('not_race'), mark('plan')],
    words: `
        trening
        träning
        træning
        forberedelse
        forberedelser
        förberedelse
        plan
        program
        træningsplan
        uke
        vecka
        uge
      `,
    endings: `
        trening
        träning
        træning
      `,
  },
  {
    says: mark('negate'),
    words: `
        ingen
        inget
        ikke
        inte
        uten
        utan
        uden
        i stedet for
        istället för
        istedenfor
        intet
        inga
      `,
  },
  {
    says: mark('cancel'),
    words: `
        avlyst
        aflyst
        inställt
        stjålet
        stulen
        stängt
        stengt
        lukket
        ødelagt
        trasig
        messe
        mässa
        solgt
        såld
        inställd
        inställda
        hviledag
        vilodag
        hvile
        vila
        syk
        sjuk
        syg
        skadet
        skadad
        sykdom
        förkyld
        utsatt
        fri dag
        treningsfri
        fridag
        pause
      `,
  },
  {
    says: mark('noise'),
    words: `
        løpesko
        löparskor
        løbesko
        nye løpesko
        nye løbesko
        nya löparskor
        nya skor
        sykkelvask
        vaske sykkel
        vaske cykel
        cykelservice
        cykeltvätt
        sykkelverksted
        skismøring
        smøre ski
        vallning
        valla skidor
        fysio
        naprapat
        biltur
        bilresa
        togtur
        bustur
        båttur
        butikk
        handle
        handla
        innkjøp
        møte
        möte
        årsmøte
        årsmöte
        klippe plen
        klippe plenen
        klippa gräset
        bikefit
        cykelhandler
        fest
        julebord
        julbord
        julefrokost
        klubaften
        generalforsamling
      `,
  },
  {
    says: mark('background'),
    words: `
        etter
        efter
        før
        före
        innan
        til
        till
        for
        inför
        i går
        dagen før
        dagen før
        dagen före
        dagen etter
        dagen efter
      `,
  },
  {
    says: mark('towards'),
    words: `
        til
        till
        mot
        fra
        från
        rundt
        runt
        langs
        längs
        forbi
      `,
  },
  {
    says: mark('or'),
    words: `
        eller
      `,
  },
  {
    says: mark('then'),
    words: `
        deretter
        derefter
        därefter
        sen
        sedan
        så
        etterfulgt av
        efterfulgt af
        følt af
        direkt
        följt av
      `,
  },
  {
    says: mark('with'),
    words: `
        med
      `,
  },
  {
    says: mark('and'),
    words: `
        og
        och
        samt
        plus
        pluss
      `,
  },
  {
    says: mark('part'),
    words: `
        oppvarming
        uppvärmning
        opvarmning
        nedjogg
        nedvarvning
        nedkøling
        inkl
      `,
  },
  {
    says: multi('brick', 'strong'),
    words: `
        brick
        bricksøkt
        brickpass
        brick-økt
        bricktræning
        kombiøkt
        kombipass
        kombitræning
        brickøkt
      `,
  },
  {
    says: intensity('terrain'),
    words: `
        backar
        backe
        bakker
        motbakke
      `,
  },
  {
    says: [intensity('coolDown'), mark('part')],
    words: `
        nedjogg
        nedvarvning
        nedkøling
        nedjogging
      `,
  },
];
