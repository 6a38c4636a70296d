import type * as z from 'zod/mini';
import { giveFeedback } from '#nutrition/learning/feedback.ts';
import { FeedbackInput } from '#nutrition/learning/requests.ts';
import type { OpenedPage } from '#partner/page-sessions/open-page.ts';
import { isFailure } from '#platform/http/errors.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { seeOther } from '../oauth/browser.tsx';
import {
  type AthleteVisit,
  Credential,
  failureMessage,
  message,
  nameOfActivity,
  OfDay,
  respond,
} from './athlete-page.tsx';

const QUESTIONS = {
  gi_comfort: 'gut',
  energy_level: 'energy',
  hydration_feel: 'hydration',
  urinated: 'urinated',
  clothing_after: 'clothing',
} as const;

type Question = keyof typeof QUESTIONS;

const FELT: readonly Question[] = ['gi_comfort', 'energy_level', 'hydration_feel'];
const NOTES_LENGTH_MAX = 4000;

/** Shows the form for feedback on a session, with the answers given before. */
export async function showFeedback(visit: AthleteVisit, opened: OpenedPage): Promise<Response> {
  const { activity } = opened;
  visit.c.header('X-Service-Data-Attribution', opened.athlete.tier === 'full' ? 'optional' : 'required');
  if (visit.c.req.query('sent') !== undefined) return message(visit, visit.texts.pages.athlete.thanks);
  if (activity === null) return message(visit, visit.texts.pages.athlete.noFeedback);
  const { giComfort, energyLevel, hydrationFeel, urinated, clothingAfter, notes } = activity.feedback ?? {};
  return showForm(visit, opened, {
    gi_comfort: giComfort ?? null,
    energy_level: energyLevel ?? null,
    hydration_feel: hydrationFeel ?? null,
    urinated: urinated ?? null,
    clothing_after: clothingAfter ?? null,
    notes: notes ?? null,
  });
}

type Answers = Readonly<Record<Question | 'notes', string | null>>;

/**
 * Returns the questions about a weighing on a scale: none for an athlete whose weight must not be mentioned or who wears
 * a device that estimates the loss, and not about urine that was measured.
 */
function weighingQuestions({ athlete, activity }: OpenedPage): readonly Question[] {
  const { source, urineMl } = activity?.feedback ?? {};
  if (athlete.health?.redsOrEatingDisorder || source === 'wearable') return [];
  return urineMl === null || urineMl === undefined ? ['urinated', 'clothing_after'] : ['clothing_after'];
}

function showForm(
  visit: AthleteVisit,
  opened: OpenedPage,
  answers: Answers,
  isProblem = false,
): Response | Promise<Response> {
  const { texts } = visit;
  const words = texts.pages.athlete;
  const { activity } = opened;
  const questions = (fields: readonly Question[]) =>
    fields.map((field) => (
      <fieldset>
        <legend>{words[QUESTIONS[field]].question}</legend>
        <div class="taps">
          {Object.entries(words[QUESTIONS[field]].answers).map(([value, label]) => (
            <label>
              <input type="radio" name={field} value={value} checked={answers[field] === value} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    ));
  const ofWeighing = weighingQuestions(opened);
  const children = (
    <>
      <OfDay visit={visit} opened={opened} page="feedback" />
      <h1>{words.heading}</h1>
      <p class="when">
        <bdi>{activity === null ? '' : nameOfActivity(activity.activity, texts)}</bdi>
      </p>
      {isProblem ? (
        <p class="alert" role="alert" id="problem">
          {words.nothingChosen}
        </p>
      ) : null}
      <form method="post" action="/a/feedback" class="feedback">
        <Credential visit={visit} />
        <input type="hidden" name="activity" value={activity?.activity.id ?? ''} />
        <input type="hidden" name="send" value="1" />
        {questions(FELT)}
        {ofWeighing.length === 0 ? null : <p>{words.weighing}</p>}
        {questions(ofWeighing)}
        <p>
          <label class="notes-label" for="notes">
            {words.notes}
          </label>
          <textarea id="notes" name="notes" rows={3} maxlength={NOTES_LENGTH_MAX}>
            {answers.notes ?? ''}
          </textarea>
        </p>
        <p>
          <button class="send" type="submit">
            {words.send}
          </button>
        </p>
      </form>
    </>
  );
  const signal = { state: 'ready' } as const;
  return respond(visit, { title: words.heading, signal, children }, isProblem ? 422 : 200);
}

/**
 * Takes the answers of the form. They replace earlier ones; what the partner reported besides (intake, weights) stays.
 */
export async function takeFeedback(
  visit: AthleteVisit,
  opened: OpenedPage,
  form: URLSearchParams,
): Promise<Response> {
  const { c, way } = visit;
  const { ctx, athlete, activity } = opened;
  if (activity === null) return message(visit, visit.texts.pages.athlete.noFeedback);
  const answer = (field: keyof Answers) => form.get(field)?.trim() || null;
  const answers: Answers = {
    gi_comfort: answer('gi_comfort'),
    energy_level: answer('energy_level'),
    hydration_feel: answer('hydration_feel'),
    urinated: answer('urinated'),
    clothing_after: answer('clothing_after'),
    // Browsers send line breaks in two characters each.
    notes: answer('notes')?.replaceAll('\r\n', '\n') ?? null,
  };
  const isEmpty = Object.values(answers).every((given) => given === null);
  const asked = [...FELT, ...weighingQuestions(opened), 'notes'] as const;
  const given = Object.fromEntries(asked.map((field) => [field, answers[field]]));
  const parsed = FeedbackInput.safeParse({ ...reportedBefore(activity.feedback), ...given });
  if (isEmpty || !parsed.success) return showForm(visit, opened, answers, true);
  const stored = await giveFeedback(ctx, athlete.id, activity.activity.id, fromWire(parsed.data));
  if (isFailure(stored)) {
    await opened.payer.giveBack();
    return failureMessage(visit, stored);
  }
  if (way.kind === 'link') return seeOther(c, '/a/feedback?sent');
  return message(visit, visit.texts.pages.athlete.thanks, { state: 'ready', event: 'feedback' });
}

/** Returns the members of feedback that the form may not show. */
function reportedBefore(
  feedback: NonNullable<OpenedPage['activity']>['feedback'],
): z.input<typeof FeedbackInput> {
  if (feedback === null) return {};
  const { carbsGrams, fluidMl, sodiumMg, bodyMassBeforeKg, bodyMassAfterKg, source, urineMl } = feedback;
  const { urinated, clothingAfter } = feedback;
  const hasIntake = carbsGrams !== null || fluidMl !== null || sodiumMg !== null;
  return {
    actual_intake: hasIntake ? { carbs_grams: carbsGrams, fluid_ml: fluidMl, sodium_mg: sodiumMg } : null,
    body_mass_before_kg: bodyMassBeforeKg,
    body_mass_after_kg: bodyMassAfterKg,
    source,
    urine_ml: urineMl,
    urinated,
    clothing_after: clothingAfter,
  };
}
