/** Italian. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const ITALIAN: Lexicon = {
  language: 'it',
  grammar: {
    afterWork: `
      soglia
      medio
    `,
    beforeTarget: `
      alle
      obiettivo
    `,
    beforeRest: `
      recupero
      rec
      pausa
    `,
    afterRest: `
      recupero
      rec
      pausa
    `,
    stages: `
      giorno
      tappa
    `,
    afterOther: `
      settimana
      dopo
    `,
    afterPart: `
      riscaldamento
      defaticamento
    `,
    beforePart: `
      con
      ultimi
      primi
    `,
    climb: `
      dislivello
      salita
      ascesa
    `,
    beforePace: `
      passo
      ritmo
      media
    `,
    headFirst: true,
    hours: `
      ora
      ore
    `,
    minutes: `
      minuti
    `,
    seconds: `
      secondi
    `,
    kilometres: `
      kilometri
      chilometri
    `,
    miles: `
      miglia
    `,
    metres: `
      metri
    `,
    repeats: `
      volte
    `,
    afterPace: `
      passo
      ritmo
    `,
    joiners: `
      e
    `,
  },
  rows: [
    {
      says: hint('hike', 'medium'),
      words: `
        cima
        vetta
        rifugio
        salita al
        giro ad anello
        malga
        sentieri
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        palestra
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        col cane
        con il cane
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
        mare
        lago
        muta
        boe
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        corsa
        corse
        correre
        corso a piedi
        corsetta
        podismo
        podistica
        corricchiata
        corsa campestre
        orienteering
        footing
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        corsa lenta
        cl
        lungo progressivo corsa
      `,
    },
    {
      says: habit('run', 'strong'),
      words: `
        sgambata
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        lungo lento
        fondo lento
        lento
        lunghissimo
      `,
    },
    {
      says: [hint('run', 'weak'), intensity('tempo')],
      words: `
        medio
        fondo medio
        corto
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        corsa media
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        corto veloce
        fondo medio
        ritmo maratona
        ritmo mezza
        rg maratona
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        ripetute
        ripetute in pista
        ripetute in salita
        fartlek
        variazioni
        pista
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('endurance')],
      words: `
        lungo
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        tapis
        tappeto
        corsa sul tapis roulant
        tapirulan
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        corsa in montagna
        corsa trail
        km verticale
        chilometro verticale
        trail notturno
        vertical
        corsa sui sentieri
        trail in montagna
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        bici
        bicicletta
        ciclismo
        pedalata
        pedalare
        pedalando
        ciclista
        bdc
        bici da corsa
        giro in gravel
        uscita gravel
        cicloturismo
        giro ciclistico
        ebike
        randonnée bici
        sgambata in bici
        ciclocross
        rulli bici
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        cronometro
        crono
        stelvio
        mortirolo
        gavia
        pedivelle
        granfondo
        sfr
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        uscita
        giro
        giretto
        sgambata
        uscita lunga
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        rulli
        rullo
        cyclette
        spinning
        ciclismo virtuale
        giro virtuale
        bici statica
        pedalata virtuale
        corsa sui rulli
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        nuoto
        nuotata
        nuotare
        nuotando
        piscina
        vasca
        vasche
        nuoto in piscina
        stile libero
        rana
        dorso
        nuoto master
        bracciate
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        acque libere
        nuoto in acque libere
        traversata a nuoto
        acqua libera
        nuotata in acque libere
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        canottaggio
        vogatore
        remoergometro
        remare
        voga
        vogare
        canoa
        kayak
        remo ergometro
        pagaia
        pagaiata
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        sci di fondo
        fondo skating
        sci nordico
        sci alpinismo
        scialpinismo
        sci d alpinismo
        ciaspole
        ciaspolata
        skiroll
        biathlon
        pelli
        passo alternato
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        escursione
        escursionismo
        trekking
        camminata in montagna
        gita in montagna
        ferrata
        alpinismo
        salita al rifugio
        rifugio
        sentiero
        gita al rifugio
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        camminata
        camminare
        camminando
        passeggiata
        passeggiare
        passeggiata col cane
        passeggiata con il cane
        a spasso
        due passi
        quattro passi
        marcia
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        forza
        pesi
        potenziamento
        addominali
        squat
        intervalli ad alta intensità
        stacchi
        panca
        funzionale
        corpo libero
        manubri
        rinforzo
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        calcio
        calcetto
        calciotto
        pallavolo
        pallacanestro
        basket
        arrampicata
        falesia
        sci
        discesa
        pattinaggio
        pattini
        equitazione
        a cavallo
        ballo
        danza
        boxe
        pugilato
        arti marziali
        ellittica
        allungamento
        stretching
        vela
        immersione
        surf
        tennis
        nuoto sincronizzato
        ginnastica
        giardinaggio
        moto
        pallanuoto
        padel
        mobilità
        acquagym
        yoga
        corda
        scherma
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        combinato
        combinata
        combinati
        transizione
        allenamento combinato
        doppio combinato
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        combinato bici corsa
        bici corsa
        combinato bici-corsa
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triathlon sprint
        triathlon olimpico
        olimpico
        triathlon medio
        mezzo ironman
        triatleta
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        aquathlon
        acquathlon
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        triathlon olimpico
        distanza olimpica
        olimpico
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'certain' }),
      words: `
        triathlon sprint
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        mezzo ironman
        triathlon medio
        mezzo iron
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maratona
        maratona di
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        mezza maratona
        mezza
        maratonina
        mezza di
        mezzamaratona
        mezza maratona di
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        stracittadina
        gara podistica
        corsa podistica
        campestre
        tapasciata
        stramilano
        deejay ten
        gara di corsa
        gara 10 km
        cross
        staffetta
        gara su strada
        roma ostia
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        granfondo
        gran fondo
        gf
        mediofondo
        medio fondo
        gara ciclistica
        gara in bici
        gara mtb
        gara xc
        nove colli
        cicloturistica
        cronoscalata
        maratona dles dolomites
        maratona delle dolomiti
        sellaronda
        corsa a tappe
      `,
    },
    {
      says: mark('race'),
      words: `
        gara
        gare
        competizione
        pettorale
        traguardo
        podio
        campionato
        campionati
        finisher
        personale
        primato
        pb
        classifica
        giorno di gara
        medaglia
      `,
    },
    {
      says: mark('not_race'),
      words: `
        ritmo gara
        ritmo
        in preparazione
        prova percorso
        ricognizione
        pre gara
        simulazione
        verso la
        verso
        in vista della
        tifo
        volontario
        ritiro pettorale
        ritiro pettorali
        rifinitura
        obiettivo
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        preparazione
        allenamento
        allenamenti
        piano
        settimana
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        recupero
        scarico
        rigenerante
        defaticante
        rigenerazione
        recupero attivo
        sciolta
        scioltezza
      `,
    },
    {
      says: intensity('easy'),
      words: `
        facile
        tranquillo
        tranquilla
        leggero
        leggera
        blando
        blanda
        relax
        piano piano
        easy
        agile
        scioltezza
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        fondo
        fondo lento
        lento
        lunga
        lungo
        aerobico
        resistenza
        base
        endurance
      `,
    },
    {
      says: intensity('steady'),
      words: `
        progressivo
        progressione
        progressiva
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        medio
        tempo
        ritmo gara
        ritmo maratona
        fondo medio
        corsa media
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        soglia
        in soglia
        alla soglia
        ripetute in soglia
        fondo veloce
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        ripetute
        intervalli
        interval training
        variazioni
        piramide
        lavoro
        lavori
        lavoretto
        qualità
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        volate
        volata
        sprint
        velocità
      `,
    },
    {
      says: intensity('strides'),
      words: `
        allunghi
        progressivi
        andature
      `,
    },
    {
      says: mark('negate'),
      words: `
        senza
        niente
        no
        non
        invece di
        al posto di
        invece della
        invece del
        nessuna
        nessun
      `,
    },
    {
      says: mark('cancel'),
      words: `
        annullata
        annullato
        annullati
        rubata
        rubato
        chiusa
        chiuso
        rotta
        guasta
        fiera
        corso per
        corsa in farmacia
        riposo
        giorno di riposo
        infortunato
        infortunio
        malato
        rinviata
        rinviato
        saltato
        saltata
      `,
    },
    {
      says: mark('noise'),
      words: `
        scarpe
        scarpe nuove
        scarpe da corsa
        visita biomeccanica
        biomeccanica
        lavaggio bici
        pulizia bici
        meccanico
        officina
        fisioterapia
        fisioterapista
        cena
        pranzo sociale
        cena sociale
        pizzata
        in macchina
        in auto
        treno
        in treno
        spesa
        riunione
        visita medica
        corso di
        acquisti
      `,
    },
    {
      says: mark('background'),
      words: `
        dopo
        dopo la
        dopo il
        prima di
        prima della
        prima del
        post
        pre
        per la
        per il
        vigilia della
        in vista della
        in attesa della
        aspettando
      `,
    },
    {
      says: mark('towards'),
      words: `
        verso
        al
        alla
        fino al
        fino alla
        intorno al
        attorno al
        dal
        dalla
        lungo il
      `,
    },
    {
      says: mark('or'),
      words: `
        o
        oppure
      `,
    },
    {
      says: mark('then'),
      words: `
        poi
        seguita da
        seguito da
        a seguire
        subito dopo
        più
      `,
    },
    {
      says: mark('with'),
      words: `
        con
      `,
    },
    {
      says: mark('and'),
      words: `
        e
        ed
      `,
    },
    {
      says: mark('part'),
      words: `
        riscaldamento
        risc
        defaticamento
        def
      `,
    },
    {
      says: mark('filler'),
      words: `
        mattina
        mattutino
        mattutina
        mattino
        pranzo
        pausa pranzo
        pomeriggio
        pomeridiano
        pomeridiana
        sera
        serale
        notte
        notturna
        notturno
        domenica
        lunedì
        martedì
        mercoledì
        giovedì
        venerdì
        sabato
        domenicale
        il
        lo
        la
        gli
        le
        un
        una
        uno
        di
        da
        in
        su
        del
        della
        dei
        parco
        montagna
        collina
        bosco
        fiume
        amici
        con gli amici
        vento
        pioggia
        caldo
        freddo
        sole
        neve
        giornata
        oggi
        prima
        primo
        ultima
        ultimo
        bella
        bello
        buona
        breve
        veloce
        ore
        ora
        minuti
        casa
        lavoro
        cane
        gruppo
        allenamento
        sessione
        ferie
        vacanze
        solo
        finalmente
        tappa
      `,
    },
    {
      says: [setting('indoor'), hint('lift', 'strong')],
      words: `
        in palestra
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        passo
        salita
        salite
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        salite
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        defaticamento
      `,
    },
  ],
};
