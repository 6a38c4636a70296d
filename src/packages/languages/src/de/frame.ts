import type { FrameTexts } from '../landing-texts.ts';

/** German words around every public page. */
export const FRAME: FrameTexts = {
  skip: 'Zum Inhalt springen',
  site: 'Website',
  nav: {
    guides: 'Anleitungen',
    reference: 'Referenz',
    errors: 'Fehler',
    science: 'Wissenschaft',
    data: 'Daten',
    access: 'Schlüssel anfordern',
    console: 'Konsole',
  },
  disclaimer:
    'Persönliche Empfehlungen aus physiologischen Modellen, kein Ersatz für ärztlichen Rat. Sprich bei gesundheitlichen Ernährungsfragen mit medizinischem Fachpersonal.',
  runBy: ({ name }) => `Betrieben von ${name}`,
  terms: 'Nutzungsbedingungen',
  dataProcessing: 'Auftragsverarbeitung',
  privacy: 'Datenschutz',
  status: 'Status',
};
