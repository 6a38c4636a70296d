import type { LandingTexts } from '../landing-texts.ts';

/** Spanish words of the home page. */
export const LANDING: LandingTexts = {
  title: 'Musette: comida y bebida para cada sesión, por API',
  description:
    'Una API para plataformas de entrenamiento: carbohidratos, sodio y líquido para cada persona y sesión, siempre con un límite personal.',
  headline: 'Comer y beber en cada sesión, con un límite seguro.',
  lead: 'Una API para plataformas de entrenamiento. Envía una persona y una sesión. Recibes carbohidratos, sodio y líquido por hora, y lo máximo que esa persona puede beber con seguridad.',
  getKey: 'Obtener una clave de pruebas',
  quickStart: 'Leer la guía rápida',
  units: 'Unidades',
  languages: 'Idioma',
  exchange: 'Una petición, una respuesta',
  request: 'Petición',
  answer: 'Respuesta',
  excerpt: 'Extracto. Mueve un control y los dos cambian.',
  code: 'Envíala desde tu código',
  codeLead:
    'Funciona tal cual, sin clave. Con una clave, envía el mismo contenido a /v1/nutrition/calculate.',
  copy: 'Copiar',
  copied: 'Copiado',
  onwards: 'Primeros pasos',
  steps: {
    access: {
      title: 'Obtén una clave de pruebas',
      text: 'Cuéntanos cómo es tu plataforma y qué quieres construir. Si aprobamos tu solicitud, te enviamos por correo el enlace de tu clave.',
      link: 'Solicitar acceso',
    },
    guides: {
      title: 'Sigue una guía',
      text: 'De la primera petición a la sincronización nocturna de toda una plataforma, en curl, TypeScript y Python, o con nuestro cliente.',
      link: 'Leer las guías',
    },
    reference: {
      title: 'Consulta los detalles',
      text: 'Cada operación, campo, aviso y error, con ejemplos calculados.',
      link: 'Abrir la referencia',
    },
  },
  promises: 'Lo que te aseguramos',
  promiseList: [
    {
      title: 'El límite nunca falta',
      text: 'Beber demasiado ha matado a personas corriendo. Cada respuesta indica lo máximo que conviene prever para esa persona, según cuánto suda y lo segura que es esa estimación. Nunca es genérico ni de pago.',
    },
    {
      title: 'Números que se explican',
      text: 'Cada respuesta puede mostrar cada paso con su valor, unidad y fuente, y el límite que se aplicó. La confianza es una probabilidad, no un premio por completar el perfil.',
    },
    {
      title: 'Tú controlas los datos',
      text: 'Una llamada exporta los datos de una persona y otra los borra. Pruebas y producción son bases de datos separadas.',
    },
  ],
};
