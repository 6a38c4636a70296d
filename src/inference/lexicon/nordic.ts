/** Norwegian, Danish and Swedish: one vocabulary each, most of it shared. */
import {
  event,
  habit,
  hint,
  intensity,
  type Lexicon,
  type LexiconRow,
  mark,
  multi,
  setting,
  sport,
} from './sense.ts';

const SHARED: readonly LexiconRow[] = [
  { says: hint('lift', 'strong'), words: 'treningssenter, treningsstudio, gym, gymmet, fitnesscenter' },
  {
    says: hint('run', 'weak'),
    words:
      'langtur, långpass, intervall, intervaller, terskel, tröskel, tærskel, bakkeintervaller, backintervaller, tröskelintervaller, terskelintervaller, distanspass, distansrunda, fartlek, jogg, stigningsløp, mil, milen, distans, distanse',
  },
  { says: hint('hike', 'medium'), words: 'topptur, toppen, tinden, hytta, fjellet, fjället, fjäll, marka' },
  {
    says: setting('open_water'),
    words: 'sjø, sjøen, fjord, fjorden, sjön, havet, hav, søen, våtdrakt, våtdräkt, våddragt, øresund',
  },
  {
    says: [setting('indoor'), sport('indoor_bike', 'certain')],
    words:
      'spinning, spinningsykkel, spinningcykel, spinningpass, spinningtime, virtuell sykkeltur, virtuel cykeltur, virtuell cykeltur, rulle, ergometersykkel, ergometersykling, motionscykel, trainer, hometrainer, inomhuscykling, innendørs sykling, indendørs cykling, rullesykling, testcykel, sykkelrulle, cykel trainer, på rulla, på rulle, på rullen',
  },
  {
    says: sport('ski', 'certain'),
    words:
      'langrenn, langrend, längdskidor, rullskidåkning, skidpass, vasan, längdpass, längdskidåkning, längd, skidor, skidtur, skidåkning, åka skidor, skitur, på ski, gå på ski, rulleski, rullskidor, rulleskitur, rullskidtur, skøyting ski, klassisk langrenn, skiskyting, skidskytte, turskidor, toppturski, topptur på ski, topptur med ski, randonee, randonnee ski, fjellski, langturski, staking, stakning, stakmaskin, skierg, truger, snösko, snöskor, skate langrenn, langløp ski, skatt langrenn, skiløype, längdspår',
    endings: 'skitur, skidtur, langrenn',
  },
  {
    says: [multi('triathlon', 'certain'), mark('race')],
    words: 'triatlon, triathlon, halv ironman, olympisk triatlon',
    endings: 'triatlon, triathlon',
  },
  {
    says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
    words: 'halv ironman, halvironman, medeldistans, halvdistance, halvdistans triathlon',
  },
  {
    says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
    words: 'olympisk distanse, olympisk distance, olympisk distans',
  },
  { says: event('run', { level: 7, km: 42.195 }), words: 'maraton, marathon', endings: 'maraton, marathon' },
  {
    says: event('run', { level: 8, km: 21.0975 }),
    words: 'halvmaraton, halvmarathon, halv marathon, halv maraton, halvmaran, halvmara',
    endings: 'halvmaraton, halvmarathon',
  },
  {
    says: event('ski', { level: 7, strength: 'certain' }),
    words:
      'vasaloppet, birkebeinerrennet, öppet spår, skirenn, skiløb, halvvasan, tjejvasan, holmenkollmarsjen, turrenn, skitävling, nattvasan, ultravasan ski',
  },
  {
    says: event('bike', { level: 6 }),
    words:
      'birkebeinerrittet, vätternrundan, styrkeprøven, cykelvasan, sykkelritt, ritt, cykelløb, cykellopp, halvvättern, motionsløb cykel, motionslopp cykel, rundbaneritt, temporitt, enkeltstart, tempolopp',
  },
  {
    says: intensity('recovery'),
    words:
      'restitusjon, restitution, återhämtning, återhämtningspass, restitutionstur, restitusjonsøkt, restitusjonstur, restitutionsløb',
  },
  {
    says: intensity('easy'),
    words:
      'rolig, roligt, rolige, rolig tur, lugn, lugnt, lugna, lätt, let, lett, stille og roligt, afslappet, avslappnat, lugn och fin, roligtur, jog, jogg, langsom',
  },
  {
    says: intensity('endurance'),
    words:
      'langtur, långpass, lang, lång, langt, långt, distans, distanse, distance, langkjøring, grundträning, grundtræning, utholdenhet, uthållighet, udholdenhed, i1, i2, långtur, lsd, sone 2, zon 2, a1',
  },
  {
    says: intensity('tempo'),
    words:
      'tempo, fartholdning, fartlek tempo, hurtigtur, konkurransefart, tävlingsfart, maratonfart, marathonfart, konkurrencetempo, marathontempo, tempoøkt, tempopass, i3',
  },
  {
    says: intensity('threshold'),
    words:
      'terskel, tröskel, tærskel, terskeløkt, tröskelpass, tröskelintervaller, terskelintervaller, terskeldrag, laktat, dobbelterskel, tærskelintervaller',
    endings: 'terskel, tröskel',
  },
  {
    says: intensity('intervals'),
    words:
      'intervaller, intervall, interval, intervalløkt, intervallpass, intervaltræning, bakkedrag, backintervaller, backar, bakkeintervaller, drag, fartlek, backe, bakker, hardt, hårt, hårdt, hurtighet, motbakke, i4, i5, bakkeløb',
    endings: 'intervaller',
  },
  { says: intensity('sprint'), words: 'spurter, sprinter, spurt' },
  { says: intensity('strides'), words: 'stigningsløp, stegringslopp, stigningsløb, ökningslopp' },
  {
    says: mark('race'),
    words:
      'konkurranse, konkurrence, tävling, race, løp konkurranse, mesterskap, mesterskab, mästerskap, nm, dm, startnummer, målgang, pers, pb, medalje, medalj, pallplats, motionslopp, løpet, loppet, stævne, seeding, seedningslopp',
    endings: 'mesterskap, tävling',
  },
  { says: [hint('run', 'medium'), mark('race')], tails: 'loppet, løpet, løbet' },
  {
    says: mark('not_race'),
    words:
      'fart, frivillig, tilskuer, heier, heppa, funktionär, före, før, uppladdning, oppladning, test, mot',
    endings: 'fart',
  },
  {
    says: [mark('not_race'), mark('plan')],
    words:
      'trening, träning, træning, forberedelse, forberedelser, förberedelse, plan, program, træningsplan, uke, vecka, uge',
    endings: 'trening, träning, træning',
  },
  {
    says: mark('negate'),
    words: 'ingen, inget, ikke, inte, uten, utan, uden, i stedet for, istället för, istedenfor, intet, inga',
  },
  {
    says: mark('cancel'),
    words:
      'avlyst, aflyst, inställt, stjålet, stulen, stängt, stengt, lukket, ødelagt, trasig, messe, mässa, solgt, såld, inställd, inställda, hviledag, vilodag, hvile, vila, syk, sjuk, syg, skadet, skadad, sykdom, förkyld, utsatt, fri dag, treningsfri, fridag, pause',
  },
  {
    says: mark('noise'),
    words:
      'løpesko, löparskor, løbesko, nye løpesko, nye løbesko, nya löparskor, nya skor, sykkelvask, vaske sykkel, vaske cykel, cykelservice, cykeltvätt, sykkelverksted, skismøring, smøre ski, vallning, valla skidor, fysio, naprapat, biltur, bilresa, togtur, bustur, båttur, butikk, handle, handla, innkjøp, møte, möte, årsmøte, årsmöte, klippe plen, klippe plenen, klippa gräset, bikefit, cykelhandler, fest, julebord, julbord, julefrokost, klubaften, generalforsamling',
  },
  {
    says: mark('background'),
    words:
      'etter, efter, før, före, innan, til, till, for, inför, i går, dagen før, dagen før, dagen före, dagen etter, dagen efter',
  },
  { says: mark('towards'), words: 'til, till, mot, fra, från, rundt, runt, langs, längs, forbi' },
  { says: mark('or'), words: 'eller' },
  {
    says: mark('then'),
    words:
      'deretter, derefter, därefter, sen, sedan, så, etterfulgt av, efterfulgt af, følt af, direkt, följt av',
  },
  { says: mark('with'), words: 'med' },
  { says: mark('and'), words: 'og, och, samt, plus, pluss' },
  {
    says: mark('part'),
    words: 'oppvarming, uppvärmning, opvarmning, nedjogg, nedvarvning, nedkøling, inkl',
  },
  {
    says: multi('brick', 'strong'),
    words:
      'brick, bricksøkt, brickpass, brick-økt, bricktræning, kombiøkt, kombipass, kombitræning, brickøkt',
  },
];

