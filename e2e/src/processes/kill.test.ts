import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openKillRounds } from './kill-round.ts';

/** A figure of a quiet machine is a second; what is asserted leaves room for a busy one. */
const maxRestartMs = 60_000;
const rounds = 3;

/** Shows that the look would see a loss. */
const neverMade = { requestId: 'req_invented', tool: 'append_doc', itemId: 'doc_invented', mark: 'invented;', version: 1 };

it('a server that is killed under load has lost nothing that it answered, over HTTP and MCP (D14, D19)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kill-'));
  const killing = await openKillRounds(folder);
  const restarts: number[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const { lost, restartMs, ...one } = await killing.next();
    expect(lost).toEqual([]);
    answered += one.answered;
    restarts.push(Math.round(restartMs));
  }
  expect(await killing.verify()).toEqual([]);
  expect(await killing.look([neverMade])).toEqual([
    'append_doc req_invented was answered and is not in the log',
    'doc_invented says undefined and has 0 versions',
    'invented; of version 1 is not in doc_invented',
    'invented; is not version 1',
  ]);
  await killing.end();
  rmSync(folder, { recursive: true });
  process.stdout.write(`  killed ${rounds} times: ${answered} answered calls, none lost; restarts took ${restarts.join(', ')} ms\n`);
  expect(answered).toBeGreaterThan(rounds * 10);
  expect(Math.max(...restarts)).toBeLessThan(maxRestartMs);
});
