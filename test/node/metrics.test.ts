import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CONDITIONS } from '#partner/alerting/conditions.ts';
import { type MetricFacts, metricsText } from '#partner/alerting/metrics.ts';
import { expectedJobs } from '#partner/retention/list-jobs.ts';
import { shardName } from '#platform/regions.ts';
import { parseOpenMetrics } from '../support/open-metrics.ts';

/** What ten minutes of every class of route add. */
const TIMES = Object.fromEntries(
  ['assistant', 'bulk', 'plan', 'calculate', 'read', 'write', 'page'].flatMap((route) => [
    [`${route} 50`, 500],
    [`${route} 250`, 90],
    [`${route} more`, 10],
    [`${route} sum`, 60_000],
  ]),
);

/** The facts of an installation with so many athlete databases. */
function factsOf(databases: number): MetricFacts {
  const names = Array.from({ length: databases }, (_, index) => ({
    environment: index % 2 === 0 ? ('live' as const) : ('test' as const),
    shard: shardName(index % 4 < 2 ? 'weur' : 'enam', Math.floor(index / 4)),
  }));
  const of = (environment: string) =>
    new Map(
      names.filter((name) => name.environment === environment).map(({ shard }) => [shard, {} as D1Database]),
    );
  const expected = expectedJobs({ athleteDatabases: { live: of('live'), test: of('test') } });
  return {
    registryBytes: 123_456,
    databasesMaxBytes: 1e12,
    shards: names.map((name, index) => ({
      ...name,
      sizeBytes: index * 1e6,
      athletes: index,
      isOpen: index % 3 > 0,
      measuredAt: 1,
      fullAt: null,
      schema: '0001_athletes.sql',
      verifiedRegion: null,
      verifiedAt: null,
      runsBegun: 0,
      runsCounted: 0,
      restoredAt: null,
    })),
    expected,
    jobs: expected.map((job) => ({ ...job, lastDoneAt: 1_790_000_000_123, unfinishedRuns: 2 })),
    lateDispatchers: 3,
    answered: [
      { window: '1h', environment: 'live', answers: 1000, faults: 1 },
      { window: '1h', environment: 'test', answers: 10, faults: 5 },
      { window: '3d', environment: 'live', answers: 10, faults: 1 },
      { window: '30d', environment: 'live', answers: 0, faults: 0 },
    ],
    slots: (['live', 'test'] as const).flatMap((environment) =>
      Array.from({ length: 6 }, () => ({ environment, times: TIMES })),
    ),
    emails: { sent: 5, refused: 1 },
    alerts: Object.keys(CONDITIONS).map((name, index) => ({
      ...{ name, environment: 'live' as const },
      isActive: index === 0,
    })),
  };
}

describe('the metrics', () => {
  const SAMPLES = parseOpenMetrics(metricsText(factsOf(8))).flatMap(({ samples }) => samples);
  const figure = (name: string, labels: object = {}) =>
    SAMPLES.find((sample) => sample.name === name && isDeepStrictEqual(sample.labels, labels))?.value;

  test('are OpenMetrics text with at most 2,000 series for 500 databases, and labels of ours only', () => {
    const families = parseOpenMetrics(metricsText(factsOf(500)));
    const series = families.flatMap(({ samples }) => samples);
    expect(series.length).toBeGreaterThan(1000);
    expect(series.length).toBeLessThanOrEqual(2000);
    expect(new Set(families.map(({ type }) => type))).toEqual(new Set(['gauge', 'gaugehistogram']));
    expect(families.length).toBeLessThanOrEqual(14);
    const labels = new Set(series.flatMap((sample) => Object.keys(sample.labels)));
    expect([...labels].sort()).toEqual([
      'alert',
      'class',
      'database',
      'environment',
      'job',
      'le',
      'outcome',
      'region',
      'window',
    ]);
    expect(JSON.stringify(series)).not.toMatch(/(prt|ath|act|key|whk)_/);
  });

  test('say what the tables say', () => {
    expect(figure('musette_database_size_bytes', { database: 'registry' })).toBe(123_456);
    expect(figure('musette_error_ratio', { environment: 'live', window: '1h' })).toBe(0.001);
    expect(figure('musette_error_ratio', { environment: 'test', window: '1h' })).toBe(0.5);
    expect(figure('musette_error_ratio', { environment: 'live', window: '30d' })).toBe(0);
    expect(figure('musette_job_done_timestamp_seconds', { job: 'check-schema' })).toBe(1_790_000_000.123);
    expect(figure('musette_alert', { alert: 'shard_full', environment: 'live' })).toBe(1);
    expect(figure('musette_alert', { alert: 'error_budget', environment: 'live' })).toBe(0);
    expect(figure('musette_dispatchers_late')).toBe(3);
  });

  test('say the rate and the latency of each class of route in each environment', () => {
    const reads = { environment: 'live', class: 'read' };
    expect(figure('musette_requests_per_second', reads)).toBe(1);
    const within = ['0.05', '0.25', '1', '5', '+Inf'].map((le) =>
      figure('musette_request_duration_seconds_bucket', { ...reads, le }),
    );
    expect(within).toEqual([3000, 3540, 3540, 3540, 3600]);
    expect(figure('musette_request_duration_seconds_gcount', reads)).toBe(3600);
    expect(figure('musette_request_duration_seconds_gsum', reads)).toBe(360);
    expect(figure('musette_requests_per_second', { environment: 'test', class: 'page' })).toBe(1);
  });

  test.each([
    ['no end', '# TYPE a gauge\na 1\n'],
    ['a bucket of a gauge', '# TYPE a gauge\na_bucket{le="1"} 1\n# EOF\n'],
    [
      'a histogram whose buckets go down',
      '# TYPE a gaugehistogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\n# EOF\n',
    ],
    ['a sample of no family', '# TYPE a gauge\nb 1\n# EOF\n'],
    ['a family twice', '# TYPE a gauge\na 1\n# TYPE a gauge\na{b="c"} 1\n# EOF\n'],
    ['the same labels twice', '# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n# EOF\n'],
    ['a unit that the name does not end with', '# TYPE a gauge\n# UNIT a seconds\na 1\n# EOF\n'],
    ['a value that is no number', '# TYPE a gauge\na null\n# EOF\n'],
    ['an open quote', '# TYPE a gauge\na{b="c} 1\n# EOF\n'],
    ['something after the end', '# TYPE a gauge\na 1\n# EOF\n\n'],
  ])('the parser of this test refuses %s', (_, metrics) => {
    expect(() => parseOpenMetrics(metrics)).toThrow();
  });
});
