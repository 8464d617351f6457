import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bucketOf, createRowNotices, type RowNotice } from './row-notices.ts';

describe('createRowNotices', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function sender() {
    const sent: { at: number; notices: RowNotice[] }[] = [];
    const begun = performance.now();
    const rows = createRowNotices(async (notices) => void sent.push({ at: performance.now() - begun, notices }));
    return { rows, sent };
  }

  it('sends the first row after a pause immediately, and later ones every 50 ms in one notice', async () => {
    const { rows, sent } = sender();
    for (let row = 0; row < 100; row++) {
      rows.add('org_1', false);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(sent.map(({ at }) => Math.round(at / 10))).toEqual([0, 5, 10]);
    expect(sent[0]?.notices).toEqual([{ bucket: bucketOf('calls', 'org_1'), subject: 'calls', orgIds: ['org_1'] }]);
  });

  it('notifies subscribers of changes only about rows with changes', async () => {
    const { rows, sent } = sender();
    rows.add('org_1', false);
    rows.add('org_2', true);
    await rows.drain();
    const told = sent.flatMap(({ notices }) => notices.flatMap(({ subject, orgIds }) => orgIds.map((orgId) => `${subject} ${orgId}`)));
    expect(told.sort()).toEqual(['calls org_1', 'calls org_2', 'changes org_2']);
  });

  it('splits notices at the size limit of Postgres, and skips no organization', async () => {
    const { rows, sent } = sender();
    const orgIds = Array.from({ length: 20_000 }, (_, index) => `org_${String(index).padStart(28, '0')}`);
    for (const orgId of orgIds) rows.add(orgId, false);
    await rows.drain();
    const notices = sent.flatMap((one) => one.notices);
    expect(Math.max(...notices.map((notice) => notice.orgIds.join(' ').length))).toBeLessThan(7900);
    expect(notices.flatMap((notice) => notice.orgIds).sort()).toEqual(orgIds);
    expect(notices.every(({ bucket, orgIds: ids }) => ids.every((orgId) => bucketOf('calls', orgId) === bucket))).toBe(true);
  });
});
