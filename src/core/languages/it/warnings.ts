import type { UncertaintyField } from '../../engine/names.ts';
import { numberFormat } from '../number-format.ts';
import { sentences } from '../phrasing.ts';
import type { WarningTexts } from '../texts.ts';
import { SPORTS } from './notes.ts';

const number = numberFormat('it');

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
  EAH_RISK_LONG_SLOW: ({ maxMlPerHr, inWater, hidesMass, condition }) => {
    if (condition === 'low_sodium_before')
      return `Il tuo sodio nel sangue è già stato troppo basso. Bevi solo quando hai sete, resta sotto ${maxMlPerHr} ml all’ora e parla con un medico prima delle prove lunghe.`;
    if (condition === 'water_retaining_drug')
      return `Uno dei tuoi farmaci fa trattenere acqua al corpo. Bevi solo quando hai sete e resta sotto ${maxMlPerHr} ml all’ora; chiedi al tuo medico prima delle prove lunghe.`;
    return `${
      inWater
        ? 'Nelle lunghe prove di nuoto si è visto un sodio nel sangue troppo basso anche bevendo con moderazione.'
        : 'In una prova così lunga bere oltre la sete può diluire il sangue.'
    } Bevi solo quando hai sete e mai più di ${maxMlPerHr} ml all’ora; se ${hidesMass ? '' : 'aumenti di peso o '}senti la pancia gonfia, smetti di bere.`;
  },
  INPUT_NEEDED: ({ field, hidesMass }) =>
    field === 'mass' && hidesMass
      ? 'Mancano le tue misure corporee, e in questa prova da esse dipende quanto puoi bere in sicurezza. Fai controllare queste cifre dal tuo medico o allenatore.'
      : `Manca ${FIELDS[field]}, e in questa prova da questo dato dipende quanto puoi bere in sicurezza. Aggiungilo prima di usare queste cifre.`,
  EAH_PLAN_EXCEEDS_SAFE: ({ reportedMlPerHr, maxMlPerHr }) =>
    `L’ultima volta hai indicato di aver bevuto circa ${reportedMlPerHr} ml all’ora, forse troppo per te. In questa sessione resta sotto ${maxMlPerHr} ml all’ora.`,
  EAH_OVERDRINK_REPORTED: ({ maxMlPerHr }) =>
    `Un riscontro recente mostra quantità bevute che possono diluire il sangue. Bevi solo quando hai sete e resta sotto ${maxMlPerHr} ml all’ora; se hai bevuto troppi liquidi, non bere più nulla finché non hai urinato. Mal di testa, vomito o confusione dopo l’esercizio: chiedi subito assistenza medica.`,
  NSAID_RISK: () =>
    'Gli antidolorifici come l’ibuprofene sovraccaricano i reni in un esercizio lungo e rendono più pericoloso bere troppi liquidi. Non prenderli quel giorno, o chiedi prima al tuo medico.',
  HEAT_CAUTION: ({ afterIllness }) =>
    afterIllness
      ? 'Hai già avuto un malore da caldo. Quando fa caldo allenati in compagnia, parti piano e fermati al primo segnale.'
      : 'Fa caldo: parti più piano, cerca l’ombra e rinfrescati, fermati se hai brividi, vertigini o confusione.',
  HEAT_BLACK_FLAG: () =>
    'Fa molto caldo: a questo livello molte gare vengono accorciate o rinviate. Vai piano, rinfrescati spesso, fermati se hai brividi, vertigini o confusione.',
  HEAT_EXTREME: () =>
    'Caldo estremo: a questo livello gli organizzatori annullano. Sposta o accorcia la sessione; nessun piano di idratazione la rende sicura.',
  HEAT_UNACCLIMATISED: () =>
    'Il tuo corpo non è abituato al caldo. Servono da 10 a 14 giorni di esercizio al caldo per abituarsi; fino ad allora rallenta.',
  HEAT_HARD_EFFORT: () =>
    'Con questo caldo uno sforzo intenso può causare un colpo di calore entro un’ora; bere non ti protegge. Scegli una sessione facile o un posto fresco.',
  COLD_LOW_FLUID: ({ freezing }) =>
    `Con il freddo ti servono pochi liquidi. Non forzarti a bere.${freezing ? ' Scegli bevande calde e non lasciar gelare le borracce.' : ''}`,
  COLD_IMMERSION: () =>
    'Acqua fredda: entra piano, indossa una muta dove il regolamento lo permette, non nuotare senza compagnia ed esci dall’acqua se non smetti di tremare.',
  DEHYDRATION_LARGE: ({ isOutside }) =>
    isOutside
      ? 'Con questo piano finiresti con una netta mancanza di liquidi, e nemmeno bere oltre il limite sarebbe sicuro. Accorcia la prova, rallenta o rinfrescati, e fai controllare il piano da qualcuno insieme a te.'
      : 'Anche con questo piano probabilmente finirai con una netta carenza di liquidi, perché lo stomaco non ne assorbe di più. Perciò non bere più del previsto: rallenta, rinfrescati e anche dopo bevi solo se hai sete.',
  SWEAT_EXCEEDS_GUT: ({ sweatLPerHr }) =>
    `Forse sudi circa ${number(sweatLPerHr, 1)} litri all’ora, più di quanto uno stomaco assorba con questo sforzo. Non cercare di reintegrare tutto: rallentare e rinfrescarsi aiutano di più.`,
  HEAT_FLUID_LOSS: ({ hidesMass }) =>
    `Probabilmente perderai ${hidesMass ? 'molto liquido' : 'più del 2,5% della massa corporea'}. Non è un motivo per bere di più, né prima né durante: bevi solo quando hai sete, rallenta, rinfrescati.`,
  DRINK_TO_THIRST: () =>
    'In questa sessione la sete è una guida sufficiente: la quantità di liquido è solo un suggerimento; il suo limite vale sempre, non superarlo mai.',
  SODIUM_UNMEASURED: ({ lossMgPerHr }) =>
    `Forse perdi circa ${lossMgPerHr} mg di sodio all’ora, ma questa cifra suppone il sudore di una persona media. Un test del sodio nel sudore darebbe la tua.`,
  CARB_ABOVE_TOLERANCE: ({ wantedGPerHr, toleranceGPerHr, leg }) =>
    `${leg === null ? '' : `${SPORTS[leg]}: `}Circa ${wantedGPerHr} g all’ora potrebbero aiutarti, ma supponiamo che il tuo intestino tolleri ${toleranceGPerHr} g, quindi il piano si ferma lì. Aumenta in allenamento di 5–10 g all’ora ogni una o due settimane, verso ${wantedGPerHr}.`,
  CARB_HIGH_UNTRAINED: ({ usualGPerHr, limitGPerHr }) =>
    `Dici di prendere di solito ${usualGPerHr} g all’ora. Oltre ${limitGPerHr} g conta solo una tolleranza provata: indica la tua quando l’avrai testata a ritmo gara.`,
  CARB_CONCENTRATED: ({ gramsPerLitre }) =>
    `Per ogni litro bevuto il piano contiene ${gramsPerLitre} g di carboidrati, una concentrazione troppo alta per una borraccia. Tieni le borracce a 80 g per litro o meno e prendi il resto come gel o cibo.`,
  GI_HISTORY: ({ carbGPerHr }) =>
    `Il tuo intestino ti ha già dato problemi, e fino a ${carbGPerHr} g all’ora è una quantità ragionevole. Provala in allenamento, dividila in piccole porzioni e riduci ai primi disturbi.`,
  INTAKE_NOT_NEEDED: () =>
    'Una sessione di questa durata e sforzo non richiede carboidrati durante l’esercizio. Mangia normalmente prima e dopo.',
  MOUTH_RINSE_OPTION: () =>
    'In una gara così breve, sciacquarsi la bocca per 5–10 secondi con una bevanda sportiva aiuta più o meno quanto berla.',
  YOUTH: ({ ageYears, tooLong }) =>
    tooLong
      ? `È troppo lungo da pianificare a ${ageYears} anni senza un medico o un allenatore esperto. Nessun prodotto con caffeina.`
      : `Questa persona ha ${ageYears} anni: un genitore o un allenatore dovrebbe rivedere il piano con lei. Nessun prodotto con caffeina; i carboidrati restano entro un limite più basso per l’età.`,
  OLDER_ADULT: () =>
    'Con l’età la sete arriva più tardi e i reni eliminano l’acqua più lentamente. Quando bevi, fallo a piccoli sorsi e non molto in una volta, e resta sotto il limite.',
  PREGNANCY: ({ strenuous }) =>
    strenuous
      ? 'Gravidanza: parla con il tuo medico o l’ostetrica prima di uno sforzo così intenso o con questo caldo. Al massimo 200 mg di caffeina al giorno; niente allenamento dell’intestino.'
      : 'Gravidanza: mantieni uno sforzo confortevole e chiedi l’accordo del tuo medico o dell’ostetrica. Al massimo 200 mg di caffeina al giorno; niente allenamento dell’intestino.',
  MEDICAL_SODIUM: ({ limitMgPerHr }) =>
    `Con la pressione alta o una terapia diuretica il sodio deve deciderlo un medico. Fino ad allora la cifra qui è provvisoria, al massimo ${limitMgPerHr} mg all’ora; non superarla, qualunque cosa mostri un intervallo.`,
  MEDICAL_FLUID: ({ limitMgPerHr, maxMlPerHr }) =>
    `Con la tua malattia del cuore o dei reni liquido e sodio deve deciderli un medico. Fino ad allora queste cifre sono provvisorie: non superare ${maxMlPerHr} ml né ${limitMgPerHr} mg all’ora, e non iniziare con esse nulla che duri più di due ore.`,
  DIABETES: () =>
    'Queste non sono dosi di insulina o di farmaci. Se il tuo diabete è in terapia, concorda carboidrati e farmaci per l’esercizio con il tuo centro diabetologico e misura la glicemia. Porta con te zuccheri ad assorbimento rapido, anche se il piano non ne prevede.',
  EATING_DISORDER_REDS: ({ nothingPlanned }) =>
    nothingPlanned
      ? 'Uno zero qui non significa allenarsi senza mangiare: mangia prima e dopo, e prendi qualcosa durante se ti va. Pianifica la tua alimentazione insieme a chi ti segue.'
      : 'Mangiare abbastanza intorno all’allenamento è la cosa più importante per te: prendi i carboidrati come un minimo, e pianifica la tua alimentazione insieme a chi ti segue.',
  VERY_LONG_EVENT: ({ beyondTwelveHours, massRule, hidesMass }) => {
    if (!massRule)
      return 'In una prova così lunga prevedi cibo vero e sapori diversi. Leggi i valori all’ora come una media, non come una tabella fissa.';
    return sentences([
      hidesMass
        ? 'In una prova così lunga c’è chi beve troppi liquidi e chi ne beve troppo pochi. Bevi solo quando hai sete. Se senti la pancia gonfia o ti si gonfiano le mani, non bere nulla finché non hai urinato. Mal di testa, vomito o confusione: fermati e chiedi assistenza medica.'
        : 'In una prova così lunga c’è chi beve troppi liquidi e chi ne beve troppo pochi. Bevi solo quando hai sete; pesati dove puoi. Se pesi più che alla partenza o senti la pancia gonfia, non bere nulla finché non hai urinato. Mal di testa, vomito o confusione: fermati e chiedi assistenza medica.',
      beyondTwelveHours &&
        'Oltre le dodici ore le cifre sono approssimative: prevedi cibo vero, sapori diversi e sonno, e regolati con sete e appetito entro i limiti.',
    ]);
  },
  ALTITUDE: ({ altitudeM }) =>
    `A ${altitudeM} m perdi più acqua con il respiro e hai meno fame. La quantità di liquido conta già il respiro fin dove il limite lo permette: non aggiungere altro.`,
  MASS_MISSING: ({ hidesMass }) =>
    hidesMass
      ? 'Le tue misure corporee non sono note, quindi è stato usato un limite di liquido prudente.'
      : 'La massa corporea non è nota: le cifre suppongono 65 kg e il limite di liquido una persona leggera. Se la indichi, entrambi varranno per te.',
  DATA_OUT_OF_RANGE: ({ mass, ageYears, duration, intensityMissing, heatMissing }) =>
    sentences([
      mass &&
        'Le tue misure corporee sono fuori da quanto coprono gli studi alla base di queste cifre: considerale approssimative.',
      ageYears !== null &&
        `L’età di ${ageYears} anni è fuori da quanto coprono gli studi alla base di queste cifre: considerale approssimative.`,
      duration && 'Pochi studi coprono oltre 24 ore: considera queste cifre approssimative.',
      intensityMissing &&
        'L’intensità non è stata indicata; è stato supposto uno sforzo costante (livello 5).',
      heatMissing &&
        'Non sono stati indicati né il livello di caldo né il meteo; sono state supposte condizioni miti (livello 5).',
    ]),
  CONFLICTING_INPUT: (conflict) =>
    sentences([
      conflict.weatherLevel !== null &&
        `È stato indicato il livello di caldo ${conflict.statedLevel}, ma il meteo sembra di livello ${conflict.weatherLevel}. È stato usato il livello con l’aria misurata: controlla entrambi.`,
      conflict.effortAgainstLevel !== null &&
        `La potenza o il ritmo e l’intensità ${conflict.effortAgainstLevel} non vanno d’accordo; sono stati usati la potenza o il ritmo. Con lunghe pause è normale; altrimenti controlla entrambi.`,
      conflict.unsustainableLevel !== null &&
        `Nessuno tiene l’intensità ${conflict.unsustainableLevel} così a lungo; è stato usato ciò che puoi sostenere. Indica la media di tutta la sessione.`,
      conflict.sweatRateMlPerHr !== null &&
        `Un tasso di sudorazione di ${Math.round(conflict.sweatRateMlPerHr)} ml all’ora è molto insolito: ripeti il test.`,
      conflict.impossibleEffort &&
        'La potenza o il ritmo superano ciò che si può tenere così a lungo; contano solo in parte o per nulla. Controlla il valore e la durata.',
      conflict.effortAboveFitness &&
        'Il tuo ritmo o la tua potenza supera ciò che il tuo livello di forma fisica sostiene così a lungo. Controlla entrambi; le cifre seguono il ritmo o la potenza.',
    ]),
};
