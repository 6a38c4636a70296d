import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, plural, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

const litres = plural('fr', { one: 'litre', other: 'litres' });

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'ton poids',
  intensity: 'l’intensité',
  heat: 'le niveau de chaleur ou la météo',
  fitness: 'ton niveau de forme physique',
  sex: 'ton sexe',
  age: 'ton âge',
};

/** French texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `Ton sodium sanguin a déjà été trop bas. Bois seulement si tu as soif et reste en dessous de ${m.limit(maxMlPerHr)} par heure. Parle à un médecin avant les longues épreuves.`;
    if (condition === 'water_retaining_drug')
      return `Un de tes médicaments fait retenir l’eau au corps. Bois seulement si tu as soif et reste en dessous de ${m.limit(maxMlPerHr)} par heure. Demande l’avis de ton médecin avant les longues épreuves.`;
    return `${
      inWater
        ? 'En natation de longue durée, un sodium sanguin trop bas a été observé même en buvant modérément.'
        : 'Sur une épreuve aussi longue, boire au-delà de la soif peut diluer le sang.'
    } Bois seulement si tu as soif et jamais plus de ${m.limit(maxMlPerHr)} par heure. Si tu ${hidesMass ? '' : 'prends du poids ou '}as le ventre gonflé, arrête de boire.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Tes mesures corporelles manquent. Pour cette épreuve, elles déterminent ce que tu peux boire sans danger. Fais vérifier ces chiffres par ton médecin ou ton entraîneur.'
      : `Il manque ${FIELDS[field]}. Pour cette épreuve, cette donnée détermine ce que tu peux boire sans danger. Ajoute-la avant d’utiliser ces chiffres.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `La dernière fois, tu as indiqué avoir bu environ ${m.total(reportedMlPerHr)} par heure. C’était peut-être trop pour toi. Pour cette séance, reste en dessous de ${m.limit(maxMlPerHr)} par heure.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `Tu as récemment indiqué des quantités bues qui peuvent diluer le sang. Bois seulement si tu as soif et reste en dessous de ${m.limit(maxMlPerHr)} par heure. Si tu as bu trop de liquide, ne bois plus rien avant d’avoir uriné. En cas de maux de tête, de vomissements ou de confusion après l’effort, demande immédiatement une aide médicale.`,
  NSAID_RISK: () =>
    'Les antidouleurs comme l’ibuprofène surchargent les reins pendant un long effort. Ils rendent aussi plus dangereux le fait de boire trop de liquide. N’en prends pas ce jour-là, ou demande d’abord l’avis de ton médecin.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Tu as déjà eu un malaise dû à la chaleur. Quand il fait chaud, entraîne-toi avec quelqu’un, pars lentement et arrête-toi au premier signe.'
      : 'Il fait chaud. Pars plus lentement, cherche l’ombre et rafraîchis-toi. Arrête-toi si tu as des frissons, des vertiges ou l’esprit confus.',
  HEAT_BLACK_FLAG: () =>
    'Il fait très chaud. À ce niveau, beaucoup de courses sont raccourcies ou reportées. Va doucement et rafraîchis-toi souvent. Arrête-toi si tu as des frissons, des vertiges ou l’esprit confus.',
  HEAT_EXTREME: () =>
    'Chaleur extrême. À ce niveau, les organisateurs annulent. Déplace ou raccourcis la séance. Aucun plan d’hydratation ne la rend sûre.',
  HEAT_UNACCLIMATISED: () =>
    'Ton corps n’est pas habitué à la chaleur. Il faut 10 à 14 jours d’exercice à la chaleur pour s’y habituer. D’ici là, ralentis.',
  HEAT_HARD_EFFORT: () =>
    'Par cette chaleur, un effort intense peut provoquer un coup de chaleur en moins d’une heure. Boire n’en protège pas. Choisis une séance facile ou un endroit frais.',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? 'Choisis des boissons chaudes et évite que tes bidons gèlent.'
      : `Par temps froid, tu as besoin de peu de liquide. Ne te force pas à boire.${freezing ? ' Choisis des boissons chaudes et évite que tes bidons gèlent.' : ''}`,
  COLD_IMMERSION: () =>
    'Eau froide. Entre lentement et porte une combinaison si le règlement le permet. Ne nage jamais sans compagnie. Sors de l’eau si tu n’arrêtes pas de trembler.',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'Avec ce plan, il te manquerait beaucoup d’eau à l’arrivée, et boire au-delà de la limite n’est pas sans danger. Raccourcis l’épreuve, ralentis ou rafraîchis-toi.';
    return hidesMass
      ? 'Tu risques de finir avec un manque d’eau désagréable. Bois et mange dans les heures qui suivent, et préviens quelqu’un si tu ne te sens pas bien.'
      : 'Tu risques de finir avec un manque d’eau désagréable. Pèse-toi après, bois et mange dans les heures qui suivent, et préviens quelqu’un si tu ne te sens pas bien.';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `Tu transpires peut-être environ ${m.litres(sweatLPerHr, ` ${litres(sweatLPerHr)}`)} par heure, plus que ton estomac n’en absorbe à cet effort. N’essaie pas de tout remplacer. L’allure et le rafraîchissement comptent davantage.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Tu perdras sans doute ${hidesMass ? 'beaucoup de liquide' : 'plus de 2,5 % de ton poids'}. Ce n’est pas une raison de boire plus, ni avant ni pendant la séance. Bois seulement si tu as soif, ralentis et rafraîchis-toi.`,
  DRINK_TO_THIRST: () =>
    'Pour cette séance, fie-toi à ta soif. La quantité de liquide n’est qu’une suggestion, mais ne dépasse jamais la limite.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Tu perds peut-être environ ${lossMgPerHr} mg de sodium par heure, mais ce chiffre suppose la sueur d’une personne moyenne. Fais un test de sodium dans la sueur pour connaître le tien.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]} : `}Environ ${wantedGPerHr} g par heure pourraient t’aider. Nous supposons que ton intestin supporte ${toleranceGPerHr} g, donc le plan s’arrête là. Augmente à l’entraînement de 5 à 10 g par heure toutes les une à deux semaines, vers ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Tu dis prendre d’habitude ${usualGPerHr} g par heure. Au-dessus de ${limitGPerHr} g, seule une tolérance éprouvée compte. Indique la tienne quand tu l’auras testée à l’intensité de course.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `Dans le liquide prévu, cela ferait ${m.perLitre(gramsPerLitre)} g de glucides par ${m.litre('litre')}, trop concentré pour un bidon. Garde tes bidons à ${m.perLitre(80)} g par ${m.litre('litre')} au plus et prends le reste en gels ou en aliments.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Ton ventre t’a déjà gêné. Jusqu’à ${carbGPerHr} g par heure, la quantité est raisonnable. Teste-la à l’entraînement, répartis-la en petites portions et réduis dès les premiers signes.`,
  INTAKE_NOT_NEEDED: () =>
    'Une séance de cette durée et de cette intensité ne demande pas de glucides pendant l’effort. Mange normalement avant et après.',
  MOUTH_RINSE_OPTION: () =>
    'Sur une course aussi courte, rince-toi la bouche 5 à 10 secondes avec une boisson de l’effort. Cela aide à peu près autant que de l’avaler.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `À ${ageYears} ans, ne planifie rien d’aussi long sans médecin ou entraîneur expérimenté. Ne prends aucun produit à la caféine.`
      : `Cette personne a ${ageYears} ans. Un parent ou un entraîneur doit parcourir le plan avec elle. Aucun produit à la caféine. Les glucides restent sous une limite plus basse pour cet âge.`,
  OLDER_ADULT: () =>
    'Avec l’âge, la soif vient plus tard et les reins éliminent l’eau plus lentement. Quand tu bois, prends de petites gorgées plutôt que beaucoup à la fois. Reste sous la limite.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Grossesse : parle à ton médecin ou à ta sage-femme avant un effort aussi intense ou par cette chaleur. Prends au plus 200 mg de caféine par jour. N’entraîne pas ton intestin.'
      : 'Grossesse : reste dans ce qui est confortable et demande l’accord de ton médecin ou de ta sage-femme. Prends au plus 200 mg de caféine par jour. N’entraîne pas ton intestin.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Avec une tension élevée ou un traitement diurétique, c’est à un médecin de fixer ton sodium. D’ici là, le chiffre donné ici est provisoire, au plus ${limitMgPerHr} mg par heure. Ne le dépasse pas, quelle que soit la fourchette affichée.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `Avec ta maladie du cœur ou des reins, c’est à un médecin de fixer le liquide et le sodium. D’ici là, ces chiffres sont provisoires. Ne dépasse pas ${m.limit(maxMlPerHr)} ni ${limitMgPerHr} mg par heure. Ne commence avec eux rien de plus long que deux heures.`,
  DIABETES: () =>
    'Ce ne sont pas des doses d’insuline ni de médicament. Avec un diabète traité, décide des glucides et du traitement pour l’effort avec ton équipe de diabétologie et mesure ta glycémie. Garde du sucre rapide sur toi, même si le plan n’en prévoit pas.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Un zéro ici ne veut pas dire s’entraîner sans manger. Mange avant et après, et prends quelque chose pendant si tu en as envie. Prépare ton alimentation avec l’équipe qui te suit.'
      : 'Manger assez autour de l’entraînement est le plus important pour toi. Prends les glucides comme un minimum, et prépare ton alimentation avec l’équipe qui te suit.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'Sur une épreuve aussi longue, prévois de vrais aliments et des goûts variés. Lis les valeurs par heure comme une moyenne, pas comme un rythme à tenir.';
    return sentences([
      leastKg === null || mostKg === null
        ? 'Si tu as le ventre gonflé ou les mains qui gonflent, ne bois rien avant d’avoir uriné.'
        : `À l’arrivée, tu devrais avoir perdu de ${m.bareMass(leastKg, 1)} à ${m.mass(mostKg, 1)}, dont la moitié à mi-parcours. Si tu as moins perdu ou si tu as le ventre gonflé, ne bois rien avant d’avoir uriné.`,
      planKg !== null &&
        `Ce plan reste sous une limite prudente et peut à lui seul te coûter ${m.mass(planKg, 1)}. Si tu as perdu plus que ton chiffre et que tu as soif, bois à ta soif jusqu’à revenir à ton chiffre, puis arrête.`,
      beyondTwelveHours &&
        (planKg === null
          ? 'Au-delà de douze heures, ces chiffres sont approximatifs. Prévois de vrais aliments, des goûts variés et du sommeil, et fie-toi à ta soif sans dépasser les limites.'
          : 'Au-delà de douze heures, ces chiffres sont approximatifs. Prévois de vrais aliments, des goûts variés et du sommeil, et fie-toi à ta soif.'),
    ]);
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? 'Maux de tête, vomissements ou confusion : arrête-toi, ne bois rien et demande de l’aide médicale.'
      : 'Maux de tête, vomissements ou confusion : arrête-toi, ne bois rien et demande de l’aide médicale, quoi que dise la balance.',
  GLP1: () =>
    'Ton médicament ralentit l’estomac et atténue la soif et la faim. Mange et bois tôt, par petites quantités, et teste tout à l’avance.',
  SGLT2: () =>
    'Ton médicament peut provoquer une acidocétose. Ne t’entraîne jamais longtemps sans glucides, et demande de l’aide si tu as la nausée ou du mal à respirer.',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass)
      return 'Une de tes informations semble inhabituelle. Fais vérifier ces chiffres par ton médecin ou ton entraîneur.';
    if (against === 'size')
      return 'Ce poids est-il en kilogrammes ? Ajoute ta taille pour le confirmer. D’ici là, la limite de liquide est celle d’un corps plus petit.';
    return `Ce poids est-il en kilogrammes ? Il ne correspond pas ${against === 'height' ? 'à ta taille' : 'au poids indiqué auparavant'}. Vérifie-le. D’ici là, la limite de liquide est celle d’un corps plus petit.`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `À ${m.height(altitudeM)}, tu perds plus d’eau en respirant et tu as moins faim. La quantité de liquide tient déjà compte de la respiration tant que la limite le permet. N’y ajoute rien.`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? 'Tes mesures corporelles ne sont pas connues. Nous avons donc pris une limite de liquide prudente. Reste en dessous.'
      : `Ton poids n’est pas connu. Les chiffres supposent ${m.mass(65)} et la limite de liquide, une personne légère. Indique-le pour avoir tes propres chiffres.`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences([
      mass &&
        'Tes mesures corporelles sortent de ce que couvrent les études derrière ces chiffres. Considère-les comme approximatifs.',
      ageYears !== null &&
        `L’âge de ${ageYears} ans sort de ce que couvrent les études derrière ces chiffres. Considère-les comme approximatifs.`,
      duration && 'Peu d’études vont au-delà de 24 heures. Considère ces chiffres comme approximatifs.',
    ]),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences([
      intensity && 'Aucune intensité n’a été indiquée. Un effort régulier (niveau 5) a été supposé.',
      heat &&
        'Aucun niveau de chaleur ni météo n’a été indiqué. Des conditions douces (niveau 5) ont été supposées.',
      age &&
        'L’âge n’a pas été indiqué. Nous avons supposé 35 ans et la limite de liquide d’une personne âgée.',
      'Ajoute ce qui manque pour de meilleurs chiffres.',
    ]),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `Une tolérance de ${statedGPerHr} g par heure est-elle exacte ? ${looksLikeLevel(statedGPerHr) ? 'Elle ressemble à un niveau de 1 à 9.' : 'C’est très peu.'} Vérifie-la. D’ici là, elle compte pour ${usedGPerHr} g.`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences([
      conflict.weatherLevel !== null &&
        `Le niveau de chaleur ${conflict.statedLevel} a été indiqué, mais la météo ressemble au niveau ${conflict.weatherLevel}. Le niveau a été utilisé avec la température et l’humidité mesurées. Vérifie les deux.`,
      conflict.effortAgainstLevel !== null &&
        `La puissance ou l’allure et l’intensité ${conflict.effortAgainstLevel} ne vont pas ensemble. La puissance ou l’allure a été utilisée. Avec de longues pauses, c’est normal. Sinon, vérifie les deux.`,
      conflict.unsustainableLevel !== null &&
        `Personne ne tient l’intensité ${conflict.unsustainableLevel} aussi longtemps. Ce que tu peux tenir a été utilisé. Indique la moyenne de toute la séance.`,
      conflict.sweatRateMlPerHr !== null &&
        `Un taux de sudation de ${m.total(conflict.sweatRateMlPerHr)} par heure est très inhabituel. Refais le test.`,
      conflict.impossibleEffort &&
        'La puissance ou l’allure dépasse ce que l’on peut tenir aussi longtemps. Elle ne compte qu’en partie ou pas du tout. Vérifie la valeur et la durée.',
      conflict.effortAboveFitness === 'measured' &&
        'Ton allure ou ta puissance dépasse ce que ton niveau de forme physique tient aussi longtemps. Vérifie les deux. Les chiffres suivent l’allure ou la puissance.',
      conflict.effortAboveFitness === 'course' &&
        'Ton parcours et ton temps demandent plus que ton niveau de forme physique ne le permet. Vérifie les trois. Les chiffres suivent le parcours.',
    ]),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences([
    heat && intensity && 'Calculé pour un temps doux et un effort régulier.',
    heat && !intensity && 'Calculé pour un temps doux.',
    intensity && !heat && 'Calculé pour un effort régulier.',
    age && 'Ton âge n’est pas connu. Ta limite de liquide est donc celle d’une personne âgée.',
  ]);

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'Si des personnes comme toi buvaient exactement cela, avec ou sans soif, moins d’une sur 40 descendrait sous 135 mmol/l de sodium dans le sang.'
      : 'Si des personnes comme toi buvaient exactement cela, avec ou sans soif, moins d’une sur 20 descendrait à 130 mmol/l de sodium dans le sang, où commencent les symptômes.';
  return sentences([
    'Une limite pour planifier, pas un seuil de danger. Dans les études, beaucoup de finishers ont bu davantage, et certains sont tombés malades.',
    leastKg !== null &&
      mostKg !== null &&
      `Au-delà de 8 heures, ton propre poids te protège : à l’arrivée, attends-toi à peser de ${m.bareMass(leastKg, 1)} à ${m.mass(mostKg, 1)} de moins. Si tu as moins perdu, ne bois rien avant d’avoir uriné.`,
  ]);
};
