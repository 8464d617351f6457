import { Command } from '@commander-js/extra-typings';
import { count, table } from '../terminal/output.ts';
import { type Group, listGroups, requireGroup } from '../workspace/groups.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Member {
  email: string;
  name: string;
  endsAt: number | null;
}

const list = workspaceCommand('list')
  .description('list groups of people, or the people in one')
  .argument('[group]', 'group name or ID')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      if (wanted !== undefined) {
        const { groupId } = await requireGroup(workspace, wanted);
        const people = await everyRow<Member>(workspace, 'list_group_people', 'people', { groupId });
        const rows = people.map(({ email, name, endsAt }) => [email, name, endsAt === null ? '' : new Date(endsAt).toISOString()]);
        return { value: { people }, text: () => table(['EMAIL', 'NAME', 'ENDS'], rows, 'nobody is in this group') };
      }
      const groups = await listGroups(workspace);
      const rows = groups.map(({ name, peopleCount, claimValue, groupId }) => [name, peopleCount, claimValue ?? '', groupId]);
      return { value: { groups }, text: () => table(['NAME', 'PEOPLE', 'LINKED TO', 'ID'], rows, 'no groups yet') };
    }),
  );

const create = workspaceCommand('create')
  .description('create a group of people')
  .argument('<name>')
  .argument('[emails...]', 'people to add')
  .action((name, emails, options) =>
    inWorkspace(options, async ({ call }) => {
      const group = await call<Group>('create_group', { name, ...(emails.length > 0 && { emails }) });
      return {
        value: group,
        text: () => `Created ${group.name} (${group.groupId}) with ${count(new Set(emails).size, 'person', 'people')}.`,
      };
    }),
  );

const rename = workspaceCommand('rename')
  .description('rename a group')
  .argument('<group>', 'group name or ID')
  .argument('<name>')
  .action((wanted, name, options) =>
    inWorkspace(options, async (workspace) => {
      const group = await requireGroup(workspace, wanted);
      const value = await workspace.call<Group>('rename_group', { groupId: group.groupId, name });
      return { value, text: () => `Renamed ${group.name} to ${value.name}.` };
    }),
  );

const remove = workspaceCommand('delete')
  .description('delete a group; its people lose the access that they had through it')
  .argument('<group>', 'group name or ID')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const group = await requireGroup(workspace, wanted);
      const value = await workspace.call<object>('delete_group', { groupId: group.groupId });
      return { value, text: () => `Deleted ${group.name}.` };
    }),
  );

const add = changePeople('add', 'add people to a group', 'add_to_group', (emails, group) => `${emails} now in ${group}.`);
const removePeople = changePeople(
  'remove',
  'remove people from a group',
  'remove_from_group',
  (emails, group) => `${emails} no longer in ${group}.`,
);

function changePeople(name: string, description: string, tool: string, say: (emails: string, group: string) => string) {
  return workspaceCommand(name)
    .description(description)
    .argument('<group>', 'group name or ID')
    .argument('<emails...>')
    .action((wanted, emails, options) =>
      inWorkspace(options, async (workspace) => {
        const group = await requireGroup(workspace, wanted);
        const value = await workspace.call<object>(tool, { groupId: group.groupId, emails });
        return { value, text: () => say(`${emails.join(', ')} ${emails.length === 1 ? 'is' : 'are'}`, group.name) };
      }),
    );
}

const link = workspaceCommand('link')
  .description('link a group to a value of the company sign-in claim; this removes all its people')
  .argument('<group>', 'group name or ID')
  .argument('<value>', 'value of the claim, exactly as the company sends it')
  .action((wanted, claimValue, options) =>
    changeLink(options, wanted, claimValue, (name) => `${name} is linked. People join it when they next sign in with the company.`),
  );

const unlink = workspaceCommand('unlink')
  .description('unlink a group; the people in it stay')
  .argument('<group>', 'group name or ID')
  .action((wanted, options) =>
    changeLink(options, wanted, null, (name) => `${name} is no longer linked. Its people stay; add and remove people by hand.`),
  );

function changeLink(options: Parameters<typeof inWorkspace>[0], wanted: string, claimValue: string | null, say: (name: string) => string) {
  return inWorkspace(options, async (workspace) => {
    const group = await requireGroup(workspace, wanted);
    const value = await workspace.call<Group>('link_group', {
      groupId: group.groupId,
      ...(claimValue === null ? { unlink: true } : { claimValue }),
    });
    return { value, text: () => say(group.name) };
  });
}

export const groupsCommand = new Command('groups')
  .description('manage groups of people to share folders and connections with')
  .addCommand(list)
  .addCommand(create)
  .addCommand(rename)
  .addCommand(remove)
  .addCommand(add)
  .addCommand(removePeople)
  .addCommand(link)
  .addCommand(unlink);
