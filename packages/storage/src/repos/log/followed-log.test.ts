import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import { ask } from '../../kernel/ops.ts';
import { acme, sampleActivity } from '../../testing/sample-rows.ts';
import { testEngines } from '../../testing/test-stores.ts';
import { openTwoProcesses, type TwoProcesses } from '../../testing/two-processes.ts';
import type { FollowedRows } from './followed-log.ts';
import type { Activity } from './logged-call.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`following the log on ${engine.name}`, () => {
    let both: TwoProcesses;
    let here: Store;
    let there: Store;
    beforeEach(async () => {
      both = await openTwoProcesses(engine);
      ({ here, there } = both);
    });
    afterEach(() => both[Symbol.asyncDispose]());

    const record = (store: Store, more: object) => store.perform(() => store.activity.record(sampleActivity(more)), { changes: false });

    async function follow(filter: Partial<FollowedRows> = {}) {
      const log = await here.read(() => here.activity.follow({ orgId: acme.id, ...filter }));
      return async () => ((await here.read(() => log.news())) ?? []).map(({ requestId }) => requestId);
    }

    it('shows a follower each row exactly once, while several processes write and rows are late', async () => {
      const news = await follow();
      const seen: string[] = [];
      const read = async () => void seen.push(...(await news()));
      let writing = true;
      const written: string[] = [];
      const writers = [here, there].flatMap((store, process) =>
        [true, false, true, false].map(async (changes, writer) => {
          for (let call = 0; call < 40; call++) {
            const requestId = `${process} ${writer} ${call}`;
            await store.perform(
              function* () {
                // A change has its number among transactions long before its row has one among rows.
                if (changes) yield* store.people.create(person(requestId));
                yield* store.activity.record(sampleActivity({ requestId }));
              },
              { changes },
            );
            written.push(requestId);
          }
        }),
      );
      const reading = (async () => {
        // SQLite answers without a pause, and the writers need their turn.
        for (; writing; await nextTurn()) await read();
      })();
      await Promise.all(writers);
      writing = false;
      await reading;
      await read();
      expect(seen.sort()).toEqual(written.sort());
    });

    it('shows a follower only the requested rows', async () => {
      await record(here, { tool: 'wanted', requestId: 'before' });
      const news = await follow({ outcome: 'ok', tool: 'wanted' });
      await record(there, { tool: 'wanted', requestId: 'seen' });
      await record(here, { tool: 'other' });
      await record(here, { tool: 'wanted', outcome: 'forbidden' });
      await record(here, { tool: 'wanted', orgId: 'org_other' });
      expect(await news()).toEqual(['seen']);
      expect(await news()).toEqual([]);
    });

    it('shows more rows than one query returns', async () => {
      const news = await follow();
      const ids = Array.from({ length: 2500 }, (_, index) => `row ${index}`);
      await Promise.all(ids.map((requestId) => record(there, { requestId })));
      expect((await news()).sort()).toEqual(ids.sort());
      expect(await news()).toEqual([]);
    });

    it('shows rows promptly, including a row that was written before others and committed after them', async () => {
      const news = await follow();
      const older = openChange('older');
      await older.begun;
      const newer = openChange('newer');
      await newer.begun;
      // The younger transaction gets the lower number, and is committed last.
      await newer.record();
      await older.record();
      await older.commit();
      // On SQLite nothing can wait inside a transaction: there the order is that of the numbers.
      const first = await news();
      await record(here, { requestId: 'quick' });
      const second = await news();
      await newer.commit();
      const third = await news();
      expect([...first, ...second, ...third].sort()).toEqual(['newer', 'older', 'quick']);
      if (engine.dialect === 'postgres') expect([first, second, third]).toEqual([['older'], ['quick'], ['newer']]);
    });

    describe('from a position on', () => {
      const begin = (store: Store, orgId = acme.id) => store.read(() => store.activity.follow({ orgId }));

      /** Returns to a process: rows missed up to now, and later ones. Undefined if the position is not valid. */
      async function comeBack(store: Store, from: string) {
        const log = await begin(store);
        const missed = await store.read(() => store.activity.missed(acme.id, from, log.position));
        if (!missed) return undefined;
        const ids: string[] = [];
        for (let rows: Activity[] = []; ; ids.push(...rows.map(({ requestId }) => requestId))) {
          rows = await store.read(() => missed.next());
          if (rows.length === 0) return { ids, log };
        }
      }

      it('shows a follower that reconnects to any process each row exactly once, while all processes write', async () => {
        let { position } = await begin(here);
        const written: string[] = [];
        const writers = [here, there].map(async (store, process) => {
          for (let call = 0; call < 60; call++) {
            const requestId = `${process} ${call}`;
            await store.perform(
              function* () {
                if (call % 2) yield* store.people.create(person(requestId));
                yield* store.activity.record(sampleActivity({ requestId }));
              },
              { changes: call % 2 === 1 },
            );
            written.push(requestId);
            await nextTurn();
          }
        });
        let writing = true;
        const over = Promise.all(writers).finally(() => {
          writing = false;
        });
        const seen: string[] = [];
        for (let times = 0; writing || times % 3 !== 0; times++) {
          const store = times % 2 === 0 ? there : here;
          const back = await comeBack(store, position);
          seen.push(...(back?.ids ?? []));
          for (let looks = 0; back && looks < times % 3; looks++) {
            seen.push(...((await store.read(() => back.log.news())) ?? []).map(({ requestId }) => requestId));
            await nextTurn();
          }
          position = back?.log.position ?? 'lost';
        }
        await over;
        seen.push(...((await comeBack(here, position))?.ids ?? []));
        expect(seen.sort()).toEqual(written.sort());
      });

      it('returns late commits, and no rows that were seen', async () => {
        const late = openChange('late');
        await late.begun;
        const log = await begin(here);
        await record(here, { requestId: 'seen' });
        await here.read(() => log.news());
        await late.record();
        await record(here, { requestId: 'missed' });
        await late.commit();
        // On SQLite nothing can wait inside a transaction: there it was never late.
        const expected = engine.dialect === 'postgres' ? ['late', 'missed'] : ['missed'];
        expect((await comeBack(there, log.position))?.ids.sort()).toEqual(expected);
      });

      it('does not read counted rows, because no new row appears among them', async () => {
        for (const requestId of ['one', 'two']) await record(here, { requestId });
        const [newest] = await here.read(() => here.activity.list({ orgId: acme.id, limit: 1 }));
        const countedTo = newest?.id ?? 0;
        await here.perform(() => here.activitySums.count(0, countedTo), { changes: true });
        const { position } = await begin(here);
        if (engine.dialect === 'postgres') expect(Number(position.split('.')[1])).toBe(countedTo);
        await record(there, { requestId: 'three' });
        expect((await comeBack(there, position))?.ids).toEqual(['three']);
      });

      it('accepts the start of an empty log', async () => {
        const { position } = await begin(here);
        await record(here, { requestId: 'first' });
        expect((await comeBack(there, position))?.ids).toEqual(['first']);
      });

      it('covers at most 10,000 rows', async () => {
        const { position } = await begin(here);
        const many = (from: number, to: number) =>
          Promise.all(Array.from({ length: to - from }, (_, row) => record(here, { requestId: `row ${from + row}` })));
        await many(0, 10_000);
        expect(new Set((await comeBack(here, position))?.ids).size).toBe(10_000);
        await many(10_000, 10_001);
        expect(await comeBack(here, position)).toBeUndefined();
      });

      it('refuses a position of another organization, of another database, or of removed rows', async () => {
        await record(here, { requestId: 'one' });
        const ours = (await begin(here)).position;
        await record(here, { orgId: 'org_other', requestId: 'other' });
        const theirs = (await begin(here, 'org_other')).position;
        await using others = await openTwoProcesses(engine);
        await others.here.perform(() => others.here.activity.record(sampleActivity({ requestId: 'elsewhere' })), { changes: false });
        const elsewhere = (await others.here.read(() => others.here.activity.follow({ orgId: acme.id }))).position;
        expect(await comeBack(here, ours)).toBeDefined();
        expect(await comeBack(here, elsewhere)).toBeUndefined();
        // On Postgres a position is one of the whole database, and says which rows are new by themselves.
        if (engine.dialect === 'sqlite') expect(await comeBack(here, theirs)).toBeUndefined();
      });

      const snapshot = '0123456789abcdef0123456789abcdef.0.';
      it.each([
        '',
        '.',
        '1',
        '-1.',
        '1.',
        '0.AAAAAAAAAAAAAAAA',
        '1.AAAAAAAAAAAAAAAA',
        '99999999999999999999.AAAAAAAAAAAAAAAA',
        `${snapshot}1:1:`,
        `${snapshot}5:4:`,
        `${snapshot}1:4:4`,
        `${snapshot}1:4:3,2`,
        `${snapshot}1:99999999999999999999:`,
        `${snapshot}${'1:2:'.padEnd(9000, '1')}`,
        'x'.repeat(10_000),
      ])('refuses an invalid position: %#', async (from) => {
        await record(here, {});
        expect(await comeBack(here, from)).toBeUndefined();
      });

      it('refuses a snapshot that Postgres would refuse, or that is from the future', async () => {
        const [database, floor, seen] = (await begin(here)).position.split('.') as [string, string, string];
        if (engine.dialect !== 'postgres') return;
        const [oldest, next] = seen.split(':').map(Number) as [number, number];
        for (const wrong of [
          '0:1:',
          `${next + 1}:${next}:`,
          `${oldest}:${next}:${next}`,
          `${next + 5}:${next + 9}:`,
          `${oldest}:${next + 9}:`,
        ])
          expect(await comeBack(here, `${database}.${floor}.${wrong}`)).toBeUndefined();
        expect(await comeBack(here, `${database}.${floor}.${seen}`)).toBeDefined();
      });
    });

    /** Makes a change in three steps. On an engine whose transactions cannot wait, some steps happen together. */
    function openChange(requestId: string) {
      const [begun, mayRecord, recorded, mayCommit] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
      const done = there.perform(
        function* () {
          yield* there.people.create(person(requestId));
          begun!.resolve();
          yield* ask(() => mayRecord!.promise);
          yield* there.activity.record(sampleActivity({ requestId }));
          recorded!.resolve();
          yield* ask(() => mayCommit!.promise);
        },
        { changes: true },
      );
      return {
        begun: begun!.promise,
        record() {
          mayRecord!.resolve();
          return recorded!.promise;
        },
        commit() {
          mayCommit!.resolve();
          return done;
        },
      };
    }
  });
}

function person(id: string) {
  return { orgId: acme.id, id, email: `${id}@acme.test`, name: id, role: 'member' as const, createdAt: 1 };
}
