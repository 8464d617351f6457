import { Command } from '@commander-js/extra-typings';
import { table, when } from '../output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Agent {
  id: string;
  name: string;
  personId: string;
  createdAt: number;
}

const create = workspaceCommand('create')
  .description('connect an agent; one of this name and owner is returned as it is')
  .argument('<name>')
  .option('--owner <email>', 'whose agent it is: its keys see what this person sees (default: who acts)')
  .action((name, { owner, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const agent = await call<Agent & { created: boolean }>('create_agent', { name, ...(owner !== undefined && { ownerEmail: owner }) });
      return { value: agent, text: () => `${agent.name} ${agent.created ? 'is connected' : 'was connected already'} (${agent.id}).` };
    }),
  );

const list = workspaceCommand('list')
  .description('connected agents')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<{ agents: Agent[] }>('list_agents', {});
      const { people } = await call<{ people: { id: string; email: string }[] }>('list_people', {});
      const emailOf = (personId: string) => people.find(({ id }) => id === personId)?.email ?? personId;
      const rows = value.agents.map(({ name, personId, createdAt, id }) => [name, emailOf(personId), when(createdAt), id]);
      return {
        value,
        text: () => table(['NAME', 'OWNER', 'CONNECTED', 'ID'], rows, 'no agents yet: "gatehouse agents create NAME" connects one'),
      };
    }),
  );

export const agentsCommand = new Command('agents').description('connected agents').addCommand(create).addCommand(list);