export const NORWEGIAN: Lexicon = {
  language: 'no',
  rows: [
    ...SHARED,
    {
      says: sport('run', 'strong'),
      words:
        'løp, løpe, løper, løping, løpetur, løpt, sprang, springe, joggetur, jogge, jogging, løpetur om morgenen, løpetur om kvelden, morgenløp, kveldsløp, lunsjløp, ettermiddagsløp, nattløp, gateløp, orienteringsløp, langløp, rolig løp, løpeøkt, løpe til, morgenjogg, kveldsjogg, banetrening, mølleøkt ute',
      endings: 'løp, løpetur, joggetur, løping',
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: 'tredemølle, mølle, mølla, på mølla, løpebånd, mølleøkt, tredemøllen',
    },
    {
      says: sport('trail_run', 'certain'),
      words:
        'terrengløp, stiløp, motbakkeløp, fjelløp, terrengtur løp, løp i terrenget, løpetur i marka, fjell løp',
    },
    {
      says: sport('bike', 'strong'),
      words:
        'sykkel, sykle, sykling, sykkeltur, syklet, syklist, landeveissykling, landevei, terrengsykkel, terrengsykling, stisykling, grusritt, grussykling, sykkeløkt, morgensykkeltur, kveldssykkeltur, ettermiddagssykkeltur, lunsjsykkeltur, elsykkel, racersykkel, sykkelpendling, grustur, jobbsykling, fellestrening sykkel, sykle til jobb, langtur sykkel',
      endings: 'sykkeltur, sykling',
    },
    {
      says: sport('swim', 'strong'),
      words:
        'svømming, svømme, svømmetur, svømt, svømmeøkt, svømmehall, basseng, bassengtrening, crawl, morgensvømming, kveldssvømming, lunsjsvømming, ettermiddagssvømming, svømmetrening, svøm',
      endings: 'svømming',
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words:
        'åpent vann, svømming i åpent vann, svømming i sjøen, svømme i sjøen, fjordsvømming, utesvømming, svømmetur i sjøen, svømming i fjorden',
    },
    {
      says: sport('row', 'strong'),
      words:
        'roing, romaskin, ro, rodd, padling, padletur, kajakk, kajakktur, kano, padle, roøkt, kanotur, ergometer',
    },
    {
      says: sport('hike', 'strong'),
      words:
        'fjelltur, fottur, topptur til fots, vandring, vandre, hyttetur, turgåing, skogstur, dagstur til fots, søndagstur, tur i marka, tur i fjellet, fottur i fjellet, toppen, fjellvandring',
      endings: 'fjelltur, fottur',
    },
    { says: sport('hike', 'weak'), words: 'tur, turen, søndagstur' },
    {
      says: sport('walk', 'strong'),
      words:
        'gåtur, gå, gange, spasertur, luftetur, trilletur, kveldstur, hundetur, lufte hunden, tur med hunden, morgengåtur, gåtur om kvelden, ettermiddagsgåtur, lunsjgåtur, kveldsgåtur, stavgang, gikk, spasere, rask gange',
      endings: 'gåtur, spasertur',
    },
    {
      says: sport('lift', 'strong'),
      words:
        'styrke, styrke bein, styrke overkropp, styrketrening, styrkeøkt, vekter, kjerne, kjernemuskulatur, sirkeltrening, sats styrke, vekttrening, markløft, knebøy, benkpress, basistrening, beinøkt, kondisjon og styrke',
      endings: 'styrke',
    },
    {
      says: sport('other', 'strong'),
      words:
        'fotball, håndball, volleyball, bandy, ishockey, innebandy, klatring, klatre, buldring, klatrehall, alpint, slalåm, slalom, snøbrett, skøyter, skøyting, rulleskøyter, ridning, ridetur, ri, dans, turn, bordtennis, yoga, tøying, uttøying, bevegelighet, seiling, surfing, boksing, ellipsemaskin, hagearbeid, snømåking, måking, golfrunde, aking, fiske, vannaerobic, motorsykkel',
    },
    { says: [hint('bike', 'medium')], words: 'tempoøkt sykkel, landeveistur, gruppetur' },
    {
      says: mark('filler'),
      words:
        'morgen, formiddag, ettermiddag, kveld, kvelds, lunsj, natt, søndag, mandag, tirsdag, onsdag, torsdag, fredag, lørdag, helg, helge, i, på, av, ved, om, en, et, ei, den, det, skogen, skog, marka, fjellet, fjell, vann, stranda, byen, hjem, jobb, hunden, regn, vind, motvind, sol, snø, varmt, kaldt, fin, fint, god, deilig, kort, rask, raskt, liten, lita, stor, første, siste, igjen, endelig, dag, min, mine, timer, time, minutter, økt, økta, runde, gutta, jentene, ferie, sommer, vinter, høst, vår, kveldens, dagens, herlig',
    },
  ],
};

