import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server';

/** A task that an athlete can start in an assistant. Its only argument is an identifier. */
interface Prompt {
  readonly title: string;
  readonly description: string;
  readonly activity: string;
  readonly messageOf: (activityId: string | null) => string;
}

const SAFELY =
  'Show the ceilings and every warning with the numbers, never go above a ceiling, and say that this is a recommendation to consider.';

const PROMPTS: Readonly<Record<string, Prompt>> = {
  plan_my_race: {
    title: 'Plan my race',
    description: 'From a race to what to eat and drink in it, and when.',
    activity: 'The race, if it is stored already.',
    messageOf: (activityId) =>
      [
        activityId === null
          ? 'Help me plan what to eat and drink in my race. Look for it with list_activities. If it is not there, ask me for the sport, the date, the expected duration and the weather, check what you understood with infer_activity_type, and create it with create_activity once I agree.'
          : `Help me plan what to eat and drink in my race, activity ${activityId}.`,
        'Calculate its prescription with calculate_prescription, explain the main numbers with explain_prescription, and make a timeline with get_fuel_plan and `suggest`.',
        SAFELY,
      ].join(' '),
  },
  review_my_session: {
    title: 'Review my session',
    description: 'From how a session went to feedback that later prescriptions learn from.',
    activity: 'The session; otherwise the latest one that is over.',
    messageOf: (activityId) =>
      [
        activityId === null
          ? 'Help me review my latest session that is over: find it with list_activities, which lists planned ones too.'
          : `Help me review my session, activity ${activityId}.`,
        'Read its prescription with get_prescription, and ask me what I ate and drank and how my stomach, energy and thirst felt. Give the feedback with give_feedback once I agree, with what I told you and nothing else, then say with get_learned what changed.',
        SAFELY,
      ].join(' '),
  },
};

const IDENTIFIER = /^[a-z]{3}_[0-9a-z]{1,60}$/;

export const LISTED_PROMPTS: ListedPrompt[] = Object.entries(PROMPTS).map(
  ([name, { title, description, activity }]) => ({
    name,
    title,
    description,
    arguments: [{ name: 'activity_id', description: activity, required: false }],
  }),
);

/** Returns the message of a prompt; null if there is no such prompt or its argument is not an identifier. */
export function promptResult(
  name: string,
  { activity_id }: Readonly<Record<string, string>>,
): GetPromptResult | null {
  const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  const activityId = activity_id ?? null;
  if (!prompt || (activityId !== null && !IDENTIFIER.test(activityId))) return null;
  const text = prompt.messageOf(activityId);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
