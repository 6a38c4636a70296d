import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take longest, the longest of each project first. A clone that has run no test knows no times. */
const LONGEST = [
  'test/node/deployed-bundle.test.ts',
  'test/node/deploy.test.ts',
  'test/node/dev-vars.test.ts',
  'test/node/runbook.test.ts',
  'test/engine/warnings.test.ts',
  'test/node/several-isolates.test.ts',
  'test/engine/invariants.test.ts',
  'test/engine/calibration.test.ts',
  'test/api/webhook-receivers.test.ts',
  'test/api/restores.test.ts',
  'test/api/faults-before.test.ts',
  'test/api/console-matrix.test.ts',
  'test/api/faults-after.test.ts',
  'test/api/shard-lists.test.ts',
  'test/api/webhook-dispatchers.test.ts',
  'test/api/amplification.test.ts',
  'test/api/operator.test.ts',
  'test/api/fuzz.test.ts',
  'test/guards/revocation-under-fire.test.ts',
  'test/api/call-limits.test.ts',
  'test/api/erasure.test.ts',
  'test/api/termination-purge.test.ts',
  'test/api/bounded-answers.test.ts',
  'test/api/faults-sandbox.test.ts',
  'test/api/faults-protocol.test.ts',
  'test/api/faults-keys.test.ts',
  'test/api/security.test.ts',
  'test/browser/planner-walk.test.ts',
  'test/start/guides.test.ts',
  'test/browser/athlete-pages-walk.test.ts',
  'test/browser/connections-walk.test.ts',
  'test/browser/fuel-plan-page.test.ts',
  'test/start/refusals.test.ts',
  'test/browser/console-walk.test.ts',
  'test/browser/every-page.test.ts',
];

/** Begins the longest files of each project before all others, so that none runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((path) => !existsSync(path));
    if (gone.length > 0)
      throw new Error(`test/support/longest-first.ts names ${gone.join(' and ')}, which is not there`);
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((specs) => specs.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return rank === -1 ? LONGEST.length : rank;
}
