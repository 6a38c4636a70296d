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
    description: 'Plan what to eat and drink during a race, and when.',
    activity: 'The race, if it already exists.',
    messageOf: (activityId) =>
      [
        activityId === null
          ? 'Help me plan what to eat and drink during my race. Look for it with list_activities. If it is not there, ask me for the sport, the date, the expected duration and the weather, check what you understood with infer_activity_type, and create it with create_activity once I agree.'
          : `Help me plan what to eat and drink during my race, activity ${activityId}.`,
        'Calculate its prescription with calculate_prescription, explain the main numbers with explain_prescription, and make a timeline with get_fuel_plan and `suggest`.',
        SAFELY,
      ].join(' '),
  },
  review_my_session: {
    title: 'Review my session',
    description: 'Turn how a session went into feedback that improves later prescriptions.',
    activity: 'The session. Defaults to the latest one that has ended.',
    messageOf: (activityId) =>
      [
        activityId === null
          ? 'Help me review my latest finished session. Find it with list_activities, which also lists planned ones.'
          : `Help me review my session, activity ${activityId}.`,
        'Read its prescription with get_prescription, and ask me what I ate and drank and how my stomach, energy and thirst felt. Once I agree, send only what I told you with give_feedback. Then use get_learned to tell me what changed.',
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

/** Returns the message of a prompt, or null if the prompt is unknown or its argument is not an identifier. */
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
