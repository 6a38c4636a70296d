import type { UncertaintyField } from '@musette/engine/types';
import type { Measures } from '../amounts.ts';
import { numberFormat } from '../number-format.ts';
import type { NoteTexts, Words } from '../texts.ts';

const number = numberFormat('it');

/** Names of sports within a sentence. */
export const SPORTS: Words<'leg', 'type'> = {
  run: 'corsa',
  trail_run: 'trail',
  treadmill_run: 'tapis roulant',
  bike: 'bici',
  indoor_bike: 'bici al chiuso',
  swim: 'nuoto',
  open_water_swim: 'nuoto in acque libere',
  row: 'canottaggio',
  ski: 'sci di fondo',
  hike: 'escursione',
  walk: 'camminata',
  lift: 'pesi',
  other: 'altro',
};
const SUGARS: Words<'sugars', 'hint'> = {
  any: 'qualsiasi fonte di carboidrati',
  two_to_one: 'glucosio e fruttosio circa 2:1',
  one_to_zero_point_eight: 'glucosio e fruttosio circa 1:0,8',
};
const WISHES: Words<'wanted', 'by'> = {
  share_of_sweat: 'quota del sudore',
  allowed_loss: 'perdita ammessa',
  plasma_sodium: 'sodio plasmatico',
  carbohydrate_carrier: 'trasporto dei carboidrati',
};
const RETENTION_KINDS: Words<'retention', 'kind'> = {
  usual: 'nulla di noto che trattenga l’acqua',
  older: 'dai 65 anni',
  impaired: 'un farmaco o una malattia che trattiene l’acqua',
};
const FEELS: Words<'felt', 'feel'> = {
  over_hydrated: 'idratazione eccessiva',
  well_hydrated: 'buona idratazione',
  slightly_dehydrated: 'lieve disidratazione',
  dehydrated: 'disidratazione',
};
const COMFORTS: Words<'gut', 'comfort'> = {
  excellent: 'ottimo',
  good: 'buono',
  fair: 'discreto',
  poor: 'cattivo',
};
const ENERGIES: Words<'energy', 'energy'> = {
  surplus: 'più che sufficiente',
  adequate: 'sufficiente',
  low: 'bassa',
  bonked: 'esaurita',
};
const INTAKES: Words<'gut', 'intake'> = {
  noted: '',
  prescribed: ' (come raccomandato)',
  presumed: ' (come sarebbe stato raccomandato)',
};
const WITHOUT: Readonly<Record<UncertaintyField, (value: number | null, m: Measures) => string>> = {
  mass: (value, m) =>
    value === null
      ? 'senza le tue misure corporee il limite è quello della stessa prova per un corpo piccolo'
      : `senza il tuo peso il limite è quello della stessa prova con ${m.mass(value, 1)}`,
  intensity: (value) =>
    `senza l’intensità il limite è quello della stessa prova al livello ${number(value ?? 0, 1)}`,
  heat: (value) =>
    `senza livello di caldo né meteo il limite è quello della stessa prova al livello di caldo ${value}`,
  fitness: (value) => `senza la tua forma fisica il limite è quello della stessa prova al livello ${value}`,
  sex: () => 'senza il tuo sesso il limite è quello della stessa prova per una donna',
  age: (value) => `senza la tua età il limite è quello della stessa prova a ${value} anni`,
};

