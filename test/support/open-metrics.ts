/** A metric family of OpenMetrics text. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly samples: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const META = /^# (TYPE|UNIT|HELP) ([a-zA-Z_:][\w:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What the names of a family's samples add to its name. */
const SUFFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  ['gauge', ['']],
  ['gaugehistogram', ['_bucket', '_gcount', '_gsum']],
]);

/**
 * Parses OpenMetrics 1.0 text of gauges and their histograms, strictly: metadata before samples, families once and together, labels unique,
 * units as the end of names, buckets that never go down, `# EOF` as the last line. Throws on anything else.
 */
export function parseOpenMetrics(text: string): readonly Family[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('the text does not end with # EOF');
  const families: Family[] = [];
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const last = families.at(-1);
    const [, kind, metaName = '', rest = ''] = META.exec(line) ?? [];
    if (kind === 'TYPE') {
      if (families.some(({ name }) => name === metaName)) throw new Error(`${metaName} comes twice`);
      families.push({ name: metaName, type: rest, samples: [] });
    } else if (kind !== undefined) {
      if (last?.name !== metaName || last.samples.length > 0) throw new Error(`misplaced: ${line}`);
      if (kind === 'UNIT' && !metaName.endsWith(`_${rest}`)) throw new Error(`wrong unit: ${line}`);
    } else {
      addSample(last, line);
    }
  }
  return families;
}

function addSample(family: Family | undefined, line: string): void {
  const [, name = '', inBraces, value = ''] = SAMPLE.exec(line) ?? [];
  const suffixes = SUFFIXES.get(family?.type ?? '') ?? [];
  if (!family || !suffixes.some((suffix) => name === `${family.name}${suffix}`))
    throw new Error(`a sample of another family: ${line}`);
  if (!NUMBER.test(value)) throw new Error(`not a number: ${line}`);
  const labels = labelsIn(inBraces ?? '');
  const key = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
  const keyOf = (sample: Family['samples'][number]) =>
    `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
  if (family.samples.some((sample) => keyOf(sample) === key)) {
    throw new Error(`the same labels twice: ${line}`);
  }
  const last = family.samples.at(-1);
  const isOpen = last?.name.endsWith('_bucket') && last.labels.le !== '+Inf';
  if (isOpen && (Number(last?.value) > Number(value) || !('le' in labels)))
    throw new Error(`a bucket that goes down or is missing: ${line}`);
  family.samples.push({ name, labels, value: Number(value) });
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [whole, name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name in labels) throw new Error(`broken labels: ${text}`);
    labels[name] = value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
    rest = rest.slice(whole.length);
  }
  return labels;
}
