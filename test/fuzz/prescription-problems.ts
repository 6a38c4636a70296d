const MAX_FLUID_ML_PER_HR = 1300;
const MAX_SODIUM_MG_PER_HR = 3000;
const MAX_CARB_G_PER_HR = 120;
/** Ranges end on a grid, so that they tell less than the number. */
const MAX_CARB_RANGE_G_PER_HR = 150;
const CONFIDENCE_MAX = 0.97;

type Json = Readonly<Record<string, unknown>>;

/** Returns the engine invariants that prescriptions anywhere in an answer break. */
export function prescriptionProblems(text: string): string[] {
  if (!text.includes('_g_per_hr')) return [];
  const problems: string[] = [];
  visit(parse(text), (node) => {
    const { prescription, safety } = node;
    if (isRecord(safety)) problems.push(...safetyProblems(safety));
    if (isRecord(prescription)) {
      problems.push(...ratesProblems(prescription, isRecord(safety) ? safety : {}));
      if (node.prescription_stale === false)
        problems.push(...totalsProblems(prescription, node.duration_min));
    }
    // A prescription that is the answer itself.
    if ('carb_g_per_hr' in node && 'total_carb_g' in node) problems.push(...ratesProblems(node, {}));
    if (isRecord(safety) && isRecord(node.ranges)) problems.push(...rangeProblems(node.ranges, safety));
    if (Array.isArray(node.legs)) problems.push(...node.legs.filter(isRecord).flatMap(legProblems));
  });
  return problems;
}

function ratesProblems(prescription: Json, safety: Json): string[] {
  return [
    ...atMost('fluid', upperEnd(prescription, 'fluid_ml_per_hr'), safety.max_safe_fluid_ml_per_hr),
    ...atMost('sodium', upperEnd(prescription, 'sodium_mg_per_hr'), safety.max_safe_sodium_mg_per_hr),
    ...atMost('fluid', upperEnd(prescription, 'fluid_ml_per_hr'), MAX_FLUID_ML_PER_HR),
    ...atMost('sodium', upperEnd(prescription, 'sodium_mg_per_hr'), MAX_SODIUM_MG_PER_HR),
    ...atMost('carbohydrate', prescription.carb_g_per_hr, MAX_CARB_G_PER_HR),
    ...atMost('carbohydrate range', upperEnd(prescription, 'carb_g_per_hr'), MAX_CARB_RANGE_G_PER_HR),
    ...Object.entries(prescription).flatMap(([name, value]) => {
      if (isRecord(value)) return atMost(`${name}.min`, value.min, value.max);
      return typeof value === 'number' && value < 0 ? [`${name} is ${value}`] : [];
    }),
  ];
}

function rangeProblems(ranges: Json, safety: Json): string[] {
  const pairs = [
    ['fluid_ml_per_hr', 'max_safe_fluid_ml_per_hr'],
    ['sodium_mg_per_hr', 'max_safe_sodium_mg_per_hr'],
  ] as const;
  return pairs.flatMap(([name, ceiling]) => {
    const range = ranges[name];
    return isRecord(range) ? atMost(`the range of ${name}`, range.max, safety[ceiling]) : [];
  });
}

function safetyProblems(safety: Json): string[] {
  const codes = Array.isArray(safety.warnings)
    ? safety.warnings.filter(isRecord).map(({ code }) => code)
    : [];
  return [
    ...atMost('the fluid ceiling', safety.max_safe_fluid_ml_per_hr, MAX_FLUID_ML_PER_HR),
    ...atMost('the sodium ceiling', safety.max_safe_sodium_mg_per_hr, MAX_SODIUM_MG_PER_HR),
    ...atMost('confidence', safety.confidence_score, CONFIDENCE_MAX),
    ...(safety.not_instructions === true ? [] : ['not_instructions is not true']),
    ...(new Set(codes).size === codes.length ? [] : [`a warning came twice: ${codes.join(', ')}`]),
  ];
}

/** A total is the shown rate over the session, rounded; of several sports the rate is the total over the hours, rounded down. */
function totalsProblems(prescription: Json, durationMin: unknown): string[] {
  if (typeof durationMin !== 'number') return [];
  const pairs = [
    ['carb_g_per_hr', 'total_carb_g', 1],
    ['sodium_mg_per_hr', 'total_sodium_mg', 10],
    ['fluid_ml_per_hr', 'total_fluid_ml', 10],
  ] as const;
  return pairs.flatMap(([rateName, totalName, grid]) => {
    const [rate, total] = [prescription[rateName], prescription[totalName]];
    if (typeof rate !== 'number' || typeof total !== 'number') return [];
    const hours = durationMin / 60;
    const isRounded = Math.abs(total - rate * hours) < grid;
    const isRoundedDown = total >= rate * hours && total - rate * hours < grid * hours;
    return isRounded || isRoundedDown
      ? []
      : [`${totalName} ${total} is not ${rateName} ${rate} over ${hours} h`];
  });
}

function legProblems(leg: Json): string[] {
  const rates = isRecord(leg.rates) ? leg.rates : {};
  return atMost('a leg’s fluid', rates.fluid_ml_per_hr, leg.max_safe_fluid_ml_per_hr);
}

function upperEnd(prescription: Json, name: string): unknown {
  const range = prescription[`${name}_range`];
  return isRecord(range) ? range.max : prescription[name];
}

function atMost(name: string, value: unknown, limit: unknown): string[] {
  const isAbove = typeof value === 'number' && typeof limit === 'number' && value > limit;
  return isAbove ? [`${name} ${value} is above ${limit}`] : [];
}

/** A streamed export is one JSON text too. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function visit(node: unknown, look: (node: Json) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  if (!isRecord(node)) return;
  look(node);
  for (const member of Object.values(node)) visit(member, look);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
