import type { FrameTexts } from '../landing-texts.ts';

/** English words around every public page. */
export const FRAME: FrameTexts = {
  skip: 'Skip to content',
  site: 'Site',
  nav: {
    guides: 'Guides',
    reference: 'Reference',
    errors: 'Errors',
    science: 'Science',
    data: 'Data',
    access: 'Get a key',
    console: 'Console',
  },
  disclaimer:
    'Personalised guidance from physiological models, not a substitute for professional medical evaluation. Consult a healthcare provider for medical dietary needs.',
  runBy: ({ name }) => `Run by ${name}`,
  terms: 'Terms',
  dataProcessing: 'Data processing',
  privacy: 'Privacy',
  status: 'Status',
};
