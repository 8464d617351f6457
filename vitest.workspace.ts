const e2e = { root: 'e2e', testTimeout: 120_000, hookTimeout: 120_000 };
/** Tests that load a whole machine, or measure one: nothing else may run beside them, or they measure that. */
const loading = [
  'src/workers/**/*.test.ts',
  'src/processes/**/*.test.ts',
  'src/postgres-faults/**/*.test.ts',
  'src/mcp/memory.test.ts',
  'src/services/faults.test.ts',
];

/** Every room with tests is a project; `vitest.config.ts` reads this list. */
export default [
  { extends: true, test: { name: 'storage', root: 'packages/storage' } },
  { extends: true, test: { name: 'core', root: 'packages/core' } },
  { extends: true, test: { name: 'services', root: 'packages/services' } },
  { extends: true, test: { name: 'files-s3', root: 'packages/files-s3' } },
  { extends: true, test: { name: 'http', root: 'apps/http' } },
  { extends: true, test: { name: 'mcp', root: 'apps/mcp' } },
  { extends: true, test: { name: 'cli', root: 'apps/cli' } },
  { extends: true, test: { ...e2e, name: 'e2e', exclude: ['**/node_modules/**', ...loading] } },
  { extends: true, test: { ...e2e, name: 'e2e-load', include: loading, sequence: { groupOrder: 1 }, fileParallelism: false } },
];
