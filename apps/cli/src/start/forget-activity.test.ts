import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Gatehouse, openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { enterWorkspace, type Workspace } from '../workspace/workspace.ts';
import { keepUp } from './background-jobs.ts';
import { makeFirstWorkspace } from './first-workspace.ts';

const dayMs = 24 * 60 * 60 * 1000;
const soon = { firstAfterMs: 0, everyMs: 5 };

describe('a gateway removes old rows of its activity log', () => {
  let data: string;
  let now: number;
  let gatehouse: Gatehouse;
  let workspace: Workspace;

  beforeEach(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'gatehouse-forget-'));
    now = Date.UTC(2026, 0, 1);
    const configuration = readConfiguration({ data }, {});
    gatehouse = await openGatehouse(configuration, { create: true, clock: () => now });
    await makeFirstWorkspace(gatehouse);
    workspace = await enterWorkspace(gatehouse, {});
  });
  afterEach(async () => {
    await gatehouse.close();
    rmSync(data, { recursive: true });
  });

  const ages = async () => {
    const rows = await gatehouse.store.read(() => gatehouse.store.activity.list({ orgId: workspace.organization.id, limit: 100 }));
    return rows.map(({ at }) => (now - at) / dayMs);
  };

  it('after the configured days, repeatedly, and leaves the rest valid', async () => {
    for (let day = 0; day < 4; day++) {
      await workspace.call('create_doc', { title: `Day ${day}` });
      now += dayMs;
    }
    const stop = keepUp(gatehouse, { activityDays: 2 }, soon);
    await expect.poll(ages).toEqual([1, 2]);
    now += dayMs;
    await workspace.call('create_doc', { title: 'Later' });
    await expect.poll(ages).toEqual([0, 2]);
    await stop();
    now += 10 * dayMs;
    expect(await ages()).toEqual([10, 12]);
    const { problems, counts } = await verifyDatabase({ database: { engine: 'sqlite', file: path.join(data, 'gatehouse.db') } });
    expect({ problems, rows: counts.activity }).toEqual({ problems: [], rows: 2 });
  });

  it('never with 0 days, and sets no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      await keepUp(gatehouse, { activityDays: 1 }, soon)();
      expect(vi.getTimerCount()).toBe(0);
      const stop = keepUp(gatehouse, { activityDays: 1 }, soon);
      const planned = vi.getTimerCount();
      await stop();
      const stopOther = keepUp(gatehouse, { activityDays: 0 }, soon);
      expect(vi.getTimerCount()).toBe(planned - 2);
      await stopOther();
    } finally {
      vi.useRealTimers();
    }
  });
});
