/** Portuguese, of Brazil and of Portugal. */
import { event, habit, hint, intensity, type Lexicon, mark, multi, setting, sport } from './sense.ts';

export const PORTUGUESE: Lexicon = {
  language: 'pt',
  grammar: {
    afterWork: `
      limiar
      tempo
    `,
    beforeTarget: `
      às
      objetivo
    `,
    beforeRest: `
      descanso
      recuperação
      pausa
      rec
    `,
    afterRest: `
      descanso
      recuperação
      pausa
    `,
    stages: `
      dia
      etapa
    `,
    afterOther: `
      semana
      depois
    `,
    afterPart: `
      aquecimento
      desaquecimento
    `,
    beforePart: `
      com
      últimos
      primeiros
    `,
    climb: `
      altimetria
      desnível
      acumulado
      ganho
    `,
    beforePace: `
      ritmo
      média
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
      quilometros
      quilometro
    `,
    miles: `
      milhas
    `,
    metres: `
      metros
    `,
    repeats: `
      vezes
    `,
    afterPace: `
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
        pico
        cume
        serra da
        cachoeira
        rota pedestre
        pr1
      `,
    },
    {
      says: hint('lift', 'strong'),
      words: `
        academia
        ginásio
      `,
    },
    {
      says: hint('walk', 'medium'),
      words: `
        com o cachorro
        com o cão
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
        lagoa
        represa
        roupa de borracha
        fato isotérmico
        neoprene
        oceano
        rio
      `,
    },
    {
      says: sport('run', 'strong'),
      words: `
        corrida
        corridinha
        correr
        correndo
        corri
        corridas
        corrida matinal
        corrida vespertina
        trote
        trotinho
        corrida leve
        caminhada e corrida
        corrida de orientação
        jogging
        corredor
        corredores
        corrida contínua
        corrida na esteira leve
      `,
    },
    {
      says: habit('run', 'strong'),
      words: `
        rodagem
      `,
    },
    {
      says: [habit('run', 'strong'), intensity('endurance')],
      words: `
        longão
        longao
        longuinho
      `,
    },
    {
      says: [sport('run', 'strong'), intensity('easy')],
      words: `
        corrida regenerativa
        trote regenerativo
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('intervals')],
      words: `
        tiros
        tiro
        intervalado
        pista
        fartlek
      `,
    },
    {
      says: [hint('run', 'medium'), intensity('tempo')],
      words: `
        ritmo de maratona
        ritmo maratona
        tempo run
      `,
    },
    {
      says: [setting('treadmill'), sport('treadmill_run', 'certain')],
      words: `
        esteira
        corrida na esteira
        passadeira
        corrida na passadeira
        tapete rolante
      `,
    },
    {
      says: sport('trail_run', 'certain'),
      words: `
        corrida de trilha
        corrida na trilha
        corrida em trilha
        corrida de montanha
        trail noturno
        treino de trail
        corrida de aventura
        corrida na montanha
      `,
    },
    {
      says: sport('bike', 'strong'),
      words: `
        pedal
        pedalada
        pedalar
        pedalando
        pedalei
        bike
        bicicleta
        ciclismo
        passeio de bicicleta
        passeio de bike
        btt
        mtb
        cicloturismo
        ciclista
        speed bike
        bikezinha
        pedalzinho
        bicla
      `,
    },
    {
      says: hint('bike', 'medium'),
      words: `
        contra relógio
        contrarrelógio
        cri
        giro leve
        audax
        speed
      `,
    },
    {
      says: hint('bike', 'weak'),
      words: `
        giro
        volta
        voltinha
        serra
      `,
    },
    {
      says: [setting('indoor'), sport('indoor_bike', 'certain')],
      words: `
        rolo
        rolos
        bicicleta ergométrica
        spinning
        pedalada virtual
        ciclismo virtual
        bicicleta estática
        bike ergométrica
        cicleta
        pedal virtual
      `,
    },
    {
      says: sport('swim', 'strong'),
      words: `
        natação
        nadar
        nadando
        nado
        nadei
        piscina
        braçadas
        crawl
        costas nado
        natação na piscina
        palmar
      `,
    },
    {
      says: [setting('open_water'), sport('open_water_swim', 'certain')],
      words: `
        águas abertas
        natação em águas abertas
        travessia
        travessia a nado
        mar aberto
        nado em águas abertas
      `,
    },
    {
      says: sport('row', 'strong'),
      words: `
        remo
        remar
        remando
        remada
        remoergômetro
        ergômetro
        canoagem
        caiaque
        kayak
        canoa
        va a
      `,
    },
    {
      says: sport('ski', 'certain'),
      words: `
        esqui de fundo
        esqui nórdico
        esqui cross country
        rollerski
        esqui de travessia
      `,
    },
    {
      says: sport('hike', 'strong'),
      words: `
        trilha
        trilhas
        trekking
        caminhada na serra
        montanhismo
        travessia a pé
        percurso pedestre
        caminhada na trilha
        escalaminhada
        subida ao pico
      `,
    },
    {
      says: sport('walk', 'strong'),
      words: `
        caminhada
        caminhar
        caminhando
        passeio com o cachorro
        passeio com o cão
        caminhada leve
        passeio
        marcha
        passear
        caminhadinha
      `,
    },
    {
      says: sport('lift', 'strong'),
      words: `
        força
        musculação
        treinamento com peso
        pesos
        treino de pernas
        perna
        leg day
        peito
        costas
        ombro
        bíceps
        superiores
        inferiores
        abdominais
        agachamento
        levantamento terra
        supino
        funcional
        fortalecimento
        reforço muscular
        perna na peito e tríceps
        costas e bíceps
        core
        calistenia
        malhar
        malhação
        levantamento de peso
      `,
    },
    {
      says: sport('other', 'strong'),
      words: `
        futebol
        futsal
        pelada
        basquete
        basquetebol
        vôlei
        voleibol
        futevôlei
        tênis
        ténis
        escalada
        patinação
        patins
        patinagem
        esqui
        surfe
        surf
        dança
        equitação
        cavalgada
        boxe
        luta
        lutas
        jiu-jitsu
        elíptico
        alongamento
        alongamentos
        vela
        mergulho
        hidroginástica
        ginástica
        capoeira
        yoga
        ioga
        pilates
        skate
        artes marciais
        mobilidade
        moto
        padel
        hóquei
        jardinagem
        pesca
        peteca
        meditação
      `,
    },
    {
      says: multi('brick', 'strong'),
      words: `
        treino de transição
        transição
        transições
        treino combinado
        brick
        simulado de triathlon
        treino brick
      `,
    },
    {
      says: multi('brick', 'strong', ['bike', 'run']),
      words: `
        bike corrida
        transição bike corrida
        ciclismo corrida
      `,
    },
    {
      says: [multi('triathlon', 'certain'), mark('race')],
      words: `
        triatlo
        triatlon
        triátlon
        triathlon olímpico
        triathlon sprint
        meio ironman
      `,
    },
    {
      says: [multi('duathlon', 'certain'), mark('race')],
      words: `
        duatlo
        duátlon
        duatlon
      `,
    },
    {
      says: multi('brick', 'strong', ['swim', 'run']),
      words: `
        aquatlo
        aquathlon
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 51.5, hours: 2.6, strength: 'certain' }),
      words: `
        triathlon olímpico
        triatlo olímpico
        distância olímpica
      `,
    },
    {
      says: event('triathlon', { level: 8, km: 25.75, hours: 1.3, strength: 'certain' }),
      words: `
        triathlon sprint
        triatlo sprint
      `,
    },
    {
      says: event('triathlon', { level: 6, km: 113, hours: 5.5, strength: 'certain' }),
      words: `
        meio ironman
        meio iron
      `,
    },
    {
      says: event('run', { level: 7, km: 42.195 }),
      words: `
        maratona
        maratona de
        maratona do
      `,
    },
    {
      says: event('run', { level: 8, km: 21.0975 }),
      words: `
        meia maratona
        meia
        meia de
        meia do
        meia maratona de
        meia maratona do
      `,
    },
    {
      says: event('run', { level: 8 }),
      words: `
        corrida de rua
        são silvestre
        corrida internacional
        circuito das estações
        prova de corrida
        corrida do
        corrida da mulher
        corta-mato
        corta mato
        corrida de são silvestre
        revezamento
        corrida 10k
        corrida 5k
        volta da pampulha
        prova de 10 km
        prova de estrada
      `,
    },
    {
      says: event('bike', { level: 6 }),
      words: `
        gran fondo
        granfondo
        prova de ciclismo
        prova de mtb
        maratona btt
        maratona de mtb
        desafio de mtb
        prova de btt
        corrida de bicicleta
        l etape brasil
      `,
    },
    {
      says: mark('race'),
      words: `
        prova
        competição
        campeonato
        medalha
        chegada
        pódio
        finisher
        recorde
        rp
        recorde pessoal
        dia de prova
        largada
        dorsal
        colocação
        lugar
      `,
    },
    {
      says: mark('not_race'),
      words: `
        ritmo
        ritmo de prova
        treino para
        rumo à
        rumo ao
        entrega de kits
        retirada de kit
        retirada do kit
        voluntário
        torcendo
        simulado
        foco na
        reconhecimento
        pré prova
        véspera
        objetivo
      `,
    },
    {
      says: [mark('not_race'), mark('plan')],
      words: `
        preparação
        treino
        treinando
        treinão
        plano
        semana
      `,
    },
    {
      says: intensity('recovery'),
      words: `
        recuperação
        regenerativo
        regenerativa
        soltar
        solto
        soltura
        descompressão
        recovery
      `,
    },
    {
      says: intensity('easy'),
      words: `
        leve
        levinho
        levinha
        fácil
        tranquilo
        tranquila
        suave
        ligeira
        ligeiro
        de boa
        confortável
        lento
      `,
    },
    {
      says: intensity('endurance'),
      words: `
        longo
        longa
        base
        aeróbico
        aeróbica
        resistência
        endurance
        z2
        fundo
      `,
    },
    {
      says: intensity('steady'),
      words: `
        progressivo
        progressiva
        moderado
        moderada
      `,
    },
    {
      says: intensity('tempo'),
      words: `
        ritmo
        tempo run
        ritmo de prova
        ritmado
      `,
    },
    {
      says: intensity('threshold'),
      words: `
        limiar
        no limiar
        limiar anaeróbio
      `,
    },
    {
      says: intensity('intervals'),
      words: `
        intervalado
        intervalados
        intervalos
        tiros
        séries
        repetições
        forte
        pirâmide
      `,
    },
    {
      says: intensity('sprint'),
      words: `
        sprints
        velocidade
      `,
    },
    {
      says: intensity('strides'),
      words: `
        educativos
        acelerações
        retas
      `,
    },
    {
      says: mark('negate'),
      words: `
        sem
        não
        nada de
        em vez de
        ao invés de
        nem
        em vez da
      `,
    },
    {
      says: mark('cancel'),
      words: `
        cancelado
        cancelada
        descanso
        dia de descanso
        lesionado
        lesão
        doente
        adiado
        adiada
        folga
        day off
      `,
    },
    {
      says: mark('noise'),
      words: `
        tênis novo
        tênis de corrida
        tênis novos
        sapatilhas novas
        bike fit
        lavar a bike
        lavagem da bike
        oficina
        manutenção
        manutenção da bike
        fisioterapia
        fisio
        jantar
        churrasco
        de carro
        carro
        trem
        compras
        reunião
        médico
        bikefit
        loja
        confraternização
      `,
    },
    {
      says: mark('background'),
      words: `
        depois da
        depois do
        depois de
        após
        após a
        após o
        antes da
        antes do
        antes de
        pós
        pré
        para a
        para o
        pra
        véspera da
        véspera do
        pensando na
      `,
    },
    {
      says: mark('towards'),
      words: `
        até a
        até o
        até à
        até ao
        para casa
        em direção
        em volta da
        em volta do
        ao redor da
        ao redor do
        ao
      `,
    },
    {
      says: mark('or'),
      words: `
        ou
      `,
    },
    {
      says: mark('then'),
      words: `
        depois
        seguido de
        seguida de
        e depois
        em seguida
        logo após
      `,
    },
    {
      says: mark('with'),
      words: `
        com
      `,
    },
    {
      says: mark('and'),
      words: `
        e
        mais
      `,
    },
    {
      says: mark('part'),
      words: `
        aquecimento
        desaquecimento
        volta à calma
        incluindo
      `,
    },
    {
      says: mark('filler'),
      words: `
        manhã
        matinal
        tarde
        noite
        noturna
        noturno
        vespertina
        vespertino
        almoço
        hora do almoço
        domingo
        segunda
        terça
        quarta
        quinta
        sexta
        sábado
        domingueira
        o
        a
        os
        as
        um
        uma
        de
        do
        da
        dos
        das
        no
        na
        em
        por
        praia
        parque
        orla
        serra
        amigos
        galera
        com a galera
        chuva
        vento
        calor
        frio
        sol
        neve
        dia
        hoje
        primeira
        primeiro
        último
        última
        meu
        minha
        bom
        boa
        ótimo
        belo
        curto
        curta
        horas
        hora
        minutos
        casa
        trabalho
        cachorro
        grupo
        treino
        treininho
        férias
        volta para casa
        mais um
        mais uma
        finalmente
        só
      `,
    },
    {
      says: hint('run', 'weak'),
      words: `
        subidas
        rampas
      `,
    },
    {
      says: intensity('terrain'),
      words: `
        subidas
      `,
    },
    {
      says: [intensity('coolDown'), mark('part')],
      words: `
        volta à calma
        desaquecimento
      `,
    },
  ],
};