export const DANISH: Lexicon = {
  language: 'da',
  rows: [
    ...SHARED,
    {
      says: sport('run', 'strong'),
      words:
        'løb, løbe, løber, løbetur, løbet, løbetræning, joggetur, jogging, morgenløb, aftenløb, eftermiddagsløb, frokostløb, natteløb, løbeklub, skovløb, intervalløb, langtur løb, orienteringsløb, løb med, rolig løbetur, løbepas, gadeløb, formiddagsløb, løbehjul løb',
      endings: 'løb, løbetur',
    },
    { says: [sport('run', 'strong'), intensity('endurance')], words: 'lang løbetur, langtur løb' },
    { says: [habit('run', 'strong'), intensity('endurance')], words: 'langturen' },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: 'løbebånd, på løbebånd, løbebåndet, på båndet',
    },
    { says: sport('trail_run', 'certain'), words: 'trailløb, terrænløb, bjergløb, trail løb' },
    {
      says: sport('bike', 'strong'),
      words:
        'cykel, cykle, cykling, cykeltur, cyklet, cykelløb, landevej, landevejscykling, mtb tur, mountainbike tur, racercykel, grustur, gruscykling, morgencykeltur, aftencykeltur, eftermiddagscykeltur, frokostcykeltur, cykelpendling, cykeltræning, elcykel, cykelmotion, formiddagscykeltur, cykeltur om morgenen',
      endings: 'cykeltur, cykling',
    },
    {
      says: sport('swim', 'strong'),
      words:
        'svømning, svømme, svømmetur, svømmet, svømmehal, svømmetræning, crawl, bassin, morgensvømning, aftensvømning, frokostsvømning, eftermiddagssvømning, svøm, svømmepas, baner svøm, baner',
      endings: 'svømning',
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words:
        'åbent vand, åbent vand svømning, havsvømning, svømning i havet, svømme i havet, havsvøm, svømning i søen, vinterbadning, svømmetur i havet',
    },
    {
      says: sport('row', 'strong'),
      words:
        'roning, ro, romaskine, roet, kajak, kajaktur, kano, padle, padling, roergometer, ergometer, rotur',
    },
    {
      says: sport('hike', 'strong'),
      words: 'vandring, vandretur, vandre, bjergvandring, trekking, bjergtur, naturvandring, vandrede',
      endings: 'vandretur',
    },
    { says: sport('hike', 'faint'), words: 'tur, turen' },
    {
      says: sport('walk', 'strong'),
      words:
        'gåtur, gå, gang, gik, spadseretur, tur med hunden, luftetur, hundetur, aftentur, lufte hund, morgengåtur, aftengåtur, eftermiddagsgåtur, frokostgåtur, stavgang, travetur, rask gang, barnevognstur',
      endings: 'gåtur',
    },
    {
      says: sport('lift', 'strong'),
      words:
        'styrke, styrketræning, vægte, vægttræning, fitness, core træning, mavebøjninger, cirkeltræning, dødløft, bænkpres, crosstræning, bentræning',
      endings: 'styrketræning',
    },
    {
      says: sport('other', 'strong'),
      words:
        'fodbold, håndbold, badminton, volleyball, bordtennis, klatring, bouldering, skiferie, alpint, ridning, ridetur, dans, gymnastik, boksning, skøjter, skøjteløb, rulleskøjter, yoga, udstrækning, sejlads, sejltur, surfing, havearbejde, crosstrainer, windsurfing, ishockey, golfrunde, strækøvelser, motorcykel, fisketur',
    },
    {
      says: mark('filler'),
      words:
        'morgen, formiddag, eftermiddag, aften, nat, frokost, middag, søndag, mandag, tirsdag, onsdag, torsdag, fredag, lørdag, weekend, i, på, af, ved, om, en, et, den, det, de, skoven, skov, søerne, sø, strand, stranden, parken, byen, hjem, arbejde, hunden, regn, vind, blæst, modvind, sol, sne, varmt, koldt, dejlig, god, fin, flot, kort, hurtig, lille, stor, første, sidste, igen, endelig, dag, dagens, min, mine, timer, time, minutter, pas, runde, drengene, ferie, sommer, vinter, efterår, forår, hurtigt, hyggelig, hygge, skøn',
    },
  ],
};

