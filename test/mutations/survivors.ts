/**
 * Conditions without which every answer stays the same, each with the reason: its file, the function that it is in, and
 * its text as `npm run mutate` prints it. A condition that a test notices, or that is no longer there, may not be here.
 */
export const SURVIVORS: Readonly<Record<string, string>> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of sources.
  'src/learning/repository.ts timeOfActivity: athlete_id = ${athleteId}':
    'selectActivity in the same batch refuses an activity of another athlete, whatever its time',
  'src/learning/repository.ts selectPrescribedRates: eq(prescriptions.athleteId, athleteId)':
    'selectActivity in the same batch refuses an activity of another athlete',
  'src/learning/repository.ts selectFeedback: eq(feedback.athleteId, athleteId)':
    'selectActivity in the same batch refuses an activity of another athlete',
  'src/learning/repository.ts timeOfSweatTest: athlete_id = ${athleteId}':
    'selectSweatTest in the same batch refuses a test of another athlete, whatever its time',
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are texts of sources.
};
