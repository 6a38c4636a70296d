import type { FrameTexts } from '../landing-texts.ts';

/** Spanish words around every public page. */
export const FRAME: FrameTexts = {
  skip: 'Ir al contenido',
  site: 'Sitio',
  nav: {
    guides: 'Guías',
    reference: 'Referencia',
    errors: 'Errores',
    science: 'Ciencia',
    data: 'Datos',
    access: 'Obtener una clave',
    console: 'Consola',
  },
  disclaimer:
    'Orientación personal basada en modelos fisiológicos, que no sustituye una evaluación médica. Si tienes necesidades dietéticas por motivos de salud, consulta con profesionales sanitarios.',
  runBy: ({ name }) => `Un servicio de ${name}`,
  terms: 'Condiciones',
  dataProcessing: 'Tratamiento de datos',
  privacy: 'Privacidad',
  status: 'Estado',
};
