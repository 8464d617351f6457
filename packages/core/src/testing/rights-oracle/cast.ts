import type { AccessLevel, Role } from '@gatehouse/domain';
import { createFakeServices, fakeTool } from '../fake-services.ts';
import { createWorld, type Loose, type World, type WorldOptions } from '../test-world.ts';
import type { Actor, Rights } from './rules.ts';

export interface Cast {
  world: World;
  rights: Rights;
  actors: Actor[];
  people: Actor[];
  /** Owner of the organization, who is never refused. */
  owner: Actor;
  groupIds: string[];
  /** Counter that makes each name unique. */
  made: number;
}

export type Asked = [tool: string, input: object];

export const emailOf = (person: number) => (person === 0 ? 'owner@acme.test' : `person${person}@acme.test`);

/** Opens a world with an owner, an admin, members and their keys. */
export async function openCast(engine: NonNullable<WorldOptions['engine']>, actorCount: number, groupCount: number): Promise<Cast> {
  const services = createFakeServices([fakeTool('list_issues', { annotations: { readOnlyHint: true } })]);
  services.answer = async ({ arguments: given }) => ({
    content: [{ type: 'text', text: `The needle and ${given.repo}.\n${'more\n'.repeat(500)}` }],
  });
  const world = await createWorld({ engine, services, callsPerMinute: 10_000_000 });
  await world.ok(world.owner, 'add_connection', {
    ...{ service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp' },
    ...{ visibility: 'organization', largestResult: 2000 },
  });
  const peopleCount = Math.ceil((actorCount * 2) / 5);
  const people: Actor[] = [{ name: 'owner', credential: world.owner, person: 0, key: null }];
  for (let person = 1; person < peopleCount; person++) {
    const role: Role = person === 1 ? 'admin' : 'member';
    people.push({ name: `${role} ${person}`, credential: await world.addPerson(emailOf(person), role), person, key: null });
  }
  const rights: Rights = {
    seesAll: new Set([0, 1]),
    groups: [],
    folders: new Map(),
    folderNames: new Map(),
    items: new Map(),
    agentsReadOnly: false,
  };
  const cast: Cast = { world, rights, actors: [...people], people, owner: people[0]!, groupIds: [], made: 0 };
  // Members get keys first, because limits matter most for their keys.
  for (let at = 0; cast.actors.length < actorCount; at++) cast.actors.push(await makeKey(cast, people.at(-1 - (at % peopleCount))!, at));
  for (let group = 0; group < groupCount; group++) {
    const { groupId } = await world.ok(world.owner, 'create_group', { name: `group ${group}`, emails: [emailOf(0)] });
    cast.groupIds.push(groupId);
    rights.groups.push(new Set([0]));
  }
  return cast;
}

/**
 * Calls a tool. Returns `ok` and the value, or the reason and message of the refusal. The code replaces a missing reason, as for keys that
 * can only read.
 */
export async function callFor({ world }: Cast, { credential }: Actor, tool: string, input: object) {
  const answer = await world.call(credential, tool, input);
  if (answer.ok) return { reason: 'ok', value: answer.value as Loose };
  return { reason: answer.error.reason ?? answer.error.code, message: answer.error.message };
}

/** Creates a key. Every fourth one can only read. */
async function makeKey({ world }: Cast, { credential, person, name }: Actor, at: number): Promise<Actor> {
  const access: AccessLevel = at % 4 === 3 ? 'read' : 'write';
  const { id: agentId } = await world.ok(credential, 'create_agent', { name: `agent ${at}` });
  const { key, keyId } = await world.ok(credential, 'create_key', { agentId, access });
  return { name: `${access} key ${at} of ${name}`, credential: { type: 'key', key }, person, key: { keyId, access, limits: null } };
}
