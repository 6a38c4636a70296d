/** Media types of a plan, in the order of the OpenAPI document. */
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
 * Chooses the form with the greatest weight in `Accept`, the first on ties: clients that accept "JSON,
 * plain text, anything" get JSON. Wildcards name no form, so everything else gets JSON too.
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
