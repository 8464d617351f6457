import type { ChangedItem, DeliveredPart } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { createMissedEvent, dataOf } from './event-data.ts';
import type { EventStream, StreamEvent } from './event-stream.ts';
import { createRowRateLimiter } from './row-rate-limiter.ts';

const item = (id: string, versionCount = 1): ChangedItem => ({ type: 'doc', id, versionCount });
const part = (rows: string[], items: ChangedItem[] = []): DeliveredPart => ({ rows, items }) as DeliveredPart;

/** A stream, with everything sent on it. An event in parts is recorded as a whole. */
function openStream() {
  const sent: StreamEvent[] = [];
  const unfinished: string[] = [];
  const stream: EventStream = {
    send: (event) => void sent.push(event),
    open(event) {
      const index = unfinished.push('') - 1;
      return {
        async add(line) {
          unfinished[index] += line;
          return true;
        },
        close: (line, id) => void sent.push({ event, data: unfinished[index] + line, id }),
      };
    },
    end: () => undefined,
  };
  return { stream, sent, unfinished };
}

describe('changes that a browser missed', () => {
  it('are one event with all rows, and with the last change of each item', async () => {
    const { stream, sent } = openStream();
    const missed = createMissedEvent(stream);
    for (const one of [part(['1', '2'], [item('doc_1'), item('doc_2')]), part([], [item('doc_1', 2)]), part(['3'])])
      expect(await missed.add(one)).toBe(true);
    expect(sent).toEqual([]);
    expect(missed.close('continued', '7')).toBe(true);
    expect(sent).toMatchObject([{ event: 'rows', id: '7' }]);
    expect(JSON.parse(sent[0]?.data ?? '')).toEqual({
      rows: [1, 2, 3],
      items: [item('doc_1', 2), item('doc_2')],
      skipped: 0,
      hasMore: false,
    });
  });

  it('can be items only, and are no event if there are none', async () => {
    const { stream, sent } = openStream();
    const missed = createMissedEvent(stream);
    expect(missed.close('continued', '7')).toBe(true);
    expect(sent).toEqual([]);
    await missed.add(part([], [item('doc_1')]));
    missed.close('continued', '8');
    expect(sent).toMatchObject([{ event: 'rows', id: '8' }]);
    expect(JSON.parse(sent[0]?.data ?? '')).toEqual({ rows: [], items: [item('doc_1')], skipped: 0, hasMore: false });
  });

  it('name at most 200 items: beyond them, the browser reloads everything that it shows', async () => {
    for (const count of [200, 201]) {
      const { stream, sent } = openStream();
      const missed = createMissedEvent(stream);
      await missed.add(
        part(
          ['1'],
          Array.from({ length: count }, (_, index) => item(`doc_${index}`)),
        ),
      );
      missed.close('continued', '7');
      const { items, hasMore } = JSON.parse(sent[0]?.data ?? '');
      expect([items.length, hasMore]).toEqual(count === 200 ? [200, false] : [0, true]);
    }
  });

  it('can be replaced by a new start until the event has begun', async () => {
    const { stream, sent, unfinished } = openStream();
    const missed = createMissedEvent(stream);
    await missed.add(part([], [item('doc_1')]));
    expect([missed.close('resync', '7'), sent, unfinished]).toEqual([true, [], []]);
    await missed.add(part(['1']));
    expect([missed.close('resync', '7'), sent]).toEqual([false, []]);
  });
});

describe('changes by others', () => {
  it('are sent as far as the gate allows, with the number of rows and if items are left out', () => {
    const gate = createRowRateLimiter<string>({ perSecond: 3, now: () => 0 });
    const told = (one: DeliveredPart) => JSON.parse(dataOf(one, gate) ?? 'null');
    expect(told(part([]))).toBeNull();
    expect(told(part(['1', '2'], [item('doc_1')]))).toEqual({ rows: [1, 2], items: [item('doc_1')], skipped: 0, hasMore: false });
    expect(told(part(['3', '4'], [item('doc_2')]))).toEqual({ rows: [], items: [], skipped: 2, hasMore: true });
    expect(told(part(['5']))).toEqual({ rows: [], items: [], skipped: 1, hasMore: false });
  });
});
