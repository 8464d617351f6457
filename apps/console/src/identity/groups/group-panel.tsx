import { maxGroupName } from '@gatehouse/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery, useRows } from '../../kernel/calls/pages.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import panel from '../../kernel/layout/panel.module.css';
import { Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Person } from '../../kernel/signs/who.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import type { GroupRow } from './group-row.ts';
import { LinkGroup } from './link-group.tsx';
import { useRefreshGroups } from './use-refresh-groups.ts';

type Member = OutputOf<'list_group_people'>['people'][number];

/** Panel with the people in a group. Owners and admins can change the group here. */
export function GroupPanel({ group, mayChange, onClose }: { group: GroupRow; mayChange: boolean; onClose: () => void }) {
  const { orgId, role } = useMembership();
  const { groupId, name, claimValue } = group;
  const { rows, error, more, hasNextPage } = useRows(orgId, 'list_group_people', { groupId }, 'people');
  const { change, isPending } = useChangePeople(group);
  const isByHand = mayChange && claimValue === null;
  return (
    <SidePanel title={name} onClose={onClose}>
      <Section title="People">
        {claimValue !== null && (
          <p className={panel.dim}>
            Company sign-in puts everyone with “{claimValue}” into this group. Their access ends 30 days after their last company sign-in.
          </p>
        )}
        {isByHand && rows && <AddPerson members={rows} isPending={isPending} onChoose={(one) => change({ ...one, isAdded: true })} />}
        {error && <Failed error={error} />}
        {rows?.length === 0 && claimValue !== null && <p className={panel.dim}>Nobody yet.</p>}
        <ul className={panel.entries}>
          {rows?.map((member) => (
            <li key={member.personId}>
              <Person name={member.name} email={member.email} />
              {isByHand ? (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={isPending}
                  aria-label={`Remove ${member.name}`}
                  onClick={() => change({ ...member, isAdded: false })}
                >
                  Remove
                </Button>
              ) : (
                member.endsAt !== null && (
                  <span className={panel.dim}>
                    Ends <Time at={member.endsAt} />
                  </span>
                )
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button variant="subtle" size="compact-xs" onClick={more}>
            More people
          </Button>
        )}
      </Section>
      {mayChange && (
        <Section title="Name">
          <RenameForm key={name} group={group} />
        </Section>
      )}
      {role === 'owner' && (
        <Section title="Company sign-in">
          <LinkGroup key={claimValue} group={group} />
        </Section>
      )}
      {mayChange && (
        <Section title="Delete">
          <DeleteGroup group={group} onDeleted={onClose} />
        </Section>
      )}
    </SidePanel>
  );
}

interface PeopleChange extends Pick<Member, 'email' | 'name'> {
  isAdded: boolean;
}

/** Adds or removes a person. It takes effect at their next call, and the message offers to undo it. */
function useChangePeople({ groupId, name: group }: GroupRow) {
  const { orgId } = useMembership();
  const refresh = useRefreshGroups();
  const change = useMutation({
    mutationFn: ({ email, isAdded }: PeopleChange) =>
      call(orgId, isAdded ? 'add_to_group' : 'remove_from_group', { groupId, emails: [email] } satisfies InputOf<'add_to_group'>),
    onSuccess: (_, { isAdded, ...person }) =>
      sayDone(isAdded ? `${person.name} is in ${group}.` : `${person.name} is no longer in ${group}.`, () =>
        change.mutate({ ...person, isAdded: !isAdded }),
      ),
    onError: sayError,
    onSettled: refresh,
  });
  return { change: change.mutate, isPending: change.isPending };
}

interface AddPersonProps {
  members: readonly Member[];
  isPending: boolean;
  onChoose: (person: Pick<Member, 'email' | 'name'>) => void;
}

function AddPerson({ members, isPending, onChoose }: AddPersonProps) {
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_people', {})).data;
  const known = new Set(members.map(({ personId }) => personId));
  const people = pages?.flatMap((page) => page.people).filter(({ id }) => !known.has(id)) ?? [];
  return (
    <Select
      aria-label="Add a person"
      placeholder="Add a person"
      searchable
      limit={100}
      disabled={isPending}
      nothingFoundMessage="No one else"
      data={people.map(({ email, name }) => ({ value: email, label: name === email ? email : `${name} · ${email}` }))}
      value={null}
      onChange={(email) => {
        const person = people.find((one) => one.email === email);
        if (person) onChoose(person);
      }}
    />
  );
}

function RenameForm({ group: { groupId, name } }: { group: GroupRow }) {
  const { orgId } = useMembership();
  const refresh = useRefreshGroups();
  const form = useForm({ name }, async (values) => {
    await call(orgId, 'rename_group', { groupId, name: values.name });
    await refresh();
    sayDone(`${name} renamed to ${values.name.trim()}.`);
  });
  return (
    <form onSubmit={form.onSubmit} className={panel.stack}>
      <TextInput aria-label="Name" required maxLength={maxGroupName} {...form.text('name')} />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.name.trim() === name}>
        Rename
      </Button>
    </form>
  );
}

function DeleteGroup({ group: { groupId, name }, onDeleted }: { group: GroupRow; onDeleted: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(orgId, 'delete_group', { groupId }),
    onSuccess: async () => {
      onDeleted();
      sayDone(`${name} deleted.`);
      await queries.invalidateQueries({ queryKey: [orgId, 'list_groups'] });
    },
    onError: sayError,
  });
  return (
    <div>
      <Confirm label="Delete" about={name} verb="Delete group" isPending={remove.isPending} onConfirm={() => remove.mutate()}>
        <p>People in the group, and their agents, lose everything that is shared only with it. They stay in the organization.</p>
        <p>This can't be undone.</p>
      </Confirm>
    </div>
  );
}
