import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Keeps each object while 1,000 others come, as calls wait for their turn. Prints the largest size of the heap, in MB. */
const waitingCalls = `
  const waiting = [];
  let most = 0;
  for (let call = 0; call < 6_000; call++) {
    waiting.push(Array.from({ length: 300 }, (_, part) => ({ part, text: 'part ' + part + ' ' + Math.random() })));
    if (waiting.length > 1_000) waiting.shift();
    if (call % 100 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
  }
  console.log(Math.round(most / 1e6));
`;

function mostHeap(begin: string): number {
  const args = ['--max-semi-space-size=16', '--input-type=module', '-e', `${begin}\n${waitingCalls}`];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

it('collects the garbage of waiting calls before it grows far beyond the live heap', () => {
  const source = new URL('bound-garbage.ts', import.meta.url).href;
  const [unbounded, bounded] = [mostHeap(''), mostHeap(`import { boundGarbage } from ${JSON.stringify(source)};\nboundGarbage();`)];
  expect(bounded).toBeLessThan(unbounded * 0.65);
});
