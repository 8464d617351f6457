import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientName } from '../../../packages/client/src/client-name.ts';

it.each([
  ['TypeScript', clientName],
  [
    'Python',
    /"X-Gatehouse-Client": "([^"]+)"/.exec(
      readFileSync(new URL('../../../packages/client/python/template.py', import.meta.url), 'utf8'),
    )?.[1],
  ],
])('the client for %s names the version of its package', (language, name) => {
  const { version } = JSON.parse(readFileSync(new URL('../../../packages/client/package.json', import.meta.url), 'utf8'));
  expect(name).toBe(`gatehouse-${language.toLowerCase()}/${version}`);
});
