import { createSecretBox } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { createLazyServices } from './open-services.ts';

const box = createSecretBox({ secret: Buffer.alloc(32, 1) });
const events = { catalogue: async () => {}, health: async () => {}, isCurrent: async () => true };
const tool = { definitionHash: 'one', inputSchema: { type: 'object', required: ['repo'], properties: { repo: { type: 'string' } } } };
const call = { caller: 'somebody', signal: new AbortController().signal };

it('checks arguments on a thread first, and on the event loop once the libraries are loaded (D33)', async () => {
  const services = createLazyServices({ box, events, report: () => {} });
  expect(services.validate(tool, {})).toBeUndefined();
  const faults = await services.validateApart(tool, {}, call);
  expect(faults).toMatchObject([{ message: expect.stringContaining('required') }]);
  expect(services.validate(tool, {})).toEqual(faults);
  expect(services.validate(tool, { repo: 'loom' })).toEqual([]);
  await services.close();
});

it('seals, forgets and closes if no service was used', async () => {
  const services = createLazyServices({ box, events, report: () => {} });
  const place = { orgId: 'org', connectionId: 'connection', field: 'token' };
  expect(box.open(services.seal(place, 'a token'))).toBe('a token');
  services.forget('connection');
  await services.close();
});
