import type { LandingTexts } from '../landing-texts.ts';

/** Italian words of the home page. */
export const LANDING: LandingTexts = {
  title: 'Musette: cibo e liquidi per ogni sessione, via API',
  description:
    'Un’API per piattaforme di allenamento: carboidrati, sodio e liquidi per ogni persona e sessione, sempre con un limite personale.',
  headline: 'Mangiare e bere in ogni sessione, con un limite sicuro.',
  lead: 'Un’API per piattaforme di allenamento. Invia una persona e una sessione. Ricevi carboidrati, sodio e liquidi all’ora, e il massimo che quella persona può bere in sicurezza.',
  getKey: 'Richiedi una chiave di prova',
  quickStart: 'Leggi la guida rapida',
  units: 'Unità',
  languages: 'Lingua',
  exchange: 'Una richiesta, una risposta',
  request: 'Richiesta',
  answer: 'Risposta',
  excerpt: 'Estratto. Muovi un cursore e cambiano entrambe.',
  code: 'Inviala dal tuo codice',
  codeLead:
    'Funziona così com’è, senza chiave. Con una chiave invia lo stesso contenuto a /v1/nutrition/calculate.',
  copy: 'Copia',
  copied: 'Copiato',
  onwards: 'Per cominciare',
  steps: {
    access: {
      title: 'Richiedi una chiave di prova',
      text: 'Raccontaci la tua piattaforma e che cosa vuoi costruire. Se approviamo la richiesta, ti inviamo via email il link alla tua chiave.',
      link: 'Richiedi l’accesso',
    },
    guides: {
      title: 'Segui una guida',
      text: 'Dalla prima richiesta alla sincronizzazione notturna di un’intera piattaforma, in curl, TypeScript e Python, o con il nostro client.',
      link: 'Leggi le guide',
    },
    reference: {
      title: 'Consulta i dettagli',
      text: 'Ogni operazione, campo, avviso ed errore, con esempi calcolati.',
      link: 'Apri il riferimento',
    },
  },
  promises: 'Su che cosa puoi contare',
  promiseList: [
    {
      title: 'Il limite non manca mai',
      text: 'Bere troppo ha ucciso persone in corsa. Ogni risposta indica il massimo da prevedere per quella persona, in base a quanto suda e a quanto è certa la stima. Mai generico, mai a pagamento.',
    },
    {
      title: 'Numeri che si spiegano',
      text: 'Ogni risposta può elencare ogni passaggio con valore, unità e fonte, e il limite applicato. La confidenza è una probabilità, non un premio per un profilo completo.',
    },
    {
      title: 'I dati li controlli tu',
      text: 'Una chiamata esporta i dati di una persona, un’altra li cancella. Prova e produzione sono database separati.',
    },
  ],
};
