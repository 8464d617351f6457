import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript } from './run-script.ts';

const vitest = path.join(path.dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');
const endToEnd = ['run', '--project', 'e2e', '--project', 'rest-e2e'];

/** Runs the tests with the tag `nightly`, and the tests of entrances again through all entrances, on each engine. */
export async function runLongTests(): Promise<string[]> {
  return [
    ...(await runScript('the long tests', [vitest, 'run', '--tags-filter=nightly'])),
    ...(await runScript('all entrances', [vitest, ...endToEnd], { E2E_ENTRANCES: 'all' })),
    ...(await runScript('all entrances on Postgres', [vitest, ...endToEnd], { E2E_ENTRANCES: 'all', E2E_ENGINE: 'Postgres' })),
  ];
}
