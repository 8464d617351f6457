import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { killWhileTakingBack } from './kill-while-taking-back.ts';

forEachEngine((engine) => {
  it('gives the usual result for a take-back whose process was killed (D66)', { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-take-back-'));
    const { kills, interrupted, uninterrupted } = await killWhileTakingBack(engine, folder, (statements) => [
      { statement: Math.floor(statements / 3) },
      { step: 1 },
      { statement: Math.floor(statements / 4) },
    ]);
    expect(kills).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(interrupted).toEqual(uninterrupted);
    rmSync(folder, { recursive: true });
  });

  it('gives the usual result after a kill at any other statement', { tags: ['nightly'], timeout: 3_600_000 }, async () => {
    for (let round = 0; round < 40; round++) {
      const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-take-back-'));
      const points = (statements: number) => [
        { statement: 1 + Math.floor((round / 40) * statements) },
        { statement: 1 + Math.floor(((39 - round) / 80) * statements) },
      ];
      const { interrupted, uninterrupted } = await killWhileTakingBack(engine, folder, points);
      expect(interrupted, `round ${round}`).toEqual(uninterrupted);
      rmSync(folder, { recursive: true });
    }
  });
});
