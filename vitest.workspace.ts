import path from 'node:path';
import { chromiumFor } from './e2e/src/browser/find-chromium.ts';
import { findPostgresBinaries } from './packages/storage/src/testing/postgres-binaries.ts';

/*
 * Three tiers. `pnpm test` is what everybody runs before a change: every rule of the contract, every tool with every key and fault, both
 * entrances, the store on both engines, sign-in, and the first walk in a browser. `pnpm test:rest` has the projects called `rest`: what takes
 * long, needs processes of its own, or asks the same again on Postgres. Tests with the tag `nightly` wait for the night.
 */

/** Tests that take seconds. Faster tests beside them cover the same code. */
const slowPackageTests = [
  'apps/cli/src/start/parent-watch.test.ts',
  'packages/core/src/**/races.test.ts',
  'packages/core/src/testing/take-back-model/*.test.ts',
  'packages/core/src/gateway/webhooks/deliver-webhooks.test.ts',
  'packages/core/src/identity/account-life/strangers.test.ts',
  'packages/core/src/identity/oauth/oauth.test.ts',
  'packages/core/src/identity/sign-in/{guessing,guessing-processes}.test.ts',
  'packages/core/src/workspace/folders/as-of.test.ts',
  'packages/core/src/workspace/take-back/{apply-take-back,apply-take-back.property,boundaries}.test.ts',
  'packages/services/src/checking/{argument-checker,check-bound.property}.test.ts',
  'packages/services/src/connectors/openapi/document-thread.test.ts',
  'packages/core/src/{services/tools,workspace/skills}/list-costs.test.ts',
  'packages/storage/src/admin/verify/*.test.ts',
  'packages/storage/src/engines/copy/copy-store.test.ts',
  'packages/storage/src/engines/postgres/pipeline/{faults,lost-connections,pending-statements,slow-reads}.test.ts',
  'packages/storage/src/repos/log/followed-log.test.ts',
];

const firstEndToEndTests = [
  'src/*.test.ts',
  'src/console/console-matrix.test.ts',
  'src/contract/**/*.test.ts',
  'src/decisions/!(hostile-skills|nulls|text-and-sizes).test.ts',
  'src/files/**/*.test.ts',
  'src/foreign/**/*.test.ts',
  'src/mail/**/*.test.ts',
  'src/matrix/matrix.test.ts',
  'src/mcp/{calls,requests,resources}.test.ts',
  'src/oauth/oauth.test.ts',
  'src/services/{connections,openapi}.test.ts',
];

/** Behaviour that differs by engine where the store's own tests, which run on both, do not see it. */
const onPostgresToo = [
  'src/contract/{answers-as-described,fields}.test.ts',
  'src/decisions/{key-limits,keys,limit,repeated-calls}.test.ts',
  'src/mcp/calls.test.ts',
];

const firstBrowserTests = ['src/browser/first-walk.test.ts'];
const browserTests = 'src/browser/**/*.test.ts';

const buildFirst = path.join(import.meta.dirname, 'e2e/src/build-first.ts');
const e2e = { root: 'e2e', globalSetup: buildFirst, testTimeout: 300_000, hookTimeout: 300_000 };

const packages = '{packages,apps}/*/src/**/*.test.ts';
const always = [
  { name: 'packages', include: [packages], exclude: slowPackageTests },
  { name: 'rest-packages', include: slowPackageTests },
  { ...e2e, name: 'e2e', include: firstEndToEndTests },
  { ...e2e, name: 'rest-e2e', exclude: ['**/node_modules/**', ...firstEndToEndTests, browserTests] },
];

const postgres = findPostgresBinaries();
if ('missing' in postgres) process.stdout.write(`The tests of e2e that run on Postgres too are skipped: ${postgres.missing}\n`);
const onPostgres = [{ ...e2e, name: 'rest-e2e-postgres', include: onPostgresToo, env: { E2E_ENGINE: 'Postgres' } }];

const { missing: noBrowser } = chromiumFor();
if (noBrowser !== undefined) {
  if (process.env.REQUIRE_BROWSER) throw new Error(`The tests in a browser cannot run: ${noBrowser}`);
  process.stdout.write(`The tests in a browser are skipped: ${noBrowser}\n`);
}
const inBrowser = [
  { ...e2e, name: 'browser', include: firstBrowserTests },
  { ...e2e, name: 'rest-browser', include: [browserTests], exclude: firstBrowserTests },
];

/** `vitest.config.ts` reads this list. The packages are one project: each needs processes of its own, which read all modules once more. */
export default [...always, ...('missing' in postgres ? [] : onPostgres), ...(noBrowser === undefined ? inBrowser : [])].map((test) => ({
  extends: true,
  test,
}));
