import type { UncertaintyField } from '@musette/engine/types';
import { looksLikeLevel, sentences } from '../phrasing.ts';
import type { AssumedText, FluidLimitText, WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

/** Names of missing fields within a sentence. */
const FIELDS: Readonly<Record<UncertaintyField, string>> = {
  mass: 'il tuo peso',
  intensity: 'l’intensità',
  heat: 'il livello di caldo o il meteo',
  fitness: 'il tuo livello di forma fisica',
  sex: 'il tuo sesso',
  age: 'la tua età',
};

/** Italian texts of warnings. */
export const WARNINGS: WarningTexts = {
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }, m) => {
    if (condition === 'low_sodium_before')
      return `Il tuo sodio nel sangue è già stato troppo basso. Bevi solo quando hai sete e resta sotto ${m.limit(maxMlPerHr)} all’ora. Parla con un medico prima delle prove lunghe.`;
    if (condition === 'water_retaining_drug')
      return `Uno dei tuoi farmaci fa trattenere acqua al corpo. Bevi solo quando hai sete e resta sotto ${m.limit(maxMlPerHr)} all’ora. Chiedi al tuo medico prima delle prove lunghe.`;
    return `${
      inWater
        ? 'Nelle lunghe prove di nuoto si è visto un sodio nel sangue troppo basso anche bevendo con moderazione.'
        : 'In una prova così lunga bere oltre la sete può diluire il sangue.'
    } Bevi solo quando hai sete e mai più di ${m.limit(maxMlPerHr)} all’ora. Se ${hidesMass ? '' : 'aumenti di peso o '}senti la pancia gonfia, smetti di bere.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Mancano le tue misure corporee. In questa prova da esse dipende quanto puoi bere in sicurezza. Fai controllare queste cifre dal tuo medico o allenatore.'
      : `Manca ${FIELDS[field]}. In questa prova da questo dato dipende quanto puoi bere in sicurezza. Aggiungilo prima di usare queste cifre.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }, m) =>
    `L’ultima volta hai indicato di aver bevuto circa ${m.total(reportedMlPerHr)} all’ora. Forse era troppo per te. In questa sessione resta sotto ${m.limit(maxMlPerHr)} all’ora.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }, m) =>
    `Di recente hai indicato quantità bevute che possono diluire il sangue. Bevi solo quando hai sete e resta sotto ${m.limit(maxMlPerHr)} all’ora. Se hai bevuto troppi liquidi, non bere più nulla finché non hai urinato. In caso di mal di testa, vomito o confusione dopo l’esercizio, chiedi subito assistenza medica.`,
  NSAID_RISK: () =>
    'Gli antidolorifici come l’ibuprofene sovraccaricano i reni in un esercizio lungo. Rendono anche più pericoloso bere troppi liquidi. Non prenderli quel giorno, o chiedi prima al tuo medico.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Hai già avuto un malore da caldo. Quando fa caldo allenati in compagnia, parti piano e fermati al primo segnale.'
      : 'Fa caldo. Parti più piano, cerca l’ombra e rinfrescati. Fermati se hai brividi, vertigini o confusione.',
  HEAT_BLACK_FLAG: () =>
    'Fa molto caldo. A questo livello molte gare vengono accorciate o rinviate. Vai piano e rinfrescati spesso. Fermati se hai brividi, vertigini o confusione.',
  HEAT_EXTREME: () =>
    'Caldo estremo. A questo livello gli organizzatori annullano. Sposta o accorcia la sessione. Nessun piano di idratazione la rende sicura.',
  HEAT_UNACCLIMATISED: () =>
    'Il tuo corpo non è abituato al caldo. Servono da 10 a 14 giorni di esercizio al caldo per abituarsi. Fino ad allora rallenta.',
  HEAT_HARD_EFFORT: () =>
    'Con questo caldo uno sforzo intenso può causare un colpo di calore entro un’ora. Bere non ti protegge. Scegli una sessione facile o un posto fresco.',
  COLD_LOW_FLUID: ({ freezing, onlyFreezing }) =>
    onlyFreezing
      ? 'Scegli bevande calde e non lasciar gelare le borracce.'
      : `Con il freddo ti servono pochi liquidi. Non forzarti a bere.${freezing ? ' Scegli bevande calde e non lasciar gelare le borracce.' : ''}`,
  COLD_IMMERSION: () =>
    'Acqua fredda. Entra piano e indossa una muta dove il regolamento lo permette. Non nuotare senza compagnia. Esci dall’acqua se non smetti di tremare.',
  DEHYDRATION_LARGE: ({ isDanger, hidesMass }) => {
    if (isDanger)
      return 'Con questo piano alla fine ti mancherebbero molti liquidi, e bere oltre il limite non è sicuro. Accorcia la prova, rallenta o rinfrescati.';
    return hidesMass
      ? 'Alla fine potrebbero mancarti un po’ di liquidi. Bevi e mangia nelle ore successive e avvisa qualcuno se non ti senti bene.'
      : 'Alla fine potrebbero mancarti un po’ di liquidi. Pesati dopo, bevi e mangia nelle ore successive e avvisa qualcuno se non ti senti bene.';
  },
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }, m) =>
    `Forse sudi circa ${m.litres(sweatLPerHr, ' litri')} all’ora, più di quanto il tuo stomaco assorba con questo sforzo. Non cercare di reintegrare tutto. Rallentare e rinfrescarsi aiutano di più.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Probabilmente perderai ${hidesMass ? 'molto liquido' : 'più del 2,5% del tuo peso'}. Non è un motivo per bere di più, né prima né durante la sessione. Bevi solo quando hai sete, rallenta e rinfrescati.`,
  DRINK_TO_THIRST: () =>
    'In questa sessione la sete è una guida sufficiente. La quantità di liquido è solo un’indicazione, ma non superare mai il limite.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Forse perdi circa ${lossMgPerHr} mg di sodio all’ora, ma questa cifra suppone il sudore di una persona media. Fai un test del sodio nel sudore per conoscere la tua.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}: `}Circa ${wantedGPerHr} g all’ora potrebbero aiutarti. Supponiamo che il tuo intestino tolleri ${toleranceGPerHr} g, quindi il piano si ferma lì. Aumenta in allenamento di 5–10 g all’ora ogni una o due settimane, verso ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Dici di prendere di solito ${usualGPerHr} g all’ora. Oltre ${limitGPerHr} g conta solo una tolleranza provata. Indica la tua quando l’avrai testata a ritmo gara.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }, m) =>
    `Nel liquido previsto sarebbero ${m.perLitre(gramsPerLitre)} g di carboidrati per ${m.litre('litro')}, troppo concentrato per una borraccia. Tieni le borracce a ${m.perLitre(80)} g per ${m.litre('litro')} o meno e prendi il resto come gel o cibo.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Il tuo intestino ti ha già dato problemi. Fino a ${carbGPerHr} g all’ora è una quantità ragionevole. Provala in allenamento, dividila in piccole porzioni e riduci ai primi disturbi.`,
  INTAKE_NOT_NEEDED: () =>
    'Una sessione di questa durata e sforzo non richiede carboidrati durante l’esercizio. Mangia normalmente prima e dopo.',
  MOUTH_RINSE_OPTION: () =>
    'In una gara così breve, sciacquati la bocca per 5–10 secondi con una bevanda sportiva. Aiuta più o meno quanto berla.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `A ${ageYears} anni, non pianificare nulla di così lungo senza un medico o un allenatore esperto. Non prendere prodotti con caffeina.`
      : `Questa persona ha ${ageYears} anni. Un genitore o un allenatore deve rivedere il piano con lei. Nessun prodotto con caffeina. I carboidrati restano entro un limite più basso per l’età.`,
  OLDER_ADULT: () =>
    'Con l’età la sete arriva più tardi e i reni eliminano l’acqua più lentamente. Quando bevi, fallo a piccoli sorsi e non molto in una volta. Resta sotto il limite.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Gravidanza: parla con il tuo medico o l’ostetrica prima di uno sforzo così intenso o con questo caldo. Prendi al massimo 200 mg di caffeina al giorno. Non allenare l’intestino.'
      : 'Gravidanza: mantieni uno sforzo confortevole e chiedi l’accordo del tuo medico o dell’ostetrica. Prendi al massimo 200 mg di caffeina al giorno. Non allenare l’intestino.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Con la pressione alta o una terapia diuretica il sodio deve deciderlo un medico. Fino ad allora la cifra qui è provvisoria, al massimo ${limitMgPerHr} mg all’ora. Non superarla, qualunque intervallo sia mostrato.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }, m) =>
    `Con la tua malattia del cuore o dei reni liquido e sodio deve deciderli un medico. Fino ad allora queste cifre sono provvisorie. Non superare ${m.limit(maxMlPerHr)} né ${limitMgPerHr} mg all’ora. Non iniziare con esse nulla che duri più di due ore.`,
  DIABETES: () =>
    'Queste non sono dosi di insulina o di farmaci. Se il tuo diabete è in terapia, concorda carboidrati e farmaci per l’esercizio con il tuo centro diabetologico e misura la glicemia. Porta con te zuccheri ad assorbimento rapido, anche se il piano non ne prevede.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Uno zero qui non significa allenarsi senza mangiare. Mangia prima e dopo, e prendi qualcosa durante se ti va. Pianifica la tua alimentazione insieme a chi ti segue.'
      : 'Mangiare abbastanza intorno all’allenamento è la cosa più importante per te. Prendi i carboidrati come un minimo, e pianifica la tua alimentazione insieme a chi ti segue.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, leastKg, mostKg, planKg }, m) => {
    if (!massRule)
      return 'In una prova così lunga prevedi cibo vero e sapori diversi. Considera i valori all’ora come una media, non come una tabella fissa.';
    return sentences([
      leastKg === null || mostKg === null
        ? 'Se senti la pancia gonfia o ti si gonfiano le mani, non bere nulla finché non hai urinato.'
        : `All’arrivo dovresti aver perso da ${m.bareMass(leastKg, 1)} a ${m.mass(mostKg, 1)}, metà dei quali a metà gara. Se hai perso di meno o senti la pancia gonfia, non bere nulla finché non hai urinato.`,
      planKg !== null &&
        `Questo piano resta sotto un limite prudente e da solo può costarti ${m.mass(planKg, 1)}. Se hai perso più della tua cifra e hai sete, bevi secondo la sete finché torni alla tua cifra, poi fermati.`,
      beyondTwelveHours &&
        (planKg === null
          ? 'Oltre le dodici ore queste cifre sono approssimative. Prevedi cibo vero, sapori diversi e sonno, e regolati con la sete entro i limiti.'
          : 'Oltre le dodici ore queste cifre sono approssimative. Prevedi cibo vero, sapori diversi e sonno, e regolati con la sete.'),
    ]);
  },
  EAH_SYMPTOMS: ({ hidesMass }) =>
    hidesMass
      ? 'Mal di testa, vomito o confusione: fermati, non bere nulla e chiedi assistenza medica.'
      : 'Mal di testa, vomito o confusione: fermati, non bere nulla e chiedi assistenza medica, qualunque cosa dica la bilancia.',
  GLP1: () =>
    'Il tuo farmaco rallenta lo stomaco e attenua sete e fame. Mangia e bevi presto, in piccole quantità, e prova tutto in anticipo.',
  SGLT2: () =>
    'Il tuo farmaco può causare chetoacidosi. Non allenarti mai a lungo senza carboidrati e chiedi aiuto se hai nausea o ti manca il respiro.',
  MASS_UNLIKELY: ({ against, hidesMass }) => {
    if (hidesMass)
      return 'Uno dei tuoi dati è insolito. Fai controllare queste cifre dal medico o dall’allenatore.';
    if (against === 'size')
      return 'Questo peso è in chilogrammi? Aggiungi la tua altezza per confermarlo. Fino ad allora il limite di liquidi è quello di un corpo più piccolo.';
    return `Questo peso è in chilogrammi? Non corrisponde ${against === 'height' ? 'alla tua altezza' : 'al peso indicato prima'}. Controllalo. Fino ad allora il limite di liquidi è quello di un corpo più piccolo.`;
  },
  ALTITUDE: ({ altitudeM }, m) =>
    `A ${m.height(altitudeM)} perdi più acqua con il respiro e hai meno fame. La quantità di liquido conta già il respiro fin dove il limite lo permette. Non aggiungere altro.`,
  MASS_MISSING: ({ hidesMass }, m) =>
    hidesMass
      ? 'Le tue misure corporee non sono note, quindi il limite di liquido è prudente. Resta sotto il limite.'
      : `Il tuo peso non è noto. Le cifre suppongono ${m.mass(65)} e il limite di liquido una persona leggera. Indicalo per avere le tue cifre.`,
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration }) =>
    sentences([
      mass &&
        'Le tue misure corporee sono fuori da quanto coprono gli studi alla base di queste cifre. Considerale approssimative.',
      ageYears !== null &&
        `L’età di ${ageYears} anni è fuori da quanto coprono gli studi alla base di queste cifre. Considerale approssimative.`,
      duration && 'Pochi studi coprono oltre 24 ore. Considera queste cifre approssimative.',
    ]),
  ASSUMED: ({ intensity, heat, age }) =>
    sentences([
      intensity && 'L’intensità non è stata indicata. È stato supposto uno sforzo costante (livello 5).',
      heat &&
        'Non sono stati indicati né il livello di caldo né il meteo. Sono state supposte condizioni miti (livello 5).',
      age &&
        'L’età non è stata indicata. Sono stati supposti 35 anni e il limite di liquidi di una persona anziana.',
      'Aggiungi ciò che manca per avere cifre migliori.',
    ]),
  CARB_TOLERANCE_UNLIKELY: ({ statedGPerHr, usedGPerHr }) =>
    `È giusta una tolleranza di ${statedGPerHr} g all’ora? ${looksLikeLevel(statedGPerHr) ? 'Sembra un livello da 1 a 9.' : 'È molto poco.'} Controllala. Fino ad allora vale ${usedGPerHr} g.`,
  CONFLICTING_INPUT: (conflict, m) =>
    sentences([
      conflict.weatherLevel !== null &&
        `È stato indicato il livello di caldo ${conflict.statedLevel}, ma il meteo sembra di livello ${conflict.weatherLevel}. È stato usato il livello con temperatura e umidità misurate. Controlla entrambi.`,
      conflict.effortAgainstLevel !== null &&
        `La potenza o il ritmo e l’intensità ${conflict.effortAgainstLevel} non vanno d’accordo. Sono stati usati la potenza o il ritmo. Con lunghe pause è normale. Altrimenti controlla entrambi.`,
      conflict.unsustainableLevel !== null &&
        `Nessuno tiene l’intensità ${conflict.unsustainableLevel} così a lungo. È stato usato ciò che puoi sostenere. Indica la media di tutta la sessione.`,
      conflict.sweatRateMlPerHr !== null &&
        `Un tasso di sudorazione di ${m.total(conflict.sweatRateMlPerHr)} all’ora è molto insolito. Ripeti il test.`,
      conflict.impossibleEffort &&
        'La potenza o il ritmo superano ciò che si può tenere così a lungo. Contano solo in parte o per nulla. Controlla il valore e la durata.',
      conflict.effortAboveFitness === 'measured' &&
        'Il tuo ritmo o la tua potenza supera ciò che il tuo livello di forma fisica sostiene così a lungo. Controlla entrambi. Le cifre seguono il ritmo o la potenza.',
      conflict.effortAboveFitness === 'course' &&
        'Il tuo percorso e il tuo tempo richiedono più di quanto consente il tuo livello di forma fisica. Controlla tutti e tre. Le cifre seguono il percorso.',
    ]),
};

