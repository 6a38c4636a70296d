export const feedbackInputExample = {
  gi_comfort: 'good',
  energy_level: 'adequate',
  hydration_feel: 'dehydrated',
  notes: 'Warm last hour.',
  actual_intake: { carbs_grams: 205, fluid_ml: 1180, sodium_mg: 1100 },
};

export const feedbackExample = {
  id: 'fbk_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_tc001jcc9q0x8v5n3m1t7k2b6h4dz',
  activity_id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
  ...feedbackInputExample,
  body_mass_before_kg: null,
  body_mass_after_kg: null,
  urine_ml: null,
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1.105,
      after: 1.21,
      unit: '×',
      reason: 'you felt dehydrated after drinking 337 ml/h',
    },
    {
      parameter: 'run_carb_tolerance',
      before: 75,
      after: 80.6,
      unit: 'g/h',
      reason: 'your gut was good at 59 g/h',
    },
    {
      parameter: 'carb_need_multiplier',
      before: 1,
      after: 0.923,
      unit: '×',
      reason: 'your energy was adequate at 59 g/h',
    },
  ],
  not_learned: [],
  remarks: [],
  created_at: '2026-11-29T13:00:00.000Z',
  updated_at: '2026-11-29T13:00:00.000Z',
  tier: 'full',
};

export const sweatTestInputExample = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 58.4,
  body_mass_after_kg: 57.7,
  fluid_ml: 300,
  urine_ml: 0,
  intensity_level: 6,
  weather: { temperature_c: 22, humidity_percent: 55 },
  tested_at: '2026-11-22T09:00:00Z',
};

export const sweatTestExample = {
  id: 'swt_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_tc001jcc9q0x8v5n3m1t7k2b6h4dz',
  ...sweatTestInputExample,
  weather: { temperature_c: 22, humidity_percent: 55, shade: false },
  food_g: null,
  thermal_stress_level: null,
  sweat_sodium_mg_per_l: null,
  tested_at: '2026-11-22T09:00:00.000Z',
  sweat_rate_ml_per_hr: 1000,
  standard_error_ml_per_hr: 180,
  usable: true,
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1.105,
      after: 1.022,
      unit: '×',
      reason: 'a weighed session gave 1000 ml/h',
    },
  ],
  not_learned: [],
  remarks: [],
  tier: 'full',
  created_at: '2026-11-22T10:30:00.000Z',
};

export const learnedExample = {
  data: [
    quantity('sweat_rate_multiplier', 1.21, 0.267, '×', 1),
    quantity('swim_sweat_rate_multiplier', 1.105, 0.276, '×', 0),
    quantity('run_carb_tolerance', 80.6, 14.7, 'g/h', 1),
    quantity('bike_carb_tolerance', 77.8, 18, 'g/h', 0),
    quantity('practised_run_carb', 59, null, 'g/h', 1),
    quantity('practised_bike_carb', 0, null, 'g/h', 0),
    quantity('carb_need_multiplier', 0.923, 0.147, '×', 1),
    quantity('sweat_sodium', 846, 254, 'mg/L', 0),
  ],
  tier: 'full',
};

function quantity(name: string, mean: number, deviation: number | null, unit: string, observations: number) {
  return {
    parameter: name,
    mean,
    standard_deviation: deviation,
    unit,
    observations,
    updated_at: observations === 0 ? null : '2026-11-29T08:00:00.000Z',
  };
}
