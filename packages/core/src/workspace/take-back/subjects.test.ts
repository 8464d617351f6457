import { minuteMs } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids/ids.ts';
import { callOn, createWorld, engines, type Loose } from '../../testing/test-world.ts';

describe.each(engines)('subjects of a take-back on $engine (D66.7)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(ada, 'write');
      const bob = await world.addPerson('bob@acme.test');
      const call = async (credential: Loose, tool: string, input: object, trace?: string): Promise<Loose> => {
        const requestId = newId('req', ++world.clock.now);
        const origin = { entrance: 'http' as const, ...(trace && { traceparent: `00-${trace}-b7ad6b7169203331-01` }) };
        const answer = await callOn(world.gateway, credential, tool, input, { origin, requestId });
        if (!answer.ok) throw answer.error;
        return { ...(answer.value as object), requestId };
      };
      const takeBack = async (given: object): Promise<Loose> => {
        world.clock.now++;
        let run: Loose = await world.ok(ada, 'prepare_take_back', given);
        while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId: run.takeBackId });
        const { found, subject } = run;
        while (run.state !== 'done') run = await world.ok(ada, 'apply_take_back', { takeBackId: run.takeBackId });
        return { found, subject, takenBack: run.takenBack };
      };
      const titles = async (ids: string[]) => {
        const read = [];
        for (const docId of ids) read.push((await world.ok(ada, 'read_doc', { docId })).title);
        return read;
      };
      return { world, ada, bob, key, call, takeBack, titles, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    it('takes back the changes of one call by any caller, and no other changes of the same key', async () => {
      await using desk = await openDesk();
      const { world, ada, key, call, takeBack, titles } = desk;
      const { docId: first } = await world.ok(ada, 'create_doc', { title: 'first' });
      const { docId: second } = await world.ok(ada, 'create_doc', { title: 'second' });
      const { requestId } = await call(key, 'move_item', { docId: first, name: 'first by the run' });
      await call(key, 'move_item', { docId: second, name: 'second by the run' });
      expect(await takeBack({ requestId })).toEqual({ found: 1, subject: { kind: 'call', id: requestId }, takenBack: 1 });
      expect(await titles([first, second])).toEqual(['first', 'second by the run']);
      const created = await call(key, 'create_doc', { title: 'made' });
      expect(await takeBack({ requestId: created.requestId })).toMatchObject({ found: 1, takenBack: 1 });
      expect(await world.refused(ada, 'read_doc', { docId: created.docId })).toContain('no_such_item');
      expect(await takeBack({ requestId: 'req_of_nobody' })).toMatchObject({ found: 0, takenBack: 0 });
    });

    it('takes back a call of another process whose clock is ahead, and shows no time after now', async () => {
      await using desk = await openDesk();
      const { world, ada, call, takeBack, titles } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'first' });
      world.clock.now += minuteMs;
      const { requestId } = await call(ada, 'move_item', { docId, name: 'renamed' });
      world.clock.now -= minuteMs;
      expect(await takeBack({ requestId })).toMatchObject({ found: 1, takenBack: 1 });
      expect(await titles([docId])).toEqual(['first']);
      expect((await world.ok(ada, 'list_take_backs')).takeBacks[0].until).toBe(world.clock.now);
    });

    it('takes back the part of a trace by one agent or person, and not the part by others under the same name', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, key, call, takeBack, titles } = desk;
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const docIds: string[] = [];
      for (const title of ['first', 'second', 'third', 'fourth']) docIds.push((await world.ok(ada, 'create_doc', { title })).docId);
      const rename = (by: Loose, index: number, named?: string) =>
        call(by, 'move_item', { docId: docIds[index], name: `renamed ${index}` }, named);
      await rename(key, 0, trace);
      await rename(bob, 1, trace);
      await rename(key, 2, '1af7651916cd43dd8448eb211c80319c');
      await rename(key, 3);
      const [{ id: agentId }] = (await world.ok(ada, 'list_agents')).agents;
      const subject = { kind: 'trace', id: trace, of: { maker: 'agentId', id: agentId } };
      expect(await takeBack({ traceId: trace, agentId })).toEqual({ found: 1, subject, takenBack: 1 });
      expect(await titles(docIds)).toEqual(['first', 'renamed 1', 'renamed 2', 'renamed 3']);
      expect(await takeBack({ traceId: trace, personId: bob.personId })).toMatchObject({ found: 1, takenBack: 1 });
      expect(await titles(docIds)).toEqual(['first', 'second', 'renamed 2', 'renamed 3']);
      expect(await world.refused(ada, 'prepare_take_back', { traceId: trace })).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'prepare_take_back', { traceId: trace, requestId: 'req_a' })).toBe(
        'invalid_request/invalid_argument',
      );
    });

    it('takes back the changes by all keys of an agent within minutes, and leaves earlier and later changes', async () => {
      await using desk = await openDesk();
      const { world, ada, key, call, takeBack, titles } = desk;
      const [{ id: agentId }] = (await world.ok(ada, 'list_agents')).agents;
      const { key: second } = await world.ok(ada, 'create_key', { agentId, access: 'write' });
      const docIds: string[] = [];
      for (const title of ['first', 'second', 'third', 'fourth']) docIds.push((await world.ok(ada, 'create_doc', { title })).docId);
      const rename = (by: Loose, index: number) => call(by, 'move_item', { docId: docIds[index], name: `renamed ${index}` });
      await rename(key, 0);
      world.clock.now = Math.ceil(world.clock.now / minuteMs) * minuteMs;
      const since = world.clock.now;
      await rename(key, 1);
      await rename(second, 2);
      const until = since + minuteMs - 1;
      world.clock.now = since + minuteMs;
      await rename(second, 3);
      expect(await takeBack({ agentId, since, until })).toMatchObject({ found: 2, takenBack: 2 });
      expect(await titles(docIds)).toEqual(['renamed 0', 'second', 'third', 'renamed 3']);
    });

    it('restores an item that the run deleted last, although others had changed it before, and merges its text (D66.9)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, key, call, takeBack } = desk;
      const [{ id: agentId }] = (await world.ok(ada, 'list_agents')).agents;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'plan', bodyMarkdown: 'one\n\nkept\n\ntwo\n' });
      const since = ++world.clock.now;
      await call(key, 'edit_doc', { docId, oldText: 'one', newText: 'ONE' });
      await call(bob, 'edit_doc', { docId, oldText: 'two', newText: 'TWO' });
      await call(key, 'delete_doc', { docId });
      expect(await takeBack({ agentId, since })).toMatchObject({ found: 1, takenBack: 1 });
      expect((await world.ok(ada, 'read_doc', { docId })).bodyMarkdown).toBe('one\n\nkept\n\nTWO\n');
    });
  });
});
