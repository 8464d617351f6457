import path from 'node:path';
import { defineConfig } from 'vitest/config';

const tags = { tags: [{ name: 'nightly' }], tagsFilter: ['!nightly'] };

/** The tests that one subject's mutants are run against. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_RUN_TESTS ?? '[]'),
    // The rules are the same code on both engines, and one is enough to notice a fault in them.
    testNamePattern: /^(?!.*postgres)/i,
    setupFiles: [path.join(import.meta.dirname, 'setup.ts')],
    ...tags,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
