import { actsForAll } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { CreateButton } from '../../kernel/keyboard/create-button.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { SidePanel, Split } from '../../kernel/layout/side-panel.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Person } from '../../kernel/signs/who.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { InvitePanel } from './invite-panel.tsx';
import styles from './people.module.css';
import { InvitationPanel, PersonPanel } from './person-panel.tsx';
import { roleNames } from './roles.ts';

type PersonRow = OutputOf<'list_people'>['people'][number];
type InvitationRow = OutputOf<'list_invitations'>['invitations'][number];
export type Row = { kind: 'person'; key: string; person: PersonRow } | { kind: 'invitation'; key: string; invitation: InvitationRow };

const route = getRouteApi('/$orgId/people');

/** People of the organization, and open invitations. */
export function PeoplePage() {
  const membership = useMembership();
  const { orgId } = membership;
  const mayInvite = actsForAll(membership);
  const people = useRows(orgId, 'list_people', {}, 'people');
  const invitations = useQuery({ ...toolQuery(orgId, 'list_invitations', {}), enabled: mayInvite });
  const navigate = useNavigate();
  const { person: openKey } = route.useSearch();
  const [isInviting, setInviting] = useState(false);
  const setOpen = useCallback(
    (person?: string) => {
      setInviting(false);
      void navigate({ to: '/$orgId/people', params: { orgId }, search: person === undefined ? {} : { person } });
    },
    [navigate, orgId],
  );
  const close = useCallback(() => setOpen(), [setOpen]);
  const invite = () => setInviting(true);
  useBindings('People', mayInvite ? [{ keys: 'c', does: 'Invite person', run: invite }] : []);
  const known = useMemo(() => people.rows && rowsOf(people.rows, invitations.data?.invitations), [people.rows, invitations.data]);
  const opened = isInviting ? undefined : known?.find(({ key }) => key === openKey);
  // The person in the address can be further down in the list.
  usePagesAhead(openKey !== undefined && !known?.some(({ key }) => key === openKey), people);
  return (
    <Page
      title="People"
      isFilled
      actions={
        <>
          {mayInvite && <CreateButton label="Invite person" onClick={invite} />}
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/people/groups" params={{ orgId }} />}>
            Groups
          </Button>
        </>
      }
    >
      <ListStates of={{ ...people, rows: known }}>
        {(rows) => (
          <Split>
            <List
              label="People"
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              versionOf={versionOf}
              openKey={opened?.key}
              onOpen={({ key }) => setOpen(key)}
              onEndNear={people.more}
            />
            {isInviting && (
              <SidePanel title="Invite person" isForm onClose={close}>
                <InvitePanel />
              </SidePanel>
            )}
            {opened?.kind === 'person' && <PersonPanel key={opened.key} person={opened.person} onClose={close} />}
            {opened?.kind === 'invitation' && <InvitationPanel key={opened.key} invitation={opened.invitation} onClose={close} />}
          </Split>
        )}
      </ListStates>
    </Page>
  );
}

/** People who joined or were added, and invitations whose address has no person yet. */
function rowsOf(people: readonly PersonRow[], invitations: readonly InvitationRow[] = []): Row[] {
  const known = new Set(people.map(({ email }) => email));
  return [
    ...people.map((person): Row => ({ kind: 'person', key: person.id, person })),
    ...invitations
      .filter(({ email }) => !known.has(email))
      .map((invitation): Row => ({ kind: 'invitation', key: invitation.id, invitation })),
  ];
}

function Email({ of: email }: { of: string }) {
  return (
    <span className={styles.email} title={email}>
      {email}
    </span>
  );
}

const keyOf = ({ key }: Row) => key;
const versionOf = (row: Row) => (row.kind === 'person' ? `${row.person.name} ${row.person.role} ${row.person.hasAccount}` : '');

const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Person',
    width: 'minmax(140px, 2fr)',
    cell: (row) => (row.kind === 'person' ? <Person {...row.person} /> : <Person name={row.invitation.name ?? row.invitation.email} />),
  },
  {
    id: 'email',
    title: 'E-mail',
    width: 'minmax(140px, 2fr)',
    from: 640,
    cell: (row) => <Email of={row.kind === 'person' ? row.person.email : row.invitation.email} />,
  },
  {
    id: 'role',
    title: 'Role',
    width: '72px',
    cell: (row) => roleNames[row.kind === 'person' ? row.person.role : row.invitation.role],
  },
  {
    id: 'state',
    title: 'Account',
    width: '96px',
    from: 480,
    cell: (row) => (row.kind === 'invitation' ? 'Invited' : row.person.hasAccount ? 'Active' : <span className={styles.dim}>None</span>),
  },
  {
    id: 'since',
    title: 'Added',
    width: '104px',
    align: 'end',
    cell: (row) => <Time at={row.kind === 'person' ? row.person.createdAt : row.invitation.createdAt} />,
  },
];
