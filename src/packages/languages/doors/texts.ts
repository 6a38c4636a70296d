/** The types of all texts, and the texts of warnings and notes. */

export type { FrameTexts, LandingTexts } from '../src/landing-texts.ts';
export type { NamesOfOthers, PageTexts, TitledText } from '../src/page-texts.ts';
export type { FoodNames, PlanTexts } from '../src/plan-texts.ts';
export type { ControlTexts, PlannerTexts, WhyTexts } from '../src/planner-texts.ts';
export type { RaceTexts } from '../src/race-texts.ts';
export { assumedText, noteText, type Texts, type WarningTexts, warningText } from '../src/texts.ts';
