import { actsForAll } from '@gatehouse/domain';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { CreateButton } from '../../kernel/keyboard/create-button.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { SidePanel, Split } from '../../kernel/layout/side-panel.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { CreateGroup } from './create-group.tsx';
import { GroupPanel } from './group-panel.tsx';
import type { GroupRow } from './group-row.ts';

const route = getRouteApi('/$orgId/people/groups');

/** List of groups of people to share folders and services with. // D77 */
export function GroupsPage() {
  const membership = useMembership();
  const { orgId } = membership;
  const mayChange = actsForAll(membership);
  const groups = useRows(orgId, 'list_groups', {}, 'groups');
  const navigate = useNavigate();
  const { group: openId } = route.useSearch();
  const [isCreating, setCreating] = useState(false);
  const setOpen = useCallback(
    (group?: string) => {
      setCreating(false);
      void navigate({ to: '/$orgId/people/groups', params: { orgId }, search: group === undefined ? {} : { group } });
    },
    [navigate, orgId],
  );
  const close = useCallback(() => setOpen(), [setOpen]);
  const create = () => setCreating(true);
  useBindings('Groups', mayChange ? [{ keys: 'c', does: 'Create group', run: create }] : []);
  const opened = isCreating ? undefined : groups.rows?.find(({ groupId }) => groupId === openId);
  // Load more groups until the one in the address appears.
  usePagesAhead(openId !== undefined && !groups.rows?.some(({ groupId }) => groupId === openId), groups);
  return (
    <Page
      title="Groups"
      crumbs={[{ title: 'People', to: `/${orgId}/people` }]}
      isFilled
      actions={mayChange && <CreateButton label="Create group" onClick={create} />}
    >
      <Split>
        <ListStates
          of={groups}
          empty={
            <Empty title="No groups yet">
              {mayChange
                ? 'Create a group to share folders and connections with several people at once.'
                : 'Owners and admins can create groups of people.'}
            </Empty>
          }
        >
          {(rows) => (
            <List
              label="Groups"
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              versionOf={versionOf}
              openKey={opened?.groupId}
              onOpen={({ groupId }) => setOpen(groupId)}
              onEndNear={groups.more}
            />
          )}
        </ListStates>
        {isCreating && (
          <SidePanel title="Create group" isForm onClose={close}>
            <CreateGroup onCreated={setOpen} />
          </SidePanel>
        )}
        {opened && <GroupPanel key={opened.groupId} group={opened} mayChange={mayChange} onClose={close} />}
      </Split>
    </Page>
  );
}

const keyOf = ({ groupId }: GroupRow) => groupId;
const versionOf = ({ name, peopleCount, claimValue, isMember }: GroupRow) => `${name} ${peopleCount} ${claimValue} ${isMember}`;

const columns: Column<GroupRow>[] = [
  { id: 'name', title: 'Group', width: 'minmax(140px, 2fr)', cell: ({ name }) => name },
  {
    id: 'linked',
    title: 'Linked to',
    width: 'minmax(120px, 1fr)',
    from: 640,
    cell: ({ claimValue }) => claimValue ?? '',
  },
  { id: 'mine', title: 'You', width: '72px', from: 480, cell: ({ isMember }) => (isMember ? 'Member' : '') },
  { id: 'people', title: 'People', width: '104px', align: 'end', cell: ({ peopleCount }) => count(peopleCount, 'person', 'people') },
];