/** Italian phrases of notes. */
export const NOTES: NoteTexts = {
  as_provided: () => 'come indicato',
  assumed: () => 'non indicato: supposto',
  from_weather: () => 'dal meteo',
  from_level: () => 'dal livello di caldo',
  changes_nothing: () => 'qui non cambia nulla',
  leg: ({ type, minutes, ofMinutes }) => `${SPORTS[type]}, ${minutes} min su ${ofMinutes}`,
  average_over_legs: () => 'media sulla prova, ogni frazione secondo il suo tempo',
  level_fraction: () => 'quota del VO2max richiesta dal livello',
  level_fraction_not_used: () =>
    'quota del VO2max richiesta dal livello; al suo posto si usa la potenza o il ritmo',
  sustainable_fraction: () => 'ciò che si può tenere per tutta la prova',
  fraction: () => 'il minore tra livello e sostenibile',
  fraction_measured: () => 'quanto costano potenza o ritmo, come quota del VO2max; al massimo il sostenibile',
  fraction_impossible: () => 'potenza o ritmo oltre i limiti umani contano solo in parte',
  vo2max_stated: () => 'come indicato',
  vo2max_ftp: () => 'dalla potenza di soglia (FTP)',
  vo2max_fitness_level: () => 'da forma, sesso ed età; volutamente bassa',
  usable_vo2max_share: () => 'quota del VO2max che questo sport può usare',
  metabolic_level: () => 'frazione × VO2max × quota utilizzabile × massa × 0,343 W per ml/min',
  metabolic_default: () => 'frazione × VO2max × quota utilizzabile × massa × 0,343 W per ml/min',
  metabolic_impossible: () => 'potenza o ritmo oltre i limiti umani contano solo in parte, almeno il livello',
  metabolic_power: () => 'potenza media ÷ rendimento lordo',
  metabolic_pace: () => 'costo di ritmo, terreno e dislivello',
  metabolic_course: () => 'energia del percorso in questo tempo',
  walk_share: () => 'parte del tempo camminando, dalla velocità media',
  climb_cost: () => 'costo di ogni metro salito e ridisceso',
  thermal_level: () => 'stress da caldo su una scala da 1 a 9',
  thermal_level_of_weather: ({ shown }) =>
    `stress da caldo su una scala da 1 a 9, dal meteo; mostrato come ${shown}`,
  water_of_level: (_, m) => `dal livello di caldo; ${m.temperature(18)} valgono per ogni acqua più fredda`,
  effective_temperature: () => 'i vestiti mitigano l’aria fredda',
  humidity: () => 'decide quanto sudore evapora',
  surface: () => 'da massa e statura',
  skin_temperature: () => 'media su tutto il corpo',
  heat_produced: () => 'metabolismo meno lavoro e respiro, per m² di pelle',
  dry_exchange: () => 'calore ceduto all’aria per grado',
  added_heat: () => 'calore del sole in bici, o della bici al chiuso',
  shade: () => 'calore che ombra o notte risparmiano',
  required_evaporation: () =>
    'calore prodotto meno scambio secco × (pelle − aria), di cui al massimo il 60% esce a secco',
  evaporative_efficiency: () => 'quota del sudore che evapora; il resto gocciola',
  sweat_per_surface: () => 'sudore per l’evaporazione necessaria ÷ efficienza, mai sotto un piccolo minimo',
  average_person: () => 'una persona media in questa sessione: sudore per m² × superficie × i fattori sopra',
  average_person_in_water: () =>
    'una persona media in questa sessione: dalla temperatura dell’acqua, dalla frazione, dalla massa e dai fattori sopra',
  duration_factor: () => 'con le ore la sudorazione cala lentamente',
  age_factor: () => 'bambini e anziani sudano meno',
  acclimatization_factor: () => 'abitudine al caldo',
  personal_learned: () => 'appreso dalle tue sessioni',
  personal_measured: () =>
    'dal tasso di sudorazione misurato, confrontato con una persona media in un’ora calda a buon ritmo',
  personal_self_report: () => 'dal livello di sudore indicato',
  personal_none: () => 'non noto: media',
  sweat_rate: ({ highestLPerHr }, m) =>
    `persona media × fattore personale, al massimo ${m.litres(highestLPerHr, ' L')}/h`,
  guideline: ({ hours }) => `per ${number(hours, 2)} h`,
  intensity_factor: () => 'a sforzo duro si brucia di più, a sforzo facile di meno',
  race_factor: () => 'gara: poco sopra la linea guida',
  training_factor: () => 'allenamento: poco sotto la linea guida',
  size_factor: () => 'le persone grandi usano di più, le piccole di meno',
  sport_factor: () => 'quanto si mangia bene in questo sport',
  fade_factor: () => 'appetito e intestino calano con le ore',
  short_session_factor: () => 'in una sessione breve si mangia solo se è dura',
  need_factor: () => 'appreso dalle risposte sull’energia',
  unfed_swim_factor: () => 'in bici si mangia anche per il nuoto',
  guideline_target: () => 'prodotto dei fattori sopra',
  trained_gut: () => 'ciò che un intestino allenato aggiunge verso la sua tolleranza',
  untrained_gut: () => 'nessuna tolleranza indicata o appresa',
  heat_factor: () => 'l’intestino assorbe meno al caldo',
  target: () => '(valore della linea guida + intestino allenato) × caldo',
  oxidation: () => 'carboidrati bruciati',
  demand: () => 'quota utilizzabile di ciò che si brucia',
  tolerance_declared: () => 'come indicata, con un margine di pratica fuori dalle gare',
  tolerance_learned: () => 'appresa dal benessere intestinale, dal lato prudente',
  tolerance_gi_history: () => 'tenuta a 60 g/h perché l’intestino ha già dato problemi',
  tolerance_usual_intake: () => 'stimata da sport, forma e apporto abituale',
  tolerance_none: () => 'stimata da sport e forma',
  oxidation_size: () => 'i corpi piccoli usano meno di ciò che mangiano',
  oxidation_size_and_fade: () =>
    'i corpi piccoli usano meno di ciò che mangiano e, a piedi, un intestino non provato cala con le ore',
  tolerance_limit: () => 'tolleranza × il fattore sopra',
  absolute_limit: () => 'massimo per età, intestino e sforzo di questa persona',
  soft_zero: () => 'l’obiettivo o il limite più basso, il minore dei due; sotto 18 g/h tende a zero',
  place_in_event: () => 'secondo le regole del suo posto nella prova',
  unfed_swim: () => 'nel nuoto di una prova non si mangia né si beve',
  tired_run: ({ factor }) => `l’intestino è stanco dalle frazioni precedenti: × ${number(factor, 2)}`,
  run_after_ride: ({ percent }) => `al massimo il ${percent}% della bici precedente`,
  leg_fluid: () => 'parte di questa frazione: in bici si beve più che a piedi',
  leg_sodium: () => 'con il liquido, alla stessa concentrazione in tutte le frazioni',
  carried: ({ gramsPerLitre, eatenGPerHr }, m) =>
    `(bevanda con ${m.perLitre(gramsPerLitre)} g per ${m.litre('litro')} + ${eatenGPerHr} g/h mangiati) ÷ l’obiettivo`,
  none_needed: () => 'non serve',
  sugars: ({ hint }) => `zuccheri: ${SUGARS[hint]}`,
  breath: () => 'acqua persa con il respiro',
  urine: () => 'acqua persa con l’urina',
  metabolic_water: () => 'acqua prodotta bruciando, su tutta la prova',
  gas_exchange: () => 'massa persa come gas, su tutta la prova',
  losses: () => 'sudore + respiro + urina',
  sweat_sodium: () => 'sodio nel sudore, più salato se si suda di più',
  end_sodium: () => 'sodio plasmatico alla fine del piano',
  mass_change: () => 'variazione di peso alla fine del piano',
  steady_water_mass: () =>
    'variazione di peso a parità di acqua corporea: cibo assunto, meno riserve bruciate',
  wish_share: ({ percent }) => `${percent}% del sudore`,
  wish_allowed_loss: ({ percent }) => `finisce con una perdita del ${number(percent, 1)}% del peso`,
  wish_allowed_loss_hidden: () => 'finisce senza una grande perdita di acqua',
  wish_met_without_drinking: () => 'sotto zero: soddisfatto senza bere',
  wish_plasma: () => 'evita che il sodio plasmatico superi 144 mmol/L',
  wish_carrier: () => 'trasporta i carboidrati',
  short_drink_factor: () => 'la prima mezz’ora non ne richiede',
  wanted: ({ by }) => `obiettivo di liquido, stabilito da: ${WISHES[by]}, × fattore delle sessioni brevi`,
  limit_gut: () => 'ciò che l’intestino assorbe con questo sforzo',
  limit_ceiling: () => '95% del limite massimo',
  limit_losses: ({ percent }) => `${percent}% di tutte le perdite`,
  limit_no_gain: () => 'non più di ciò che lascia il corpo',
  limit_cautious: () => '60% del sudore, dopo un riscontro che indica un eccesso di liquidi pericoloso',
  limit_hold: () =>
    'il minor liquido che evita una fine troppo asciutta o troppo salata; i limiti per le perdite, dopo aver bevuto troppi liquidi e con i diuretici gli cedono',
  limit_diuretics: () => '90% del piano, finché non decide un medico',
  limit_legs: () => 'ciò che nessuna frazione può assorbire resta fuori',
  fluid: () => 'l’obiettivo o il limite più basso, il minore dei due, × fattore medico',
  fluid_smallest: () => 'l’obiettivo o il limite più basso, il minore dei due',
  ceiling_sweat: () => 'sudore su cui il limite massimo può contare, prima del margine di prudenza',
  retention: ({ kind }) => `probabilità che i reni trattengano l’acqua in eccesso (${RETENTION_KINDS[kind]})`,
  retention_in_event: () => 'probabilità che i reni trattengano l’acqua in eccesso in una prova così lunga',
  persistence: () => 'quota di persone che bevono oltre la sete così a lungo',
  safety_z: () =>
    'deviazioni standard di prudenza: con le due probabilità sopra, un rischio del 2,5% che il sudore sia minore',
  sigma: () => 'deviazione standard di ln sudore, tutte le fonti',
  without_field: ({ field, value }, m) => WITHOUT[field](value, m),
  counted_breath: () => 'acqua persa con il respiro su cui si può contare',
  counted_carbohydrate: () => 'carboidrati previsti; i loro grammi contano come aumento',
  counted_sodium: (_, m) => `sodio accreditato per ${m.litre('litro')}`,
  counted_own_sodium: () => 'sodio accreditato all’ora: metà della tua perdita misurata',
  long_event_share: () => 'oltre le 12 ore il limite conta su meno sudore',
  low_sweat: () => 'sudore × e^(−z·σ)',
  counted_urine: () => 'urina su cui si può contare',
  allowed_gain: () => 'aumento di peso ammesso',
  mass_limit: () =>
    'il tasso più alto che non lascia più eccedenza di quella ammessa: sudore, respiro, urina e gas, meno i carboidrati',
  plasma_limit: () => 'il tasso più alto che finisce con un sodio plasmatico di 135 mmol/L',
  symptom_limit: () =>
    'il tasso più alto in quelle ore che finisce sopra 130 mmol/L, dove inizia la maggior parte dei sintomi, e lascia poco eccesso',
  symptom_window: () => 'ore passate a bere senza controllare nemmeno una volta il corpo, al massimo 12',
  symptom_z: () =>
    'deviazioni standard di prudenza: con la probabilità dei reni sopra, un rischio del 5% di sudare meno',
  gut_limit: () => 'ciò che l’intestino assorbe al massimo',
  session_limit: (_, m) =>
    `${m.litres(1.5, ' litri')} a sessione, ma almeno ${m.limit(500)} all’ora, finché non decide un medico`,
  max_safe_fluid: () =>
    'un limite di pianificazione, non una soglia di danno: se persone come te bevessero esattamente questo, con o senza sete, per tutta la prova o, se più lunga, per 12 ore senza controllare nemmeno una volta corpo o urina, meno di 1 su 20 diluirebbe il sangue fino a 130 mmol/L. Fino a 4 ore è più severo: meno di 1 su 40 sotto 135. Oltre 12 ore non protegge più chi suda poco e non controlla mai',
  max_safe_fluid_floor: () => 'un sorso: i limiti non lasciano nulla',
  salt_reference_measured: (_, m) => `misurato; a un tasso di sudorazione di ${m.litres(1.2, ' L')}/h`,
  salt_reference_learned: (_, m) =>
    `appreso da valori di laboratorio; a un tasso di sudorazione di ${m.litres(1.2, ' L')}/h`,
  salt_reference_self_report: (_, m) =>
    `da salinità, sesso e acclimatazione; a un tasso di sudorazione di ${m.litres(1.2, ' L')}/h`,
  salt_reference_none: (_, m) =>
    `media per sesso e acclimatazione; a un tasso di sudorazione di ${m.litres(1.2, ' L')}/h`,
  sodium_loss: () => 'tasso di sudorazione × concentrazione',
  planned_sodium: (_, m) =>
    `pratica abituale per ${m.litre('litro')} che bevi, secondo ore, sale, sudore e caldo`,
  practice: () => 'pratica abituale: concentrazione prevista × liquido',
  plasma_need: () => 'tiene il sodio plasmatico a 137 mmol/L',
  short_sodium_factor: () => 'il bisogno del plasma conta da 1 ora, per intero da 1 h 45 min',
  measured_half: () => 'metà di una perdita misurata, oltre 3 ore',
  not_measured_half: () => 'vale solo per il sodio del sudore misurato, oltre 3 ore',
  sodium_wanted: () =>
    'il maggiore tra pratica, bisogno (× fattore delle sessioni brevi, al massimo il limite di perdita) e metà misurata',
  loss_limit: ({ percent }) => `${percent}% della perdita`,
  drink_limit: ({ mgPerL }, m) => `al massimo ${m.perLitre(mgPerL)} mg in ogni ${m.litre('litro')} bevuto`,
  medical_limit: () => 'finché non decide un medico',
  loss_with_margin: ({ factor, leastMgPerHr }) =>
    `${number(factor)} × la perdita; contata almeno come ${leastMgPerHr} mg/h`,
  limit_by_hours: () => 'il tasso più alto per una prova di queste ore',
  max_safe_sodium: () => 'la perdita con il suo margine, entro i limiti',
  sodium: () =>
    'l’obiettivo o il limite più basso, il minore dei due. Il sodio previsto è nella parte bassa della pratica, sotto la metà di quasi tutti i dati di atleti che abbiamo confrontato; di più è questione di gusto, non di sicurezza, fino al limite',
  within_30_percent: ({ percent, weight }) =>
    `probabilità di essere entro il 30%: due valori veri su tre sono entro circa il ${percent}%; conta ${number(weight)} su 1`,
  within_30_percent_sure: ({ weight }) =>
    `in una sessione così breve nulla si discosta molto; conta ${number(weight)} su 1`,
  confidence: () =>
    'somma di ogni probabilità × la sua quota: quanto spesso un esame completo di laboratorio sarebbe entro il 30% di queste cifre',
  weighed: ({ sweatRateMlPerHr }, m) => `una sessione con pesata ha dato ${m.total(sweatRateMlPerHr)}/h`,
  wearable_read: ({ sweatRateMlPerHr }, m) => `un dispositivo ha indicato ${m.total(sweatRateMlPerHr)}/h`,
  felt: ({ feel, fluidMlPerHr }, m) => `sensazione dopo ${m.total(fluidMlPerHr)}/h: ${FEELS[feel]}`,
  felt_as_prescribed: ({ feel, fluidMlPerHr }, m) =>
    `sensazione: ${FEELS[feel]}; quantità non annotata, erano raccomandati ${m.total(fluidMlPerHr)}/h`,
  gut: ({ comfort, carbGPerHr, intake }) =>
    `benessere intestinale ${COMFORTS[comfort]} con ${carbGPerHr} g/h${INTAKES[intake]}`,
  gut_in_heat_or_hard_effort: ({ comfort, carbGPerHr, intake }) =>
    `benessere intestinale ${COMFORTS[comfort]} con ${carbGPerHr} g/h${INTAKES[intake]}, al caldo o a sforzo duro`,
  energy: ({ energy, carbGPerHr, intake }) =>
    `energia ${ENERGIES[energy]} con ${carbGPerHr} g/h${INTAKES[intake]}`,
  sweat_sodium_measured: ({ sodiumMgPerL }) => `il tuo sudore è stato misurato a ${sodiumMgPerL} mg/L`,
  moved_with_other_sport: () => 'è cambiato con l’altro sport, della metà',
  weighing_not_usable: () =>
    'La sessione con pesata non ha insegnato nulla. Era troppo breve, oppure i suoi pesi o il suo tasso di sudorazione non sono credibili. I pesi sono in chilogrammi?',
  session_too_short_for_feeling: () =>
    'Una sessione sotto i 45 minuti dice poco sul sudore; nulla è cambiato.',
  intake_not_noted: () => 'Senza una quantità annotata conta solo una risposta che indica meno sudore.',
  nothing_learned: () =>
    'Questo resoconto non ha cambiato i tuoi valori. Aggiungi come andavano digestione, energia e idratazione, e cosa hai mangiato e bevuto.',
  weighed_without_fluid: () =>
    'Per ricavare un tasso di sudorazione da due pesate serve anche sapere quanto hai bevuto in mezzo.',
  urine_not_noted: () =>
    'Nessuno ha detto se hai urinato, quindi questa pesata può abbassare il tuo limite ma non alzarlo.',
  same_session: () => 'Queste ore erano già state pesate, quindi questa pesata non è stata contata.',
  practised: ({ comfort, carbGPerHr, intake }) =>
    `il tuo intestino era ${COMFORTS[comfort]} a ${carbGPerHr} g/h${INTAKES[intake]}: la dose annotata più alta finora`,
  poor_gut_at_low_dose: () =>
    'Un disturbo a dose bassa ha una causa diversa dalla dose; la tolleranza resta, il disturbo è annotato.',
  ate_less_than_planned: () =>
    'Hai mangiato meno del previsto, il che spiega la mancanza di energia; il piano non cambia.',
  drank_too_much: ({ sessions }) =>
    `Bere così può diluire il sangue; il liquido è ridotto per le prossime ${sessions} sessioni.`,
  advice_no_swim_feed: () => 'Niente da mangiare o bere durante il nuoto.',
  advice_swim_feeds: () =>
    'Alimentati ogni 20–30 minuti, da una barca, un punto di ristoro o il bordo della vasca.',
  advice_first_transition: (_, m) =>
    `Prima transizione: sciacquati la bocca dopo l’acqua di mare, un sorso di ${m.bareVolume(50)}–${m.volume(100)}.`,
  advice_first_transition_long: (_, m) =>
    `Prima transizione: sciacquati la bocca dopo l’acqua di mare, un sorso di ${m.bareVolume(50)}–${m.volume(100)}, un gel se vuoi; entrambi contano per la frazione successiva.`,
  advice_early_ride: () =>
    'Comincia a mangiare nei primi 10 minuti di bici: è lì che entra la maggior parte dell’energia.',
  advice_last_solids: () => 'Ultimo cibo solido almeno 30 minuti prima della transizione successiva.',
  advice_transition: () => 'Transizione: basta un sorso.',
  advice_transition_long: () =>
    'Transizione: un sorso e, se lo stomaco è calmo, fino a 25 g come gel; entrambi contano per la frazione successiva.',
  advice_run_liquids: () => 'A piedi solo liquidi e gel, in piccole porzioni.',
  advice_sugars: ({ hint }) => `Oltre 60 g all’ora: ${SUGARS[hint]}.`,
  advice_before_start: (_, m) =>
    `Prima della partenza, oltre a questo piano: da 20 a 30 g di carboidrati e al massimo ${m.limit(250)} negli ultimi 15 minuti, se ne hai l’abitudine.`,
  advice_nothing_new: () => 'Niente di nuovo il giorno della gara: usa ciò che hai provato.',
};
