/** Turkish. */
import { event, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const TURKISH: Lexicon = {
  language: 'tr',
  grammar: {
    hours: `
      sa
      saat
    `,
    minutes: `
      dk
      dakika
    `,
    seconds: `
      sn
      saniye
    `,
    kilometres: `
      kilometre
    `,
    metres: `
      metre
    `,
    repeats: `
      tekrar
      kez
    `,
    afterPace: `
      tempo
      pace
    `,
    beforePace: `
      tempo
      ortalama
    `,
    beforeTarget: `
      hedef
    `,
    afterRest: `
      dinlenme
    `,
    beforeRest: `
      dinlenme
    `,
    climb: `
      tırmanış
      irtifa
      yükselti
    `,
    beforePart: `
      ilk
    `,
    stages: `
      gün
      etap
    `,
    joiners: `
      ve
      artı
    `,
    suffixes: `
      su
      sı
      si
      ları
      leri
      da
      de
      ta
      te
      ya
      ye
    `,
  },
  rows: [
    {
      says: sport('run', 'strong'),
      words: `
        koşu
        koşusu
        koşular
        koştum
        koştuk
        koşmak
        koşarak
        koşuyorum
        jog
        sabah koşusu
        öğle koşusu
        akşam koşusu
        gece koşusu
        öğleden sonra koşusu
        yol koşusu
        park koşusu
        hafta sonu koşusu
        koşu antrenmanı
        sahil koşusu
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        uzun koşu
        uzun koşusu
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('recovery')],
      words: `
        toparlanma koşusu
        yenilenme koşusu
        rejenerasyon koşusu
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        hafif koşu
        kolay koşu
        rahat koşu
        hafif tempo koşu
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('tempo')],
      words: `
        tempo koşusu
        tempolu koşu
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        koşu bandı
        koşu bandında
        bant koşusu
        kapalı alan koşusu
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        patika koşusu
        dağ koşusu
        trail koşusu
        arazi koşusu
        patika
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        bisiklet
        bisiklet sürüşü
        sürüş
        sürüşü
        bisikletle
        bisiklet turu
        pedal
        yol bisikleti
        dağ bisikleti
        bisiklet antrenmanı
        sabah sürüşü
        öğle sürüşü
        akşam sürüşü
        gece sürüşü
        öğleden sonra sürüşü
        bisiklete
        bisikletli
        e bisiklet sürüşü
        gravel sürüşü
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        sanal sürüş
        kapalı alan bisiklet
        sabit bisiklet
        spinning
        trainer sürüşü
        sanal bisiklet sürüşü
        kapalı alan bisikleti
        kondisyon bisikleti
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        yüzme
        yüzdüm
        yüzüş
        havuz
        serbest stil
        sabah yüzmesi
        yüzmesi
        öğle yüzmesi
        akşam yüzmesi
        havuzda
        kulaç
        kurbağalama
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        açık su
        açık su yüzme
        açık deniz yüzme
        denizde yüzme
        açık suda yüzme
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        kürek
        kürek çekme
        kano
        kayak teknesi
        kürek ergometresi
        ayakta kürek
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        kayaklı koşu
        kros kayağı
        tur kayağı
        kuzey disiplini kayak
        kar ayakkabısı
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        doğa yürüyüşü
        dağ yürüyüşü
        trekking
        tırmanış yürüyüşü
        zirve
        doğa yürüyüşleri
        dağcılık
        likya yolu
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        yürüyüş
        yürüyüşü
        yürüdüm
        yürüme
        sabah yürüyüşü
        öğle yürüyüşü
        akşam yürüyüşü
        gece yürüyüşü
        köpek gezdirme
        tempolu yürüyüş
        yürüdük
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        ağırlık
        ağırlık antrenmanı
        kuvvet
        kuvvet antrenmanı
        fitness
        spor salonu
        vücut geliştirme
        mekik
        şınav
        squat
        ağırlık çalışması
        güç antrenmanı
        barfiks
        gym
      `,
    },
    {
      says: hint('lift', 'weak'),
      words: `
        antrenman
        egzersiz
        kardiyo
        spor
        idman
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        yoga
        pilates
        esneme
        futbol
        halı saha
        basketbol
        voleybol
        tenis
        masa tenisi
        badminton
        kaya tırmanışı
        boks
        golf
        snowboard
        paten
        buz pateni
        sörf
        yelken
        güreş
        judo
        ip atlama
        eliptik
        hentbol
        halısaha
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatlon
        ironman türkiye
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duatlon
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        yarı ironman
        yarı mesafe triatlon
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        olimpik mesafe
        olimpik triatlon
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        brick antrenmanı
        geçiş antrenmanı
        kombine antrenman
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        bisiklet koşu
        bisiklet ve koşu
      `,
    },
    {
      says: [sport('run', 'strong'), mark('last')],
      words: `
        bisiklet sonrası koşu
        geçiş koşusu
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maraton
        istanbul maratonu
        maratonu
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        yarı maraton
        yarı maratonu
        yarımaraton
        istanbul yarı maratonu
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        halk koşusu
        yol koşusu yarışı
        10k yarışı
        koşu yarışı
        cumhuriyet koşusu
      `,
    },
    {
      says: event('run', { level: 4 }),
      words: `
        ultra maraton
        ultra
        kapadokya ultra
      `,
    },
    {
      says: event('bike', { level: 7 }),
      words: `
        bisiklet yarışı
        zamana karşı
        gran fondo
        kriteryum
        yol yarışı
      `,
    },
    {
      says: mark('race'),
      words: `
        yarış
        yarışı
        yarışma
        müsabaka
        şampiyona
        şampiyonası
        kupa
        madalya
        finiş
        kürsü
      `,
    },
    {
      says: mark('record'),
      words: `
        kişisel rekor
        en iyi derece
      `,
    },
    {
      says: mark('not_race'),
      words: `
        yarış temposu
        yarış öncesi
        gönüllü
        maraton temposu
        parkur keşfi
        kit alımı
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        hazırlık
        plan
        hafta
        programı
        hazırlığı
        maraton hazırlığı
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        toparlanma
        yenilenme
        rejenerasyon
      `,
    },
    {
      says: intensity('easy'),
      words: `
        kolay
        hafif
        rahat
        yavaş
        sakin
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        dayanıklılık
        uzun
        aerobik
        baz
        bölge 2
        temel
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        tempolu
        bölge 3
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        eşik
        laktat
        bölge 4
        eşik antrenmanı
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        bölge 5
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        interval
        tekrarlar
        fartlek
        aralıklı
        hız çalışması
        pist çalışması
        interval antrenmanı
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        yokuş
        yokuşlar
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprint
        depar
      `,
    },
    {
      says: intensity('strides'),
      words: `
        açma koşuları
        ivmelenme
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        soğuma
        soğuma koşusu
      `,
    },
    {
      says: mark('part'),
      words: `
        ısınma
      `,
    },
    {
      says: setting('indoor'),
      words: `
        kapalı alan
        salonda
      `,
    },
    {
      says: setting('virtual'),
      words: `
        sanal
      `,
    },
    {
      says: setting('mountain'),
      words: `
        dağı
        tepe
      `,
    },
    {
      says: setting('open_water'),
      words: `
        deniz
        denizi
        boğaz
      `,
    },
    {
      says: mark('negate'),
      words: `
        yok
        değil
        yerine
      `,
    },
    {
      says: mark('cancel'),
      words: `
        iptal
        dinlenme
        dinlenme günü
        sakatlık
        hastayım
        izin günü
        çalındı
      `,
    },
    {
      says: mark('noise'),
      words: `
        bisiklet tamiri
        bisiklet bakımı
        yeni ayakkabı
        masaj
        sauna
        doktor
        toplantı
        araba
        otobüs
        vapur
      `,
    },
    {
      says: mark('background'),
      words: `
        sonrası
        öncesi
        dün
        yarın
      `,
    },
    {
      says: mark('towards'),
      words: `
        kadar
        doğru
        etrafında
      `,
    },
    {
      says: mark('or'),
      words: `
        veya
        ya da
      `,
    },
    {
      says: mark('then'),
      words: `
        sonra
        ardından
      `,
    },
    {
      says: mark('and'),
      words: `
        ve
        artı
      `,
    },
    {
      says: mark('with'),
      words: `
        ile
        birlikte
        dahil
      `,
    },
    {
      says: mark('filler'),
      words: `
        sabah
        öğle
        öğlen
        öğleden sonra
        öğleden önce
        akşam
        akşamüstü
        gece
        gün
        bugün
        pazartesi
        salı
        çarşamba
        perşembe
        cuma
        cumartesi
        pazar
        hafta sonu
        yağmur
        yağmurda
        kar
        rüzgar
        sıcak
        soğuk
        park
        parkı
        sahil
        orman
        ormanı
        belgrad ormanı
        caddebostan
        iş
        işe
        eve
        ev
        arkadaşlar
        arkadaşlarla
        tek
        ilk
        son
        turu
        şehir
        kısa
        güzel
        keyifli
        yaz
        kış
        bahar
        köpek
      `,
    },
    {
      says: setting('mountain'),
      words: `
        uludağ
        erciyes
      `,
    },
  ],
};
