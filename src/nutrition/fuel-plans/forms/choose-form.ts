/** Media types in which a plan is shown, in the order in which the document lists them. */
export const PLAN_FORMS = [
  'application/json',
  'image/svg+xml',
  'text/html',
  'text/plain',
  'text/calendar',
  'application/vnd.ant.fit',
] as const;

export type PlanForm = (typeof PLAN_FORMS)[number];

/**
 * Chooses the form that `Accept` names with the greatest weight, of equal ones the first: clients that ask for "JSON,
 * plain text, anything" get JSON. Wildcards name no form, so that everything else gets JSON.
 */
export function chooseForm(accept: string | null): PlanForm {
  let [chosen, most]: [PlanForm, number] = ['application/json', 0];
  for (const range of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const form = PLAN_FORMS.find((one) => one === type);
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    if (form !== undefined && weight > most) [chosen, most] = [form, weight];
  }
  return chosen;
}
