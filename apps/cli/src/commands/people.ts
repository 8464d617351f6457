import { Argument, Command, Option } from '@commander-js/extra-typings';
import { roles } from '@gatehouse/domain';
import { table } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { inviteCommand, resetLinkCommand, setUpLinkCommand } from './people-links.ts';

interface Person {
  id: string;
  email: string;
  name: string;
  role: string;
  hasAccount: boolean;
}

const list = workspaceCommand('list')
  .description('who belongs to the organization')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const people = await everyRow<Person>(workspace, 'list_people', 'people');
      const rows = people.map(({ email, name, role, hasAccount, id }) => [email, name, role, hasAccount ? 'yes' : 'no', id]);
      return { value: { people }, text: () => table(['EMAIL', 'NAME', 'ROLE', 'SIGNS IN', 'ID'], rows, 'no one') };
    }),
  );

const add = workspaceCommand('add')
  .description('add a person, or bring back one who was removed')
  .argument('<email>')
  .option('--name <name>', 'their name')
  .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('member' as const))
  .action((email, { name, role, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('add_person', { email, role, ...(name !== undefined && { name }) });
      return { value: person, text: () => `${person.email} now has the role ${person.role} (${person.id}).` };
    }),
  );

const role = workspaceCommand('role')
  .description('change what a person may do')
  .argument('<email>')
  .addArgument(new Argument('<role>').choices(roles))
  .action((email, role, options) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('set_person_role', { email, role });
      return { value: person, text: () => `${person.email} now has the role ${person.role}.` };
    }),
  );

const remove = workspaceCommand('remove')
  .description('remove a person; their keys are revoked at once, what they made stays')
  .argument('<email>')
  .option('--successor <email>', 'who takes over their folders, open tasks and connections')
  .action((email, { successor, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('remove_person', { email, ...(successor !== undefined && { successorEmail: successor }) });
      return { value: person, text: () => `${person.email} is removed, and their keys no longer work.` };
    }),
  );

export const peopleCommand = new Command('people')
  .description('who belongs to an organization')
  .addCommand(list)
  .addCommand(setUpLinkCommand)
  .addCommand(inviteCommand)
  .addCommand(resetLinkCommand)
  .addCommand(add)
  .addCommand(role)
  .addCommand(remove);
