import type { LandingTexts } from '../landing-texts.ts';

/** German words of the home page. */
export const LANDING: LandingTexts = {
  title: 'Musette: Verpflegung für jede Einheit, per API',
  description:
    'Eine API für Trainingsplattformen: Kohlenhydrate, Natrium und Flüssigkeit für jede Person und Einheit, immer mit persönlicher Obergrenze.',
  headline: 'Essen und Trinken für jede Einheit, mit sicherer Obergrenze.',
  lead: 'Eine API für Trainingsplattformen. Du sendest Person und Einheit. Du bekommst Kohlenhydrate, Natrium und Flüssigkeit pro Stunde und die Menge, die diese Person höchstens trinken sollte.',
  getKey: 'Sandbox-Schlüssel anfordern',
  quickStart: 'Schnellstart lesen',
  units: 'Einheiten',
  languages: 'Sprache',
  exchange: 'Eine Anfrage, eine Antwort',
  request: 'Anfrage',
  answer: 'Antwort',
  excerpt: 'Auszug. Beweg einen Regler, und beide ändern sich mit.',
  code: 'Aus deinem Code senden',
  codeLead:
    'Läuft so, wie es dasteht. Ohne Schlüssel. Mit Schlüssel geht derselbe Inhalt an /v1/nutrition/calculate.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  onwards: 'So geht es los',
  steps: {
    access: {
      title: 'Sandbox-Schlüssel holen',
      text: 'Erzähl uns von deiner Plattform und was du bauen willst. Wenn wir zustimmen, schicken wir dir den Link zu deinem Schlüssel per E-Mail.',
      link: 'Zugang anfordern',
    },
    guides: {
      title: 'Einer Anleitung folgen',
      text: 'Von der ersten Anfrage bis zum nächtlichen Abgleich einer ganzen Plattform, in curl, TypeScript und Python oder mit unserem Client.',
      link: 'Anleitungen lesen',
    },
    reference: {
      title: 'Details nachschlagen',
      text: 'Jede Operation, jedes Feld, jede Warnung und jeder Fehler, mit berechneten Beispielen.',
      link: 'Referenz öffnen',
    },
  },
  promises: 'Darauf kannst du dich verlassen',
  promiseList: [
    {
      title: 'Die Obergrenze fehlt nie',
      text: 'Zu viel zu trinken hat schon Menschen beim Laufen getötet. Jede Antwort nennt, wie viel diese Person höchstens einplanen sollte: aus ihrer Schweißrate und daraus, wie sicher diese bekannt ist. Nie pauschal und nie hinter einer Bezahlschranke.',
    },
    {
      title: 'Zahlen mit Rechenweg',
      text: 'Jede Antwort kann jeden Schritt mit Wert, Einheit und Quelle nennen, und die Grenze, die gegriffen hat. Die Sicherheit ist eine Wahrscheinlichkeit, keine Belohnung für ein volles Profil.',
    },
    {
      title: 'Du bestimmst über die Daten',
      text: 'Ein Aufruf exportiert alles über eine Person, ein anderer löscht es. Sandbox und Produktion sind getrennte Datenbanken.',
    },
  ],
};
