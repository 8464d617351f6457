import { Argument, Command } from '@commander-js/extra-typings';
import { CommandError } from '../kernel/faults.ts';
import { count, table, when } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';

interface Agent {
  id: string;
  name: string;
}

interface ListedAgent extends Agent {
  kind: string;
  ownerEmail: string;
  keyCount: number;
  lastUsedAt: number | null;
}

interface StoppedKey {
  keyPrefix: string | null;
  lastUsedAt: number | null;
}

const create = workspaceCommand('create')
  .description('connect an agent; returns an existing agent with this name and owner unchanged')
  .argument('<name>')
  .option('--owner <email>', 'owner of the agent; its keys see what this person sees (default: the person of --as)')
  .action((name, { owner, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const agent = await call<Agent & { created: boolean }>('create_agent', { name, ...(owner !== undefined && { ownerEmail: owner }) });
      return { value: agent, text: () => `${agent.name} ${agent.created ? 'is connected' : 'was connected already'} (${agent.id}).` };
    }),
  );

const readOnly = workspaceCommand('read-only')
  .description('make all agents read-only, or let them write again')
  .addArgument(new Argument('<state>', 'on: agents can only read').choices(['on', 'off'] as const))
  .action((state, options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<{ readOnly: boolean }>('set_agents_read_only', { readOnly: state === 'on' });
      return { value, text: () => (value.readOnly ? 'Agents can only read now.' : 'Agents can write again, as far as their keys allow.') };
    }),
  );

const list = workspaceCommand('list')
  .description('list connected agents and their use')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const agents = await listAgents(workspace);
      const rows = agents.map(({ name, ownerEmail, kind, keyCount, lastUsedAt, id }) => [
        name,
        ownerEmail,
        kind,
        keyCount,
        when(lastUsedAt),
        id,
      ]);
      const headings = ['NAME', 'OWNER', 'KIND', 'KEYS', 'LAST USED', 'ID'];
      return { value: { agents }, text: () => table(headings, rows, 'no agents yet: "gatehouse agents create NAME" connects one') };
    }),
  );

const agentCommand = (name: string, description: string) =>
  workspaceCommand(name).description(description).argument('<agent>', 'name or ID of the agent');

const rename = agentCommand('rename', 'rename an agent; its earlier work is shown under the new name')
  .argument('<name>')
  .action((wanted, name, options) =>
    inWorkspace(options, async (workspace) => {
      const { id } = await findAgent(workspace, wanted);
      const value = await workspace.call<Agent>('rename_agent', { agentId: id, name });
      return { value, text: () => `${wanted} is now called ${value.name}.` };
    }),
  );

const remove = agentCommand('remove', 'remove an agent and revoke its keys at once; its work is kept').action((wanted, options) =>
  inWorkspace(options, async (workspace) => {
    const { id } = await findAgent(workspace, wanted);
    const value = await workspace.call<Agent & { stopped: StoppedKey[] }>('remove_agent', { agentId: id });
    return { value, text: () => `${value.name} is removed. ${describeStopped(value.stopped)}` };
  }),
);

async function listAgents(workspace: Workspace): Promise<ListedAgent[]> {
  return await everyRow<ListedAgent>(workspace, 'list_agents', 'agents');
}

async function findAgent(workspace: Workspace, wanted: string): Promise<ListedAgent> {
  const matching = (await listAgents(workspace)).filter(({ id, name }) => id === wanted || name === wanted);
  const [found, another] = matching;
  if (!found) throw new CommandError(`there is no agent "${wanted}"; "gatehouse agents list" lists all agents`);
  if (another) throw new CommandError(`${matching.length} agents are called "${wanted}": give the ID of one, from "gatehouse agents list"`);
  return found;
}

function describeStopped(keys: StoppedKey[]): string {
  if (keys.length === 0) return 'It had no active keys.';
  const told = keys.map(
    ({ keyPrefix, lastUsedAt }) =>
      `${keyPrefix === null ? 'its sign-in' : `${keyPrefix}…`} (last used ${lastUsedAt === null ? 'never' : when(lastUsedAt)})`,
  );
  return `${count(keys.length, 'key no longer works', 'keys no longer work')}: ${told.join(', ')}.`;
}

export const agentsCommand = new Command('agents')
  .description('manage connected agents')
  .addCommand(create)
  .addCommand(list)
  .addCommand(readOnly)
  .addCommand(rename)
  .addCommand(remove);
