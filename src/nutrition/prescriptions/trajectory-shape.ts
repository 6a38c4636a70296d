import { SCENARIOS } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { steadyWaterMass } from './outlook-shape.ts';

const body = {
  at_min: described(z.int(), 'Minutes from the start.'),
  body_mass_change_percent: described(
    z.nullable(z.number()),
    'Change since the start; null for athletes whose weight must not be shown.',
  ),
  plasma_sodium_mmol_per_l: described(z.nullable(z.number()), 'Blood sodium. Null in pregnancy.'),
};

const bound = documented(z.object(body), {
  id: 'TrajectoryBound',
  description: 'One end of the 80% range.',
});

const point = documented(
  z.object({
    at_min: body.at_min,
    fluid_ml: described(z.number(), 'Drunk since the start.'),
    sodium_mg: described(z.number(), 'Taken since the start.'),
    carb_g: described(z.number(), 'Taken since the start.'),
    body_mass_change_percent: body.body_mass_change_percent,
    steady_water_mass_change_percent: steadyWaterMass,
    plasma_sodium_mmol_per_l: body.plasma_sodium_mmol_per_l,
    carb_in_gut_g: described(z.number(), 'Carbohydrate taken that the gut cannot have absorbed yet.'),
  }),
  { id: 'TrajectoryPoint' },
);

const scenario = documented(
  z.object({
    name: described(
      z.enum(SCENARIOS),
      '`planned`: the plan, followed exactly. `thirst`: the planned food, with drink between the plan and what thirst leads to: as planned up to 4 hours, by thirst alone from 10. `ceiling`: plain water at the ceiling, with the planned food. `nothing`: no food or drink.',
    ),
    points: described(z.array(point), 'In order of time; every scenario has the same times.'),
    low: described(z.optional(z.array(bound)), '`planned` and `thirst` only.'),
    high: described(z.optional(z.array(bound)), '`planned` and `thirst` only.'),
    low_sweat: described(
      z.optional(z.array(bound)),
      '`ceiling` only: the same for someone in the lowest tenth for sweat rate whose kidneys retain water.',
    ),
  }),
  { id: 'TrajectoryScenario' },
);

export const Trajectory = documented(
  z.object({
    step_min: described(
      z.int(),
      'Minutes between points: 5 in sessions up to 2 h, 30 beyond 12 h, otherwise 15. Leg boundaries and plan rows add points.',
    ),
    scenarios: z.array(scenario),
  }),
  {
    id: 'Trajectory',
    description:
      'Weight, blood sodium and gut content over the session. `planned` ends at `projection`, and `thirst` at `projection.by_thirst`. An illustrative estimate, not a medical prediction. Always show it with `safety`.',
  },
);

export type Trajectory = z.output<typeof Trajectory>;

/** The member added by `include=trajectory`. */
export const trajectoryMember = {
  full: described(
    z.optional(z.nullable(Trajectory)),
    'Present with `include=trajectory`. Null if `explanation_unavailable` gives a reason, and in a fuel plan while the prescription is stale. Recalculate first.',
  ),
  teaser: described(z.optional(z.null()), 'Full tier only.'),
};

const START = {
  at_min: 0,
  fluid_ml: 0,
  sodium_mg: 0,
  carb_g: 0,
  body_mass_change_percent: 0,
  steady_water_mass_change_percent: 0,
  plasma_sodium_mmol_per_l: 140,
  carb_in_gut_g: 0,
};

/** The plan as followed; up to four hours thirst takes the same amounts. */
const FOLLOWED = {
  points: [
    START,
    {
      at_min: 210,
      fluid_ml: 2700,
      sodium_mg: 1510,
      carb_g: 245,
      body_mass_change_percent: -2.3,
      steady_water_mass_change_percent: -0.61,
      plasma_sodium_mmol_per_l: 142.3,
      carb_in_gut_g: 0,
    },
  ],
  low: [
    { at_min: 0, body_mass_change_percent: 0, plasma_sodium_mmol_per_l: 138.5 },
    { at_min: 210, body_mass_change_percent: -6.1, plasma_sodium_mmol_per_l: 136.6 },
  ],
  high: [
    { at_min: 0, body_mass_change_percent: 0, plasma_sodium_mmol_per_l: 141.5 },
    { at_min: 210, body_mass_change_percent: 0.1, plasma_sodium_mmol_per_l: 152.4 },
  ],
};

/** The first and the last point of that run, as answered among the rest. */
export const trajectoryExample: Trajectory = {
  step_min: 15,
  scenarios: [
    {
      name: 'planned',
      ...FOLLOWED,
    },
    {
      name: 'thirst',
      ...FOLLOWED,
    },
    {
      name: 'ceiling',
      points: [
        START,
        {
          at_min: 210,
          fluid_ml: 3045,
          sodium_mg: 0,
          carb_g: 245,
          body_mass_change_percent: -1.7,
          steady_water_mass_change_percent: -0.61,
          plasma_sodium_mmol_per_l: 137.9,
          carb_in_gut_g: 0,
        },
      ],
      low_sweat: [
        { at_min: 0, body_mass_change_percent: 0, plasma_sodium_mmol_per_l: 140 },
        { at_min: 210, body_mass_change_percent: 0.7, plasma_sodium_mmol_per_l: 132.6 },
      ],
    },
    {
      name: 'nothing',
      points: [
        START,
        {
          at_min: 210,
          fluid_ml: 0,
          sodium_mg: 0,
          carb_g: 0,
          body_mass_change_percent: -7.2,
          steady_water_mass_change_percent: -0.84,
          plasma_sodium_mmol_per_l: 155,
          carb_in_gut_g: 0,
        },
      ],
    },
  ],
};