/** What the athlete reads where values were assumed. */
export const ASSUMED: AssumedText = ({ intensity, heat, age }) =>
  sentences([
    heat && intensity && 'Calcolato per un clima mite e uno sforzo costante.',
    heat && !intensity && 'Calcolato per un clima mite.',
    intensity && !heat && 'Calcolato per uno sforzo costante.',
    age && 'La tua età non è nota, quindi il tuo limite di liquidi è quello di una persona anziana.',
  ]);

/** What the fluid limit means. */
export const FLUID_LIMIT: FluidLimitText = ({ kind, hours, leastKg, mostKg }, m) => {
  if (kind === 'risk_limit')
    return hours <= 4
      ? 'Se persone come te bevessero esattamente questo, con o senza sete, meno di 1 su 40 scenderebbe sotto 135 mmol/l di sodio nel sangue.'
      : 'Se persone come te bevessero esattamente questo, con o senza sete, meno di 1 su 20 scenderebbe a 130 mmol/l di sodio nel sangue, dove iniziano i sintomi.';
  return sentences([
    'Un limite per pianificare, non una soglia di danno. Negli studi molti all’arrivo avevano bevuto di più, e alcuni si sono ammalati.',
    leastKg !== null &&
      mostKg !== null &&
      `Oltre le 8 ore ti protegge il tuo peso: all’arrivo aspettati di pesare da ${m.bareMass(leastKg, 1)} a ${m.mass(mostKg, 1)} in meno. Se hai perso di meno, non bere nulla finché non hai urinato.`,
  ]);
};
