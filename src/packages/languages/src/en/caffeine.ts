import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string => 'No caffeine is planned because of what you told us. Ask your doctor.';

/** English texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'Caffeine is optional. Try this plan in training first.',
  under_18: () => 'No caffeine under 18.',
  age_unknown: () => 'No caffeine is planned until we know your age.',
  pregnant: () => 'No caffeine is planned in pregnancy. Keep the day below 200 mg.',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'No caffeine is planned, because one of your medicines can make it last for days. Ask your doctor.',
  eating_disorder: () =>
    'No caffeine is planned, because it hides hunger and tiredness. Talk to your care team.',
  avoid: askDoctor,
  too_short: () => 'This session is too short for caffeine to help.',
  easy_training: () => 'An easy session needs no caffeine.',
  too_close_to_sleep: () => 'Caffeine now would cost you sleep. Skip it.',
  day_used_up: () => 'You have already had a sensible amount today.',
};
