import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { openReviewKills } from './kill-reviews.ts';

forEachEngine((engine) => {
  it('a server that is killed while an agent and two people write and decide loses nothing that it answered (D78)', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kill-reviews-'));
    const killing = await openReviewKills(folder, engine);
    try {
      for (let round = 0; round < 2; round++) {
        const { answered, wrong } = await killing.next();
        expect(wrong).toEqual([]);
        expect(answered).toBeGreaterThan(25);
      }
    } finally {
      await killing.end();
    }
    expect(await killing.verify()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
