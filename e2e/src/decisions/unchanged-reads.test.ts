import { agentTools, createRegistry } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { casesOf } from '../matrix/cases.ts';
import { createKeys } from '../matrix/key-states.ts';
import { createSurroundings } from '../matrix/named-items.ts';
import { type Loose, openWorld, type World } from '../world.ts';
import { openDesk } from './desk.ts';

const readers = createRegistry(agentTools).agentTools.filter(({ description }) => description.annotations.readOnlyHint);

function call({ url }: Pick<World, 'url'>, tool: string, key: string | undefined, input: unknown, ifNoneMatch?: string) {
  return fetch(`${url}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }) },
    body: JSON.stringify(input),
  });
}

it('every tool that only reads answers 304 while nothing has changed, also much later (D8)', async () => {
  await using world = await openWorld();
  const surroundings = await createSurroundings(world);
  const keys = await createKeys(world, surroundings);
  const unlike = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const { tool, key, input } of casesOf(readers).filter(({ expected }) => expected === 'ok')) {
    const given = await input(surroundings);
    const first = await call(world, tool, keys[key], given);
    await first.text();
    world.clock.now += 3_600_000;
    const again = await call(world, tool, keys[key], given, first.headers.get('etag') ?? '');
    seen.add(tool);
    if (first.status !== 200 || again.status !== 304) unlike.set(tool, [first.status, again.status]);
  }
  expect([...unlike]).toEqual([]);
  expect([...seen].sort()).toEqual(readers.map(({ definition }) => definition.name).sort());
});

it('a read that is answered 304 is counted and logged, and its answer changes with what it reads (D8)', async () => {
  await using desk = await openDesk();
  const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a' });
  const first = await call(desk, 'read_doc', desk.key, { docId });
  const tag = first.headers.get('etag') as string;
  const leftOf = ({ headers }: Response) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const again = await call(desk, 'read_doc', desk.key, { docId }, tag);
  expect([again.status, leftOf(first) - leftOf(again)]).toEqual([304, 1]);
  const { activity: entries } = await desk.as(desk.owner, 'list_activity', { tool: 'read_doc' });
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ requestId: again.headers.get('x-request-id'), itemId: docId, outcome: 'ok' });
  await desk.ok('edit_doc', { docId, oldText: 'a', newText: 'b' });
  expect((await call(desk, 'read_doc', desk.key, { docId }, tag)).status).toBe(200);
});

it('nobody learns from a 304 of what they may no longer see (D5, D8)', async () => {
  await using desk = await openDesk();
  const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a' });
  const tag = (await call(desk, 'read_doc', desk.key, { docId })).headers.get('etag') as string;
  await desk.ok('delete_doc', { docId });
  for (const known of [tag, '*']) {
    const refused = await call(desk, 'read_doc', desk.key, { docId }, known);
    expect([refused.status, ((await refused.json()) as Loose).error.reason, refused.headers.get('etag')]).toEqual([
      400,
      'no_such_item',
      null,
    ]);
  }
  await desk.as(desk.person, 'revoke_key', { keyId: desk.keyId });
  expect((await call(desk, 'whoami', desk.key, {}, '*')).status).toBe(401);
});
