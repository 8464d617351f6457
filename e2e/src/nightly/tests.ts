import { fileURLToPath } from 'node:url';
import { runScript } from './run-script.ts';

/** The tests that are tagged `nightly`: too long for every commit. */
export const runLongTests = () =>
  runScript('the long tests', [fileURLToPath(import.meta.resolve('vitest/vitest.mjs')), 'run', '--tags-filter=nightly']);
