import type { Texts } from '../texts.ts';
import { ASSISTANT } from './assistant.ts';
import { NOTES } from './notes.ts';
import { PAGES } from './pages.ts';
import { PLAN } from './plan.ts';
import { WARNINGS } from './warnings.ts';

/** German. Athletes are addressed informally, as sports apps do. */
export const GERMAN: Texts = {
  language: 'de',
  warnings: WARNINGS,
  notes: NOTES,
  plan: PLAN,
  assistant: ASSISTANT,
  pages: PAGES,
};