export const SWEDISH: Lexicon = {
  language: 'sv',
  rows: [
    ...SHARED,
    {
      says: sport('run', 'strong'),
      words:
        'löpning, löpa, löptur, löppass, lopp, springa, sprang, sprungit, löprunda, joggingtur, joggning, jogga, joggingrunda, morgonlöpning, kvällslöpning, lunchlöpning, eftermiddagslöpning, nattlöpning, morgonlöptur, lunchjogg, morgonjogg, kvällsjogg, kvällslöptur, löparrunda, orientering, löpträning, löpintervaller, distanslöpning, löparpass, backlöpning, löp, löpningspass',
      endings: 'löpning, löptur, löppass, jogg',
    },
    {
      says: event('run', { level: 7, race: true, strength: 'medium' }),
      words:
        'lidingöloppet, göteborgsvarvet, midnattsloppet, stockholm marathon, blodomloppet, tjejmilen, millopp, milen, terränglopp, stafett, vårruset, hässelbyloppet, maran, premiärmilen',
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: 'löpband, löpbandet, på löpband, bandet, löpbandspass',
    },
    {
      says: sport('trail_run', 'certain'),
      words:
        'traillöpning, terränglöpning, fjällöpning, trailpass, stiglöpning, trail löpning, traillopp, fjällmaraton, bergslöpning, löpning i fjällen',
    },
    {
      says: sport('bike', 'strong'),
      words:
        'cykel, cykla, cykling, cykeltur, cyklat, cyklade, cykelpass, landsväg, landsvägscykling, mountainbike, mtb runda, mtb pass, grusrunda, gruscykling, cykelpendling, cykelpendla, morgoncykling, kvällscykling, lunchcykling, eftermiddagscykling, elcykel, racer, racercykel, cykelrunda, jobbpendling, cykla till jobbet, klunga, klungkörning, gruscykel',
      endings: 'cykling, cykeltur, cykelpass',
    },
    {
      says: sport('swim', 'strong'),
      words:
        'simning, simma, simpass, simmat, simträning, simhall, bassäng, crawl, morgonsim, lunchsim, kvällssim, eftermiddagssim, sim, simtur, morgonsimning, kvällssimning, simmade, frisim, bröstsim, simhallen, längder',
      endings: 'simning, simpass',
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words:
        'öppet vatten, simning i öppet vatten, sjösim, havssim, simma i sjön, simma i havet, ow sim, openwater, vansbrosimningen, vansbro, öppetvatten, utomhussim, simning i sjön',
    },
    {
      says: sport('row', 'strong'),
      words:
        'rodd, roddmaskin, ro, rodde, roddpass, kajak, kajaktur, kanot, paddling, paddla, paddeltur, paddlingstur, paddelpass, kanottur, rodderg',
      endings: 'paddling, rodd',
    },
    {
      says: sport('hike', 'strong'),
      words:
        'vandring, vandra, fjällvandring, vandringstur, dagsvandring, vandrade, fjälltur, toppbestigning, bergsvandring, kungsleden, led vandring',
      endings: 'vandring',
    },
    { says: sport('hike', 'faint'), words: 'tur, turen' },
    {
      says: sport('walk', 'strong'),
      words:
        'promenad, promenera, gå, gång, gick, hundpromenad, hundrunda, powerwalk, rask promenad, barnvagnspromenad, stavgång, kvällspromenad, morgonpromenad, lunchpromenad, eftermiddagspromenad, skogspromenad',
      endings: 'promenad',
    },
    {
      says: sport('lift', 'strong'),
      words:
        'styrka, styrketräning, styrkepass, vikter, gympass, bålträning, bål, cirkelträning, cirkelpass, marklyft, knäböj, bänkpress, crosstraining, benpass, friskis, tyngdlyftning, bålstyrka',
      endings: 'styrka, styrketräning',
    },
    {
      says: sport('other', 'strong'),
      words:
        'fotboll, handboll, innebandy, bandy, ishockey, volleyboll, bordtennis, klättring, klättra, bouldring, utförsåkning, slalom, alpint, snowboard, skridskor, skridsko, långfärdsskridskor, skridskoåkning, inlines, ridning, rida, dans, gymnastik, boxning, yoga, stretch, rörlighet, segling, surfing, trädgårdsarbete, snöskottning, crosstrainer, golfrunda, pulka, fiske, utförs, motorcykel, vattengympa, tennis',
    },
    {
      says: mark('filler'),
      words:
        'morgon, förmiddag, eftermiddag, kväll, natt, lunch, söndag, måndag, tisdag, onsdag, torsdag, fredag, lördag, helg, i, på, av, vid, om, en, ett, den, det, de, skogen, skog, sjö, stranden, parken, stan, hem, jobbet, jobb, hunden, regn, vind, motvind, blåst, sol, snö, varmt, kallt, fin, fint, skön, skönt, härlig, härligt, bra, kort, snabb, snabbt, liten, lilla, stor, första, sista, igen, äntligen, dag, dagens, min, mina, timmar, timme, minuter, pass, passet, runda, varv, semester, sommar, vinter, höst, vår, söndagstur, tidig, mysig',
    },
  ],
};
