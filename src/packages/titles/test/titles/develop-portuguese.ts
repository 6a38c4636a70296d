import type { LabelledTitle } from './labelled-title.ts';

export const TITLES: readonly LabelledTitle[] = [
  { title: 'Corrida matinal', locale: 'pt-BR', type: 'run' },
  { title: 'Pedalada vespertina', locale: 'pt-BR', type: 'bike' },
  { title: 'Natação noturna', locale: 'pt-BR', type: 'swim' },
  { title: 'Lisboa Ciclismo', type: 'bike' },
  { title: 'Caminhada na hora do almoço', locale: 'pt-BR', type: 'walk' },
  { title: 'Longão de domingo 20km', type: 'run' },
  { title: 'Tiros 10x400 na pista', type: 'run' },
  { title: 'Rolo 50 min, giro leve', type: 'indoor_bike', durationMin: 50 },
  { title: 'Pedal com a galera até Morungaba', type: 'bike' },
  { title: 'Esteira 8 km', type: 'treadmill_run' },
  { title: 'Meia do Porto', type: 'run', isRace: true },
  { title: 'São Silvestre, 15 km de calor', type: 'run', isRace: true },
  { title: 'Águas abertas em Ilhabela', type: 'open_water_swim' },
  { title: 'Remo na Lagoa, 4x1000', type: 'row' },
  { title: 'Musculação A: peito', type: 'lift' },
  { title: 'Trilha da Pedra Grande com mochila', type: 'hike' },
  { title: 'Trail run Serra do Mar, 18k', type: 'trail_run' },
  { title: 'Ironman Brasil Floripa', type: 'triathlon', isRace: true },
  { title: 'Duatlo de Setúbal', type: 'duathlon', isRace: true },
  { title: 'Futevôlei', type: 'other' },
];
