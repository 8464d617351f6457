import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { httpEntrance } from '../entrances/index.ts';
import { forEachEngine } from '../kit/engines.ts';
import { startServer } from './server.ts';

const callers = 16;
const callsToWarmUp = 2400;
const callsToMeasure = 5600;
/** A call that is kept whole takes 3,000 bytes or more. */
const maxBytesLeft = 500;

/**
 * Objects that survive two young collections move to the old space, and stay until a full collection. A call ends long before, so its
 * objects there were kept by mistake: by tables that a Set has left, functions created in a property assignment, or getters of an object
 * literal. Moving them costs more than most of the call.
 */
forEachEngine((engine) => {
  // Objects kept on Postgres show only in longer runs than a commit has time for.
  const options = engine.name === 'SQLite' ? {} : { tags: ['nightly'] };
  it('calls leave nothing in the heap', options, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-heap-'));
    const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', ...(await engine.environment(folder)) };
    const server = await startServer(folder, environment, ['--trace-gc', '--trace-gc-nvp']);
    try {
      const key = server.quickstartKey;
      const entrance = httpEntrance.open(server);
      const { docId } = (await entrance.call('create_doc', { title: 'Kept', bodyMarkdown: 'a line\n'.repeat(200) }, { key })).value;
      const call = async (calls: number) => {
        for (let made = 0; made < calls; made++) expect((await entrance.call('read_doc', { docId }, { key })).code).toBe('ok');
      };
      const callAll = (calls: number) => Promise.all(Array.from({ length: callers }, () => call(calls / callers)));

      await callAll(callsToWarmUp);
      const before = server.written().length;
      await callAll(callsToMeasure);
      const moved = [
        ...server
          .written()
          .slice(before)
          .matchAll(/ gc=s .* promoted=(\d+)/g),
      ].map(([, bytes]) => Number(bytes));
      expect(moved.length).toBeGreaterThan(2);
      expect(moved.reduce((sum, bytes) => sum + bytes, 0) / callsToMeasure).toBeLessThan(maxBytesLeft);
    } finally {
      await server.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
