import type { CaffeineTexts } from '../texts.ts';

const askDoctor = (): string =>
  'Wegen deiner Angaben ist kein Koffein geplant. Frag deine Ärztin oder deinen Arzt.';

/** German texts about caffeine. */
export const CAFFEINE: CaffeineTexts = {
  optional: () => 'Koffein ist freiwillig. Probiere diesen Plan zuerst im Training.',
  under_18: () => 'Kein Koffein unter 18 Jahren.',
  age_unknown: () => 'Solange dein Alter nicht bekannt ist, wird kein Koffein geplant.',
  pregnant: () => 'In der Schwangerschaft wird kein Koffein geplant. Bleib am Tag unter 200 mg.',
  heart_or_kidney: askDoctor,
  blood_pressure: askDoctor,
  medicine: () =>
    'Es wird kein Koffein geplant, denn mit einem deiner Medikamente kann es tagelang wirken. Frag deine Ärztin oder deinen Arzt.',
  eating_disorder: () =>
    'Es wird kein Koffein geplant, denn es verdeckt Hunger und Müdigkeit. Sprich mit deinem Behandlungsteam.',
  avoid: askDoctor,
  too_short: () => 'Diese Einheit ist zu kurz, als dass Koffein etwas bewirkt.',
  easy_training: () => 'Eine lockere Einheit braucht kein Koffein.',
  too_close_to_sleep: () => 'Koffein würde dich jetzt Schlaf kosten. Lass es weg.',
  day_used_up: () => 'Du hattest heute schon etwa so viel, wie sinnvoll ist.',
};
