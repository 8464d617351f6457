import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trashMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { enterWorkspace } from '../workspace/workspace.ts';
import { makeFirstWorkspace } from './first-workspace.ts';
import { purgeExpired } from './sweep-trash.ts';

it('the sweep purges items deleted 30 days ago and nothing younger, even if two processes sweep at once (D27)', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'gatehouse-sweep-'));
  let now = Date.UTC(2026, 0, 1);
  const open = () => openGatehouse(readConfiguration({ data }, {}), { create: true, clock: () => now });
  const gatehouse = await open();
  const other = await open();
  await makeFirstWorkspace(gatehouse);
  const { call } = await enterWorkspace(gatehouse, {});
  const trash = async () => (await call<{ items: { name: string }[] }>('list_trash', {})).items.map(({ name }) => name);
  const remove = async (title: string) => {
    const { docId } = await call<{ docId: string }>('create_doc', { title });
    await call('delete_doc', { docId });
  };
  for (let number = 0; number < 60; number++) await remove('old');
  now += 1;
  await remove('younger');
  now += trashMs;
  expect(await purgeExpired(gatehouse, AbortSignal.abort())).toBe(0);
  const [purged, byOther] = await Promise.all([purgeExpired(gatehouse), purgeExpired(other)]);
  expect(purged + byOther).toBe(60);
  expect(await trash()).toEqual(['younger']);
  expect(await purgeExpired(gatehouse)).toBe(0);
  await other.close();
  await gatehouse.close();
  rmSync(data, { recursive: true });
});
