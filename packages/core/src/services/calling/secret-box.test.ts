import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld } from '../../testing/test-world.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { createSecretBox } from './secret-box.ts';

const place = { orgId: 'org_1', connectionId: 'conn_1', field: 'token' };

it('encrypts a secret, and decrypts it again (D36)', () => {
  const box = createSecretBox({ secret: randomBytes(32) });
  const sealed = box.seal(place, 'päss wörd');
  expect(box.open(sealed)).toBe('päss wörd');
  expect(sealed.sealed.includes('päss')).toBe(false);
  expect(box.seal(place, 'päss wörd').sealed.equals(sealed.sealed)).toBe(false);
});

it('does not decrypt ciphertext that was moved to another organization, connection or field (D36)', () => {
  const box = createSecretBox({ secret: randomBytes(32) });
  const sealed = box.seal(place, 'secret');
  for (const moved of [{ orgId: 'org_2' }, { connectionId: 'conn_2' }, { field: 'password' }]) {
    expect(() => box.open({ ...sealed, ...moved })).toThrow();
  }
});

it('does not decrypt changed or cut ciphertext', () => {
  const box = createSecretBox({ secret: randomBytes(32) });
  const { sealed, ...rest } = box.seal(place, 'secret');
  const flipped = Buffer.from(sealed);
  flipped[14] = (flipped[14] as number) ^ 1;
  expect(() => box.open({ ...rest, sealed: flipped })).toThrow();
  expect(() => box.open({ ...rest, sealed: sealed.subarray(0, 20) })).toThrow();
});

it('rotates stored credentials to a new secret, and the old one decrypts nothing afterwards', async () => {
  const [older, newer] = [Buffer.alloc(32, 1), randomBytes(32)];
  await using world = await createWorld({ services: createFakeServices() });
  const access = { type: 'bearer', token: 'planted' };
  const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/', access };
  const { connectionId } = await world.ok(world.owner, 'add_connection', connection);
  const wrong = createSecretBox({ secret: newer, previous: [randomBytes(32)] });
  await expect(rotateSecrets(world.store, wrong)).rejects.toThrow(`connection ${connectionId} cannot be decrypted`);
  const box = createSecretBox({ secret: newer, previous: [older] });
  expect(await rotateSecrets(world.store, box)).toBe(1);
  expect(await rotateSecrets(world.store, box)).toBe(0);
  const [stored] = await world.store.read(() => world.store.connections.secrets(world.orgId, connectionId));
  expect(createSecretBox({ secret: newer }).open(stored!)).toBe('planted');
  expect(() => createSecretBox({ secret: older }).open(stored!)).toThrow('another secret');
});
