import { createLease } from '@gatehouse/core';
import { minuteMs, secondMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import { sampleActivity, type TestStore, testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogExport } from './export-log.ts';

interface Sent {
  tool: string;
  count: number;
}

/** The beginning of a minute. */
const start = 30_000_000 * minuteMs;

describe.each(testEngines())('the export of rows that count refused calls (D82.4) on $name', ({ missing, open }) => {
  let opened: TestStore;
  let now = start;
  beforeEach(async () => {
    now = start;
    opened = await open();
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  /** A process that exports, and the rows that its collector took. */
  async function openProcess(holder: string, store: Store = opened.store) {
    const taken: Sent[] = [];
    const collector = { refuses: false };
    const lease = createLease({ store, name: 'otlp', holder, clock: () => now });
    const { begin, run } = createLogExport({
      ...{ store, lease, resource: {}, clock: () => now },
      async send(request) {
        if (collector.refuses) throw new Error('the collector refuses');
        taken.push(...sentIn(request));
      },
    });
    await begin();
    /** Exports until these rows were sent, because a row is settled only a moment after its commit. */
    const until = async (rows: Sent[]) => {
      const exported = async () => {
        await run();
        return taken;
      };
      await expect.poll(exported, { timeout: 20_000 }).toEqual(rows);
      await run();
      expect(taken).toEqual(rows);
    };
    return { until, run, collector, lease };
  }

  const record = (tool: string) =>
    opened.store.perform(() => opened.store.activity.record(sampleActivity({ at: now, tool })), { changes: false });
  const refuse = (tool: string, { keyId = 'key_1', at = now } = {}) => {
    const row = { ...sampleActivity({ at, tool, outcome: 'rate_limited', status: 429 }), keyId };
    return opened.store.perform(() => opened.store.activity.recordFolded(row), { changes: false });
  };

  it.skipIf(missing)('waits until the rows are complete, delays no other row, and sends each once with its final count', async () => {
    const { until } = await openProcess('process_1');
    await refuse('early');
    await record('first');
    await until([{ tool: 'first', count: 1 }]);
    now += minuteMs - secondMs;
    await refuse('late');
    await refuse('late');
    await record('second');
    const whole = ['first', 'second'].map((tool) => ({ tool, count: 1 }));
    await until(whole);
    // Two minutes after it began, the row of that minute is whole.
    now = start + 2 * minuteMs - 1;
    await until(whole);
    now = start + 2 * minuteMs;
    await until([...whole, { tool: 'early', count: 3 }]);
  });

  it.skipIf(missing)('skips no row that still grows, and sends rows again after a refusal, from another process too', async () => {
    const one = await openProcess('process_1');
    await refuse('first');
    now += minuteMs + secondMs;
    await refuse('second');
    await refuse('of another key', { keyId: 'key_2' });
    now = start + 2 * minuteMs;
    one.collector.refuses = true;
    await expect.poll(() => one.run().then(() => 'taken', String), { timeout: 20_000 }).toContain('the collector refuses');
    one.collector.refuses = false;
    await one.until([{ tool: 'first', count: 1 }]);
    // Records a row from a process whose clock is behind.
    await refuse('second', { at: now - secondMs });
    await one.lease.release();
    const other = await openProcess('process_2', await opened.openAnother());
    await other.until([]);
    now += 2 * minuteMs;
    await other.until([
      { tool: 'second', count: 2 },
      { tool: 'of another key', count: 1 },
    ]);
  });
});

interface Request {
  resourceLogs: { scopeLogs: { logRecords: { attributes: { key: string; value: { stringValue?: string; intValue?: string } }[] }[] }[] }[];
}

function sentIn(request: object): Sent[] {
  const [{ scopeLogs }] = (request as Request).resourceLogs as [Request['resourceLogs'][0]];
  return (scopeLogs[0]?.logRecords ?? []).map(({ attributes }) => {
    const attributeOf = (name: string) => attributes.find(({ key }) => key === `gatehouse.${name}`)?.value;
    return { tool: attributeOf('tool')?.stringValue ?? '', count: Number(attributeOf('count')?.intValue) };
  });
}
