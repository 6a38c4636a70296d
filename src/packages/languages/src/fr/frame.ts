import type { FrameTexts } from '../landing-texts.ts';

/** French words around every public page. */
export const FRAME: FrameTexts = {
  skip: 'Aller au contenu',
  site: 'Site',
  nav: {
    guides: 'Guides',
    reference: 'Référence',
    errors: 'Erreurs',
    science: 'Science',
    data: 'Données',
    access: 'Obtenir une clé',
    console: 'Console',
  },
  disclaimer:
    'Des repères personnels issus de modèles physiologiques, qui ne remplacent pas un avis médical. Pour tout besoin alimentaire lié à ta santé, consulte des professionnels de santé.',
  runBy: ({ name }) => `Service de ${name}`,
  terms: 'Conditions',
  dataProcessing: 'Traitement des données',
  privacy: 'Confidentialité',
  status: 'État du service',
};
