/** Danish. */
import { SCANDINAVIAN_ROWS } from './scandinavian.ts';
import { habit, intensity, type Lexicon, mark, setting, sport } from './sense.ts';

export const DANISH: Lexicon = {
  language: 'da',
  grammar: {
    afterWork: `
      tærskel
      tempo
    `,
    beforeTarget: `
      kl
    `,
    beforeRest: `
      pause
    `,
    afterRest: `
      pause
      hvil
    `,
    stages: `
      dag
      etape
    `,
    afterPart: `
      opvarmning
      nedkøling
    `,
    beforePart: `
      med
      sidste
      første
    `,
    climb: `
      højdemeter
    `,
    suffixes: `
      en
      et
      n
      er
      ene
      erne
    `,
    linkingLetters: `
      s
      e
    `,
    hours: `
      t
      timer
      time
    `,
    minutes: `
      minutter
      minut
    `,
    seconds: `
      sekunder
    `,
    repeats: `
      gange
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
        løb
        løbe
        løber
        løbetur
        løbet
        løbetræning
        joggetur
        jogging
        morgenløb
        aftenløb
        eftermiddagsløb
        frokostløb
        natteløb
        løbeklub
        skovløb
        intervalløb
        langtur løb
        orienteringsløb
        løb med
        rolig løbetur
        løbepas
        gadeløb
        formiddagsløb
        løbehjul løb
      `,
      endings: `
        løb
        løbetur
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        lang løbetur
        langtur løb
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        langturen
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        løbebånd
        på løbebånd
        løbebåndet
        på båndet
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        trailløb
        terrænløb
        bjergløb
        trail løb
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        cykel
        cykle
        cykling
        cykeltur
        cyklet
        cykelløb
        landevej
        landevejscykling
        mtb tur
        mountainbike tur
        racercykel
        grustur
        gruscykling
        morgencykeltur
        aftencykeltur
        eftermiddagscykeltur
        frokostcykeltur
        cykelpendling
        cykeltræning
        elcykel
        cykelmotion
        formiddagscykeltur
        cykeltur om morgenen
      `,
      endings: `
        cykeltur
        cykling
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        svømning
        svømme
        svømmetur
        svømmet
        svømmehal
        svømmetræning
        crawl
        bassin
        morgensvømning
        aftensvømning
        frokostsvømning
        eftermiddagssvømning
        svøm
        svømmepas
        baner svøm
        baner
      `,
      endings: `
        svømning
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        åbent vand
        åbent vand svømning
        havsvømning
        svømning i havet
        svømme i havet
        havsvøm
        svømning i søen
        vinterbadning
        svømmetur i havet
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        roning
        ro
        romaskine
        roet
        kajak
        kajaktur
        kano
        padle
        padling
        roergometer
        ergometer
        rotur
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        vandring
        vandretur
        vandre
        bjergvandring
        trekking
        bjergtur
        naturvandring
        vandrede
      `,
      endings: `
        vandretur
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
        gåtur
        gå
        gang
        gik
        spadseretur
        tur med hunden
        luftetur
        hundetur
        aftentur
        lufte hund
        morgengåtur
        aftengåtur
        eftermiddagsgåtur
        frokostgåtur
        stavgang
        travetur
        rask gang
        barnevognstur
      `,
      endings: `
        gåtur
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        styrke
        styrketræning
        vægte
        vægttræning
        fitness
        core træning
        mavebøjninger
        cirkeltræning
        dødløft
        bænkpres
        crosstræning
        bentræning
      `,
      endings: `
        styrketræning
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        fodbold
        håndbold
        badminton
        volleyball
        bordtennis
        klatring
        bouldering
        skiferie
        alpint
        ridning
        ridetur
        dans
        gymnastik
        boksning
        skøjter
        skøjteløb
        rulleskøjter
        yoga
        udstrækning
        sejlads
        sejltur
        surfing
        havearbejde
        crosstrainer
        windsurfing
        ishockey
        golfrunde
        strækøvelser
        motorcykel
        fisketur
      `,
    },
    {
      says: mark('filler'),
      words: `
        morgen
        formiddag
        eftermiddag
        aften
        nat
        frokost
        middag
        søndag
        mandag
        tirsdag
        onsdag
        torsdag
        fredag
        lørdag
        weekend
        i
        på
        af
        ved
        om
        en
        et
        den
        det
        de
        skoven
        skov
        søerne
        sø
        strand
        stranden
        parken
        byen
        hjem
        arbejde
        hunden
        regn
        vind
        blæst
        modvind
        sol
        sne
        varmt
        koldt
        dejlig
        god
        fin
        flot
        kort
        hurtig
        lille
        stor
        første
        sidste
        igen
        endelig
        dag
        dagens
        min
        mine
        timer
        time
        minutter
        pas
        runde
        drengene
        ferie
        sommer
        vinter
        efterår
        forår
        hurtigt
        hyggelig
        hygge
        skøn
      `,
    },
  ],
};
