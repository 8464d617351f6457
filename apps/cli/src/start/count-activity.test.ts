import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Gatehouse, openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { enterWorkspace, type Workspace } from '../workspace/workspace.ts';
import { keepUp } from './background-jobs.ts';
import { makeFirstWorkspace } from './first-workspace.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const soon = { firstAfterMs: 0, everyMs: 5 };

describe('a gateway counts its activity log after the calls (D44)', () => {
  let data: string;
  let now: number;
  let gatehouse: Gatehouse;
  let workspace: Workspace;

  beforeEach(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'gatehouse-count-'));
    now = Date.UTC(2026, 0, 1, 12);
    const configuration = readConfiguration({ data }, {});
    gatehouse = await openGatehouse(configuration, { create: true, clock: () => now });
    await makeFirstWorkspace(gatehouse);
    workspace = await enterWorkspace(gatehouse, {});
  });
  afterEach(async () => {
    await gatehouse.close();
    rmSync(data, { recursive: true });
  });

  /** Calls of three days that the sums say, while it counts and forgets. */
  async function counted(): Promise<number> {
    const filter = {
      orgId: workspace.organization.id,
      subject: '',
      span: dayMs as 86_400_000,
      bucket: dayMs,
      from: now - 3 * dayMs,
      to: now + dayMs,
    };
    const sums = await gatehouse.store.read(() => gatehouse.store.activitySums.read(filter));
    return sums.reduce((sum, { calls }) => sum + calls, 0);
  }

  it('repeatedly, even while it removes old rows, and the sums match the log', async () => {
    const stop = keepUp(gatehouse, { activityDays: 2 }, soon);
    for (let day = 0; day < 4; day++) {
      for (let call = 0; call <= day; call++) await workspace.call('create_doc', { title: `Day ${day}, ${call}` });
      now += hourMs;
      await expect.poll(counted).toBeGreaterThanOrEqual(day + 1);
      now += dayMs - hourMs;
    }
    now -= dayMs - hourMs;
    const verify = () => verifyDatabase({ database: { engine: 'sqlite', file: path.join(data, 'gatehouse.db') } });
    await expect.poll(async () => (await verify()).counts.activity).toBeLessThan(10);
    await stop();
    expect((await verify()).problems).toEqual([]);
  });
});
