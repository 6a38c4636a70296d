import * as z from 'zod/mini';
import { documentedItem } from '#platform/http/batch.ts';

/** How a body is wrong: what stands for every value, the option of each union, and whether lists pass their limit. */
interface Wrongness {
  readonly filler: unknown;
  readonly option: 0 | 1;
  readonly isOver: boolean;
}

/** A name that grows sixfold in JSON, and whose `~` and `/` grow again in a pointer. */
const HOSTILE_NAME = '\u0001~/'.repeat(30);
const FILLERS: readonly unknown[] = [{}, 0, { [HOSTILE_NAME]: 0, b: 0 }];

/** Returns the bodies of this size that find the most invalid fields in a request of this schema. */
export function worstBodies(schema: z.core.$ZodType | undefined, maxBytes: number): string[] {
  const unknown = [
    filled(maxBytes, (index) => `"a${index}":0`),
    filled(maxBytes, (index) => `${JSON.stringify(HOSTILE_NAME + index)}:0`),
    `{"${'x'.repeat(maxBytes - 10)}":0}`,
  ];
  if (schema === undefined) return unknown;
  const ways = FILLERS.flatMap((filler) => [
    { filler, option: 0, isOver: false } as const,
    { filler, option: 1, isOver: false } as const,
  ]);
  const over = { filler: {}, option: 1, isOver: true } as const;
  return [...unknown, ...[...ways, over].map((way) => fitting(schema, way, maxBytes))];
}

function filled(maxBytes: number, member: (index: number) => string): string {
  const members: string[] = [];
  for (let bytes = 2; ; ) {
    const next = member(members.length);
    bytes += next.length + 1;
    if (bytes > maxBytes) return `{${members.join(',')}}`;
    members.push(next);
  }
}

/** Returns the largest body of this kind that fits, by trying fewer and fewer values. */
function fitting(schema: z.core.$ZodType, way: Wrongness, maxBytes: number): string {
  for (let values = Math.floor(maxBytes / 3); values >= 1; values = Math.floor(values / 1.5)) {
    const body = JSON.stringify(wrong(schema, way, { values }));
    if (body.length <= maxBytes) return body;
  }
  return '{}';
}

/** Returns a value of a schema's shape, wrong everywhere. Lists end when as many values were made as are left. */
function wrong(schema: z.core.$ZodType, way: Wrongness, left: { values: number }): unknown {
  const item = documentedItem(schema);
  if (item) return wrong(item, way, left);
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return wrong(schema.def.innerType, way, left);
  }
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries<z.core.$ZodType>(schema.def.shape);
    return Object.fromEntries(members.map(([name, member]) => [name, wrong(member, way, left)]));
  }
  if (schema instanceof z.ZodMiniArray) {
    const max = way.isOver ? Number.POSITIVE_INFINITY : (listLimit(schema) ?? Number.POSITIVE_INFINITY);
    const list: unknown[] = [];
    while (list.length < max && left.values > 0) list.push(wrong(schema.def.element, way, left));
    return list;
  }
  if (schema instanceof z.ZodMiniUnion) {
    const [first] = schema.def.options;
    const option = schema.def.options[way.option] ?? first;
    if (option) return wrong(option, way, left);
  }
  left.values -= 1;
  return way.filler;
}

/** Returns the most members that a list takes, or null if it has no limit. */
export function listLimit({ def }: z.ZodMiniArray): number | null {
  const limits = (def.checks ?? []).flatMap(({ _zod }) =>
    'maximum' in _zod.def && typeof _zod.def.maximum === 'number' ? [_zod.def.maximum] : [],
  );
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Returns the members anywhere in a request's schema, by their paths. */
export function membersIn(
  schema: z.core.$ZodType,
  path = '',
): (readonly [path: string, schema: z.core.$ZodType])[] {
  const item = documentedItem(schema);
  if (item) return membersIn(item, path);
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return membersIn(schema.def.innerType, path);
  }
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries<z.core.$ZodType>(schema.def.shape);
    return members.flatMap(([name, member]) => membersIn(member, `${path}/${name}`));
  }
  if (schema instanceof z.ZodMiniArray)
    return [[path, schema], ...membersIn(schema.def.element, `${path}/0`)];
  if (schema instanceof z.ZodMiniUnion) {
    return schema.def.options.flatMap((option: z.core.$ZodType) => membersIn(option, path));
  }
  return [[path, schema]];
}
