import type { LandingTexts } from '../landing-texts.ts';

/** French words of the home page. */
export const LANDING: LandingTexts = {
  title: 'Musette : le ravitaillement de chaque séance, par API',
  description:
    'Une API pour les plateformes d’entraînement : glucides, sodium et liquide pour chaque personne et chaque séance, toujours avec une limite personnelle.',
  headline: 'Manger et boire à chaque séance, avec une limite sûre.',
  lead: 'Une API pour les plateformes d’entraînement. Envoie une personne et une séance. Tu reçois les glucides, le sodium et le liquide par heure, et le maximum que cette personne peut boire sans danger.',
  getKey: 'Obtenir une clé de test',
  quickStart: 'Lire le guide de démarrage',
  units: 'Unités',
  languages: 'Langue',
  exchange: 'Une requête, une réponse',
  request: 'Requête',
  answer: 'Réponse',
  excerpt: 'Extrait. Déplace un curseur : les deux suivent.',
  code: 'Envoie-la depuis ton code',
  codeLead: 'Fonctionne tel quel, sans clé. Avec une clé, envoie le même contenu à /v1/nutrition/calculate.',
  copy: 'Copier',
  copied: 'Copié',
  onwards: 'Pour commencer',
  steps: {
    access: {
      title: 'Obtiens une clé de test',
      text: 'Parle-nous de ta plateforme et de ton projet. Si nous acceptons ta demande, nous t’envoyons le lien de ta clé par e-mail.',
      link: 'Demander un accès',
    },
    guides: {
      title: 'Suis un guide',
      text: 'De la première requête à la synchronisation nocturne de toute une plateforme, en curl, TypeScript et Python, ou avec notre client.',
      link: 'Lire les guides',
    },
    reference: {
      title: 'Consulte les détails',
      text: 'Chaque opération, champ, avertissement et erreur, avec des exemples calculés.',
      link: 'Ouvrir la référence',
    },
  },
  promises: 'Ce sur quoi tu peux compter',
  promiseList: [
    {
      title: 'La limite est toujours là',
      text: 'Trop boire a déjà tué en course. Chaque réponse donne le maximum à prévoir pour cette personne, selon sa transpiration et la certitude de cette estimation. Jamais générique, jamais payant.',
    },
    {
      title: 'Des chiffres qui s’expliquent',
      text: 'Chaque réponse peut donner chaque étape, avec sa valeur, son unité et sa source, et la limite appliquée. La confiance est une probabilité, pas une récompense pour un profil complet.',
    },
    {
      title: 'Tu gardes la main sur les données',
      text: 'Un appel exporte les données d’une personne, un autre les efface. Test et production sont des bases de données séparées.',
    },
  ],
};
