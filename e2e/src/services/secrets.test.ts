import path from 'node:path';
import { createSecretBox, rotateSecrets } from '@gatehouse/core';
import { copySqlite } from '@gatehouse/storage/admin';
import { expect, it } from 'vitest';
import { forEachEngine, sqliteEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { credential, installationSecret } from '../secrets/planted.ts';
import { openServiceWorld, refusalOf } from './service-world.ts';
import { everythingScript, startFaultServer } from './upstreams.ts';

/** Tools that return their credential in different ways. */
const echoes = [
  'echo-secret',
  'status-401',
  'status-403',
  'status-500',
  'status-500-cut',
  'json-rpc-error',
  'is-error',
  'garbage',
  'reset-within-body',
];

forEachEngine((engine) => {
  // Closing the world searches for secrets in every answer, every request, the log, and the database files.
  it('secrets are only in requests to their service, for any use by the service (D36)', async () => {
    await using upstream = await startFaultServer();
    await using world = await openServiceWorld({ engine, deadlineMs: 60_000, connectMs: 60_000, catalogueMaxAgeMs: 0 });
    const access = { type: 'bearer', token: credential };
    const connectionId = await world.addHttp('faulty', upstream.url);
    await world.addCommand('everything', [everythingScript, 'stdio'], { env: { TOKEN: credential } });
    for (const tool of echoes) await world.run(`faulty__${tool}`);
    const environment = await world.run('everything__get-env');
    expect(environment.ok && (environment.value as Loose).content[0].text).toContain('"TOKEN": "[secret removed]"');
    const steps: (string | undefined)[] = [];
    await world.run('faulty__progress-secret', {}, { onProgress: ({ message }) => void steps.push(message) });
    expect(steps).toEqual(['working as Bearer [secret removed]']);

    const { tools } = await world.as(world.owner, 'list_connection_tools', { connectionId });
    expect(tools.find((tool: Loose) => tool.name === 'echo-secret').description).toBe('Says Bearer [secret removed].');
    await fetch(new URL('/no-listing', upstream.url));
    await expect
      .poll(async () => {
        await world.run('faulty__fine');
        return world.reported.map(String);
      })
      .toContainEqual(expect.stringContaining('no list for Bearer [secret removed]'));

    for (const tool of ['list_connections', 'list_activity']) await world.as(world.owner, tool);
    for (const address of ['/v1/openapi.json', '/v1/tools', '/metrics', '/healthz'])
      await (await fetch(`${world.url}${address}`, { headers: { authorization: `Bearer ${world.readKey}` } })).text();
    const url = upstream.url.replace('/mcp', '/connect/status-401');
    const refused = world.as(world.owner, 'add_connection', { service: 'x', name: 'x', kind: 'mcp-http', url, access });
    await expect(refused).rejects.toThrow(/refused the credentials/);
    expect(world.faults).toEqual([]);
    if (engine === sqliteEngine)
      await copySqlite({ from: path.join(world.folder, 'gatehouse.db'), to: path.join(world.folder, 'backup.db') });
  });

  it('ciphertext that was moved to another row cannot be decrypted (D36)', async () => {
    await using upstream = await startFaultServer();
    await using world = await openServiceWorld({ engine, deadlineMs: 3000 });
    const [one, other] = [await world.addHttp('one', upstream.url), await world.addHttp('other', upstream.url)];
    const [sealed] = await world.store.read(() => world.store.connections.secrets(world.orgId, one));
    await world.store.perform(() => world.store.connections.putSecret({ ...sealed!, connectionId: other }), { changes: true });
    await world.store.perform(() => world.store.connections.noteNewCredentials(world.orgId, other, Date.now()), { changes: true });
    expect(refusalOf(await world.run('other__fine')).message).toContain('stored credentials that cannot be decrypted');
    expect((await world.run('one__fine')).ok).toBe(true);
  });

  it('credentials are encrypted again with another secret, and the old one no longer decrypts them (D36)', async () => {
    await using upstream = await startFaultServer();
    await using world = await openServiceWorld({ engine, deadlineMs: 3000 });
    const connectionId = await world.addHttp('one', upstream.url);
    const before = createSecretBox({ secret: Buffer.from(installationSecret) });
    const secret = Buffer.from('another secret of this installation');
    expect(await rotateSecrets(world.store, createSecretBox({ secret, previous: [Buffer.from(installationSecret)] }))).toBe(1);
    const [sealed] = await world.store.read(() => world.store.connections.secrets(world.orgId, connectionId));
    expect(createSecretBox({ secret }).open(sealed!)).toBe(credential);
    expect(() => before.open(sealed!)).toThrow('encrypted with another secret');
  });
});
