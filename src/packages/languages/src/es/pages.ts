import type { PageTexts } from '../page-texts.ts';
import { plural } from '../phrasing.ts';

const minutesOf = plural('es', { one: 'minuto', other: 'minutos' });

export const PAGES: PageTexts = {
  disclaimer:
    'Orientación personalizada a partir de modelos fisiológicos, que no sustituye una evaluación médica profesional.',
  reference: 'Referencia:',
  sandbox: 'Este es el entorno de pruebas. La aplicación se está probando, solo con datos de prueba.',
  signIn: {
    title: 'Iniciar sesión',
    heading: 'Inicia sesión para ver tus conexiones',
    headingFor: ({ client }) => `Inicia sesión para conectar ${client}`,
    lead: 'Te enviamos un código por correo. No necesitas contraseña.',
    email: 'Correo electrónico',
    send: 'Enviarme un código',
    wrong: 'Escribe una dirección de correo, como name@example.com.',
    back: 'Volver al inicio de sesión',
  },
  code: {
    title: 'Escribe tu código',
    sent: ({ digits, minutes }) =>
      `Te hemos enviado un código de ${digits} cifras por correo. Es válido durante ${minutes} ${minutesOf(minutes)}, solo en este navegador.`,
    crowded:
      'Estamos enviando una cantidad inusual de códigos. Si una plataforma ya conoce tu dirección, el código te llegará como siempre. Si no, no se ha enviado ninguno. Inténtalo otra vez dentro de una hora.',
    label: 'Código',
    next: 'Continuar',
    wrong: 'Este código no es correcto. Mira el correo más reciente e inténtalo otra vez.',
  },
  codeEmail: {
    subject: ({ code }) => `${code} es tu código de Musette`,
    text: ({ code, minutes }) =>
      `Tu código es ${code}. Es válido durante ${minutes} ${minutesOf(minutes)}, una sola vez, en el navegador que lo pidió.\n\nSi no has pedido un código, ignora este correo. Sin el código nadie puede iniciar sesión. Musette nunca pide tu código por correo ni por teléfono.\n`,
  },
  notSent: {
    title: 'No se ha enviado ningún código',
    limit: ({ perHour, perDay, minutes }) =>
      `Enviamos a una dirección como máximo ${perHour} códigos sin usar por hora y ${perDay} por día. Esta dirección ha llegado al límite. Puedes pedir el siguiente código en ${minutes} ${minutesOf(minutes)}.`,
    others:
      'Si no los has pedido tú, los ha pedido otra persona. Nadie puede iniciar sesión sin el código. Un navegador en el que ya iniciaste sesión todavía puede pedir uno.',
    expected: 'El último código que pediste en este navegador quizá siga siendo válido. Escríbelo aquí:',
  },
  consent: {
    title: ({ client }) => `Conectar ${client}`,
    heading: ({ client }) => `${client} quiere usar tus datos de Musette`,
    asks: ({ client, partner, host }) => `${client} pertenece a ${partner}. Tu respuesta se envía a ${host}.`,
    loopback: 'Es un programa de tu ordenador. Continúa solo si acabas de empezar a iniciar sesión desde él.',
    assistant:
      'Es un asistente que actúa en tu nombre. Lee y cambia lo que permitas aquí sin preguntarte cada vez, y puede equivocarse. Sus respuestas son recomendaciones, no instrucciones.',
    signedIn: ({ email }) => `Has iniciado sesión como ${email}.`,
    recordTitle: '¿Eres tú?',
    record: ({ person, partner, since }) =>
      `${person}, perfil añadido por ${partner} en ${since}. Es el que se va a conectar.`,
    namelessRecord: ({ partner, since }) =>
      `Un perfil sin nombre, añadido por ${partner} en ${since}. Es el que se va a conectar.`,
    newRecord: ({ partner }) => `Si lo permites, creamos un perfil nuevo para ti en ${partner}.`,
    refused: ({ partner }) =>
      `No se ha conectado nada. Hemos avisado a ${partner} de que ese perfil no es tuyo. Si lo permites, creamos allí un perfil nuevo para ti.`,
    notMe: 'No soy yo',
    allows: 'Le permites:',
    untick: 'Desmarca lo que no quieras compartir. Puedes desconectar en cualquier momento:',
    deny: 'Rechazar',
    allow: 'Permitir',
    other: 'Usar otra dirección',
  },
  goBack: ({ host }) => `Volver a ${host}`,
  scopes: {
    'profile:read': {
      title: 'Ver tu perfil',
      text: 'Tu nombre, correo, medidas, niveles de sudor y de forma, problemas de salud, pruebas de sudor y lo que hemos aprendido de ti. Si también compartes tus actividades, incluye tus comentarios.',
    },
    'profile:write': {
      title: 'Cambiar tu perfil',
      text: 'Corregir y completar tu perfil, menos tu dirección de correo.',
    },
    'activities:read': {
      title: 'Ver tus actividades',
      text: 'Tus entrenamientos y carreras: qué deporte, cuándo, cuánto tiempo y con qué intensidad.',
    },
    'activities:write': {
      title: 'Añadir y cambiar actividades',
      text: 'Crear, cambiar y borrar entrenamientos y carreras.',
    },
    'prescriptions:read': {
      title: 'Ver qué comer y beber',
      text: 'Tus recomendaciones de carbohidratos, sodio y líquido, sus límites de seguridad y advertencias, que pueden nombrar un problema de salud.',
    },
    'prescriptions:create': {
      title: 'Calcular qué comer y beber',
      text: 'Calcular una recomendación para una actividad y actualizarla cuando algo cambie.',
    },
    'feedback:write': {
      title: 'Enviar comentarios por ti',
      text: 'Informar de lo que tomaste y cómo te sentó. Así las siguientes recomendaciones son más personales.',
    },
    'products:read': {
      title: 'Buscar productos',
      text: 'Buscar por ti en el catálogo de productos. Cada búsqueda queda registrada.',
    },
  },
  connections: {
    title: 'Tus conexiones',
    none: 'No has conectado ninguna aplicación con esta dirección.',
    inSandbox: 'entorno de pruebas',
    since: 'desde el',
    disconnect: ({ client }) => `Desconectar ${client}`,
    ended: 'La conexión ha terminado.',
    signOut: 'Cerrar sesión',
  },
  messages: {
    pageExpired: {
      title: 'Esta página ha caducado',
      text: 'Ya la respondiste, tiene más de diez minutos o has iniciado sesión después con otra dirección. No se ha compartido nada nuevo. Vuelve a la aplicación y empieza otra vez.',
    },
    tooManyAttempts: {
      title: 'Demasiados intentos',
      text: 'Espera un minuto, vuelve atrás e inténtalo otra vez.',
    },
    busyNetwork: {
      title: 'Se han pedido demasiados códigos',
      text: 'Desde tu red se han pedido muchos códigos que nadie ha usado. Inténtalo de nuevo dentro de una hora o usa otra conexión, por ejemplo los datos móviles.',
    },
    deadCode: {
      title: 'Este código no es válido',
      text: 'Ya se usó, tiene más de diez minutos, se probó demasiadas veces o se pidió en otro navegador. Vuelve atrás y pide uno nuevo.',
    },
    noConnection: { title: 'No se encuentra la conexión', text: 'Quizá ya haya terminado.' },
    untrustedLink: {
      title: 'Este enlace no funciona',
      text: 'No conocemos la aplicación que te ha enviado aquí, o quiere la respuesta en una dirección que no ha registrado. No se ha compartido nada. Avisa a sus desarrolladores.',
    },
    suspendedApplication: {
      title: 'Esta aplicación está en pausa',
      text: 'Ahora mismo no se puede conectar. No se ha compartido nada. Inténtalo más tarde o pregunta a sus desarrolladores.',
    },
    faultyRequest: {
      title: 'Este enlace no funciona',
      text: 'La aplicación que te ha enviado aquí ha cometido un error en su solicitud. No se ha compartido nada. Puedes volver a ella y enseñar este mensaje a sus desarrolladores:',
    },
    foreignForm: {
      title: 'Este formulario viene de otro sitio',
      text: 'No se ha cambiado nada. Vuelve atrás y usa el formulario de nuestra página.',
    },
    notForm: {
      title: 'Esto no es un formulario',
      text: 'No se ha cambiado nada. Vuelve atrás y usa el formulario de la página anterior.',
    },
    formTooLarge: {
      title: 'Este formulario es demasiado grande',
      text: 'No se ha cambiado nada. Vuelve atrás e inténtalo con menos texto.',
    },
  },
  athlete: {
    plan: 'Plan',
    feedback: 'Sensaciones',
    whose: ({ person, partner }) => `Para ${person} · ${partner}`,
    yours: ({ partner }) => `Tu plan · ${partner}`,
    backTo: ({ partner }) => `Volver a ${partner}`,
    print: 'Imprimir',
    ofDay: 'Sesiones de este día',
    heading: '¿Qué tal fue?',
    gut: {
      question: '¿Cómo estuvo tu estómago?',
      answers: { excellent: 'Muy bien', good: 'Bien', fair: 'Regular', poor: 'Mal' },
    },
    energy: {
      question: '¿Cómo estuvo tu energía?',
      answers: { surplus: 'De sobra', adequate: 'La justa', low: 'Baja', bonked: 'Me dio la pájara' },
    },
    hydration: {
      question: '¿Y la hidratación?',
      answers: {
        over_hydrated: 'Bebí demasiado',
        well_hydrated: 'La justa',
        slightly_dehydrated: 'Algo de sed',
        dehydrated: 'Mucha sed',
      },
    },
    weighing: 'Si te pesaste antes y después',
    urinated: {
      question: '¿Orinaste entre los dos pesajes?',
      answers: { no: 'No', once: 'Una vez', more: 'Más de una vez' },
    },
    clothing: {
      question: '¿Cómo te pesaste después?',
      answers: { dry: 'Con el sudor secado', wet: 'Con ropa sudada' },
    },
    notes: '¿Algo más? (opcional)',
    send: 'Enviar',
    nothingChosen: 'Elige al menos una respuesta o escribe algo.',
    thanks: {
      title: 'Gracias',
      text: 'Tus respuestas se han guardado. Tus próximos planes serán más personales.',
    },
    noSession: {
      title: 'No hay ninguna sesión prevista',
      text: 'No hay sesiones para hoy ni para las próximas dos semanas.',
    },
    noPlan: {
      title: 'Tu plan aún no está listo',
      text: 'Todavía no se ha calculado nada para esta sesión. Inténtalo más tarde.',
    },
    noFeedback: { title: 'Aún no hay nada que valorar', text: 'No ha habido sesiones en los últimos días.' },
    replace: {
      title: '¿De quién es el plan que quieres ver?',
      text: 'Este navegador ya muestra las páginas de otra persona. Abre el enlace solo si es para ti. Sustituye esas páginas en este navegador.',
      now: 'Abierto ahora',
      link: 'En el enlace',
      open: 'Abrir el enlace',
      stay: 'Seguir con las páginas abiertas',
    },
    ended: {
      title: 'Esta página ha caducado',
      text: 'Vuelve a la aplicación o al sitio web que la mostró y ábrela de nuevo.',
    },
    noCookie: {
      title: 'Abre el enlace de nuevo',
      text: 'Esta página ha caducado o tu navegador ha bloqueado la cookie que necesita. Permite las cookies de este sitio, o abre la página desde la aplicación o el sitio web de donde vienes.',
    },
    paused: {
      title: 'No disponible por ahora',
      text: 'La aplicación o el sitio web que mostró esta página está en pausa. Inténtalo más tarde.',
    },
    busy: { title: 'Demasiadas solicitudes', text: 'Espera un minuto e inténtalo de nuevo.' },
  },
  subscribe: {
    title: 'Suscribirse',
    heading: 'El plan completo, no un intervalo.',
    benefits: [
      'Cantidades exactas de carbohidratos, sodio y líquido, por hora y en total, con las razones de cada cifra',
      'Un plan con productos reales: qué, cuándo y cuánto se acerca al objetivo',
      'Cifras que aprenden de tus sesiones',
    ],
    about:
      'Tu plataforma de entrenamiento tiene un enlace personal a esta página. Busca «Powered by Musette» cerca de tus cifras.',
    change: 'Pasar este atleta de pruebas al plan completo',
    nothingCharged: 'Este es el entorno de pruebas. No se cobra nada y el enlace funciona una sola vez.',
    production: {
      title: 'Cómo suscribirse',
      text: 'Te suscribes en tu plataforma de entrenamiento. Abre sus ajustes, busca Musette o nutrición y elige el plan completo. Tus cifras están listas y aparecen completas en cuanto el plan está activo. Abrir esta página no ha cambiado ni cobrado nada.',
    },
    switched: {
      title: 'Hecho.',
      text: 'Tu plan completo está activo. Vuelve a tu plataforma de entrenamiento y recarga la página.',
    },
    already_full: { title: 'Ya está activo.', text: 'Tienes el plan completo. No hay nada más que hacer.' },
    already_used: {
      title: 'Este enlace ya se ha usado.',
      text: 'Cada enlace funciona una sola vez. Tu plataforma de entrenamiento muestra uno nuevo mañana.',
    },
    expired: {
      title: 'Este enlace ha caducado.',
      text: 'Los enlaces son válidos durante una semana aproximadamente. Abre uno nuevo en tu plataforma de entrenamiento.',
    },
    invalid: {
      title: 'Este enlace no funciona.',
      text: 'Falta una parte o se ha cambiado. Ábrelo desde tu plataforma de entrenamiento.',
    },
    athlete_gone: {
      title: 'Este atleta no existe.',
      text: 'El atleta al que correspondía este enlace se ha borrado.',
    },
  },
};
