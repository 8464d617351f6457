import type { Loose } from '../../kit/world.ts';
import { type ChangingService, tool } from '../../services/changing-service.ts';
import type { ConsoleWorld } from '../console-world.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Fills every field for agents and people with each hostile text. A text that a rule of names refuses cannot be shown. */
export async function fillWithHostileTexts(world: ConsoleWorld): Promise<void> {
  const { key } = await keyOf(world, 'mischief');
  await Promise.all(hostileTexts.map((text, index) => fill(world, key, text, index)));
}

/** Descriptions of services, as their tools have them. Tool names contain no white space. */
export const hostileTools = hostileTexts.map((text) => {
  const annotations = { title: text, readOnlyHint: false };
  return tool(text.replaceAll(/\s/g, '/').replaceAll(/\p{C}/gu, '?'), { title: text, description: text, annotations });
});

/** Connects services with hostile names, one of them with hostile tools, and calls these. Each call is answered once and refused once. */
export async function connectHostileServices(world: ConsoleWorld, { url }: Pick<ChangingService, 'url'>): Promise<void> {
  const place = { visibility: 'organization', kind: 'mcp-http', url };
  const named = async (text: string, index: number) =>
    await world.owner.post('add_connection', { service: `s${index}`, name: text, label: text, ...place }, { orgId: world.orgId });
  await Promise.all(hostileTexts.slice(0, 10).map(named));
  const { connectionId } = await world.ok('add_connection', { service: 'hostile', name: '<b>pwned()</b>', ...place });
  const { key } = await keyOf(world, 'service caller');
  for (const { name } of hostileTools) {
    const call = { toolSlug: `hostile__${name}`, connectionId, arguments: { title: 'x' } };
    await callTool(world, key, 'execute_service_tool', call, 'acme/1');
    await callTool(world, key, 'execute_service_read_tool', call, 'acme/1');
  }
}

async function fill(world: ConsoleWorld, key: string, text: string, index: number): Promise<void> {
  const named = await world.owner.post('create_agent', { name: text }, { orgId: world.orgId });
  if (named.status === 200)
    await world.owner.post('create_key', { agentId: named.body.id, access: 'read', name: text }, { orgId: world.orgId });
  await world.owner.post('add_person', { email: `hostile-${index}@example.com`, name: text }, { orgId: world.orgId });
  await world.owner.post('invite_person', { email: `invited-${index}@example.com`, name: text, role: 'member' }, { orgId: world.orgId });
  const made = await callTool(world, key, 'create_doc', { title: text, bodyMarkdown: text }, text);
  if (made.docId !== undefined) {
    await callTool(world, key, 'read_doc', { docId: made.docId, agentName: text }, text);
    await callTool(world, key, 'delete_doc', { docId: made.docId }, text);
  }
  await callTool(world, key, 'create_task', { title: text, notes: text }, text);
  // The log shows the name of an unknown tool as the caller sent it.
  await callTool(world, key, encodeURIComponent(text), {}, text);
}

async function keyOf({ ok }: ConsoleWorld, name: string): Promise<Loose> {
  return await ok('create_key', { agentId: (await ok('create_agent', { name })).id, access: 'write' });
}

async function callTool({ gateway }: ConsoleWorld, key: string, tool: string, input: object, client: string): Promise<Loose> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'User-Agent': asHeader(client) };
  const answer = await fetch(`${gateway.url}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { ...headers, 'X-Gatehouse-Client': asHeader(client) },
    body: JSON.stringify(input),
  });
  return await answer.json();
}

/** Headers are bytes. */
const asHeader = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ');
