import { metricMeasures } from '../amounts.ts';
import type { Texts } from '../texts.ts';
import { ASSISTANT } from './assistant.ts';
import { CAFFEINE } from './caffeine.ts';
import { FRAME } from './frame.ts';
import { GUT_TRAINING } from './gut-training.ts';
import { LANDING } from './landing.ts';
import { NOTES } from './notes.ts';
import { PAGES } from './pages.ts';
import { PLAN } from './plan.ts';
import { PLANNER } from './planner.ts';
import { ASSUMED, FLUID_LIMIT, WARNINGS } from './warnings.ts';

/** French. Athletes are addressed informally, as sports apps do. */
export const FRENCH: Texts = {
  language: 'fr',
  tag: 'fr',
  measures: metricMeasures('fr'),
  warnings: WARNINGS,
  assumed: ASSUMED,
  fluidLimit: FLUID_LIMIT,
  notes: NOTES,
  caffeine: CAFFEINE,
  gutTraining: GUT_TRAINING,
  plan: PLAN,
  assistant: ASSISTANT,
  pages: PAGES,
  frame: FRAME,
  landing: LANDING,
  planner: PLANNER,
};
