import * as z from 'zod/mini';
import type { Texts } from '#core/languages/texts.ts';
import { Envelope, WrittenEnvelope } from '#nutrition/prescriptions/envelope-shape.ts';
import type { Route } from '#platform/http/route.ts';
import * as answers from './answer-texts.ts';
import { textOfFuelPlan, textOfReplan } from './plan-answer-texts.ts';

/**
 * A tool of an assistant: a thin wrapper around one operation, whose schemas, scopes, limits and log line it
 * shares.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operationId: string;
  /** Query parameters that the tool decides; null leaves one out. */
  readonly fixedQuery?: Readonly<Record<string, string | null>>;
  /** The answers that are left of the operation's, where `fixedQuery` rules the others out. */
  readonly answers?: z.ZodMiniType;
  readonly effect: Effect;
  /** Summarizes an answer in one paragraph that contains no text of a user. */
  readonly textOf: (answer: unknown, texts: Texts) => string;
}

/** The effect on stored data: none, a new row, or a replaced one. */
type Effect = 'reads' | 'adds' | 'replaces';

/** The annotations of each effect. Every tool works on the service's own data only. */
export const ANNOTATIONS = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Record<Effect, object>;

const SHOW_SAFETY = 'Show `safety` (ceilings and warnings) wherever you show a number.';

export const TOOLS: readonly Tool[] = [
  {
    name: 'calculate_nutrition',
    title: 'Calculate what to eat and drink, without storing',
    description: `Calculates carbohydrate, sodium and fluid for a session that is described in the arguments, for a stored athlete or a profile. Stores nothing. ${SHOW_SAFETY}`,
    operationId: 'calculateNutrition',
    effect: 'reads',
    textOf: answers.textOfEnvelope,
  },
  {
    name: 'list_activities',
    title: 'List activities',
    description: `Lists the athlete's training sessions and races with their prescriptions: newest first, planned ones among them; with \`updated_since\` in the order of change. ${SHOW_SAFETY}`,
    operationId: 'listActivities',
    effect: 'reads',
    textOf: answers.textOfActivities,
  },
  {
    name: 'create_activity',
    title: 'Create an activity',
    description: `Creates a training session or race. Ask the athlete before you do. ${SHOW_SAFETY}`,
    operationId: 'createActivity',
    effect: 'adds',
    textOf: answers.textOfActivity,
  },
  {
    name: 'calculate_prescription',
    title: 'Calculate the prescription of an activity',
    description: `Calculates and stores what to eat and drink in an activity, in place of an earlier prescription. ${SHOW_SAFETY}`,
    operationId: 'calculatePrescription',
    fixedQuery: { include: 'safety' },
    answers: z.union([Envelope, WrittenEnvelope]),
    effect: 'replaces',
    textOf: answers.textOfEnvelope,
  },
  {
    name: 'get_prescription',
    title: 'Read the prescription of an activity',
    description: `Reads what to eat and drink in an activity, as it was last calculated. ${SHOW_SAFETY}`,
    operationId: 'getPrescription',
    fixedQuery: { include: null },
    effect: 'reads',
    textOf: answers.textOfEnvelope,
  },
  {
    name: 'explain_prescription',
    title: 'Explain the prescription of an activity',
    description: `Reads a prescription with the steps that led to each number, with value, unit and source. ${SHOW_SAFETY}`,
    operationId: 'getPrescription',
    fixedQuery: { include: 'explanation' },
    effect: 'reads',
    textOf: answers.textOfExplanation,
  },
  {
    name: 'get_fuel_plan',
    title: 'Plan when to take what',
    description: `Reads a timeline of the activity's products; with \`suggest\` the service chooses them. Counts and is logged as an access to the products. ${SHOW_SAFETY}`,
    operationId: 'getFuelPlan',
    effect: 'reads',
    textOf: textOfFuelPlan,
  },
  {
    name: 'replan',
    title: 'Plan the rest of a session',
    description: `Plans the rest of a session that is under way, from the minute and what was taken so far: what was missed is not caught up. Send only what the athlete told you. Stores nothing; counts and is logged as an access to the products. ${SHOW_SAFETY}`,
    operationId: 'replanFuelPlan',
    effect: 'reads',
    textOf: textOfReplan,
  },
  {
    name: 'infer_activity_type',
    title: 'Infer the type of a session from its title',
    description:
      'Reads the sport, intensity and duration of a session from its title, in 19 languages. Stores nothing.',
    operationId: 'inferActivityType',
    effect: 'reads',
    textOf: answers.textOfInference,
  },
  {
    name: 'search_products',
    title: 'Search the product catalogue',
    description:
      'Searches gels, drinks, bars and other products for the athlete. Counts and is logged as an access to the products. The figures are those of a serving on the label, not an amount to take.',
    operationId: 'listProducts',
    effect: 'reads',
    textOf: answers.textOfProducts,
  },
  {
    name: 'give_feedback',
    title: 'Give feedback on an activity',
    description:
      'Records how an activity went and what was taken, in place of earlier feedback on it. Later prescriptions learn from it. Send only what the athlete told you.',
    operationId: 'giveFeedback',
    effect: 'replaces',
    textOf: answers.textOfFeedback,
  },
  {
    name: 'get_learned',
    title: 'Read what was learned about the athlete',
    description:
      'Reads the quantities that feedback and sweat tests have taught. They describe the athlete and are not amounts to take.',
    operationId: 'getLearned',
    effect: 'reads',
    textOf: answers.textOfLearned,
  },
];

/** Returns the operation that a tool calls. */
export function operationOf({ operationId }: Tool, routes: readonly Route[]): Route {
  const route = routes.find((candidate) => candidate.operationId === operationId);
  if (!route) throw new Error(`there is no operation ${operationId}`);
  return route;
}
