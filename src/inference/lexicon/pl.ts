/** Polish. Nouns stand in the cases that titles use. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const POLISH: Lexicon = {
  language: 'pl',
  grammar: {
    afterWork: `
      progu
      tempo
    `,
    beforeTarget: `
      cel
    `,
    beforeRest: `
      przerwa
      przerwy
    `,
    afterRest: `
      przerwy
      przerwa
      trucht
      truchtu
    `,
    stages: `
      dzień
      etap
    `,
    afterPart: `
      rozgrzewki
      rozgrzewka
      schłodzenia
    `,
    climb: `
      przewyższenia
      przewyższenie
    `,
    beforePace: `
      tempo
      tempie
    `,
    headFirst: true,
    suffixes: `
      em
      u
      a
      ie
      owy
      owa
      owe
      y
      i
      ow
      ach
    `,
    hours: `
      godz
      godzina
      godziny
      godzin
    `,
    minutes: `
      minuty
    `,
    metres: `
      metrow
      metrov
    `,
    repeats: `
      razy
    `,
    joiners: `
      i
    `,
  },
  rows: [
    {
      says: hint('walk', 'medium'),
      words: `
        z psem
        pies
        kijki
      `,
    },
    {
      says: event('run', { level: 9, km: 5, race: false, strength: 'medium' }),
      words: `
        bieg na 5 km
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        bieg
        biegałem
        biegałam
        biegaliśmy
        biegło
        biegł
        dycha
        truchtem
        biegamy
        pobiegłyśmy
        pobiegliśmy
        pobiegnięte
        biegi
        biegu
        biegiem
        biegów
        biegach
        biega
        biegnąć
        pobiegłem
        pobiegłam
        przebiegłem
        przebiegłam
        pobiegaliśmy
        bieganie
        biegania
        biegać
        biegam
        pobiegane
        pobiegać
        przebieżka po
        trucht
        truchtanie
        truchcik
        jogging
        wybieganie
        rozbieganie
        wybiegane
        wybiegać
        biegowo
        biegowy
        biegowe
        biegnę
        przebiegnięte
        dyszka
        piątka
        bieganko
        biegaczy
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        wybieganie
        owb1
        owb
        obw1
        bieg spokojny
        spokojne wybieganie
        bs
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        rozbieganie
        trucht
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        bc2
        wb2
        owb2
        bnp
        bieg z narastającą prędkością
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('tempo')],
      words: `
        tempo maratońskie
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('threshold')],
      words: `
        bc3
        owb3
        wb3
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        podbiegi
        interwały biegowe
        stadion
        bieżnia stadion
        kilometrówki
        czterysetki
        zabawa biegowa
        tysiączki
        minutówki
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('strides')],
      words: `
        przebieżki
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        bieżnia
        bieżnię
        bieżnią
        bieżnie
        na bieżni
        bieżni
        bieg na bieżni
        bieganie na bieżni
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        bieg górski
        bieganie po górach
        biegi górskie
        górskie bieganie
        bieg rzeźnika
        bieganie w górach
        biegowo po górach
        bieg w terenie
        przełaje
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        rower
        rowerem
        rowerze
        rowerów
        rowerami
        rowery
        pojeździłem
        jeździć
        roweru
        rowerek
        rowerowo
        rowerowa
        rowerowy
        rowerowe
        jazda na rowerze
        na rowerze
        jazda rowerem
        kolarstwo
        kolarka
        kolarski
        szosa
        szosą
        szosowo
        szosowy
        wycieczka rowerowa
        poranna jazda
        poranna jazda na rowerze
        wieczorna jazda na rowerze
        popołudniowa jazda na rowerze
        przejażdżka
        przejażdżka rowerowa
        rower górski
        gravelem
        mtb po
        rowerem do pracy
        do pracy rowerem
        ustawka
        pedałowanie
        kręcenie
        rower elektryczny
        nocna jazda
        wieczorna jazda
        popołudniowa jazda
        gravelowo
        mtbowo
        czasówka
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        jazda
        jazdy
        kręcone
        pętla szosowa
        dojazd do pracy
        dojazd
        powrót z pracy
        przełęcz
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        trenażer
        trenażerem
        trenażera
        na trenażerze
        chomik
        chomikowanie
        trenażerowanie
        rower stacjonarny
        wirtualna jazda
        wirtualny rower
        spinning
        rowerek stacjonarny
        jazda wirtualna
        rolki trenażer
        rower spinningowy
        trenazer
        w domu na trenażerze
        wirtualna jazda na rowerze
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        pływanie
        pływać
        pływania
        basen
        na basenie
        basenie
        basenem
        basenu
        pływaliśmy
        pływałem
        pływałam
        popływać
        pływalnia
        pływacki
        kraul
        kraulem
        żabka
        żabką
        baseny
        popływane
        pływalni
        sprint kraulem
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        wody otwarte
        pływanie w jeziorze
        w jeziorze
        woda otwarta
        na wodach otwartych
        otwarte wody
        w wodach otwartych
        openwater
        pływanie na wodach otwartych
        maraton pływacki
        przepłynięcie
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        wiosłowanie
        wioślarstwo
        wioślarz
        ergometr
        ergometr wioślarski
        wiosła
        wioślarski
        kajak
        kajaki
        kajakiem
        kajakowy
        spływ
        spływ kajakowy
        kanu
        wiosłować
        trening na ergometrze
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        biegówki
        na biegówkach
        narty biegowe
        biegówkach
        narciarstwo biegowe
        skitury
        skitura
        skitour
        skitourowo
        nartorolki
        rakiety śnieżne
        biathlon
        bieg piastów
        biegi narciarskie
        bieg na nartach
        na skiturach
        narty skiturowe
        rakietach śnieżnych
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        wędrówka
        turystyka piesza
        trekking
        po górach
        góry
        w górach
        szlak
        szlakiem
        wspinaczka górska
        turystyka górska
        wejście na
        ferrata
        górski spacer
        tatry
        wędrowanie
        wycieczka
        rysy
        giewont
        babia góra
        śnieżka
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        spacer
        spacerek
        spacerem
        spacerze
        spacerów
        spacery
        spaceru
        marsz
        chodzenie
        spacer z psem
        kijki
        marszobieg spokojny
        przechadzka
        spacerkiem
        chód
        kijkami
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        marszobieg
        marszobiegi
        marszobiegu
        marsz i bieg
        marsz bieg
        bieg marsz
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        siłownia
        siłownię
        siłownią
        siłka
        siłce
        siłkę
        siłowni
        na siłowni
        siła
        siłowy
        siłowe
        siłówka
        ciężary
        sztanga
        martwy ciąg
        przysiady
        brzuszki
        stabilizacja
        trening stabilizacji
        wyciskanie
        trening obwodowy
        trening funkcjonalny
        sprawność
        gimnastyka siłowa
        trening ogólnorozwojowy
        kalistenika
        drążek
        pompki
        hantle
        podnoszenie ciężarów
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        piłka
        siatkówka
        koszykówka
        tenis
        wspinaczka
        ścianka
        narty
        narciarstwo
        zjazdy narciarskie
        stok
        snowboard
        łyżwy
        na łyżwach
        rolki
        na rolkach
        jazda konna
        konie
        taniec
        tańce
        boks
        orbitrek
        joga
        rozciąganie
        stretching
        mobilność
        żagle
        żeglowanie
        rolowanie
        sztuki walki
        skakanka
        gimnastyka
        aqua aerobik
        nurkowanie
        sanki
        ogród
        praca w ogrodzie
        odśnieżanie
        wędkowanie
        motocykl
        motocyklem
        morsowanie
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        zakładka
        zakładki
        trening zakładkowy
        zakładkę
        trening łączony
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        zakładka rower bieg
        rower bieg
        rower-bieg
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triathlon
        triatlon
        zawody triathlonowe
        ćwiartka ironman
        1/4 ironman
        1/4 im
        triathlonu
        triathlonie
        triathlonowe
        ćwiartka
        1/2 im
        połówka ironman
        1/8 im
        1/2 ironman
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duathlon
        duatlon
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        połówka ironman
        pół ironman
        1/2 im
        1/2 ironman
        połówka ironmana
        połówka im
        1/2 iron man
      `,
    },
    {
      says: event('triathlon', { level: 7, km: 56.5, hours: 2.8, strength: 'certain' }),
      words: `
        1/4 im
        1/4 ironman
        ćwiartka ironman
        ćwiartka im
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        dystans olimpijski
        olimpijka
        triathlon olimpijski
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maraton
        maratonu
        maratonie
        maraton warszawski
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        półmaraton
        pół maraton
        połówka
        półmaratonie
        półmaratonu
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        bieg niepodległości
        bieg uliczny
        bieg na 10 km
        bieg sylwestrowy
        bieg powstania
        bieg konstytucji
        bieg mikołajkowy
        bieg charytatywny
        bieg na dychę
        orlen
        wings for life
        runmageddon
        sztafeta
        biegnij warszawo
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        wyścig kolarski
        wyścig szosowy
        maraton rowerowy
        maraton mtb
        wyścig mtb
        tour de pologne amatorów
        ultramaraton kolarski
        bikemaraton
        wyścig rowerowy
      `,
    },
    {
      says: mark('race'),
      words: `
        zawody
        zawodach
        wyścig
        mistrzostwa
        mistrzostwa polski
        życiówka
        medal
        meta
        podium
        start w zawodach
        finiszer
        rekord
        miejsce
        liga
      `,
    },
    {
      says: mark('not_race'),
      words: `
        tempo
        tempo startowe
        przed
        pakiet
        odbiór pakietu
        odbiór pakietów
        kibicowanie
        kibic
        wolontariat
        rekonesans
        objazd trasy
        pod maraton
        do maratonu
        bieg
        cel
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        przygotowania
        przygotowanie
        trening
        treningu
        plan
        tydzień
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        regeneracja
        regeneracyjny
        regeneracyjnie
        regeneracyjne
        roztruchtanie
        rozjazd
        regeneracyjna
        rozruch
        odpoczynek aktywny
      `,
    },
    {
      says: intensity('easy'),
      words: `
        spokojnie
        spokojny
        spokojne
        spokojna
        luźno
        luźny
        luźne
        luźna
        luz
        lekko
        lekki
        lekkie
        lekka
        wolno
        wolne tempo
        relaks
        easy
        na luzie
        rekreacyjnie
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        długi
        długie
        długa
        tlen
        tlenowo
        baza
        wytrzymałość
        w tlenie
        tlenowy
        wytrzymałościowy
        strefa 2
        2 strefa
        dlugie
      `,
    },
    {
      says: intensity('steady'),
      words: `
        narastająco
        progresywny
        narastające
        równo
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        tempówka
        tempowy
        drugi zakres
        ciągły
        tempa
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        próg
        progowy
        progowe
        na progu
        progu
        trzeci zakres
        podprogowo
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        interwały
        interwał
        powtórzenia
        podbiegi
        interwałowy
        mocny
        mocno
        mocny akcent
        akcent
        fartlek
        odcinki
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprinty
        sprint
        szybkość
      `,
    },
    {
      says: intensity('strides'),
      words: `
        przebieżki
        rytmy
      `,
    },
    {
      says: mark('negate'),
      words: `
        bez
        nie
        zamiast
        brak
      `,
    },
    {
      says: mark('cancel'),
      words: `
        odwołany
        odwołane
        odwołana
        odwołano
        dzień wolny
        wolne
        odpoczynek
        kontuzja
        choroba
        chory
        chora
        przełożony
        przełożone
        regeneracja dzień wolny
        restday
      `,
    },
    {
      says: mark('noise'),
      words: `
        nowe buty
        buty do biegania
        buty
        serwis roweru
        mycie roweru
        naprawa roweru
        fizjoterapia
        fizjo
        fizjoterapeuta
        samochodem
        autem
        pociąg
        pociągiem
        zakupy
        spotkanie klubu
        spotkanie
        zebranie
        lekarz
        bikefitting
        integracja
        urodziny
        impreza
        konferencja
      `,
    },
    {
      says: mark('background'),
      words: `
        po
        przed
        dla
        do
        przygotowania do
        dzień przed
        dzień po
        pod
        wokół
      `,
    },
    {
      says: mark('towards'),
      words: `
        do
        na
        z
        od
        dookoła
        wokół
        wzdłuż
      `,
    },
    {
      says: mark('or'),
      words: `
        lub
        albo
        czy
      `,
    },
    {
      says: mark('then'),
      words: `
        potem
        następnie
        a potem
        zaraz po
        później
      `,
    },
    {
      says: mark('and'),
      words: `
        i
        oraz
        plus
      `,
    },
    {
      says: mark('part'),
      words: `
        rozgrzewka
        schłodzenie
        rozgrzewką
        z rozgrzewką
      `,
    },
    {
      says: mark('filler'),
      words: `
        rano
        poranny
        poranna
        poranne
        południe
        popołudnie
        popołudniowy
        popołudniowa
        popołudniowe
        wieczór
        wieczorny
        wieczorna
        wieczorne
        wieczorem
        noc
        nocny
        nocna
        nocne
        lunch
        niedziela
        niedzielny
        niedzielna
        niedzielne
        poniedziałek
        wtorek
        środa
        czwartek
        piątek
        sobota
        sobotni
        w
        we
        ze
        nad
        za
        przez
        las
        lesie
        lasem
        jezioro
        jeziora
        rzeka
        wisłą
        morze
        plaża
        park
        parku
        miasto
        dom
        domu
        praca
        pracy
        pies
        psem
        deszcz
        deszczu
        wiatr
        wiatrem
        słońce
        śnieg
        śniegu
        upał
        zimno
        ładny
        piękny
        fajny
        dobry
        krótki
        krótka
        krótkie
        szybki
        szybka
        szybkie
        mały
        mała
        duży
        pierwszy
        pierwsza
        ostatni
        znowu
        wreszcie
        dziś
        dzisiaj
        dzień
        godzina
        godziny
        minut
        pętla
        runda
        kółko
        ekipa
        z ekipą
        wakacje
        lato
        zima
        jesień
        wiosna
        trochę
        km
        weekend
      `,
    },
    {
      says: [setting('trail'), hint('trail_run', 'medium')],
      words: `
        trailowy
        trailowa
        trailowe
        terenowy
        terenowa
        terenowe
        przełajowy
        przełajowe
        górski bieg
      `,
    },
    {
      says: setting('open_water'),
      words: `
        jezioro
        jeziorze
        jeziora
        morze
        morzu
        rzeka
        zalew
        pianka
        piance
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        podjazdy
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        schłodzenie
        rozbieganie po
      `,
    },
  ],
};
