/** French. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const FRENCH: Lexicon = {
  language: 'fr',
  grammar: {
    afterWork: `
      seuil
      tempo
      as10
      as21
      as42
      vma
    `,
    beforeTarget: `
      objectif
    `,
    beforeRest: `
      récup
      récupération
      repos
    `,
    stages: `
      jour
      étape
      etape
    `,
    afterOther: `
      semaine
    `,
    afterPart: `
      échauffement
      échauf
      rac
    `,
    beforePart: `
      avec
      dont
      derniers
      dernières
      premiers
      premières
      dernier
    `,
    climb: `
      dénivelé
      denivele
      deniv
    `,
    beforePace: `
      allure
      moyenne
    `,
    headFirst: true,
    hours: `
      heure
      heures
    `,
    minutes: `
      mn
    `,
    seconds: `
      secondes
    `,
    miles: `
      milles
    `,
    repeats: `
      fois
    `,
    afterPace: `
      allure
    `,
    afterRest: `
      recup
      repos
      récupération
      récup
    `,
    joiners: `
      et
    `,
  },
  rows: [
    {
      says: hint('hike', 'medium'),
      words: `
        sommet
        refuge
        crêtes
        sentier
        sentiers
        lac de montagne
        boucle du lac
        gr20
        gr 20
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        salle de sport
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        avec le chien
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        cours de vélo
        vélo spinning
        vélo à la salle
        vélo salle
        cours de rpm
        vélo sur place
      `,
    },
    {
      says: [setting('trail'), hint('trail_run', 'strong')],
      words: `
        trail
        trails
      `,
    },
    // Running
    {
      says: sport('run', 'strong'),
      words: `
        course à pied
        cap
        c.a.p.
        footing
        courir
        couru
        jogging
        coureur
        coureuse
        marche course
        course d orientation
        courette
        sortie course
        course avec le chien
        cani cross
        course sur piste
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('endurance')],
      words: `
        footing ef
        sortie longue cap
        sortie longue course à pied
        sortie longue à pied
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        sortie longue
        sl
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('tempo')],
      words: `
        allure marathon
        allure semi
        allure spécifique
        as42
        as21
        as10
        allure 10
        as 10
        as 21
        as 42
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        fractionné
        fractionnés
        fractionné piste
        vma
        piste
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('endurance')],
      words: `
        ef
        endurance fondamentale
        sortie ef
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        tapis
        footing sur tapis
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        sortie trail
        trail nocturne
        trail du
        trail de
        trail des
        rando trail
        course en montagne
        trail blanc
        rando course
        kv
        trail en montagne
        trail running
        entraînement trail
      `,
    },
    // Ambiguous alone: a race or a run
    {
      says: sport('run', 'weak'),
      words: `
        course
        courses
        course du
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        sortie
        sorties
        sortie club
        tour
        boulot
        vélotaf aller
      `,
    },
    // Cycling
    {
      says: sport('bike', 'strong'),
      words: `
        vélo
        velo
        vélos
        balade à vélo
        balade vélo
        cyclo
        cyclisme
        cyclotourisme
        rando vélo
        randonnée vélo
        rando vtt
        randonnée vtt
        vtt
        vttae
        vae
        sortie gravel
        sortie route
        vélotaf
        velotaf
        velotaff
        pédaler
        pédalé
        roulé
        rouler
        roulage
        bicyclette
        biclou
        bicloo
        vélib
        balade en vélo
        cyclocross
        clm vélo
        sortie velo club
        cols à vélo
        fixie
        pignon fixe
        brevet cyclo
        brm
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        clm
        contre la montre
        col du
        col de
        ascension du ventoux
        ventoux
        peloton cyclo
        cyclosport
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        home trainer
        hometrainer
        ht
        vélo d appartement
        vélo en salle
        vélo virtuel
        sortie vélo virtuelle
        sur home trainer
        rpm
        biking en salle
        rouleaux
        vélo ergomètre
        vélo elliptique vélo
      `,
    },
    // Swimming
    {
      says: sport('swim', 'strong'),
      words: `
        natation
        nage
        nager
        nagé
        piscine
        longueurs
        bassin
        crawl
        brasse
        dos crawlé
        natation en piscine
        baignade sportive
        pull buoy
        maîtres nageurs
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        eau libre
        nage en eau libre
        en eau libre
        natation en eau libre
        traversée à la nage
        traversée du lac
        nage en rivière
      `,
    },
    {
      says: setting('open_water'),
      words: `
        lac
        mer
        océan
        étang
        combi
        néoprène
        calanque
        calanques
        combi néoprène
        combinaison
      `,
    },
    // Rowing, skiing, feet, strength, other
    {
      says: sport('row', 'strong'),
      words: `
        aviron
        rameur
        ramer
        canoë
        canoé
        canoë kayak
        pagaie
        pirogue
        ergomètre
        skiff
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        ski de fond
        ski nordique
        skating ski
        ski de fond skating
        ski roues
        ski à roulettes
        ski de rando
        ski de randonnée
        rando ski
        raquettes
        ski alpinisme
        biathlon
        peaux de phoque
        randonnée à ski
        randonnée en raquettes
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        rando
        randonnée
        randonner
        trek
        treck
        alpinisme
        tour du mont blanc
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        marche
        marcher
        promenade
        balade
        ballade
        balade avec le chien
        flânerie
        sortie du chien
        marche active
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        muscu
        musculation
        poids
        haltères et poids
        renfo
        renforcement
        fractionné de haute intensité
        gainage
        ppg
        pps
        haltères
        haltérophilie
        abdos
        pompes
        squats
        tractions
        cross training
        développé couché
        soulevé de terre
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        escalade
        bloc
        foot
        football
        futsal
        équitation
        balade à cheval
        danse
        ski alpin
        ski de piste
        snowboard
        patinage
        patin à glace
        roller
        rollers
        vélo elliptique
        elliptique
        étirements
        stretching
        voile
        plongée
        boxe
        pétanque
        corde à sauter
        aquagym
        aquabike cours
        marche aquatique
        longe côte
        méditation
        jardinage
        assouplissements
        randonnée équestre
        moto
        luge
        gym douce
        trottinette
        pêche
        chasse
        arts martiaux
        tir à l arc
      `,
    },
    // Multi-sport
    {
      says: multi('brick', 'strong'),
      words: `
        enchaînement
        enchainement
        enchaînements
        enchainé
        enchaîné
        multi enchaînement
        séance enchaînée
        transition
        enchainements
        enchainer
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        enchaînement vélo cap
        enchaînement vélo course
        vélo cap
        enchaînement vélo course à pied
        run and bike
        bike and run
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        aquathlon
        swimrun
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triathlon
        tri sprint
        entraînement triathlon
        triathlon m
        triathlon s
        triathlon l
        triathlon xs
        triathlon xxl
        half
        distance m
        distance olympique
        format m
        tri m
        tri s
        tri l
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        triathlon m
        distance olympique
        triathlon courte distance
        tri m
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'certain' }),
      words: `
        triathlon s
        triathlon sprint
        tri s
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        triathlon half
        half de
        half d
        half du
        half ironman
        triathlon l
        tri l
      `,
    },
    // Races
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        marathon de
        marathon du
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        semi
        semi marathon
        semi-marathon
        semi de
      `,
    },
    {
      says: event('run', { level: 8, km: 10 }),
      words: `
        10 km de
        10 km du
        10km de
        les 10 km
        foulées
        les foulées
        corrida
        cross du
        cross
        course nature
        relais ekiden
        20 km de paris
        20 km de bruxelles
        la parisienne
        course des héros
        la course de
        course de la
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        cyclosportive
        cyclo sportive
        grimpée
        course cycliste
        course vélo
        course vtt
        critérium
        course fsgt
        course ufolep
        gentleman
        raid vtt
      `,
    },
    {
      says: event('trail_run', { level: 5 }),
      words: `
        trail des
        trail du
        trail de la
        ultra trail
        raid multisport trail
        course en sentier
      `,
    },
    {
      says: mark('race'),
      words: `
        compétition
        compet
        compète
        compét
        dossard
        finisher
        podium
        championnat
        championnats
        record
        rp
        record perso
        arrivée
        course officielle
        jour j
        objectif a
        départ de la course
        interclubs
        place au scratch
      `,
    },
    {
      says: mark('not_race'),
      words: `
        allure
        reconnaissance
        reco
        recos
        prépa marathon
        prépa semi
        prépa trail
        spectateur
        supporter
        bénévole
        bénévolat
        retrait
        retrait dossard
        retrait des dossards
        pour le
        objectif
        avant course
        veille de course
        plan marathon
        plan d entraînement
        simulation
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        prépa
        préparation
        entraînement
        entrainement
        entr
        plan
        semaine
      `,
    },
    // Intensity
    {
      says: intensity('recovery'),
      words: `
        récup
        récupération
        décrassage
        régé
        régénération
        récupératrice
        footing récup
        recup active
        récup active
        déblocage
      `,
    },
    {
      says: intensity('easy'),
      words: `
        cool
        tranquille
        tranquillou
        tranquilou
        facile
        souple
        en souplesse
        relax
        léger
        pépère
        doux
        douce
        lent
        lente
        aisance
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        endurance
        ef
        fond
        foncier
        longue
        long
        aérobie
        endurance fondamentale
        endurance de base
        i2
      `,
    },
    {
      says: intensity('steady'),
      words: `
        progressif
        progressive
        active
        endurance active
        soutenu
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        allure spécifique
        allure course
        allure marathon
        rythme
        i3
        allure
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        seuil
        séance au seuil
        au seuil
        seuil anaérobie
        i4
      `,
    },
    {
      says: intensity('vo2max'),
      words: `
        vma
        pma
        i5
        vo2
        vo2 max
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        fractionné
        fractionnés
        intervalles
        répétitions
        fractions
        pyramide
        fartlek
        séance dure
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprints
        vitesse
      `,
    },
    {
      says: intensity('strides'),
      words: `
        lignes droites
        ld
        accélérations
      `,
    },
    // Structure
    {
      says: mark('negate'),
      words: `
        pas de
        sans
        pas
        au lieu de
        plutôt que
        au lieu du
        pas d
        aucune
        aucun
      `,
    },
    {
      says: mark('cancel'),
      words: `
        annulé
        annulée
        annulation
        volé
        volée
        fermé
        fermée
        cassé
        cassée
        en panne
        salon
        cours de natation enfants
        vente
        vendu
        repos
        jour de repos
        malade
        blessé
        blessée
        reporté
        reportée
        report
      `,
    },
    {
      says: mark('noise'),
      words: `
        courses au supermarché
        faire les courses
        les courses
        courses de noël
        étude posturale
        étude posturale vélo
        réparation vélo
        nettoyage vélo
        entretien vélo
        révision vélo
        atelier vélo
        chaussures
        nouvelles chaussures
        chaussures de course
        achat
        kiné
        ostéo
        apéro
        apéro running
        trajet en voiture
        voiture
        train
        en train
        télésiège
        assemblée générale
        ag du club
        réunion
        marché de noël
        au marché
        bricolage
        tonte
        tondre
        certificat médical
        rdv
        repas du club
        soirée du club
        dîner
      `,
    },
    {
      says: mark('background'),
      words: `
        après
        après le
        après la
        avant
        avant le
        avant la
        veille de
        veille du
        lendemain de
        lendemain du
        pour
        suite au
        retour de
        depuis
        en vue de
        en vue du
      `,
    },
    {
      says: mark('towards'),
      words: `
        vers la
        vers le
        à la
        jusqu à la
        jusqu au
        autour de la
        le long de
      `,
    },
    {
      says: mark('or'),
      words: `
        ou
        ou bien
      `,
    },
    {
      says: mark('then'),
      words: `
        puis
        suivi de
        suivie de
        enchaîné avec
        enchainé avec
        enchaîné par
        ensuite
        enchainement avec
      `,
    },
    {
      says: mark('with'),
      words: `
        avec
      `,
    },
    {
      says: mark('and'),
      words: `
        et
        plus
      `,
    },
    {
      says: mark('part'),
      words: `
        échauffement
        échauf
        retour au calme
        dont
        rac
        éch
      `,
    },
    {
      says: mark('filler'),
      words: `
        matin
        matinale
        matinal
        cap ferret
        cap corse
        cap d agde
        cap martin
        cap d ail
        cap d antibes
        cap breton
        cap formentor
        cap de formentor
        cap blanc nez
        cap gris nez
        cap fréhel
        cap sur
        cap vert
        cap town
        cap ou pas cap
        matinée
        midi
        après midi
        après-midi
        aprem
        soir
        soirée
        nuit
        nocturne
        dimanche
        lundi
        mardi
        mercredi
        jeudi
        vendredi
        samedi
        dominicale
        hebdo
        le
        la
        les
        du
        des
        de
        un
        une
        au
        aux
        en
        dans
        sur
        autour
        forêt
        bois
        canal
        plage
        bord
        parc
        avec les copains
        copains
        petite
        grosse
        gros
        grande
        grand
        belle
        beau
        bon
        bonne
        vent
        pluie
        soleil
        neige
        froid
        chaleur
        boucle
        séance
        jour
        enfin
        premier
        première
        dernier
        dernière
        reprise
        journée
        heure
        heures
        mon
        ma
        mes
        sous
        chien
        avec
        sympa
        vacances
        club
        travail
        maison
        chez
        entre
        retour
        aller
        km
        jambes
        dure
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        côtes
      `,
    },
    {
      says: sport('swim', 'weak'),
      words: `
        nat
      `,
    },
    {
      says: mark('filler'),
      words: `
        petit
        ptit
        p'tit
        nord
        sud
        est
        ouest
        train
        sous la pluie
        avec
        chez
        sans
        un
        une
        deux
        ce
        cette
        mon
        ma
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        côtes
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        retour au calme
        rac
      `,
    },
  ],
};
