/** Spanish. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const SPANISH: Lexicon = {
  language: 'es',
  grammar: {
    afterWork: `
      umbral
      tempo
    `,
    beforeTarget: `
      objetivo
    `,
    beforeRest: `
      descanso
      recuperación
      rec
      pausa
    `,
    afterRest: `
      descanso
      recuperación
      rec
      pausa
    `,
    stages: `
      día
      dia
      etapa
    `,
    afterOther: `
      semana
      después
    `,
    afterPart: `
      calentamiento
      enfriamiento
    `,
    beforePart: `
      con
      últimos
      últimas
      primeros
      incluye
    `,
    climb: `
      desnivel
      ascenso
      subida
    `,
    beforePace: `
      ritmo
      media
    `,
    headFirst: true,
    hours: `
      hora
      horas
    `,
    minutes: `
      minuto
      minutos
    `,
    seconds: `
      segundos
    `,
    kilometres: `
      kilometros
    `,
    miles: `
      millas
    `,
    metres: `
      metros
    `,
    repeats: `
      veces
    `,
    afterPace: `
      ritmo
    `,
    joiners: `
      y
    `,
  },
  rows: [
    {
      says: hint('hike', 'strong'),
      words: `
        sendero
        senderos
        senda
        cumbre
        pico
        peña
        refugio
        cares
        montaña con amigos
        cima
        vereda
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        gimnasio
        gym
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        con el perro
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
        mar
        lago
        embalse
        pantano
        neopreno
        con neopreno
        río
        boyas
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        correr
        corriendo
        corrí
        corrida
        trote
        trotar
        trotando
        footing
        running
        carrera matutina
        carrera de mañana
        carrera de la mañana
        carrera por la mañana
        carrera de mediodía
        carrera de la tarde
        carrera de tarde
        carrera vespertina
        carrera nocturna
        carrera a pie
        carrera continua
        carrera suave
        carrera en pista
        carrera de noche
        carrera por la tarde
        carrera por la noche
        carrera a mediodía
        carrera al mediodía
        carrera de almuerzo
        carrera a la hora del almuerzo
        corredor
        corredores
        trotecito
        carrera de orientación
      `,
    },
    {
      says: habit('run', 'strong'),
      words: `
        rodaje
        rodajes
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        tirada
        rodaje suave largo
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('easy')],
      words: `
        rodaje regenerativo
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        series
        series en pista
        cambios de ritmo
        fartlek
        farlek
        pista
        series cortas
        series largas
        pasadas
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('tempo')],
      words: `
        ritmo maratón
        ritmo media
        ritmo de maratón
        ritmo medio maratón
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        cinta
        cinta de correr
        caminadora
        trotadora
        correr en cinta
        banda de correr
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        carrera por montaña
        carrera de montaña
        correr por montaña
        trail nocturno
        correr por el monte
        trail por
        carreras de montaña
      `,
    },
    {
      says: sport('run', 'medium'),
      words: `
        carrera
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        bici
        bicicleta
        ciclismo
        pedalear
        pedaleando
        pedaleo
        pedalada
        btt
        grupeta
        globera
        rodada
        cicloturismo
        ciclista
        paseo en bici
        rodada en bici
        ruta gravel
        salida gravel
        cicla
        puerto en bici
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        crono
        contrarreloj
        cri
        puerto
        puertos
        subida al angliru
        grupeta del club
        marcha cicloturista
        salida club
        cabra
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        salida
        ruta
        salida larga
        vuelta
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        rodillo
        rodillos
        bici estática
        bicicleta estática
        bicicleta virtual
        ciclismo virtual
        spinning
        ciclo
        bicicleta fija
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        natación
        nadar
        nadando
        nado
        nadé
        piscina
        alberca
        largos
        crol
        nado en piscina
        natación en piscina
        brazadas
        pileta
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        aguas abiertas
        natación en aguas abiertas
        travesía a nado
        travesía
        nado en aguas abiertas
        aguas frías
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        remo
        remar
        remando
        remoergómetro
        ergómetro
        piragua
        piragüismo
        kayak
        canoa
        palear
        trainera
        paddle surf
        pádel surf
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        esquí de fondo
        esquí de travesía
        esquí de montaña
        raquetas
        biatlón
        skimo
        travesía con esquís
        rollerski
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        senderismo
        excursión
        caminata por la montaña
        montañismo
        trekking
        senderista
        ascensión
        subida al pico
        subida al cerro
        monte caminando
        alpinismo
        ruta a pie
        excursionismo
        randonné
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        caminata
        caminar
        caminando
        andar
        andando
        paseo
        pasear
        paseando
        paseo con el perro
        pasos
        andarines
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        fuerza
        pesas
        musculación
        gimnasio piernas
        abdominales
        abdomen
        sentadillas
        intervalos de alta intensidad
        peso muerto
        press banca
        core
        hipertrofia
        funcional
        gimnasio pierna
        día de pierna
        halterofilia
        dominadas
        tren superior
        tren inferior
        pierna gym
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        fútbol
        futbol
        futbito
        baloncesto
        escalada
        rocódromo
        patinaje
        patines
        patinar
        esquí
        esquiar
        snow
        surf
        baile
        bailar
        equitación
        a caballo
        boxeo
        elíptica
        estiramientos
        movilidad
        tenis
        pádel
        padel
        voleibol
        vóley
        buceo
        vela
        artes marciales
        saltar la cuerda
        comba
        yoga
        gimnasia
        jardinería
        meditación
        pilates
        moto
        pesca
        caza
        béisbol
        golf
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        transición
        transiciones
        transicion
        entrenamiento combinado
        combinado
        ladrillo
        sesión combinada
        brick
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        transición bici carrera
        bici correr
        transición bici a pie
        bici y correr
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatlón
        triatlon
        triatlón olímpico
        triatlón sprint
        triatlón cros
        media distancia
        larga distancia triatlón
        tri olímpico
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duatlón
        duatlon
        duatlón cros
        duatlón sprint
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        acuatlón
        aquatlón
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        triatlón olímpico
        distancia olímpica
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'certain' }),
      words: `
        triatlón sprint
        distancia sprint
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        medio ironman
        triatlón media distancia
        media distancia
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maratón
        maraton
        marató
        maratón de
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        media maratón
        medio maratón
        mitja marató
        mitja
        media maraton
        medio maraton
        media de
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        carrera popular
        carrera de la mujer
        san silvestre
        carrera 10k
        carrera de los
        carrera del pavo
        cursa
        milla urbana
        carrera solidaria
        cross escolar
        cross
        10k de
        carrera 5k
        carrera 10 km
        carrera 5 km
        carrera nocturna de
        carrera de obstáculos
        behobia
        cross nacional
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        marcha cicloturista
        gran fondo
        carrera ciclista
        marcha btt
        cicloturista
        quebrantahuesos
        carrera btt
        carrera mtb
        carrera de bici
      `,
    },
    {
      says: mark('race'),
      words: `
        competición
        competencia
        compe
        campeonato
        dorsal
        meta
        podio
        finisher
        récord
        mmp
        marca personal
        puesto
        posición
        clasificación
        día de carrera
        llegada a meta
      `,
    },
    {
      says: mark('not_race'),
      words: `
        ritmo
        objetivo
        para el
        para la
        recogida
        recogida de dorsales
        voluntario
        espectador
        animando
        simulacro
        ritmo de carrera
        reconocimiento
        camino al
        rumbo al
        rumbo a
        camino a
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        preparación
        preparando
        entrenamiento
        entreno
        entrenando
        plan
        semana
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        recuperación
        regenerativo
        recuperar
        regenerativa
        recu
        descarga
        soltar
        soltar piernas
        recuperador
      `,
    },
    {
      says: intensity('easy'),
      words: `
        suave
        suavecito
        suaves
        fácil
        tranquilo
        tranquila
        cómodo
        relax
        ligero
        ligera
        relajado
        lento
        tranqui
        paseíto
        suavito
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        fondo
        base
        aeróbico
        resistencia
        largo
        larga
        fondito
        fondo largo
        aeróbica
        z2
      `,
    },
    {
      says: intensity('steady'),
      words: `
        progresivo
        progresiva
        progresión
        progresivos
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        tempo
        ritmo de carrera
        ritmo competición
        ritmo controlado
        ritmo
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        umbral
        al umbral
        series umbral
        umbral anaeróbico
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervalos
        series
        repeticiones
        intervalo
        intervalado
        pirámide
        cambios
        calidad
        fraccionado
        fraccionados
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprints
        velocidad
        esprints
      `,
    },
    {
      says: intensity('strides'),
      words: `
        rectas
        progresivos
        rectas finales
      `,
    },
    {
      says: mark('negate'),
      words: `
        sin
        no
        no hay
        en vez de
        en lugar de
        nada de
        ni
      `,
    },
    {
      says: mark('cancel'),
      words: `
        cancelado
        cancelada
        descanso
        robada
        robado
        cerrada
        cerrado
        rota
        averiada
        averiado
        feria
        carrera de derecho
        vendida
        corrida de toros
        día de descanso
        lesionado
        lesión
        enfermo
        suspendido
        suspendida
        aplazado
        suspendidas
      `,
    },
    {
      says: mark('noise'),
      words: `
        zapatillas
        zapatillas nuevas
        zapatillas de correr
        estudio biomecánico
        biomecánica
        lavar la bici
        limpiar la bici
        taller
        taller bici
        arreglar la bici
        fisio
        fisioterapia
        cena
        comida del club
        en coche
        coche
        tren
        reunión
        compras
        de compras
        médico
        compra de
        mecánico
      `,
    },
    {
      says: mark('background'),
      words: `
        después de
        después del
        tras
        tras la
        tras el
        antes de
        antes del
        post
        pre
        víspera de
        para
        para la
        para el
        previo a
        de cara a
        pensando en
      `,
    },
    {
      says: mark('towards'),
      words: `
        al
        hasta el
        hasta la
        hacia el
        hacia la
        alrededor del
        alrededor de la
        desde el
        camino del
      `,
    },
    {
      says: mark('or'),
      words: `
        o
        u
      `,
    },
    {
      says: mark('then'),
      words: `
        luego
        después
        seguido de
        seguida de
        y luego
        y después
        a continuación
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
        y
        más
        e
      `,
    },
    {
      says: mark('part'),
      words: `
        calentamiento
        calentar
        vuelta a la calma
        enfriamiento
        incluye
      `,
    },
    {
      says: mark('filler'),
      words: `
        mañana
        mañanas
        matutino
        matutina
        mediodía
        tarde
        vespertino
        vespertina
        noche
        nocturno
        nocturna
        almuerzo
        domingo
        lunes
        martes
        miércoles
        jueves
        viernes
        sábado
        dominical
        el
        la
        los
        las
        un
        una
        de
        del
        en
        por
        pueblo
        playa
        parque
        monte
        montaña
        sierra
        amigos
        con amigos
        viento
        lluvia
        calor
        frío
        sol
        nieve
        día
        primera
        primer
        último
        última
        hoy
        otra
        otro
        mi
        mis
        muy
        bien
        buen
        buena
        gran
        corto
        corta
        corto y
        horas
        hora
        minutos
        casa
        trabajo
        perro
        club
        sesión
        clase
        ida
        kilómetros
        vacaciones
        regreso
        solo
        antes
        puente
      `,
    },
    {
      says: [setting('indoor'), hint('lift', 'strong')],
      words: `
        en el gimnasio
        en el gym
      `,
    },
    {
      says: [sport('run', 'strong'), mark('race')],
      words: `
        primera carrera
        mi primera carrera
      `,
    },
    {
      says: hint('hike', 'weak'),
      words: `
        ascenso
        subida a
        subida al
        ruta circular
        ruta por
        laguna
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        cuestas
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        vuelta a la calma
        enfriamiento
      `,
    },
  ],
};
