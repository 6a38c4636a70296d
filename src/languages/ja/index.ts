import type { Texts } from '../texts.ts';
import { ASSISTANT } from './assistant.ts';
import { NOTES } from './notes.ts';
import { PAGES } from './pages.ts';
import { PLAN } from './plan.ts';
import { WARNINGS } from './warnings.ts';

/** Japanese, in the polite form that sports apps use. */
export const JAPANESE: Texts = {
  language: 'ja',
  warnings: WARNINGS,
  notes: NOTES,
  plan: PLAN,
  assistant: ASSISTANT,
  pages: PAGES,
};
