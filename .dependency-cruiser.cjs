/**
 * The arrows of the house run one way: index → app → capabilities → records, http, guards → storage → engine. Each room
 * lists the rooms below it that it may import, types included; no two rooms import each other and no circle is possible,
 * because every room stands above all that it lists.
 */
const ROOMS = {
  engine: [],
  storage: ['engine'],
  guards: ['storage'],
  http: ['storage'],
  records: ['engine', 'http', 'storage'],
  access: ['guards', 'http', 'storage'],
  inference: ['engine', 'http', 'records'],
  health: ['guards', 'http'],
  subscriptions: ['athletes', 'http', 'records', 'storage'],
  prescriptions: ['engine', 'http', 'records', 'storage'],
  products: ['engine', 'guards', 'http', 'prescriptions', 'records', 'storage'],
  learning: ['engine', 'http', 'prescriptions', 'records', 'storage'],
  athletes: ['engine', 'http', 'learning', 'records', 'storage'],
  activities: ['engine', 'http', 'learning', 'prescriptions', 'products', 'records', 'storage'],
  // Keys and OAuth make the credentials whose forms access reads, and end what an isolate remembers of them.
  keys: ['access', 'guards', 'http', 'storage'],
  oauth: ['access', 'athletes', 'guards', 'http', 'records', 'storage'],
  partners: ['athletes', 'http', 'keys', 'oauth', 'records', 'storage'],
  privacy: [
    'activities',
    'athletes',
    'guards',
    'http',
    'learning',
    'oauth',
    'prescriptions',
    'products',
    'records',
    'storage',
  ],
  sandbox: [
    'activities',
    'athletes',
    'engine',
    'http',
    'learning',
    'prescriptions',
    'privacy',
    'products',
    'records',
    'storage',
  ],
  retention: ['guards', 'http', 'keys', 'oauth', 'partners', 'privacy', 'storage'],
  site: ['guards', 'http', 'oauth', 'storage', 'subscriptions'],
  science: ['engine', 'sandbox'],
  // The next engine and its laboratory, measured beside the one that serves until they take its place.
  engine2: [],
  science2: ['engine2', 'sandbox'],
  app: [
    'access',
    'activities',
    'athletes',
    'health',
    'http',
    'inference',
    'keys',
    'learning',
    'oauth',
    'partners',
    'prescriptions',
    'privacy',
    'products',
    'sandbox',
    'site',
  ],
  cli: ['app', 'http', 'oauth', 'products'],
};

/** Every room may read the environment and the clock, but the engine, which is given all that it needs. */
const COMMON = 'env[.]ts|clock[.]ts';

const roomRules = Object.entries(ROOMS).map(([room, below]) => ({
  name: `${room}-imports-only-rooms-below`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: '^src/',
    pathNot: `^src/(${[room, ...below].join('|')})/${room.startsWith('engine') ? '' : `|^src/(${COMMON})$`}`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'every-room-has-a-rule',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(ROOMS).join('|')})/` },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'the-engine-imports-nothing',
      comment: 'The science is pure: no other room, no package.',
      severity: 'error',
      from: { path: '^src/engine2?/' },
      to: { pathNot: '^src/engine2?/' },
    },
    {
      name: 'repositories-are-private',
      comment: "A room's SQL is its own, so tables are written only by their room; call its verbs.",
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/[a-z-]*repository[.]ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'node-stays-outside-the-worker',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|science2?)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what-runs-is-not-imported',
      comment: 'Command-line tools and the laboratory stand at the top: the Worker never imports them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|science2?)/' },
      to: { path: '^src/(cli|science2?)/' },
    },
    {
      name: 'the-document-generator-stays-outside-the-worker',
      severity: 'error',
      from: { path: '^src/index[.]ts$' },
      to: { path: '^src/cli/|zod-openapi', reachable: true },
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
