import { testEngines } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { type Browser, goodPassword, join, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeServices, type FakeServices, fakeTool } from '../../testing/fake-services.ts';
import { callOn, createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { openWaitingGateway, retryOnce } from '../../testing/waiting-gateway.ts';
import type { Answer } from '../calls/call.ts';
import { allTools } from '../tools/all-tools.ts';

const definitions: readonly AnyDefinition[] = allTools;
/** Tools that reached their second transaction. */
let concluded: string[] = [];
let between: () => Promise<unknown> = async () => {};

/** Replaces a tool's work by a wait between two transactions. */
function waiting(tool: AnyDefinition): AnyDefinition {
  const conclude = () => {
    concluded.push(tool.name);
    return {};
  };
  if (tool.kind === 'workspace')
    return {
      ...tool,
      // biome-ignore lint/correctness/useYield: it asks the store for nothing
      *run({ call }) {
        if (!call.effects.moved.merged) throw retryOnce();
        return conclude();
      },
    };
  const runOutside = async () => {
    await between();
    return {};
  };
  return {
    ...tool,
    runOutside,
    *prepare() {},
    *checkAgain() {},
    // biome-ignore lint/correctness/useYield: it asks the store for nothing
    *conclude() {
      return conclude();
    },
  } as AnyDefinition;
}

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.error.code);

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`rights that end while a call waits, on ${engine.name} (D1)`, () => {
    let world: World;
    let services: FakeServices;
    let owner: Browser;
    let call: (credential: Credential, tool: AnyDefinition) => Promise<Answer>;
    beforeAll(async () => {
      services = createFakeServices();
      world = await createWorld({ engine: engine.dialect, services });
      owner = await setUpOwner(world);
      const gateway = openWaitingGateway(world, definitions.map(waiting), () => between());
      call = (credential, { name, example }) => {
        concluded = [];
        return callOn(gateway, credential, name, example.input, { origin: { entrance: 'http' } });
      };
    });
    afterAll(async () => await world[Symbol.asyncDispose]());

    let people = 0;
    async function addAgent() {
      const email = `person${++people}@acme.test`;
      const person = await world.addPerson(email, 'admin');
      const agent = await world.ok(person, 'create_agent', { name: 'robot' });
      const { key, keyId } = await world.ok(person, 'create_key', { agentId: agent.id, access: 'write' });
      return {
        email,
        person,
        agentId: agent.id as string,
        keyId: keyId as string,
        credential: { type: 'key' as const, key: key as string },
      };
    }
    type Agent = Awaited<ReturnType<typeof addAgent>>;
    const as = (tool: string, input: object) => world.ok(world.owner, tool, input);

    const endsOfKeys: Record<string, (agent: Agent) => Promise<unknown>> = {
      'its key is revoked': ({ keyId }) => as('revoke_key', { keyId }),
      'its agent is removed': ({ agentId }) => as('remove_agent', { agentId }),
      'its person is removed': ({ email }) => as('remove_person', { email }),
    };
    it.each(Object.entries(endsOfKeys))('refuses every tool of an agent when %s', async (_what, end) => {
      const agent = await addAgent();
      const tools = definitions.filter(({ audience }) => audience === 'agent');
      for (const tool of tools) {
        between = async () => {};
        expect([tool.name, codeOf(await call(agent.credential, tool)), concluded]).toEqual([tool.name, expect.anything(), [tool.name]]);
        const ending = await addAgent();
        between = () => end(ending);
        const answer = await call(ending.credential, tool);
        expect([tool.name, codeOf(answer), concluded]).toEqual([
          tool.name,
          'unauthorized',
          tool.kind === 'service' ? expect.anything() : [],
        ]);
      }
    });

    it("refuses every tool that a key's limits exclude by now", async () => {
      // Every key can call whoami.
      for (const tool of definitions.filter(({ audience, name }) => audience === 'agent' && name !== 'whoami')) {
        const { keyId, credential } = await addAgent();
        between = () => as('edit_key', { keyId, tools: ['whoami'] });
        const answer = await call(credential, tool);
        expect([tool.name, codeOf(answer), concluded]).toEqual([tool.name, 'forbidden', tool.kind === 'service' ? expect.anything() : []]);
      }
    });

    it('refuses every tool that changes data, and no other, once agents are read-only (D85)', async () => {
      const { credential } = await addAgent();
      for (const tool of definitions.filter(({ audience }) => audience === 'agent')) {
        await as('set_agents_read_only', { readOnly: false });
        between = () => as('set_agents_read_only', { readOnly: true });
        const answer = await call(credential, tool);
        const isHeld = tool.access === 'write' && tool.kind !== 'service';
        expect([tool.name, answer.ok || answer.error.reason, concluded]).toEqual([
          tool.name,
          isHeld ? 'agents_read_only' : true,
          isHeld ? [] : [tool.name],
        ]);
      }
      await as('set_agents_read_only', { readOnly: false });
    });

    it('refuses every tool of a removed person, and the tools of a lost role', async () => {
      for (const tool of definitions.filter(({ audience }) => audience === 'person')) {
        const { email, person } = await addAgent();
        await as('set_person_role', { email, role: 'owner' });
        if (tool.role) {
          between = () => as('set_person_role', { email, role: 'member' });
          expect([tool.name, codeOf(await call(person, tool)), concluded]).toEqual([tool.name, 'forbidden', []]);
          await as('set_person_role', { email, role: 'owner' });
        }
        between = () => as('remove_person', { email });
        expect([tool.name, codeOf(await call(person, tool)), concluded]).toEqual([tool.name, 'unauthorized', []]);
      }
    });

    it('refuses every tool of an ended session', async () => {
      const member = await join(world, owner, 'member@acme.test', 'admin');
      await as('set_person_role', { email: 'member@acme.test', role: 'owner' });
      const tools = definitions.filter(({ audience }, index) => audience === 'account' || (audience === 'person' && index % 10 === 0));
      for (const tool of tools) {
        const credential = member.credential(tool.audience === 'person' ? world.orgId : undefined);
        between = async () => await member.ok('sign_out');
        expect([tool.name, codeOf(await call(credential, tool)), concluded]).toEqual([tool.name, 'unauthorized', []]);
        await member.ok('sign_in', { email: 'member@acme.test', password: goodPassword });
      }
    });

    describe('during a call to a service', () => {
      const place = { name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp' };
      const connections = async (): Promise<Loose[]> => (await world.ok(world.owner, 'list_connections', {})).connections;
      const discover = () => services.discover;

      it('lets a call finish although agents are read-only by then, unless another right has ended too (D85)', async () => {
        services.tools = [fakeTool('create_issue')];
        const { connectionId } = await as('add_connection', { ...place, service: 'github', visibility: 'organization' });
        const run = async (end: (agent: Agent) => Promise<unknown>) => {
          const agent = await addAgent();
          services.answer = async () => {
            await as('set_agents_read_only', { readOnly: true });
            await end(agent);
            return { content: [{ type: 'text', text: 'issue 1' }] };
          };
          const answer = await world.call(agent.credential, 'execute_service_tool', {
            toolSlug: 'github__create_issue',
            arguments: { repo: 'site' },
          });
          await as('set_agents_read_only', { readOnly: false });
          return answer.ok ? answer.value : answer.error.code;
        };
        expect(await run(async () => {})).toMatchObject({ content: [{ text: 'issue 1' }] });
        expect(await run(({ keyId }) => as('edit_key', { keyId, tools: ['whoami'] }))).toBe('forbidden');
        await as('remove_connection', { connectionId });
      });

      it.each([
        ['removed', (email: string) => as('remove_person', { email }), 'unauthorized'],
        ['made a member', (email: string) => as('set_person_role', { email, role: 'member' }), 'forbidden'],
      ] as const)('stores nothing for an admin who was %s during the request', async (_what, end, code) => {
        const { connectionId } = await as('add_connection', { ...place, service: 'kept', visibility: 'organization' });
        const before = await connections();
        const plain = discover();
        for (const [tool, input] of [
          ['add_connection', { ...place, service: 'added', visibility: 'organization' }],
          ['edit_connection', { connectionId, url: 'https://other.example.test/mcp' }],
        ] as const) {
          const { email, person } = await addAgent();
          services.discover = async (...given) => {
            services.discover = plain;
            await end(email);
            return await plain(...given);
          };
          const answer = await world.call(person, tool, input);
          expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(/; nothing was stored$/) } });
          expect(await connections()).toEqual(before);
        }
        await as('remove_connection', { connectionId });
      });

      it.each([
        ['execute_service_tool', 'create_issue'],
        ['execute_service_read_tool', 'list_issues'],
      ])('reports %s as completed, stores its outcome for a repetition, and hides it from a caller without access', async (tool, name) => {
        services.tools = [fakeTool('create_issue'), fakeTool('list_issues', { annotations: { readOnlyHint: true } })];
        const ends: [(agent: Agent, connectionId: string) => Promise<unknown>, code: string][] = [
          [({ keyId }) => as('revoke_key', { keyId }), 'unauthorized'],
          [(_agent, connectionId) => as('edit_connection', { connectionId, visibility: 'private' }), 'invalid_request'],
        ];
        for (const [end, code] of ends) {
          const { connectionId } = await as('add_connection', { ...place, service: 'github', visibility: 'organization' });
          const agent = await addAgent();
          services.answer = async () => {
            await end(agent, connectionId);
            return { content: [{ type: 'text', text: 'the secret issue' }] };
          };
          const input = { toolSlug: `github__${name}`, connectionId, arguments: { repo: 'site' } };
          const answer = await world.call(agent.credential, tool, input);
          expect(answer).toMatchObject({
            ok: false,
            error: { code, message: expect.stringContaining('The service had already completed this call') },
          });
          expect(JSON.stringify(answer)).not.toContain('secret issue');
          const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 }));
          expect(row).toMatchObject({ tool, outcome: code, connectionId, serviceTool: name, keyId: agent.keyId });
          await as('remove_connection', { connectionId });
        }
      });
    });
  });
}
