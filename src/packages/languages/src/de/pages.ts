import type { PageTexts } from '../page-texts.ts';
import { plural } from '../phrasing.ts';

const minutesOf = plural('de', { one: 'Minute', other: 'Minuten' });

export const PAGES: PageTexts = {
  disclaimer:
    'Persönliche Orientierung auf Grundlage physiologischer Modelle, kein Ersatz für eine ärztliche Untersuchung.',
  reference: 'Kennung:',
  sandbox: 'Das ist die Sandbox. Die Anwendung wird noch erprobt, nur mit Testdaten.',
  signIn: {
    title: 'Anmelden',
    heading: 'Melde dich an, um deine Verbindungen zu sehen',
    headingFor: ({ client }) => `Melde dich an, um ${client} zu verbinden`,
    lead: 'Wir schicken dir einen Code per E-Mail. Du brauchst kein Passwort.',
    email: 'E-Mail-Adresse',
    send: 'Code schicken',
    wrong: 'Gib eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    back: 'Zurück zur Anmeldung',
  },
  code: {
    title: 'Gib deinen Code ein',
    sent: ({ digits, minutes }) =>
      `Wir haben dir per E-Mail einen Code mit ${digits} Ziffern geschickt. Er gilt ${minutes} ${minutesOf(minutes)}, nur in diesem Browser.`,
    crowded:
      'Wir verschicken gerade ungewöhnlich viele Codes. Wenn eine Plattform deine Adresse schon kennt, kommt dein Code wie gewohnt an. Sonst wurde keiner verschickt. Versuch es in einer Stunde noch einmal.',
    label: 'Code',
    next: 'Weiter',
    wrong: 'Dieser Code ist falsch. Sieh in die neueste E-Mail und versuch es noch einmal.',
  },
  codeEmail: {
    subject: ({ code }) => `${code} ist dein Code für Musette`,
    text: ({ code, minutes }) =>
      `Dein Code ist ${code}. Er gilt ${minutes} ${minutesOf(minutes)} lang und nur einmal, in dem Browser, der ihn angefordert hat.\n\nFalls du keinen Code angefordert hast, ignorier diese E-Mail. Ohne den Code kann sich niemand anmelden. Musette fragt nie per E-Mail oder Telefon nach deinem Code.\n`,
  },
  notSent: {
    title: 'Kein Code geschickt',
    limit: ({ perHour, perDay, minutes }) =>
      `An eine Adresse schicken wir höchstens ${perHour} unbenutzte Codes pro Stunde und ${perDay} pro Tag. Diese Adresse hat die Grenze erreicht. Den nächsten Code kannst du in ${minutes} ${minutesOf(minutes)} anfordern.`,
    others:
      'Falls du sie nicht angefordert hast, war es jemand anderes. Ohne den Code kann sich niemand anmelden. Ein Browser, in dem du schon angemeldet warst, kann noch einen anfordern.',
    expected:
      'Der neueste Code, den du in diesem Browser angefordert hast, gilt vielleicht noch. Gib ihn hier ein:',
  },
  consent: {
    title: ({ client }) => `${client} verbinden`,
    heading: ({ client }) => `${client} möchte deine Daten bei Musette verwenden`,
    asks: ({ client, partner, host }) => `${client} gehört zu ${partner}. Deine Antwort geht an ${host}.`,
    loopback:
      'Das ist ein Programm auf deinem Computer. Mach nur weiter, wenn du die Anmeldung gerade selbst dort begonnen hast.',
    assistant:
      'Das ist ein Assistent, der für dich handelt. Er liest und ändert, was du hier erlaubst, ohne jedes Mal zu fragen, und er kann Fehler machen. Seine Antworten sind Empfehlungen, keine Anweisungen.',
    signedIn: ({ email }) => `Du bist angemeldet als ${email}.`,
    recordTitle: 'Bist du das?',
    record: ({ person, partner, since }) =>
      `${person}, von ${partner} hinzugefügt im ${since}. Dieser Eintrag wird verbunden.`,
    namelessRecord: ({ partner, since }) =>
      `Ein Eintrag ohne Namen, von ${partner} hinzugefügt im ${since}. Er wird verbunden.`,
    newRecord: ({ partner }) =>
      `Wenn du zustimmst, legen wir bei ${partner} einen neuen Eintrag für dich an.`,
    refused: ({ partner }) =>
      `Es wurde nichts verbunden. Wir haben ${partner} mitgeteilt, dass dieser Eintrag nicht deiner ist. Wenn du zustimmst, legen wir dort einen neuen Eintrag für dich an.`,
    notMe: 'Das bin ich nicht',
    allows: 'Du erlaubst:',
    untick: 'Nimm den Haken bei allem weg, was du nicht teilen willst. Trennen kannst du jederzeit:',
    deny: 'Ablehnen',
    allow: 'Erlauben',
    other: 'Andere Adresse verwenden',
  },
  goBack: ({ host }) => `Zurück zu ${host}`,
  scopes: {
    'profile:read': {
      title: 'Dein Profil sehen',
      text: 'Name, E-Mail, Körpermaße, Schweiß- und Fitnessstufen, Angaben zur Gesundheit, Schweißtests und was wir über dich gelernt haben. Wenn du auch deine Aktivitäten teilst, zusätzlich deine Rückmeldungen.',
    },
    'profile:write': {
      title: 'Dein Profil ändern',
      text: 'Dein Profil berichtigen und ergänzen, außer deiner E-Mail-Adresse.',
    },
    'activities:read': {
      title: 'Deine Aktivitäten sehen',
      text: 'Deine Trainings und Wettkämpfe: welche Sportart, wann, wie lange und wie hart.',
    },
    'activities:write': {
      title: 'Aktivitäten anlegen und ändern',
      text: 'Trainings und Wettkämpfe anlegen, ändern und löschen.',
    },
    'prescriptions:read': {
      title: 'Deine Empfehlungen zum Essen und Trinken sehen',
      text: 'Deine Empfehlungen für Kohlenhydrate, Natrium und Flüssigkeit, ihre Obergrenzen und Warnungen, die eine Erkrankung nennen können.',
    },
    'prescriptions:create': {
      title: 'Empfehlungen zum Essen und Trinken berechnen',
      text: 'Eine Empfehlung für eine Aktivität berechnen und erneuern, wenn sich etwas ändert.',
    },
    'feedback:write': {
      title: 'Rückmeldung für dich geben',
      text: 'Melden, was du zu dir genommen hast und wie es dir bekommen ist. Das macht spätere Empfehlungen persönlicher.',
    },
    'products:read': {
      title: 'Produkte finden',
      text: 'Für dich im Produktkatalog suchen. Jede Suche wird protokolliert.',
    },
  },
  connections: {
    title: 'Deine Verbindungen',
    none: 'Mit dieser Adresse hast du keine Anwendung verbunden.',
    inSandbox: 'Sandbox',
    since: 'seit',
    disconnect: ({ client }) => `${client} trennen`,
    ended: 'Die Verbindung ist beendet.',
    signOut: 'Abmelden',
  },
  messages: {
    pageExpired: {
      title: 'Diese Seite ist abgelaufen',
      text: 'Du hast sie schon beantwortet, sie ist älter als zehn Minuten, oder du hast dich inzwischen mit einer anderen Adresse angemeldet. Es wurde nichts Neues geteilt. Geh zurück zur Anwendung und beginne von vorn.',
    },
    tooManyAttempts: {
      title: 'Zu viele Versuche',
      text: 'Warte eine Minute, geh dann zurück und versuch es noch einmal.',
    },
    busyNetwork: {
      title: 'Zu viele Codes angefordert',
      text: 'Aus deinem Netzwerk wurden viele Anmeldecodes angefordert, die niemand benutzt hat. Versuch es innerhalb der nächsten Stunde noch einmal oder nutze eine andere Verbindung, zum Beispiel mobile Daten.',
    },
    deadCode: {
      title: 'Dieser Code funktioniert nicht',
      text: 'Er wurde schon benutzt, ist älter als zehn Minuten, wurde zu oft versucht oder in einem anderen Browser angefordert. Geh zurück und fordere einen neuen an.',
    },
    noConnection: { title: 'Verbindung nicht gefunden', text: 'Vielleicht ist sie schon beendet.' },
    untrustedLink: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Wir kennen die Anwendung nicht, die dich hierher geschickt hat, oder sie will die Antwort an eine Adresse, die sie nicht angemeldet hat. Es wurde nichts geteilt. Bitte gib den Entwicklern der Anwendung Bescheid.',
    },
    suspendedApplication: {
      title: 'Diese Anwendung pausiert',
      text: 'Sie kann gerade nicht verbunden werden. Es wurde nichts geteilt. Versuch es später noch einmal oder frag bei den Entwicklern der Anwendung nach.',
    },
    faultyRequest: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Die Anwendung, die dich hierher geschickt hat, hat in ihrer Anfrage einen Fehler gemacht. Es wurde nichts geteilt. Geh zurück und zeig den Entwicklern diese Meldung:',
    },
    foreignForm: {
      title: 'Dieses Formular kam von einer anderen Website',
      text: 'Es wurde nichts geändert. Geh zurück und benutze das Formular auf unserer Seite.',
    },
    notForm: {
      title: 'Das ist kein Formular',
      text: 'Es wurde nichts geändert. Geh zurück und benutze das Formular auf der Seite davor.',
    },
    formTooLarge: {
      title: 'Dieses Formular ist zu groß',
      text: 'Es wurde nichts geändert. Geh zurück und versuch es mit weniger Text.',
    },
  },
  athlete: {
    plan: 'Plan',
    feedback: 'Feedback',
    whose: ({ person, partner }) => `Für ${person} · ${partner}`,
    yours: ({ partner }) => `Dein Plan · ${partner}`,
    backTo: ({ partner }) => `Zurück zu ${partner}`,
    print: 'Drucken',
    ofDay: 'Einheiten dieses Tages',
    heading: 'Wie lief es?',
    gut: {
      question: 'Wie ging es deinem Magen?',
      answers: { excellent: 'Sehr gut', good: 'Gut', fair: 'Nicht so gut', poor: 'Schlecht' },
    },
    energy: {
      question: 'Wie war deine Energie?',
      answers: {
        surplus: 'Mehr als genug',
        adequate: 'Genau richtig',
        low: 'Niedrig',
        bonked: 'Völlig eingebrochen',
      },
    },
    hydration: {
      question: 'Wie war es mit dem Trinken?',
      answers: {
        over_hydrated: 'Mehr getrunken als nötig',
        well_hydrated: 'Genau richtig',
        slightly_dehydrated: 'Etwas durstig',
        dehydrated: 'Sehr durstig',
      },
    },
    weighing: 'Falls du dich vorher und nachher gewogen hast',
    urinated: {
      question: 'Hast du dazwischen uriniert?',
      answers: { no: 'Nein', once: 'Einmal', more: 'Mehrmals' },
    },
    clothing: {
      question: 'Wie hast du dich danach gewogen?',
      answers: { dry: 'Abgetrocknet', wet: 'In verschwitzter Kleidung' },
    },
    notes: 'Noch etwas? (optional)',
    send: 'Senden',
    nothingChosen: 'Wähle mindestens eine Antwort oder schreibe etwas.',
    thanks: {
      title: 'Danke',
      text: 'Dein Feedback ist gespeichert. Es macht deine nächsten Pläne persönlicher.',
    },
    noSession: {
      title: 'Keine Einheit geplant',
      text: 'Für heute und die nächsten zwei Wochen gibt es keine Einheit.',
    },
    noPlan: {
      title: 'Dein Plan ist noch nicht fertig',
      text: 'Für diese Einheit wurde noch nichts berechnet. Versuche es später noch einmal.',
    },
    noFeedback: { title: 'Noch nichts zu bewerten', text: 'In den letzten Tagen gab es keine Einheit.' },
    replace: {
      title: 'Wessen Plan möchtest du sehen?',
      text: 'Dieser Browser zeigt bereits die Seiten einer anderen Person. Öffne den Link nur, wenn er für dich bestimmt ist. Er ersetzt diese Seiten in diesem Browser.',
      now: 'Jetzt geöffnet',
      link: 'Im Link',
      open: 'Link öffnen',
      stay: 'Bei den geöffneten Seiten bleiben',
    },
    ended: {
      title: 'Diese Seite ist abgelaufen',
      text: 'Geh zurück zur App oder Website, die sie gezeigt hat, und öffne sie dort erneut.',
    },
    noCookie: {
      title: 'Öffne den Link noch einmal',
      text: 'Diese Seite ist abgelaufen, oder dein Browser hat das nötige Cookie blockiert. Erlaube Cookies für diese Website, oder öffne die Seite in der App oder Website, von der du kommst.',
    },
    paused: {
      title: 'Vorübergehend nicht verfügbar',
      text: 'Die App oder Website, die diese Seite gezeigt hat, ist pausiert. Versuche es später noch einmal.',
    },
    busy: { title: 'Zu viele Anfragen', text: 'Warte eine Minute und versuche es dann noch einmal.' },
  },
  subscribe: {
    title: 'Abonnieren',
    heading: 'Der vollständige Plan, nicht nur ein Bereich.',
    benefits: [
      'Genaue Mengen von Kohlenhydraten, Natrium und Flüssigkeit, pro Stunde und insgesamt, mit den Gründen für jede Zahl',
      'Ein Plan mit echten Produkten: was, wann, und wie nahe er dem Ziel kommt',
      'Zahlen, die aus deinen Einheiten lernen',
    ],
    about:
      'Deine Trainingsplattform hat einen persönlichen Link zu dieser Seite. Such in der Nähe deiner Zahlen nach „Powered by Musette“.',
    change: 'Diesen Sandbox-Athleten auf den vollständigen Plan umstellen',
    nothingCharged: 'Das ist die Sandbox. Es kostet nichts, und der Link funktioniert nur einmal.',
    production: {
      title: 'So abonnierst du',
      text: 'Du abonnierst in deiner Trainingsplattform. Öffne ihre Einstellungen, such nach Musette oder Ernährung und wähle den vollständigen Plan. Deine Zahlen sind bereit und erscheinen vollständig, sobald der Plan aktiv ist. Das Öffnen dieser Seite hat nichts geändert und nichts gekostet.',
    },
    switched: {
      title: 'Fertig.',
      text: 'Dein vollständiger Plan ist aktiv. Geh zurück zu deiner Trainingsplattform und lade die Seite neu.',
    },
    already_full: {
      title: 'Schon aktiv.',
      text: 'Du hast den vollständigen Plan, es ist nichts mehr zu tun.',
    },
    already_used: {
      title: 'Dieser Link wurde schon benutzt.',
      text: 'Jeder Link funktioniert nur einmal. Deine Trainingsplattform zeigt morgen einen neuen.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen.',
      text: 'Links gelten etwa eine Woche. Öffne einen neuen in deiner Trainingsplattform.',
    },
    invalid: {
      title: 'Dieser Link funktioniert nicht.',
      text: 'Ein Teil fehlt oder wurde verändert. Öffne ihn in deiner Trainingsplattform.',
    },
    athlete_gone: {
      title: 'Diesen Athleten gibt es nicht.',
      text: 'Der Athlet, für den dieser Link war, wurde gelöscht.',
    },
  },
};
