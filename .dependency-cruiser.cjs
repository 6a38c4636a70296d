/**
 * Imports point one way: index → tools, delivery → partner → nutrition → platform → core. A group reads itself and the
 * groups below it, types included, and no file imports itself through others.
 */
const GROUPS = ['core', 'platform', 'nutrition', 'partner', 'delivery', 'tools'];

const groupRules = GROUPS.map((group, at) => ({
  name: `${group}-imports-only-groups-below`,
  severity: 'error',
  from: { path: `^src/${group}/` },
  to: { path: '^src/', pathNot: `^src/(${GROUPS.slice(0, at + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...groupRules,
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      comment: 'Two folders of a group that import each other are one.',
      severity: 'error',
      scope: 'folder',
      from: { path: `^src/(${GROUPS.join('|')})/[^/]+$` },
      to: { circular: true },
    },
    {
      name: 'the-engine-imports-nothing',
      comment: 'The science is pure: no other folder, no package.',
      severity: 'error',
      from: { path: '^src/core/engine/' },
      to: { pathNot: '^src/core/engine/' },
    },
    {
      name: 'the-client-imports-nothing-of-the-service',
      comment: "The partners' package knows the service by its OpenAPI document only.",
      severity: 'error',
      from: { path: '^src/tools/client/' },
      to: { path: '^src/', pathNot: '^src/tools/client/' },
    },
    {
      name: 'repositories-are-private',
      comment:
        "A folder's SQL is its own; call its verbs. Only statements of a shared-repository.ts may be put into other folders' batches.",
      severity: 'error',
      from: { path: '^src/([^/]+/[^/]+)/' },
      to: { path: '^src/.+/[a-z-]*repository[.]ts$', pathNot: '^src/$1/|/shared-repository[.]ts$' },
    },
    {
      name: 'node-stays-outside-the-worker',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/tools/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what-runs-is-not-imported',
      comment: 'Command-line tools and the laboratory stand at the top: the Worker never imports them.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: { path: '^src/tools/|zod-openapi', reachable: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '[.](d[.]ts|json|css|svg)$|^src/tools/cli/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    exclude: { path: 'src/delivery/site/assets' },
  },
};
