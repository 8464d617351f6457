import { agentTools, type Credential, changedSubjects, newId, peopleTools } from '@gatehouse/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callGateway } from '../kit/call-gateway.ts';
import { forEachEngine } from '../kit/engines.ts';
import { type Loose, openWorld, type PersonCredential, type World } from '../kit/world.ts';
import { changesNothing, changeWithEveryTool, type People } from './every-tool.ts';
import { openAsk } from './random-history.ts';
import { compareWithHistory, readEverything } from './read-before.ts';
import { readWorkspace } from './subjects.ts';
import { compare } from './unexplained.ts';

const traceId = 'a'.repeat(32);

/** Tools that store their results privately for the caller, who gets the ID. */
const keepsForCaller = new Set(['execute_service_tool', 'execute_service_read_tool']);

/** Every change by a writing tool, of agents or people, is in the history with values before and after (D65). */
forEachEngine((engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ engine });
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  it('has each change of an item, folder, share or task in the history, and nothing else', async () => {
    const people = await openPeople(world);
    const unexplained: string[] = [];
    const untold: string[] = [];
    const hasChanged = new Set<string>();
    let before = await readWorkspace(engine, world.folder);
    const ask = openAsk(world);
    let read = await readEverything(ask, world.owner);

    /** Makes a call, and compares its changes with the history. */
    async function use(who: keyof People, tool: string, input: object, isRefused = false): Promise<Loose> {
      const { credential, ...ids } = people[who];
      const readAt = world.clock.now;
      const requestId = newId('req', ++world.clock.now);
      const origin = { entrance: 'http' as const, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
      const answer = await callGateway(world.gateway, { tool, credential, input, origin, requestId });
      if (!answer.ok && !isRefused) throw new Error(`${tool}: ${answer.error.message}`, { cause: answer.error.cause });
      const after = await readWorkspace(engine, world.folder);
      const difference = compare(before, after, { ...ids, entrance: 'http', requestId, traceId });
      unexplained.push(...difference.unexplained.map((fault) => `${tool}: ${fault}`));
      before = after;
      const there = difference.changed.filter((id) => after.subjects.has(id));
      if (answer.ok && !keepsForCaller.has(tool)) untold.push(...(await untoldOf(world, there)).map((id) => `${tool}: ${id}`));
      if (difference.changed.length > 0) {
        hasChanged.add(tool);
        // Reads about the earlier time must still give the earlier answers. A change without a history row would alter them (D67.1).
        const otherwise = await compareWithHistory(ask, world.owner, read, readAt);
        unexplained.push(...otherwise.map((fault) => `${tool}: ${fault}`));
        read = await readEverything(ask, world.owner);
      }
      return answer.ok ? answer.value : undefined;
    }

    await changeWithEveryTool(use, world.clock);
    const all = [...agentTools, ...peopleTools];
    const writing = [...agentTools, ...peopleTools].filter(({ access, hints }) => access === 'write' || hints.destructive);
    for (const { name, example } of writing) if (changesNothing.has(name)) await use('owner', name, example.input, true);
    // Calls reading tools on existing entries.
    const reading = all.filter((tool) => !writing.includes(tool));
    const made = await openSubjects(world);
    before = await readWorkspace(engine, world.folder);
    read = await readEverything(ask, world.owner);
    for (const { name, example } of reading) await use('owner', name, { ...example.input, ...named(example.input, made) }, true);
    expect(unexplained).toEqual([]);
    // Webhooks, subscribers and consoles depend on these.
    expect(untold).toEqual([]);
    // Add a new tool to `changeWithEveryTool`, or to `changesNothing` if it changes nothing that has a history.
    expect(writing.map(({ name }) => name).filter((name) => hasChanged.has(name) === changesNothing.has(name))).toEqual([]);
    expect(reading.map(({ name }) => name).filter((name) => hasChanged.has(name))).toEqual([]);
    expect(world.faults).toEqual([]);
  });
});

/** Changed entries that neither the log row of the last call nor the history under its request ID names. */
async function untoldOf({ store, activity }: World, changed: readonly string[]): Promise<string[]> {
  const [row] = await activity();
  if (!row) throw new Error('the log has no row');
  const told = new Set((await store.read(() => changedSubjects(store, row))).map(({ id }) => id));
  return changed.filter((id) => !told.has(id));
}

/** Creates one entry of each kind, by the argument that names it. */
async function openSubjects(world: World): Promise<Record<string, unknown>> {
  const { id: folderId } = await world.as(world.owner, 'create_folder', { name: 'To be read' });
  const { docId } = await world.as(world.owner, 'create_doc', { title: 'To be read', bodyMarkdown: 'Release 2.1', folderId });
  const { id: fileId } = await world.as(world.owner, 'write_file', { name: 'read.txt', content: 'Release 2.1', folderId });
  const { taskId } = await world.as(world.owner, 'create_task', { title: 'To be read' });
  return { folderId, docId, itemId: docId, fileId, taskId };
}

function named(input: object, made: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(made).filter(([argument]) => argument in input));
}

async function openPeople(world: World): Promise<People> {
  const ada = await world.addPerson('ada@acme.test');
  const bob = await world.addPerson('bob@acme.test');
  const agent = await world.as(ada, 'create_agent', { name: 'test agent' });
  const { key, keyId } = await world.as(ada, 'create_key', { agentId: agent.id, access: 'write' });
  const person = (credential: PersonCredential) => ({ credential, personId: credential.personId, agentId: null, keyId: null });
  const credential: Credential = { type: 'key', key };
  return {
    owner: person(world.owner),
    ada: person(ada),
    bob: person(bob),
    agent: { credential, personId: ada.personId, agentId: agent.id, keyId },
  };
}
