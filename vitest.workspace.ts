import path from 'node:path';
import { chromiumFor } from './e2e/src/browser/find-chromium.ts';
import { findPostgresBinaries } from './packages/storage/src/testing/postgres-binaries.ts';

const buildFirst = path.join(import.meta.dirname, 'e2e/src/build-first.ts');
const e2e = { root: 'e2e', globalSetup: buildFirst, testTimeout: 300_000, hookTimeout: 300_000 };
/** Tests in a browser, which not every machine can start. */
const inBrowser = ['src/browser/**/*.test.ts'];

/**
 * What a caller or an operator can see of a workspace must be the same on Postgres: this part runs on it too in every test run. The others
 * have a reason not to. Some run on both by themselves (`forEachEngine`), or need both (cli/copy, engines); some look at what hardly
 * touches a database: the protocols, their libraries and their sessions (mcp), what a service sends and how it fails (services), faults put
 * into the gateway (matrix/mutations), what is typed and shown (cli). `pnpm test:postgres` runs all of them on it, through every entrance,
 * but for what is about a file of SQLite (`onlySqlite`), such as backup and restore.
 */
const onPostgresToo = [
  'src/company/**/*.test.ts',
  'src/contract/**/*.test.ts',
  'src/decisions/!(search|hostile-skills).test.ts',
  'src/mcp/{calls,requests,resources,skills,skills-visibility,subscriptions}.test.ts',
  // Who renews whose tokens is decided in the database.
  'src/services/service-accounts.test.ts',
  'src/services/mix-up.test.ts',
  'src/services/tool-search.test.ts',
];

const postgres = findPostgresBinaries();
if ('missing' in postgres) process.stdout.write(`The tests of e2e that run on Postgres too are skipped: ${postgres.missing}\n`);
const e2eOnPostgres = { ...e2e, name: 'e2e-postgres', include: onPostgresToo, env: { E2E_ENGINE: 'Postgres', E2E_ENTRANCES: 'few' } };

const { missing: noBrowser } = chromiumFor();
if (noBrowser !== undefined) {
  if (process.env.REQUIRE_BROWSER) throw new Error(`The tests in a browser cannot run: ${noBrowser}`);
  process.stdout.write(`The tests in a browser are skipped: ${noBrowser}\n`);
}

const browser = { extends: true, test: { ...e2e, name: 'browser', include: inBrowser } };

const packages = { name: 'packages', include: ['{packages,apps}/*/src/**/*.test.ts'] };

/** `vitest.config.ts` reads this list. The packages are one project: each needs processes of its own, which read all modules once more. */
export default [
  { extends: true, test: packages },
  { extends: true, test: { ...e2e, name: 'e2e', exclude: ['**/node_modules/**', ...inBrowser] } },
  ...('missing' in postgres ? [] : [{ extends: true, test: e2eOnPostgres }]),
  ...(noBrowser === undefined ? [browser] : []),
];
