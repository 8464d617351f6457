import type { AccessLevel } from '@gatehouse/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { agentTools, peopleTools } from '../tools/all-tools.ts';

const serviceTools = ['create_issue', 'list_issues', 'held_issue', 'off_issue', 'absent_issue'];
const slugs = serviceTools.map((name) => `github__${name}`);
const limitable = [
  'whoami',
  'read_doc',
  'edit_doc',
  'list_docs',
  'execute_service_tool',
  'execute_service_read_tool',
  ...slugs.slice(0, 3),
];

interface KeyPlan {
  access: AccessLevel;
  tools: string[] | undefined;
  connection: 'any' | 'none' | 'this';
  state: 'good' | 'revoked' | 'expired';
  owner: 'owner' | 'member';
}

const anyKey: fc.Arbitrary<KeyPlan> = fc.record({
  access: fc.constantFrom('read' as const, 'write' as const),
  tools: fc.option(fc.uniqueArray(fc.constantFrom(...limitable), { minLength: 1, maxLength: 4 }), { nil: undefined }),
  connection: fc.constantFrom('any' as const, 'any' as const, 'none' as const, 'this' as const),
  state: fc.constantFrom('good' as const, 'good' as const, 'good' as const, 'revoked' as const, 'expired' as const),
  owner: fc.constantFrom('owner' as const, 'member' as const),
});

it('states "allowed" exactly if access does not refuse a call with the key, for every tool (D45)', async () => {
  await using context = await openAccessWorld();
  await fc.assert(
    fc.asyncProperty(anyKey, fc.boolean(), async (plan, isPaused) => {
      const { world, docs, connectionId } = context;
      await world.ok(world.owner, isPaused ? 'pause_connection' : 'resume_connection', { connectionId });
      const { key, keyId } = await context.makeKey(plan);
      const wrong: string[] = [];
      const compare = async (asked: object, isAllowed: boolean) => {
        const said = await world.ok(world.owner, 'explain_access', { keyId, ...asked });
        if (said.allowed !== isAllowed) wrong.push(`${JSON.stringify(asked)}: ${JSON.stringify(said)} although allowed is ${isAllowed}`);
        if (said.allowed !== (said.refusal === null && said.change === null)) wrong.push(JSON.stringify(said));
      };
      // Leaves out the two tools that call services. They are compared below.
      const tools = [...agentTools, ...peopleTools.slice(0, 5)].filter(({ name }) => !name.startsWith('execute_service'));
      for (const { name, example } of tools) await compare({ tool: name }, !isRefused(await world.call(key, name, example.input)));
      for (const [tool, input] of Object.entries(docTools)) {
        for (const docId of docs) {
          const answer = await world.call(key, tool, { docId, ...input });
          if (answer.ok && tool === 'delete_doc') await world.ok(world.owner, 'restore_item', { itemId: docId });
          await compare({ tool, itemId: docId }, !isRefused(answer, ['no_such_item', 'protected_item']));
        }
      }
      for (const toolSlug of slugs) {
        const gates = ['execute_service_tool', 'execute_service_read_tool'];
        const answers = await Promise.all(gates.map((gate) => world.call(key, gate, { toolSlug, arguments: { repo: 'a' } })));
        await compare(
          { tool: toolSlug },
          answers.some(({ ok }) => ok),
        );
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

/** Each tool that takes a document, with arguments that change nothing that a later call would miss. */
const docTools: Record<string, object> = {
  read_doc: {},
  read_lines: {},
  append_doc: { text: '' },
  edit_doc: { oldText: 'absent', newText: 'x' },
  update_doc: { bodyMarkdown: 'x', changeSummary: 'x', expectedVersionCount: 99 },
  apply_edits: { edits: [{ oldText: 'absent', newText: 'x' }] },
  move_item: { name: 'a document' },
  restore_version: { version: 99 },
  delete_doc: {},
};

function isRefused(answer: Loose, reasons: string[] = []): boolean {
  if (answer.ok) return false;
  const { code, reason } = answer.error;
  return ['unauthorized', 'not_found', 'forbidden'].includes(code) || reasons.includes(reason);
}

async function openAccessWorld() {
  const services = createFakeServices(
    serviceTools.slice(0, 4).map((name) => fakeTool(name, { annotations: { readOnlyHint: !name.startsWith('create') } })),
  );
  const world = await createWorld({ services });
  const member = await world.addPerson('member@acme.test');
  const { connectionId } = await world.ok(world.owner, 'add_connection', {
    service: 'github',
    name: 'GitHub',
    kind: 'mcp-http',
    url: 'https://mcp.example.test/mcp',
    visibility: 'organization',
  });
  await holdTool(world, connectionId, 'held_issue');
  await world.ok(world.owner, 'switch_service_tool', { connectionId, tool: 'off_issue', on: false });
  const docs = await makeDocs(world);

  return {
    world,
    docs,
    connectionId,
    async makeKey({ access, tools, connection, state, owner }: KeyPlan): Promise<{ key: string; keyId: string }> {
      const person = owner === 'owner' ? world.owner : member;
      const agent = await world.ok(person, 'create_agent', { name: 'robot' });
      const connections = connection === 'any' ? undefined : connection === 'none' ? [] : [connectionId];
      // A limit that names a tool of a connection that the key may not use is refused when the key is made.
      const possible = connection === 'none' ? tools?.filter((name) => !name.includes('__')) : tools;
      const limits = { tools: possible?.length ? possible : undefined, connections };
      const expiresAt = state === 'expired' ? world.clock.now + 1 : undefined;
      const made = await world.ok(person, 'create_key', { agentId: agent.id, access, expiresAt, ...limits });
      if (state === 'revoked') await world.ok(person, 'revoke_key', { keyId: made.keyId });
      world.clock.now += 1000;
      return made;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function holdTool({ store, orgId }: World, connectionId: string, name: string): Promise<void> {
  await store.perform(
    function* () {
      const tool = yield* store.serviceTools.find(orgId, connectionId, name);
      if (!tool) throw new Error(`no tool ${name}`);
      yield* store.serviceTools.put({ ...tool, heldFor: 'changed' });
    },
    { changes: true },
  );
}

/** An ordinary document, one in a folder of the owner's, an agent memory, and one that the organization began with. */
async function makeDocs(world: World): Promise<string[]> {
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
  const make = async (more: object) => (await world.ok(world.owner, 'create_doc', { title: 'a document', ...more })).docId as string;
  const [hidden, memory] = [await make({ folderId }), await make({})];
  await world.ok(world.owner, 'set_agent_memory', { docId: memory, isAgentMemory: true });
  const { docs } = await world.ok(world.owner, 'list_docs');
  const system: Loose = docs.find(({ isSystem }: Loose) => isSystem);
  return [hidden, memory, system.id];
}
