import type { PageTexts } from '../page-texts.ts';
import { plural } from '../phrasing.ts';

const minutesOf = plural('it', { one: 'minuto', other: 'minuti' });

export const PAGES: PageTexts = {
  disclaimer:
    'Indicazioni personali basate su modelli fisiologici, che non sostituiscono una valutazione medica professionale.',
  reference: 'Riferimento:',
  sandbox: 'Questo è l’ambiente di prova. L’applicazione è in fase di test, solo con dati di prova.',
  signIn: {
    title: 'Accedi',
    heading: 'Accedi per vedere le tue connessioni',
    headingFor: ({ client }) => `Accedi per collegare ${client}`,
    lead: 'Ti inviamo un codice via email. Non serve una password.',
    email: 'Indirizzo email',
    send: 'Inviami un codice',
    wrong: 'Inserisci un indirizzo email, per esempio name@example.com.',
    back: 'Torna alla pagina d’accesso',
  },
  code: {
    title: 'Inserisci il codice',
    sent: ({ digits, minutes }) =>
      `Ti abbiamo inviato via email un codice di ${digits} cifre. Vale ${minutes} ${minutesOf(minutes)}, solo in questo browser.`,
    crowded:
      'Stiamo inviando un numero insolito di codici. Se una piattaforma conosce già il tuo indirizzo, il codice arriva come sempre. Altrimenti non ne è stato inviato nessuno. Riprova tra un’ora.',
    label: 'Codice',
    next: 'Continua',
    wrong: 'Questo codice è sbagliato. Guarda l’email più recente e riprova.',
  },
  codeEmail: {
    subject: ({ code }) => `${code} è il tuo codice Musette`,
    text: ({ code, minutes }) =>
      `Il tuo codice è ${code}. Vale ${minutes} ${minutesOf(minutes)}, una volta sola, nel browser che l’ha chiesto.\n\nSe non hai chiesto un codice, ignora questa email. Senza il codice nessuno può accedere. Musette non chiede mai il tuo codice via email o per telefono.\n`,
  },
  notSent: {
    title: 'Nessun codice è stato inviato',
    limit: ({ perHour, perDay, minutes }) =>
      `Inviamo a un indirizzo al massimo ${perHour} codici non usati all’ora e ${perDay} al giorno. Questo indirizzo ha raggiunto il limite. Puoi chiedere il prossimo codice tra ${minutes} ${minutesOf(minutes)}.`,
    others:
      'Se non li hai chiesti tu, li ha chiesti qualcun altro. Nessuno può accedere senza il codice. Un browser in cui hai già fatto l’accesso può ancora chiederne uno.',
    expected: 'L’ultimo codice che hai chiesto in questo browser forse vale ancora. Inseriscilo qui:',
  },
  consent: {
    title: ({ client }) => `Collega ${client}`,
    heading: ({ client }) => `${client} vuole usare i tuoi dati di Musette`,
    asks: ({ client, partner, host }) =>
      `${client} appartiene a ${partner}. La tua risposta viene inviata a ${host}.`,
    loopback: 'È un programma sul tuo computer. Continua solo se hai appena iniziato l’accesso da lì.',
    assistant:
      'È un assistente che agisce a nome tuo. Legge e modifica ciò che consenti qui senza chiedere ogni volta, e può sbagliare. Le sue risposte sono raccomandazioni, non istruzioni.',
    signedIn: ({ email }) => `Hai effettuato l’accesso come ${email}.`,
    recordTitle: 'Sei tu?',
    record: ({ person, partner, since }) =>
      `${person}, profilo aggiunto da ${partner} a ${since}. Verrà collegato questo.`,
    namelessRecord: ({ partner, since }) =>
      `Un profilo senza nome, aggiunto da ${partner} a ${since}. Verrà collegato questo.`,
    newRecord: ({ partner }) => `Se consenti, creiamo un nuovo profilo per te presso ${partner}.`,
    refused: ({ partner }) =>
      `Non è stato collegato nulla. Abbiamo avvisato ${partner} che quel profilo non è tuo. Se consenti, creiamo lì un nuovo profilo per te.`,
    notMe: 'Non sono io',
    allows: 'Consenti di:',
    untick: 'Togli la spunta a ciò che non vuoi condividere. Puoi scollegare in ogni momento:',
    deny: 'Rifiuta',
    allow: 'Consenti',
    other: 'Usa un altro indirizzo',
  },
  goBack: ({ host }) => `Torna a ${host}`,
  scopes: {
    'profile:read': {
      title: 'Vedere il tuo profilo',
      text: 'Nome, email, misure, livelli di sudore e di forma, condizioni di salute, test del sudore e ciò che abbiamo imparato su di te. Se condividi anche le attività, pure i tuoi riscontri.',
    },
    'profile:write': {
      title: 'Modificare il tuo profilo',
      text: 'Correggere e completare il tuo profilo, tranne il tuo indirizzo email.',
    },
    'activities:read': {
      title: 'Vedere le tue attività',
      text: 'I tuoi allenamenti e le tue gare: quale sport, quando, per quanto tempo e quanto intensi.',
    },
    'activities:write': {
      title: 'Aggiungere e modificare attività',
      text: 'Creare, modificare e cancellare allenamenti e gare.',
    },
    'prescriptions:read': {
      title: 'Vedere cosa mangiare e bere',
      text: 'Le tue raccomandazioni di carboidrati, sodio e liquido, i loro limiti di sicurezza e le avvertenze, che possono nominare una condizione di salute.',
    },
    'prescriptions:create': {
      title: 'Calcolare cosa mangiare e bere',
      text: 'Calcolare una raccomandazione per un’attività e aggiornarla quando qualcosa cambia.',
    },
    'feedback:write': {
      title: 'Dare riscontri a nome tuo',
      text: 'Riferire che cosa hai preso e com’è andata. Così le raccomandazioni successive sono più personali.',
    },
    'products:read': {
      title: 'Trovare prodotti',
      text: 'Cercare per te nel catalogo dei prodotti. Ogni ricerca viene registrata.',
    },
  },
  connections: {
    title: 'Le tue connessioni',
    none: 'Non hai collegato nessuna applicazione con questo indirizzo.',
    inSandbox: 'ambiente di prova',
    since: 'dal',
    disconnect: ({ client }) => `Scollega ${client}`,
    ended: 'La connessione è terminata.',
    signOut: 'Esci',
  },
  messages: {
    pageExpired: {
      title: 'Questa pagina è scaduta',
      text: 'Hai già risposto, ha più di dieci minuti, oppure nel frattempo hai fatto l’accesso con un altro indirizzo. Non è stato condiviso nulla di nuovo. Torna all’applicazione e ricomincia.',
    },
    tooManyAttempts: { title: 'Troppi tentativi', text: 'Aspetta un minuto, poi torna indietro e riprova.' },
    busyNetwork: {
      title: 'Troppi codici richiesti',
      text: 'Dalla tua rete sono stati richiesti molti codici di accesso che nessuno ha usato. Riprova entro un’ora oppure usa un’altra connessione, per esempio i dati mobili.',
    },
    deadCode: {
      title: 'Questo codice non funziona',
      text: 'È già stato usato, ha più di dieci minuti, è stato provato troppe volte oppure è stato chiesto in un altro browser. Torna indietro e chiedine uno nuovo.',
    },
    noConnection: { title: 'Connessione non trovata', text: 'Forse è già terminata.' },
    untrustedLink: {
      title: 'Questo link non funziona',
      text: 'Non conosciamo l’applicazione che ti ha mandato qui, oppure vuole la risposta a un indirizzo che non ha registrato. Non è stato condiviso nulla. Avvisa i suoi sviluppatori.',
    },
    suspendedApplication: {
      title: 'Questa applicazione è sospesa',
      text: 'Al momento non può essere collegata. Non è stato condiviso nulla. Riprova più tardi o chiedi ai suoi sviluppatori.',
    },
    faultyRequest: {
      title: 'Questo link non funziona',
      text: 'L’applicazione che ti ha mandato qui ha fatto un errore nella sua richiesta. Non è stato condiviso nulla. Puoi tornare indietro e mostrare questo messaggio ai suoi sviluppatori:',
    },
    foreignForm: {
      title: 'Questo modulo viene da un altro sito',
      text: 'Non è stato cambiato nulla. Torna indietro e usa il modulo sulla nostra pagina.',
    },
    notForm: {
      title: 'Questo non è un modulo',
      text: 'Non è stato cambiato nulla. Torna indietro e usa il modulo sulla pagina precedente.',
    },
    formTooLarge: {
      title: 'Questo modulo è troppo grande',
      text: 'Non è stato cambiato nulla. Torna indietro e riprova con meno testo.',
    },
  },
  athlete: {
    plan: 'Piano',
    feedback: 'Com’è andata',
    whose: ({ person, partner }) => `Per ${person} · ${partner}`,
    yours: ({ partner }) => `Il tuo piano · ${partner}`,
    backTo: ({ partner }) => `Torna a ${partner}`,
    print: 'Stampa',
    ofDay: 'Sessioni di questo giorno',
    heading: 'Com’è andata?',
    gut: {
      question: 'Come stava lo stomaco?',
      answers: { excellent: 'Benissimo', good: 'Bene', fair: 'Così così', poor: 'Male' },
    },
    energy: {
      question: 'Com’era l’energia?',
      answers: { surplus: 'Più che sufficiente', adequate: 'Giusta', low: 'Bassa', bonked: 'Crisi di fame' },
    },
    hydration: {
      question: 'E con i liquidi?',
      answers: {
        over_hydrated: 'Ho bevuto più del necessario',
        well_hydrated: 'Giusto',
        slightly_dehydrated: 'Un po’ di sete',
        dehydrated: 'Molta sete',
      },
    },
    weighing: 'Se hai rilevato il peso prima e dopo',
    urinated: {
      question: 'Hai urinato nel frattempo?',
      answers: { no: 'No', once: 'Una volta', more: 'Più di una volta' },
    },
    clothing: {
      question: 'Come hai rilevato il peso dopo?',
      answers: { dry: 'Con il sudore asciugato', wet: 'Con i vestiti sudati' },
    },
    notes: 'Altro? (facoltativo)',
    send: 'Invia',
    nothingChosen: 'Scegli almeno una risposta o scrivi qualcosa.',
    thanks: {
      title: 'Grazie',
      text: 'Le tue risposte sono salvate. I prossimi piani saranno più personali.',
    },
    noSession: {
      title: 'Nessuna sessione prevista',
      text: 'Non ci sono sessioni per oggi né per le prossime due settimane.',
    },
    noPlan: {
      title: 'Il tuo piano non è pronto',
      text: 'Per questa sessione non è ancora stato calcolato nulla. Riprova più tardi.',
    },
    noFeedback: {
      title: 'Ancora niente da valutare',
      text: 'Negli ultimi giorni non ci sono state sessioni.',
    },
    replace: {
      title: 'Quale piano vuoi vedere?',
      text: 'Questo browser mostra già le pagine di un’altra persona. Apri il link solo se è destinato a te. Sostituisce quelle pagine in questo browser.',
      now: 'Aperto ora',
      link: 'Nel link',
      open: 'Apri il link',
      stay: 'Resta sulle pagine aperte',
    },
    ended: {
      title: 'Questa pagina è scaduta',
      text: 'Torna all’app o al sito che l’ha mostrata e aprila di nuovo.',
    },
    noCookie: {
      title: 'Apri di nuovo il link',
      text: 'Questa pagina è scaduta, o il browser ha bloccato il cookie necessario. Consenti i cookie per questo sito, oppure apri la pagina dall’app o dal sito da cui arrivi.',
    },
    paused: {
      title: 'Momentaneamente non disponibile',
      text: 'L’app o il sito che ha mostrato questa pagina è in pausa. Riprova più tardi.',
    },
    busy: { title: 'Troppe richieste', text: 'Aspetta un minuto, poi riprova.' },
  },
  subscribe: {
    title: 'Abbonarsi',
    heading: 'Il piano completo, non un intervallo.',
    benefits: [
      'Quantità esatte di carboidrati, sodio e liquido, all’ora e in tutto, con le ragioni di ogni numero',
      'Un piano con prodotti veri: che cosa, quando, e quanto si avvicina all’obiettivo',
      'Numeri che imparano dalle tue sessioni',
    ],
    about:
      'La tua piattaforma di allenamento ha un link personale a questa pagina. Cerca «Powered by Musette» vicino ai tuoi numeri.',
    change: 'Passa questo atleta di prova al piano completo',
    nothingCharged: 'Questo è l’ambiente di prova. Non si paga nulla e il link funziona una volta sola.',
    production: {
      title: 'Come abbonarsi',
      text: 'Ti abboni nella tua piattaforma di allenamento. Apri le impostazioni, cerca Musette o nutrizione e scegli il piano completo. I tuoi numeri sono pronti e compaiono per intero appena il piano è attivo. Aprire questa pagina non ha cambiato né addebitato nulla.',
    },
    switched: {
      title: 'Fatto.',
      text: 'Il tuo piano completo è attivo. Torna alla tua piattaforma di allenamento e ricarica la pagina.',
    },
    already_full: { title: 'Già attivo.', text: 'Hai il piano completo. Non c’è altro da fare.' },
    already_used: {
      title: 'Questo link è già stato usato.',
      text: 'Ogni link funziona una volta sola. La tua piattaforma di allenamento ne mostra uno nuovo domani.',
    },
    expired: {
      title: 'Questo link è scaduto.',
      text: 'I link valgono circa una settimana. Aprine uno nuovo nella tua piattaforma di allenamento.',
    },
    invalid: {
      title: 'Questo link non funziona.',
      text: 'Una parte manca o è stata cambiata. Aprilo dalla tua piattaforma di allenamento.',
    },
    athlete_gone: {
      title: 'Questo atleta non esiste.',
      text: 'L’atleta a cui era destinato questo link è stato cancellato.',
    },
  },
};
