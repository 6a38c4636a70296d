import type { PageTexts } from '../page-texts.ts';
import { plural } from '../phrasing.ts';

const minutesOf = plural('fr', { one: 'minute', other: 'minutes' });

export const PAGES: PageTexts = {
  disclaimer:
    'Des repères personnels tirés de modèles physiologiques, qui ne remplacent pas un avis médical professionnel.',
  reference: 'Référence :',
  sandbox:
    'C’est l’environnement de test. L’application est en cours d’essai, avec des données de test seulement.',
  signIn: {
    title: 'Connexion',
    heading: 'Connecte-toi pour voir tes connexions',
    headingFor: ({ client }) => `Connecte-toi pour relier ${client}`,
    lead: 'Nous t’envoyons un code par e-mail. Tu n’as pas besoin de mot de passe.',
    email: 'Adresse e-mail',
    send: 'M’envoyer un code',
    wrong: 'Saisis une adresse e-mail, par exemple name@example.com.',
    back: 'Retour à la page de connexion',
  },
  code: {
    title: 'Saisis ton code',
    sent: ({ digits, minutes }) =>
      `Nous t’avons envoyé un code de ${digits} chiffres par e-mail. Il est valable ${minutes} ${minutesOf(minutes)}, dans ce navigateur seulement.`,
    crowded:
      'Nous envoyons en ce moment un nombre inhabituel de codes. Si une plateforme connaît déjà ton adresse, ton code arrive comme d’habitude. Sinon, aucun code n’a été envoyé. Réessaie dans une heure.',
    label: 'Code',
    next: 'Continuer',
    wrong: 'Ce code est incorrect. Regarde l’e-mail le plus récent et réessaie.',
  },
  codeEmail: {
    subject: ({ code }) => `${code} est ton code Musette`,
    text: ({ code, minutes }) =>
      `Ton code est ${code}. Il est valable ${minutes} ${minutesOf(minutes)}, une seule fois, dans le navigateur qui l’a demandé.\n\nSi tu n’as pas demandé de code, ignore cet e-mail. Sans le code, personne ne peut se connecter. Musette ne demande jamais ton code par e-mail ni par téléphone.\n`,
  },
  notSent: {
    title: 'Aucun code n’a été envoyé',
    limit: ({ perHour, perDay, minutes }) =>
      `Nous envoyons à une adresse au plus ${perHour} codes inutilisés par heure et ${perDay} par jour. Cette adresse a atteint la limite. Tu pourras demander le prochain code dans ${minutes} ${minutesOf(minutes)}.`,
    others:
      'Si tu ne les as pas demandés, quelqu’un d’autre l’a fait. Personne ne peut se connecter sans le code. Un navigateur avec lequel tu t’es déjà connecté peut encore en demander un.',
    expected:
      'Le dernier code que tu as demandé dans ce navigateur est peut-être encore valable. Saisis-le ici :',
  },
  consent: {
    title: ({ client }) => `Connecter ${client}`,
    heading: ({ client }) => `${client} veut utiliser tes données Musette`,
    asks: ({ client, partner, host }) =>
      `${client} appartient à ${partner}. Ta réponse est envoyée à ${host}.`,
    loopback:
      'C’est un programme sur ton ordinateur. Continue seulement si tu viens de commencer la connexion depuis ce programme.',
    assistant:
      'C’est un assistant qui agit en ton nom. Il lit et modifie ce que tu autorises ici sans te demander à chaque fois, et il peut se tromper. Ses réponses sont des recommandations, pas des consignes.',
    signedIn: ({ email }) => `Tu es connecté avec l’adresse ${email}.`,
    recordTitle: 'Est-ce bien toi ?',
    record: ({ person, partner, since }) =>
      `${person}, ajouté par ${partner} en ${since}. C’est ce profil qui sera connecté.`,
    namelessRecord: ({ partner, since }) =>
      `Un profil sans nom, ajouté par ${partner} en ${since}. C’est ce profil qui sera connecté.`,
    newRecord: ({ partner }) => `Si tu autorises, nous créons un nouveau profil pour toi chez ${partner}.`,
    refused: ({ partner }) =>
      `Rien n’a été connecté. Nous avons prévenu ${partner} que ce profil n’est pas le tien. Si tu autorises, nous y créons un nouveau profil pour toi.`,
    notMe: 'Ce n’est pas moi',
    allows: 'Tu autorises :',
    untick: 'Décoche ce que tu ne veux pas partager. Tu peux déconnecter à tout moment :',
    deny: 'Refuser',
    allow: 'Autoriser',
    other: 'Utiliser une autre adresse',
  },
  goBack: ({ host }) => `Retourner à ${host}`,
  scopes: {
    'profile:read': {
      title: 'Voir ton profil',
      text: 'Ton nom, ton e-mail, tes mesures, tes niveaux de transpiration et de forme, tes problèmes de santé, tes tests de sueur et ce que nous avons appris sur toi. Si tu partages aussi tes activités, tes retours également.',
    },
    'profile:write': {
      title: 'Modifier ton profil',
      text: 'Corriger et compléter ton profil, sauf ton adresse e-mail.',
    },
    'activities:read': {
      title: 'Voir tes activités',
      text: 'Tes entraînements et tes courses : quel sport, quand, combien de temps et à quelle intensité.',
    },
    'activities:write': {
      title: 'Ajouter et modifier des activités',
      text: 'Créer, modifier et supprimer des entraînements et des courses.',
    },
    'prescriptions:read': {
      title: 'Voir quoi manger et boire',
      text: 'Tes recommandations de glucides, de sodium et de liquide, leurs limites et leurs avertissements, qui peuvent nommer un problème de santé.',
    },
    'prescriptions:create': {
      title: 'Calculer quoi manger et boire',
      text: 'Calculer une recommandation pour une activité, et la mettre à jour quand quelque chose change.',
    },
    'feedback:write': {
      title: 'Donner un retour à ta place',
      text: 'Indiquer ce que tu as pris et comment tu l’as ressenti. Les recommandations suivantes en deviennent plus personnelles.',
    },
    'products:read': {
      title: 'Trouver des produits',
      text: 'Chercher pour toi dans le catalogue de produits. Chaque recherche est enregistrée.',
    },
  },
  connections: {
    title: 'Tes connexions',
    none: 'Tu n’as connecté aucune application avec cette adresse.',
    inSandbox: 'environnement de test',
    since: 'depuis le',
    disconnect: ({ client }) => `Déconnecter ${client}`,
    ended: 'La connexion est terminée.',
    signOut: 'Se déconnecter',
  },
  messages: {
    pageExpired: {
      title: 'Cette page a expiré',
      text: 'Tu y as déjà répondu, elle a plus de dix minutes, ou tu t’es connecté depuis avec une autre adresse. Rien de nouveau n’a été partagé. Retourne à l’application et recommence.',
    },
    tooManyAttempts: {
      title: 'Trop de tentatives',
      text: 'Attends une minute, puis reviens en arrière et réessaie.',
    },
    busyNetwork: {
      title: 'Trop de codes demandés',
      text: 'Ton réseau a demandé beaucoup de codes de connexion que personne n’a utilisés. Réessaie dans l’heure, ou passe par une autre connexion, par exemple les données mobiles.',
    },
    deadCode: {
      title: 'Ce code ne fonctionne pas',
      text: 'Il a déjà servi, il a plus de dix minutes, il a été essayé trop souvent, ou il a été demandé dans un autre navigateur. Reviens en arrière et demandes-en un nouveau.',
    },
    noConnection: { title: 'Connexion introuvable', text: 'Elle est peut-être déjà terminée.' },
    untrustedLink: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Nous ne connaissons pas l’application d’où tu viens, ou elle veut la réponse à une adresse qu’elle n’a pas déclarée. Rien n’a été partagé. Préviens ses développeurs.',
    },
    suspendedApplication: {
      title: 'Cette application est suspendue',
      text: 'Elle ne peut pas être connectée pour le moment. Rien n’a été partagé. Réessaie plus tard ou demande à ses développeurs.',
    },
    faultyRequest: {
      title: 'Ce lien ne fonctionne pas',
      text: 'L’application d’où tu viens a fait une erreur dans sa demande. Rien n’a été partagé. Tu peux y retourner et montrer ce message à ses développeurs :',
    },
    foreignForm: {
      title: 'Ce formulaire vient d’un autre site',
      text: 'Rien n’a été modifié. Reviens en arrière et utilise le formulaire de notre page.',
    },
    notForm: {
      title: 'Ce n’est pas un formulaire',
      text: 'Rien n’a été modifié. Reviens en arrière et utilise le formulaire de la page précédente.',
    },
    formTooLarge: {
      title: 'Ce formulaire est trop grand',
      text: 'Rien n’a été modifié. Reviens en arrière et réessaie avec moins de texte.',
    },
  },
  athlete: {
    plan: 'Plan',
    feedback: 'Ressenti',
    whose: ({ person, partner }) => `Pour ${person} · ${partner}`,
    yours: ({ partner }) => `Ton plan · ${partner}`,
    backTo: ({ partner }) => `Retour à ${partner}`,
    print: 'Imprimer',
    ofDay: 'Séances de ce jour',
    heading: 'Comment ça s’est passé ?',
    gut: {
      question: 'Comment était ton estomac ?',
      answers: { excellent: 'Très bien', good: 'Bien', fair: 'Moyen', poor: 'Mal' },
    },
    energy: {
      question: 'Comment était ton énergie ?',
      answers: {
        surplus: 'Plus qu’il n’en fallait',
        adequate: 'Juste ce qu’il fallait',
        low: 'Basse',
        bonked: 'La fringale',
      },
    },
    hydration: {
      question: 'Et côté boisson ?',
      answers: {
        over_hydrated: 'J’ai bu plus qu’il ne fallait',
        well_hydrated: 'Juste ce qu’il fallait',
        slightly_dehydrated: 'Un peu soif',
        dehydrated: 'Très soif',
      },
    },
    weighing: 'Si tu as relevé ton poids avant et après',
    urinated: {
      question: 'As-tu uriné entre les deux ?',
      answers: { no: 'Non', once: 'Une fois', more: 'Plusieurs fois' },
    },
    clothing: {
      question: 'Comment as-tu relevé ton poids après ?',
      answers: { dry: 'Sueur essuyée', wet: 'En vêtements mouillés' },
    },
    notes: 'Autre chose ? (facultatif)',
    send: 'Envoyer',
    nothingChosen: 'Choisis au moins une réponse ou écris quelque chose.',
    thanks: {
      title: 'Merci',
      text: 'Ton ressenti est enregistré. Tes prochains plans seront plus personnels.',
    },
    noSession: {
      title: 'Aucune séance prévue',
      text: 'Il n’y a pas de séance aujourd’hui ni dans les deux prochaines semaines.',
    },
    noPlan: {
      title: 'Ton plan n’est pas prêt',
      text: 'Rien n’a encore été calculé pour cette séance. Réessaie plus tard.',
    },
    noFeedback: {
      title: 'Rien à évaluer pour l’instant',
      text: 'Il n’y a pas eu de séance ces derniers jours.',
    },
    replace: {
      title: 'Quel plan veux-tu voir ?',
      text: 'Ce navigateur affiche déjà les pages d’une autre personne. N’ouvre le lien que s’il t’est destiné. Il remplace ces pages dans ce navigateur.',
      now: 'Ouvert actuellement',
      link: 'Dans le lien',
      open: 'Ouvrir le lien',
      stay: 'Garder les pages ouvertes',
    },
    ended: {
      title: 'Cette page a expiré',
      text: 'Retourne à l’application ou au site qui l’a affichée et ouvre-la à nouveau.',
    },
    noCookie: {
      title: 'Ouvre le lien à nouveau',
      text: 'Cette page a expiré, ou ton navigateur a bloqué le cookie nécessaire. Autorise les cookies pour ce site, ou ouvre la page depuis l’application ou le site d’où tu viens.',
    },
    paused: {
      title: 'Temporairement indisponible',
      text: 'L’application ou le site qui a affiché cette page est en pause. Réessaie plus tard.',
    },
    busy: { title: 'Trop de demandes', text: 'Attends une minute, puis réessaie.' },
  },
  subscribe: {
    title: 'S’abonner',
    heading: 'Le plan complet, pas une fourchette.',
    benefits: [
      'Des quantités exactes de glucides, de sodium et de liquide, par heure et en tout, avec les raisons de chaque chiffre',
      'Un plan avec de vrais produits : quoi, quand, et à quel point il s’approche de l’objectif',
      'Des chiffres qui apprennent de tes séances',
    ],
    about:
      'Ta plateforme d’entraînement a un lien personnel vers cette page. Cherche « Powered by Musette » près de tes chiffres.',
    change: 'Passer cet athlète de test au plan complet',
    nothingCharged:
      'C’est l’environnement de test. Rien n’est facturé, et le lien ne fonctionne qu’une fois.',
    production: {
      title: 'Comment s’abonner',
      text: 'L’abonnement se fait dans ta plateforme d’entraînement. Ouvre ses réglages, cherche Musette ou nutrition, et choisis le plan complet. Tes chiffres sont prêts et apparaissent en entier dès que le plan est actif. Ouvrir cette page n’a rien modifié ni facturé.',
    },
    switched: {
      title: 'C’est fait.',
      text: 'Ton plan complet est actif. Retourne à ta plateforme d’entraînement et recharge la page.',
    },
    already_full: { title: 'Déjà actif.', text: 'Tu as le plan complet, il n’y a plus rien à faire.' },
    already_used: {
      title: 'Ce lien a déjà servi.',
      text: 'Chaque lien ne fonctionne qu’une fois. Ta plateforme d’entraînement en montre un nouveau demain.',
    },
    expired: {
      title: 'Ce lien a expiré.',
      text: 'Les liens sont valables environ une semaine. Ouvre-en un nouveau dans ta plateforme d’entraînement.',
    },
    invalid: {
      title: 'Ce lien ne fonctionne pas.',
      text: 'Une partie manque ou a été modifiée. Ouvre-le depuis ta plateforme d’entraînement.',
    },
    athlete_gone: {
      title: 'Cet athlète n’existe pas.',
      text: 'L’athlète à qui ce lien était destiné a été supprimé.',
    },
  },
};
