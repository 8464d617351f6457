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
  .description('list the people of the organization')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const people = await everyRow<Person>(workspace, 'list_people', 'people');
      const rows = people.map(({ email, name, role, hasAccount, id }) => [email, name, role, hasAccount ? 'yes' : 'no', id]);
      return { value: { people }, text: () => table(['EMAIL', 'NAME', 'ROLE', 'SIGNS IN', 'ID'], rows, 'no people yet') };
    }),
  );

const add = workspaceCommand('add')
  .description('add a person, or restore a removed person')
  .argument('<email>')
  .option('--name <name>', 'name of the person')
  .addOption(new Option('--role <role>', 'role of the person').choices(roles).default('member' as const))
  .action((email, { name, role, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('add_person', { email, role, ...(name !== undefined && { name }) });
      return { value: person, text: () => `${person.email} now has the role ${person.role} (${person.id}).` };
    }),
  );

const role = workspaceCommand('role')
  .description('change the role of a person')
  .argument('<email>')
  .addArgument(new Argument('<role>').choices(roles))
  .action((email, role, options) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('set_person_role', { email, role });
      return { value: person, text: () => `${person.email} now has the role ${person.role}.` };
    }),
  );

const remove = workspaceCommand('remove')
  .description('remove a person and revoke their keys at once; their work is kept')
  .argument('<email>')
  .option('--successor <email>', 'person who takes over their folders, open tasks and connections')
  .action((email, { successor, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const person = await call<Person>('remove_person', { email, ...(successor !== undefined && { successorEmail: successor }) });
      return { value: person, text: () => `${person.email} is removed, and their keys no longer work.` };
    }),
  );

export const peopleCommand = new Command('people')
  .description('manage the people of an organization')
  .addCommand(list)
  .addCommand(setUpLinkCommand)
  .addCommand(inviteCommand)
  .addCommand(resetLinkCommand)
  .addCommand(add)
  .addCommand(role)
  .addCommand(remove);
