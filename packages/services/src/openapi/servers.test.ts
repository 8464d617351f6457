import { expect, it } from 'vitest';
import { serversOf } from './servers.ts';

const swagger = '2.0';

it.each([
  [{ servers: [{ url: 'https://a.test' }] }, 'https://a.test'],
  [{ swagger, servers: [{ url: 'https://a.test' }] }, undefined],
  [{ swagger, host: '' }, undefined],
  [{ swagger, basePath: '/v1' }, '/v1'],
  [{ swagger, host: 'a.test' }, 'https://a.test'],
  [{ swagger, host: 'a.test', basePath: '/v1' }, 'https://a.test/v1'],
  [{ swagger, host: 'a.test:8080', basePath: 'v1', schemes: ['http'] }, 'http://a.test:8080/v1'],
  [{ swagger, host: 'a.test', schemes: ['http', 'https'] }, 'https://a.test'],
  [{ swagger, host: 7, schemes: ['wss'] }, undefined],
])('reads where an API answers from %j', (document, url) => {
  expect(serversOf(document)).toEqual(url === undefined ? undefined : [{ url }]);
});
