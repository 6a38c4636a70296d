const { readdirSync, readFileSync } = require('node:fs');

/**
 * Imports point one way: index → tools, delivery → partner → nutrition → platform → packages. A group reads itself and the
 * groups below it, types included, and no file imports itself through others.
 */
const GROUPS = ['packages', 'platform', 'nutrition', 'partner', 'delivery', 'tools'];

const groupRules = GROUPS.map((group, at) => ({
  name: `${group}-imports-only-groups-below`,
  severity: 'error',
  from: { path: `^src/${group}/` },
  to: { path: '^src/', pathNot: `^src/(${GROUPS.slice(0, at + 1).join('|')})/` },
}));

/** What each package imports, of this repository and of others. A folder of src/packages without a line here fails. */
const PACKAGES = {
  basics: { packages: [], libraries: [] },
  engine: { packages: ['basics'], libraries: [] },
  files: { packages: ['basics', 'engine'], libraries: ['saxes'] },
  languages: { packages: ['basics', 'engine'], libraries: ['hono'] },
  titles: { packages: ['basics', 'engine', 'files', 'languages'], libraries: [] },
  client: { packages: [], libraries: ['@types/node'] },
};

const folders = readdirSync('src/packages');
for (const name of folders)
  if (!PACKAGES[name]) throw new Error(`.dependency-cruiser.cjs: PACKAGES lacks ${name}`);

/** The doors of a package, which its package.json exports. What is packed for others is no door of this repository. */
const doorsOf = (name) =>
  Object.values(JSON.parse(readFileSync(`src/packages/${name}/package.json`, 'utf8')).exports)
    .filter((path) => typeof path === 'string')
    .map((path) => path.slice(2).replaceAll('.', '[.]'));

const packageRules = folders.flatMap((name) => {
  const { packages, libraries } = PACKAGES[name];
  return [
    {
      name: `${name}-imports-only-what-its-line-allows`,
      severity: 'error',
      from: { path: `^src/packages/${name}/(?!test/)` },
      to: {
        path: '^src/|node_modules',
        pathNot: `^src/packages/(${[name, ...packages].join('|')})/|node_modules/(${['-', ...libraries].join('|')})/`,
      },
    },
    {
      name: `${name}-is-entered-by-its-doors`,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/packages/(${name}|[^/]+/test)/` },
      to: {
        path: `^src/packages/${name}/`,
        pathNot: `^src/packages/${name}/(${doorsOf(name).join('|') || '-'})$`,
      },
    },
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...groupRules,
    ...packageRules,
    {
      name: 'doors-are-named-not-reached-over',
      comment:
        'A package is imported by its name, as package.json exports it, not by a path into its folder.',
      severity: 'error',
      from: { path: '^src/(?:packages/)?([^/]+)/', pathNot: '^src/packages/[^/]+/test/' },
      to: {
        path: '^src/packages/',
        pathNot: '^src/packages/$1/',
        dependencyTypesNot: ['npm', 'aliased-workspace', 'undetermined'],
      },
    },
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
      name: 'plans-have-one-view',
      comment:
        'A form takes what is shown of a plan from its view, which derives each part once. Types of the derivations are free.',
      severity: 'error',
      from: {
        path: '^src/(nutrition/fuel-plans/(forms/|plan-to-wire|plan-notes|plan-trajectory)|delivery/)',
      },
      to: { path: 'fuel-plans/plan/(packing|views)[.]ts$', dependencyTypesNot: ['type-only'] },
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
      from: { path: '^src/', pathNot: '^src/tools/|^src/packages/(client|[^/]+/(test|laboratory))/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what-runs-is-not-imported',
      comment:
        'Command-line tools, the laboratory and the client stand at the top: the Worker never imports them.',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: {
        path: '^src/tools/|^src/packages/(client|[^/]+/(test|laboratory))/|zod-openapi',
        reachable: true,
      },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '[.](d[.]ts|json|css|svg)$|^src/tools/cli/|^src/packages/[^/]+/test/' },
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
