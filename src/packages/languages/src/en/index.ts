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

/** English, the source of the other languages. */
export const ENGLISH: Texts = {
  language: 'en',
  tag: 'en',
  measures: metricMeasures('en'),
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
