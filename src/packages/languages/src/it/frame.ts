import type { FrameTexts } from '../landing-texts.ts';

/** Italian words around every public page. */
export const FRAME: FrameTexts = {
  skip: 'Vai al contenuto',
  site: 'Sito',
  nav: {
    guides: 'Guide',
    reference: 'Riferimento',
    errors: 'Errori',
    science: 'Scienza',
    data: 'Dati',
    access: 'Richiedi una chiave',
    console: 'Console',
  },
  disclaimer:
    'Indicazioni personali basate su modelli fisiologici, che non sostituiscono una valutazione medica. Per esigenze alimentari legate alla salute rivolgiti a personale sanitario.',
  runBy: ({ name }) => `Un servizio di ${name}`,
  terms: 'Condizioni',
  dataProcessing: 'Trattamento dei dati',
  privacy: 'Privacy',
  status: 'Stato',
};
