/**
 * The arrows of the architecture: index → app → capabilities → {engine, http, storage, limits}.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Types may refer to each other; code may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'the-engine-imports-nothing',
      comment: 'The science is pure: no other room, no package.',
      severity: 'error',
      from: { path: '^src/engine2?/' },
      to: { pathNot: '^src/engine2?/' },
    },
    {
      name: 'inference-knows-only-the-engines-words',
      severity: 'error',
      from: {
        path: '^src/inference/',
        pathNot: '^src/inference/(routes|schemas|answer-schemas|documentation|load-lexicon)[.]ts$',
      },
      to: { pathNot: '^src/(inference|engine)/' },
    },
    {
      name: 'word-lists-stay-out-of-the-worker',
      comment:
        'They are compiled ahead into an asset (src/cli/prepare-assets.ts); the Worker knows only their vocabulary.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|inference/lexicon)/' },
      to: { path: '^src/inference/lexicon/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-are-private',
      comment: "A room's SQL is its own; ask its verbs.",
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/repository[.]ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'storage-and-limits-know-no-capability',
      severity: 'error',
      from: { path: '^src/(storage|limits)/' },
      to: { path: '^src/', pathNot: '^src/(storage|limits|engine|env[.]ts|clock[.]ts)' },
    },
    {
      name: 'node-stays-outside-the-worker',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pages-stay-outside-the-api-worker',
      comment:
        'No call with an API key needs them or the authorization server; every start would pay for them.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: {
        path: '^src/(site|subscriptions)/|^src/web(-app)?[.]ts$|[.]tsx$|workers-oauth-provider|hono/(dist/)?jsx',
        reachable: true,
      },
    },
    {
      name: 'documentation-stays-outside-the-worker',
      comment:
        'What the OpenAPI document says of operations and of their answers is read when it is made and by the tests; a Worker that imports it carries it.',
      severity: 'error',
      from: { path: '^src/(index|web)[.]ts$' },
      to: {
        path: '^src/(.*documentation|.*answer-schemas|http/openapi|oauth/protocol-operations)[.]ts$',
        reachable: true,
      },
    },
    {
      name: 'command-line-tools-are-not-imported',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '[.](d[.]ts|json|css|svg)$|^src/cli/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    exclude: { path: 'src/site/assets' },
  },
};
